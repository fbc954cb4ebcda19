import { html, nothing, type TemplateResult } from 'lit';
import type {
  DelegationGraphView,
  GraphNode,
  TeammateView,
} from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { statusIcon } from '../shared/status.js';
import { resumes, retries, teammateTrouble, waitsFor } from '../shared/teammate-controls.js';
import { teammateInput, type TeammateSay } from '../shared/teammate-drafts.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import type { TeammateLook } from '../shared/teammate-look.js';
import { controlButton, type WantedControl, type WorkControl } from '../shared/work-control.js';
import { edgeWord } from './graph-edge.js';
import { fanInWords, nodeState } from './graph-node.js';

export interface GraphDetail {
  wording: Wording;
  look: TeammateLook;
  member: TeammateView | undefined;
  controls: readonly WorkControl[];
  say: TeammateSay | undefined;
  ask(control: WorkControl): void;
  /** Shows the teammate where its words are. */
  open: (() => void) | undefined;
  choose(key: string): void;
  close(): void;
}

/** What can be wanted of a node: wait for it, start it again, let it go on. */
export function nodeControls({ kind, agentId, taskId }: GraphNode, look: TeammateLook): WantedControl[] {
  if (kind === 'session') return [];
  const work = kind === 'agent' ? { agentId: agentId! } : { taskId: taskId! };
  const { status } = look;
  if (status === 'failed' || status === 'timed-out') return [retries(work)];
  if (['done', 'cancelled', 'declined'].includes(status))
    return status === 'cancelled' ? [resumes(work)] : [];
  const whom = work.agentId === undefined ? { taskIds: [work.taskId] } : { agentIds: [work.agentId] };
  return [waitsFor(whom, 'team.wait')];
}

/** The node that was chosen: what is known of it, where its edges lead, and what can be asked for. */
export function graphDetail(node: GraphNode, view: DelegationGraphView, detail: GraphDetail): TemplateResult {
  const { wording, look, member, controls } = detail;
  const { t } = wording;
  const fanIn = view.fanIns.find(({ taskId }) => node.key === `task:${taskId}`);
  const why = member?.ended ? (member.error ?? member.reason) : member?.reason;
  return html`<section class="detail" part="detail" data-id=${node.key} aria-label=${node.label}>
    <div class="detail-head">
      ${node.kind === 'session' ? nothing : statusIcon(look.status)}
      <strong dir="auto">${node.label}</strong>
      <span class="meta">${nodeState(node, look, wording)}</span>
      <button type="button" class="quiet close" @click=${detail.close}>${t('graph.closeDetail')}</button>
    </div>
    ${why ? html`<p class="reason" dir="auto">${why}</p>` : nothing}
    ${fanIn ? html`<p class="meta" dir="auto">${fanInWords(fanIn, wording)}</p>` : nothing}
    ${teammateFacts(
      node.fallback ? { fallbacks: { lineage: node.fallback } } : {},
      [
        ['agentId', 'team.id', node.agentId],
        ['lineage', 'team.startedBy'],
        ['spawnReason', 'team.why', node.spawnReason],
        ['sessionId', 'team.session', node.sessionId],
        ['threadId', 'graph.thread', node.threadId],
        ['taskId', 'team.task', node.kind === 'task' ? node.taskId : undefined],
        ['model', 'team.model', member?.model],
      ],
      wording,
    )}
    ${edges(node, view, detail)} ${detail.say ? teammateInput(detail.say, wording) : nothing}
    <div class="buttons">
      ${
        detail.open
          ? html`<button type="button" part="node-button" data-verb="open" @click=${detail.open}>
              ${t('team.openTranscript')}
            </button>`
          : nothing
      }
      ${controls.map((control) => controlButton(control, { wording, ask: detail.ask, part: 'node-button' }))}
    </div>
    ${teammateTrouble([...controls, ...(detail.say ? [detail.say.control] : [])], wording)}
  </section>`;
}

/** As many of one kind are shown; the rest is a number. */
const SHOWN = 12;

/** Each edge is a way to the node at its other end. */
function edges({ key }: GraphNode, { edges: all, nodes }: DelegationGraphView, detail: GraphDetail): unknown {
  const { wording, choose } = detail;
  const labels = new Map(nodes.map((node) => [node.key, node.label]));
  const groups = new Map<string, { kind: string; inward: boolean; keys: string[] }>();
  for (const { kind, from, to } of all) {
    if (from !== key && to !== key) continue;
    const inward = to === key;
    const name = `${kind} ${inward}`;
    const group = groups.get(name) ?? { kind, inward, keys: [] };
    group.keys.push(inward ? from : to);
    groups.set(name, group);
  }
  if (groups.size === 0) return nothing;
  return html`<ul class="ends">
    ${[...groups.values()].map(
      ({ kind, inward, keys }) =>
        html`<li data-kind=${kind}>
          <span class="label">${edgeWord(kind, wording, inward)}</span>
          ${keys
            .slice(0, SHOWN)
            .map(
              (end) =>
                html`<button
                  type="button"
                  class="link"
                  dir="auto"
                  data-ref=${end}
                  @click=${() => choose(end)}
                >
                  ${labels.get(end) ?? end}
                </button>`,
            )}
          ${keys.length > SHOWN ? html`<span class="meta">+${keys.length - SHOWN}</span>` : nothing}
        </li>`,
    )}
  </ul>`;
}
