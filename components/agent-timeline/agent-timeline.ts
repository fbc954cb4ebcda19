import { ContextConsumer } from '@lit/context';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type {
  EvidenceView,
  ProcessTurn,
  TimelineEvidenceView,
} from '../../src/agent-ui/projection/view-models.js';
import { AgentLoadOlderRequestEvent } from '../agent-conversation/agent-conversation.events.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { renderersContext } from '../shared/contexts.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { ListFocus } from '../shared/list-focus.js';
import { LaneNews } from '../shared/lane-news.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { enWork } from '../shared/locales/en-work.js';
import { ReadingPanel } from '../shared/reading-panel.js';
import type { ToolRenderers } from '../shared/renderers.js';
import { ToolDesk } from '../shared/tool-desk.js';
import { controlButton, controlTrouble, lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-timeline.styles.js';
import { byUrgency, evidenceNews } from './evidence-look.js';
import { evidenceRow } from './evidence-row.js';
import { evidenceControls, exportControl, turnControls } from './timeline-controls.js';
import type { TimelineContext } from './timeline-context.js';
import { placeOf } from './timeline-place.js';
import { turnRow } from './timeline-turn.js';

/** Turns of one page, steps of one page, and how much evidence shows before somebody asks for the rest. */
const TURNS = 30;
const STEPS = 50;
const EVIDENCE = 6;

/**
 * What was done and what proves it: each turn that is over as one line with its steps behind it, and the records of
 * evidence with their sources, verification, replay and review. Nothing is fetched before somebody opens it.
 *
 * @element agent-timeline
 * @summary The archived process of a session, newest first, and its evidence.
 * @shows questions plans markdown
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see a turn, an artifact, a tool call or a teammate.
 * @fires {AgentLoadOlderRequestEvent} agent-load-older-request - A person wants what lies before the oldest turn.
 * @fires {AgentDetailRequestEvent} agent-detail-request - A person opens what is behind a reference.
 * @fires {AgentEvidenceExportRequestEvent} agent-evidence-export-request - A person wants evidence packed up.
 * @fires {AgentReplayRequestEvent} agent-replay-request - A person wants a replay made of evidence.
 * @fires {AgentReviewRequestEvent} agent-review-request - A person wants evidence looked at.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants what failed done again.
 *
 * @slot empty - Shown while nothing has been done and nothing proves anything.
 *
 * @csspart evidence - A record of evidence.
 * @csspart evidence-line - Its line.
 * @csspart evidence-state - How it stands.
 * @csspart evidence-body - What its line opens.
 * @csspart sources - The sources that its owner listed.
 * @csspart turn - A turn.
 * @csspart turn-line - Its line.
 * @csspart turn-state - How it ended, its steps, its time.
 * @csspart turn-body - What its line opens.
 * @csspart step - A step of a turn.
 * @csspart control - What can be asked for.
 * @csspart load-older - The button that loads what lies before the oldest turn.
 * @csspart tool-body - The body of a tool call.
 * @csspart tool-error - What a tool call failed with.
 * @csspart approval-outcome - What became of a question.
 *
 * @cssstate empty - There is nothing to show.
 */
export class AgentTimeline extends ReadingPanel {
  static readonly tag: string = 'agent-timeline';
  protected static override readonly words: Words = [enTurn, enWork];
  static override styles = styles;
  static override properties: PropertyDeclarations = { renderers: { attribute: false } };

  /** Draws the body of tool calls, by tool name; the workbench's own by default. */
  declare renderers: ToolRenderers | undefined;

  #context = new ContextConsumer(this, { context: renderersContext, subscribe: true });
  #disclosure = new Disclosure(this);
  #list = new ListFocus(this, 'button.tool-line');
  #news = new LaneNews(this);
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );
  #tools = new ToolDesk(
    this,
    () => this.activeSession,
    (event, ask) => this.request(event, ask),
  );
  #turnLimit = TURNS;
  #stepLimits = new Map<string, number>();
  #evidenceLimit = EVIDENCE;

  /**
   * Opens a thing where it stands in the timeline, and brings the focus to it: a turn, a tool call, a record of evidence,
   * or the step in which an artifact was mentioned.
   * @param id of the thing
   * @param kind as in `agent-open-request`; evidence by default
   * @returns false when it is not here: perhaps it is older than what is loaded
   */
  show(id: string, kind: AgentOpenRequestEvent['kind'] = 'evidence'): boolean {
    const view = this.activeSession?.view('timeline_evidence').get();
    if (!view) return false;
    return kind === 'evidence' ? this.#showEvidence(view.evidence, id) : this.#showStep(view.turns, kind, id);
  }

  protected override get reading(): 'now' | 'no' {
    const turns = this.activeSession?.view('timeline_evidence').get().turns ?? [];
    return turns.some(({ steps }) => steps.some(({ expanded, text }) => expanded && text)) ? 'now' : 'no';
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('timeline_evidence').get();
    const { t } = this.wording;
    const empty = !view || (view.turns.length === 0 && view.evidence.length === 0);
    this.toggleState('empty', empty);
    if (!session || !view || empty) {
      return html`<div class="empty">
        <slot name="empty">${t('timeline.empty')}</slot>
        ${session && view ? this.#older(session, view) : nothing} ${this.#news.render()}
      </div>`;
    }
    const writes = lastWrites(session);
    const context = this.#rowContext(session);
    return html`<section
      class="panel"
      aria-label=${t('timeline.label')}
      @keydown=${this.#list.onKey}
      @focusin=${this.#list.onFocus}
    >
      ${this.#evidence(view.evidence, session, context, writes)}
      ${this.#turns(view, session, context, writes)} ${this.#news.render()}
    </section>`;
  }

  /** What has become of an export, and what does not hold any more. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const session = this.activeSession;
    const evidence = session?.view('timeline_evidence').get().evidence ?? [];
    this.#news.look(session, evidence.length, evidenceNews(evidence, this.wording));
  }

  #rowContext(session: AgentSession): TimelineContext {
    const { wording } = this;
    return {
      wording,
      disclosure: this.#disclosure,
      desk: this.#desk,
      tools: this.#tools,
      renderers: this.renderers ?? this.#context.value,
      approval: (id) => {
        const { pending, settled } = session.view('hitl').get();
        return [...pending, ...settled].find(({ actionId }) => actionId === id);
      },
      expand: (key, open) => session.expand(key, open ? 'timeline_evidence' : undefined),
      ask: (control) => this.askFor(control),
      show: (kind, id) => {
        // Evidence and steps stand here; what else there is to see stands elsewhere.
        if ((kind === 'evidence' || kind === 'tool') && this.show(id, kind)) return;
        this.dispatchEvent(new AgentOpenRequestEvent(kind, id));
      },
    };
  }

  #evidence(
    evidence: readonly EvidenceView[],
    session: AgentSession,
    context: TimelineContext,
    writes: ReadonlyMap<string, WriteRecord>,
  ): unknown {
    const { t } = context.wording;
    const all = workControls([exportControl()], session, writes);
    if (evidence.length === 0 && all.length === 0) return nothing;
    const hidden = evidence.length - this.#evidenceLimit;
    return html`<div class="part">
      <div class="head">
        <h3>${t('timeline.evidence')}</h3>
        ${evidence.length > 0 ? html`<span class="meta">${evidence.length}</span>` : nothing}
        ${all.map((control) => controlButton(control, { ...context, part: 'control', look: 'aside-button' }))}
      </div>
      ${controlTrouble(all, context.wording)}
      ${
        evidence.length === 0
          ? html`<p class="none">${t('timeline.noEvidence')}</p>`
          : html`<ul class="list">
              ${repeat(
                byUrgency(evidence).slice(0, this.#evidenceLimit),
                ({ key }) => key,
                (record) => this.#record(record, session, context, writes),
              )}
            </ul>`
      }
      ${
        hidden > 0
          ? html`<button
              type="button"
              class="quiet more"
              @click=${() => this.#widen(() => (this.#evidenceLimit += STEPS))}
            >
              ${t('timeline.moreEvidence', { count: hidden })}
            </button>`
          : nothing
      }
    </div>`;
  }

  #record(
    record: EvidenceView,
    session: AgentSession,
    context: TimelineContext,
    writes: ReadonlyMap<string, WriteRecord>,
  ): unknown {
    const key = `evidence:${record.key}`;
    const open = this.#disclosure.isOpen(key, false);
    const draw = () =>
      evidenceRow(record, {
        ...context,
        open,
        toggle: () => this.#disclosure.toggle(key, false),
        controls: open ? workControls(evidenceControls(record), session, writes) : [],
        reviews: open ? this.#reviewsOf(record, session) : [],
      });
    // An open row follows more than its own record.
    return open ? draw() : guard([record, context.wording], draw);
  }

  #reviewsOf({ evidenceId, reviewRef }: EvidenceView, session: AgentSession) {
    return session
      .view('review_lane')
      .get()
      .reviews.filter(
        ({ target, evidenceRefs, reviewId, rounds }) =>
          target?.id === evidenceId ||
          reviewId === reviewRef ||
          evidenceRefs?.includes(evidenceId) ||
          rounds.some((round) => round.evidenceRefs?.includes(evidenceId)),
      );
  }

  #turns(
    view: TimelineEvidenceView,
    session: AgentSession,
    context: TimelineContext,
    writes: ReadonlyMap<string, WriteRecord>,
  ): TemplateResult {
    const { t } = context.wording;
    const { turns } = view;
    const shown = turns.slice(-this.#turnLimit).reverse();
    const hidden = turns.length - shown.length;
    return html`<div class="part">
      <div class="head">
        <h3>${t('timeline.turns')}</h3>
        <span class="meta">${turns.length}</span>
      </div>
      <ul class="list">
        ${repeat(
          shown,
          ({ key }) => key,
          (turn) => this.#turn(turn, session, context, writes),
        )}
      </ul>
      ${
        hidden > 0
          ? html`<button
              type="button"
              class="quiet more"
              @click=${() => this.#widen(() => (this.#turnLimit += TURNS))}
            >
              ${t('timeline.moreTurns', { count: hidden })}
            </button>`
          : this.#older(session, view)
      }
    </div>`;
  }

  #turn(
    turn: ProcessTurn,
    session: AgentSession,
    context: TimelineContext,
    writes: ReadonlyMap<string, WriteRecord>,
  ): unknown {
    const key = `turn:${turn.key}`;
    const open = !turn.active && this.#disclosure.isOpen(key, false);
    const limit = this.#stepLimits.get(turn.key) ?? STEPS;
    const draw = () =>
      turnRow(turn, {
        ...context,
        open,
        limit,
        toggle: () => this.#disclosure.toggle(key, false),
        more: () => this.#widen(() => this.#stepLimits.set(turn.key, limit + STEPS)),
        controls: open ? workControls(turnControls(turn), session, writes) : [],
      });
    return open ? draw() : guard([turn, context.wording], draw);
  }

  #widen(change: () => void): void {
    change();
    this.requestUpdate();
  }

  /** W14: what lies before the oldest turn, when somebody asks (section 5.4). */
  #older(session: AgentSession, { truncated }: TimelineEvidenceView): unknown {
    const { t } = this.wording;
    const { state, reason } = session.history;
    if (state === 'failed') {
      return html`<div class="older" data-fallback="failed">
        <p class="trouble">${icon('cross')} ${t('timeline.olderFailed', { reason: reason ?? '' })}</p>
        <button type="button" part="load-older" @click=${this.#loadOlder}>${t('conversation.retry')}</button>
      </div>`;
    }
    if (!truncated) return nothing;
    if (state === 'unavailable')
      return html`<p class="older meta" data-fallback="unavailable">${t('timeline.olderUnavailable')}</p>`;
    const loading = state === 'loading';
    return html`<div class="older" data-fallback=${loading ? 'loading' : nothing}>
      <button type="button" part="load-older" ?disabled=${loading} @click=${this.#loadOlder}>
        ${t(loading ? 'timeline.loadingOlder' : 'timeline.loadOlder')}
      </button>
    </div>`;
  }

  #loadOlder = (): void => {
    void this.request(new AgentLoadOlderRequestEvent(), (session) => session.loadOlder());
  };

  #showEvidence(evidence: readonly EvidenceView[], id: string): boolean {
    const at = byUrgency(evidence).findIndex(
      ({ evidenceId, packRef }) => evidenceId === id || packRef === id,
    );
    const record = byUrgency(evidence)[at];
    if (!record) return false;
    this.#evidenceLimit = Math.max(this.#evidenceLimit, at + 1);
    this.#openRow(`evidence:${record.key}`);
    this.#focusOn('.evidence', record.key);
    return true;
  }

  #showStep(turns: readonly ProcessTurn[], kind: AgentOpenRequestEvent['kind'], id: string): boolean {
    const place = placeOf(turns, kind, id);
    if (!place) return false;
    const { turn, step, fromEnd } = place;
    this.#turnLimit = Math.max(this.#turnLimit, fromEnd);
    if (!turn.active) this.#openRow(`turn:${turn.key}`);
    if (step === undefined || turn.active) {
      this.#focusOn('.turn', turn.key);
      return true;
    }
    const { key } = turn.steps[step]!;
    this.#stepLimits.set(turn.key, Math.max(this.#stepLimits.get(turn.key) ?? STEPS, step + 1));
    if (kind === 'tool') this.activeSession?.expand(key, 'timeline_evidence');
    this.#focusOn(`.turn[data-id="${CSS.escape(turn.key)}"] .step`, key);
    return true;
  }

  #openRow(key: string): void {
    if (!this.#disclosure.isOpen(key, false)) this.#disclosure.toggle(key, false);
    this.requestUpdate();
  }

  #focusOn(selector: string, id: string): void {
    void this.updateComplete.then(() => {
      const row = this.renderRoot.querySelector(`${selector}[data-id="${CSS.escape(id)}"]`);
      row?.querySelector<HTMLElement>('.tool-line')?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-timeline': AgentTimeline;
  }
}
