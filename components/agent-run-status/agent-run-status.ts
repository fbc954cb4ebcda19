import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ConnectionState } from '../../src/agent-ui/events/control-request.js';
import type { RunStatusView } from '../../src/agent-ui/projection/view-models.js';
import { duration, elapsedTime } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { PanelElement } from '../shared/panel-element.js';
import { statusIcon } from '../shared/status.js';
import { ticking } from '../shared/ticking.js';
import { styles } from './agent-run-status.styles.js';
import { runLook } from './run-look.js';

/** A connection that works is nothing to speak of. */
const CONNECTIONS: Partial<Record<ConnectionState, StringKey>> = {
  reconnecting: 'connection.reconnecting',
  failed: 'connection.failed',
};

/**
 * One line about the run: icon, word and colour, time, and the tool at work. Its height never changes.
 *
 * @element agent-run-status
 * @summary What the agent is doing now, and whether it waits for a person.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @csspart strip - The line.
 * @csspart word - The word for the stage.
 * @csspart elapsed - How long the run has taken.
 * @csspart connection - The thin bar that stands while the connection is broken.
 *
 * @cssstate active - A run is active.
 * @cssstate attention - Somebody must look: a question waits, or the run failed.
 */
export class AgentRunStatus extends PanelElement {
  static override styles = styles;

  override render(): TemplateResult {
    const view = this.activeSession?.view('runtime_status').get();
    const { t } = this.wording;
    if (!view) return html`<div class="strip" part="strip" data-state="idle"></div>`;
    const look = runLook(view);
    return html`${this.#connection(view)}
      <div
        class="strip"
        part="strip"
        data-id=${view.runId ?? nothing}
        data-state=${view.stage}
        data-status=${look.status}
        data-fallback=${view.fallback?.token ?? nothing}
        ?data-attention=${look.attention}
      >
        ${statusIcon(look.status)}
        <span class="word" part="word" dir="auto">${this.#word(view)}</span>
        ${this.#tool(view)} ${this.#elapsed(view)}
        ${view.detail ? html`<span class="detail" dir="auto">${view.detail}</span>` : nothing}
        <span class="end">
          ${
            view.pendingApprovals > 1
              ? html`<span class="pending">${t('approval.pending', { count: view.pendingApprovals })}</span>`
              : nothing
          }
          ${
            view.active && view.canInterrupt && !isStopping(view)
              ? html`<span class="hint"><kbd>Esc</kbd> ${t('run.escHint')}</span>`
              : nothing
          }
          ${view.model ? html`<span class="model" dir="ltr">${view.model}</span>` : nothing}
        </span>
      </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const view = this.activeSession?.view('runtime_status').get();
    this.toggleState('active', view?.active ?? false);
    this.toggleState('attention', view !== undefined && runLook(view).attention);
  }

  #word(view: RunStatusView): string {
    const { t } = this.wording;
    if (isStopping(view)) return t('composer.stopping');
    const look = runLook(view);
    // The owner's own label is welcome, but not while a person is waited for.
    return view.title && view.active && look.status !== 'needs-you' ? view.title : t(look.word);
  }

  #tool(view: RunStatusView): unknown {
    const name = view.activeTool?.title ?? view.activeTool?.name;
    // While a person is waited for, no tool is what the run is about.
    if (!name || !view.active || name === view.title || runLook(view).status === 'needs-you') return nothing;
    return html`<span class="tool-name" dir="auto">${name}</span>`;
  }

  #elapsed(view: RunStatusView): unknown {
    const { startedAt, finishedAt } = view;
    if (!startedAt) return nothing;
    const { wording } = this;
    if (view.active) {
      return html`<span class="elapsed" part="elapsed"
        >${ticking(startedAt, (ms) => elapsedTime(ms, wording))}</span
      >`;
    }
    const took = Date.parse(finishedAt ?? '') - Date.parse(startedAt);
    return took >= 0 ? html`<span class="elapsed" part="elapsed">${duration(took, wording)}</span>` : nothing;
  }

  #connection(view: RunStatusView): unknown {
    const key = CONNECTIONS[view.connection];
    if (!key) return nothing;
    return html`<p class="connection" part="connection" role="status" data-state=${view.connection}>
      ${icon('unplugged')} ${this.wording.t(key)}
      ${view.connectionDetail ? html`<span dir="auto">${view.connectionDetail}</span>` : nothing}
    </p>`;
  }
}

function isStopping(view: RunStatusView): boolean {
  return view.active && view.interrupt !== undefined && view.interrupt.state !== 'failed';
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-run-status': AgentRunStatus;
  }
}
