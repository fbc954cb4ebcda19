import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { ConnectionState } from '../../src/agent-ui/events/control-request.js';
import type { RunStatusView } from '../../src/agent-ui/projection/view-models.js';
import { AgentInterruptRequestEvent } from '../agent-composer/agent-composer.events.js';
import { PanelAnnouncer } from '../shared/announcer.js';
import { duration, elapsedTime } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { PanelElement } from '../shared/panel-element.js';
import { statusIcon } from '../shared/status.js';
import { ticking } from '../shared/ticking.js';
import { AgentWorkRetryRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-run-status.styles.js';
import { runLook } from './run-look.js';
import { StallWatch } from './stall-watch.js';
import { tokenUsage } from './token-usage.js';

/** Milliseconds after which the time is worth showing, and after which a beginning takes longer than usual. */
const TIME_AFTER_MS = 10_000;
const LONG_AFTER_MS = 30_000;

/** Nothing has been heard of an answer yet. */
const BEFORE_ANSWER = ['submitted', 'binding', 'accepted', 'routing', 'preparing', 'waiting_provider'];
/** What is worth saying aloud. Questions, answers and ends are told by the conversation, where there is one. */
const SPOKEN = ['queued', 'retrying', 'waiting', 'blocked'];

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
 * @attr {boolean} without-stop - Another place stops the run, such as a composer.
 * @attr {number} stalled-after - Milliseconds of silence after which a run counts as stalled. Default 60 000.
 *
 * @fires {AgentInterruptRequestEvent} agent-interrupt-request - Stop the run that is active.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - Try a failed run again.
 *
 * @csspart strip - The line.
 * @csspart word - The word for the stage.
 * @csspart elapsed - How long the run has taken.
 * @csspart stale - Says that what is shown may be old, or that the run is silent.
 * @csspart usage - The tokens of the run.
 * @csspart button - Stop, and Try again.
 * @csspart connection - The thin bar that stands while the connection is broken.
 *
 * @cssstate active - A run is active.
 * @cssstate attention - Somebody must look: a question waits, the run failed, or it is silent.
 * @cssstate stalled - The run is active, and nothing has been heard of it for long.
 */
export class AgentRunStatus extends PanelElement {
  static readonly tag: string = 'agent-run-status';
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    stalledAfter: { type: Number, attribute: 'stalled-after', useDefault: true },
    withoutStop: { type: Boolean, attribute: 'without-stop' },
  };

  /** Milliseconds of silence after which a run counts as stalled. */
  declare stalledAfter: number;
  /** Another place stops the run, such as a composer. */
  declare withoutStop: boolean;
  #announcer = new PanelAnnouncer(this);
  #stall = new StallWatch(this, {
    after: () => this.stalledAfter,
    lastEventAt: () => this.activeSession?.lastEventAt,
    stalled: () =>
      this.#announcer.current.polite(
        this.t('run.stalled', { time: elapsedTime(this.stalledAfter, this.wording) }),
      ),
  });
  /** What was said last. */
  #spoken = '';

  constructor() {
    super();
    this.stalledAfter = 60_000;
    this.withoutStop = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move within the page is no end (known-failure 38).
    queueMicrotask(() => {
      if (!this.isConnected) this.#stall.stop();
    });
  }

  override render(): TemplateResult {
    const view = this.activeSession?.view('runtime_status').get();
    const { t } = this.wording;
    if (!view) return html`<div class="strip" part="strip" data-state="idle"></div>`;
    const look = runLook(view);
    const stalled = this.#stall.silentSince !== undefined;
    return html`${this.#connection(view)}
      <div
        class="strip"
        part="strip"
        data-id=${view.runId ?? nothing}
        data-state=${view.stage}
        data-status=${look.status}
        data-fallback=${view.fallback?.token ?? (isOutOfTouch(view) || stalled ? 'stale' : nothing)}
        ?data-attention=${look.attention || stalled}
      >
        ${statusIcon(look.status)}
        <span class="word" part="word" dir="auto">${this.#word(view)}</span>
        ${this.#tool(view)} ${this.#elapsed(view)} ${this.#doubt(view)} ${this.#detail(view)}
        <span class="end">
          ${
            view.pendingApprovals > 1
              ? html`<span class="pending">${t('approval.pending', { count: view.pendingApprovals })}</span>`
              : nothing
          }
          ${this.#usage(view)}
          ${view.model ? html`<span class="model" dir="ltr">${view.model}</span>` : nothing}
          ${
            view.active && view.canInterrupt && !isStopping(view)
              ? html`<span class="hint"><kbd>Esc</kbd> ${t('run.escHint')}</span>`
              : nothing
          }
          ${this.#button(view)}
        </span>
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const view = this.activeSession?.view('runtime_status').get();
    const look = view && runLook(view);
    // Nobody expects a sign of life from what waits for a person, or in a queue.
    this.#stall.watch(
      view?.active === true &&
        look?.status !== 'needs-you' &&
        look?.status !== 'queued' &&
        !isOutOfTouch(view),
    );
    const stalled = this.#stall.silentSince !== undefined;
    this.toggleState('active', view?.active ?? false);
    this.toggleState('attention', look?.attention === true || stalled);
    this.toggleState('stalled', stalled);
    if (view) this.#speak(view);
  }

  /** Once for each stage of each run. */
  #speak(view: RunStatusView): void {
    const said = `${view.runId ?? ''} ${isStopping(view) ? 'stopping' : view.stage}`;
    if (said === this.#spoken) return;
    const first = this.#spoken === '';
    this.#spoken = said;
    // What was so before anybody looked is no news.
    if (first) return;
    const { attention } = runLook(view);
    if (SPOKEN.includes(view.stage)) this.#announcer.current.polite(this.#word(view));
    else if (attention && this.#announcer.alone) this.#announcer.current.assertive(this.#word(view));
  }

  #word(view: RunStatusView): string {
    const { t } = this.wording;
    if (view.active && view.interrupt?.state === 'unconfirmed') return t('run.stopUnconfirmed');
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
    const { wording } = this;
    if (!startedAt && !view.active) return nothing;
    if (view.active) return this.#running(view);
    const took = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '');
    return took >= 0
      ? html`<span class="elapsed" part="elapsed" dir="auto">${duration(took, wording)}</span>`
      : nothing;
  }

  /** The time, once it is worth showing; and that a beginning takes long. */
  #running(view: RunStatusView): unknown {
    const { wording } = this;
    const begins = BEFORE_ANSWER.includes(view.stage);
    return ticking(view.startedAt, (ms) =>
      ms < TIME_AFTER_MS
        ? nothing
        : html`<span class="elapsed" part="elapsed" dir="auto">${elapsedTime(ms, wording)}</span> ${
              begins && ms >= LONG_AFTER_MS
                ? html`<span class="detail">${wording.t('run.longer')}</span>`
                : nothing
            }`,
    );
  }

  /** A stage is believed as long as its owner can be heard (§3.4, fallback). */
  #doubt(view: RunStatusView): unknown {
    const { wording } = this;
    const { silentSince } = this.#stall;
    if (isOutOfTouch(view)) {
      return html`<span class="stale" part="stale" dir="auto">${wording.t('run.mayBeOld')}</span>`;
    }
    if (silentSince === undefined) return nothing;
    return html`<span class="stale" part="stale" dir="auto"
      >${ticking(silentSince, (ms) => wording.t('run.stalled', { time: elapsedTime(ms, wording) }))}</span
    >`;
  }

  #detail(view: RunStatusView): unknown {
    const { t } = this.wording;
    const { stage, retryCount, queuePosition, detail } = view;
    const lines = [
      stage === 'retrying' && retryCount ? t('run.attempt', { count: retryCount + 1 }) : undefined,
      stage === 'queued' && queuePosition !== undefined
        ? t('run.position', { count: queuePosition })
        : undefined,
      detail,
    ].filter(Boolean);
    return lines.map((line) => html`<span class="detail" dir="auto" title=${line ?? nothing}>${line}</span>`);
  }

  #usage(view: RunStatusView): unknown {
    const usage = tokenUsage(view.usage);
    if (!usage) return nothing;
    const { lang, t } = this.wording;
    const number = (value: number) =>
      value.toLocaleString(lang, { notation: 'compact', maximumFractionDigits: 1 });
    const title = t('run.tokensTitle', { input: number(usage.input), output: number(usage.output) });
    return html`<span class="usage" part="usage" title=${title}
      >${t('run.tokens', { n: number(usage.total) })}</span
    >`;
  }

  #button(view: RunStatusView): unknown {
    const { t } = this.wording;
    const again = view.interrupt?.state === 'unconfirmed';
    if (view.active && view.canInterrupt && !this.withoutStop && (again || !isStopping(view))) {
      const label = t(again ? 'composer.forceStop' : 'composer.stop');
      return html`<button
        type="button"
        class="quiet"
        part="button"
        data-verb="interrupt"
        aria-label=${label}
        title=${label}
        @click=${() => this.#stop(again)}
      >
        ${icon('square')}
      </button>`;
    }
    const { runId, error, stage } = view;
    if (stage !== 'failed' || runId === undefined || error?.retryable === false) return nothing;
    const available = this.activeSession?.availability({ kind: 'retry', runId });
    if (!available?.available && available?.token !== 'loading') return nothing;
    const label = t('composer.retry');
    return html`<button
      type="button"
      class="quiet"
      part="button"
      data-verb="retry"
      ?disabled=${!available.available}
      @click=${() =>
        void this.request(new AgentWorkRetryRequestEvent({ runId }), (session) => session.retry({ runId }))}
    >
      ${icon('retry')} ${label}
    </button>`;
  }

  #stop(again: boolean): void {
    void this.request(new AgentInterruptRequestEvent(), (session) => {
      const asked = session.writes.findLast(
        ({ kind, state }) => kind === 'interrupt' && state === 'unconfirmed',
      );
      return again && asked ? session.retryWrite(asked.key) : session.interrupt();
    });
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

/** Its owner cannot be heard now. */
function isOutOfTouch({ active, connection }: RunStatusView): boolean {
  return active && (connection === 'reconnecting' || connection === 'failed' || connection === 'closed');
}

function isStopping(view: RunStatusView): boolean {
  return view.active && view.interrupt !== undefined && view.interrupt.state !== 'failed';
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-run-status': AgentRunStatus;
  }
}
