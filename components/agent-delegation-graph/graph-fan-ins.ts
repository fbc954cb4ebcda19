import { html, nothing } from 'lit';
import type { DelegationGraphView, FanIn } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { fanInWords } from './graph-node.js';

/** Of those who failed as many are named on a line; all of them are in the details. */
const SHOWN_NAMES = 5;

/** How far each wait has come, above the drawing: what failed is not to be searched for (SF-DG-2). */
export function fanIns(view: DelegationGraphView, wording: Wording, choose: (key: string) => void): unknown {
  if (view.fanIns.length === 0) return nothing;
  const labels = new Map(view.nodes.map(({ key, label }) => [key, label]));
  const { t } = wording;
  return html`<ul class="fan-ins">
    ${view.fanIns.map((fanIn) => {
      const { key, taskId, total, settled, timeoutPolicy } = fanIn;
      const task = `task:${taskId}`;
      return html`<li class="fan-in" part="fan-in" data-id=${key} data-state=${stateOf(fanIn)}>
        <progress max=${total} value=${settled} aria-label=${t('graph.wait')}></progress>
        <button type="button" class="link" dir="auto" @click=${() => choose(task)}>
          ${labels.get(task) ?? taskId}
        </button>
        <span class="meta" dir="auto">${fanInWords(fanIn, wording, SHOWN_NAMES)}</span>
        ${
          timeoutPolicy
            ? html`<span class="meta" dir="auto">${t('graph.policy', { policy: timeoutPolicy })}</span>`
            : nothing
        }
      </li>`;
    })}
  </ul>`;
}

function stateOf({ failed, settled, total }: FanIn): string {
  if (failed.length > 0) return 'partial_failure';
  return settled === total ? 'settled' : 'waiting';
}
