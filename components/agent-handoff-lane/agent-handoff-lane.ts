import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type {
  ApprovalView,
  HandoffLaneView,
  HandoffView,
} from '../../src/agent-ui/projection/view-models.js';
import { ago } from '../shared/ago.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import { ListFocus } from '../shared/list-focus.js';
import { PerSession } from '../shared/per-session.js';
import { LaneNews } from '../shared/lane-news.js';
import { PanelElement } from '../shared/panel-element.js';
import { teamWords } from '../shared/team-words.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-handoff-lane.styles.js';
import { handoffControls, isPast, isRequested } from './handoff-look.js';
import { handoffRow } from './handoff-row.js';

/** Hand-offs of one page. */
const PAGE = 50;
/** So many that are over do not fold. */
const FEW = 3;

/**
 * Who gives the work to whom, why, and what goes along. Whoever had it keeps it until the other side has taken it.
 *
 * @element agent-handoff-lane
 * @summary Hand-offs between teammates, with the one who has the work now.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentHandoffRequestEvent} agent-handoff-request - A person takes a hand-off, or does not.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see where the work goes on, a turn or a teammate.
 *
 * @slot empty - Shown while nothing has been handed over.
 *
 * @csspart owner - Who has the work now.
 * @csspart handoff - A hand-off.
 * @csspart handoff-line - Its line.
 * @csspart handoff-state - How it stands.
 * @csspart handoff-body - What its line opens.
 * @csspart control - What can be answered.
 * @csspart approval-outcome - What became of one.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - One waits for the person.
 */
export class AgentHandoffLane extends PanelElement {
  static readonly tag: string = 'agent-handoff-lane';
  protected static override readonly words = teamWords;
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #list = new ListFocus(this, 'button.tool-line');
  #news = new LaneNews(this);
  /** Those that wait for the person, and are no questions: what to say of them. */
  #waiting = new Map<string, string>();
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );
  /** What a person writes about one that waits. */
  #reasons = new PerSession<string>();
  #limit = PAGE;

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('handoff_lane').get();
    const { t } = this.wording;
    const handoffs = view?.handoffs ?? [];
    this.toggleState('empty', handoffs.length === 0);
    // Each that waits puts it on again.
    this.toggleState('attention', false);
    this.#waiting = new Map();
    if (!session || !view || handoffs.length === 0)
      return html`<div class="empty"><slot name="empty">${t('handoff.empty')}</slot></div>
        ${this.#news.render()}`;
    // What is asked for first, then the newest.
    const newest = [...handoffs].reverse();
    const past = newest.filter(isPast);
    const folds = past.length > FEW;
    const rest = [
      ...newest.filter(isRequested),
      ...newest.filter((handoff) => !isRequested(handoff) && !(folds && isPast(handoff))),
    ];
    const open = this.#disclosure.isOpen('past', false);
    const hidden = rest.length - this.#limit;
    const questions = this.#questions(session);
    const writes = lastWrites(session);
    const list = (shown: readonly HandoffView[]) => this.#handoffs(shown, session, questions, writes);
    return html`<section
      class="panel"
      aria-label=${t('handoff.label')}
      @keydown=${this.#list.onKey}
      @focusin=${this.#list.onFocus}
    >
      ${this.#owner(view)} ${list(rest.slice(0, this.#limit))}
      ${
        hidden > 0
          ? html`<button type="button" class="quiet fold" @click=${this.#more}>
              ${t('timeline.moreEvidence', { count: hidden })}
            </button>`
          : nothing
      }
      ${
        folds
          ? html`<button
                type="button"
                class="quiet fold"
                aria-expanded=${open ? 'true' : 'false'}
                @click=${() => this.#disclosure.toggle('past', false)}
              >
                ${icon('chevron')} ${t('handoff.past', { count: past.length })}
              </button>
              ${open ? list(past) : nothing}`
          : nothing
      }
      ${this.#news.render()}
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const session = this.activeSession;
    const count = session?.view('handoff_lane').get().handoffs.length ?? 0;
    this.#news.look(session, count, this.#waiting);
  }

  #words({ from, to, fromName, toName }: HandoffView): string {
    const { t } = this.wording;
    const unknown = t('status.unknown');
    return t('handoff.waits', { from: fromName ?? from ?? unknown, to: toName ?? to ?? unknown });
  }

  #more = (): void => {
    this.#limit += PAGE;
    this.requestUpdate();
  };

  #questions(session: AgentSession): ReadonlyMap<string, ApprovalView> {
    const { pending, settled } = session.view('hitl').get();
    return new Map([...settled, ...pending].map((approval) => [approval.actionId, approval]));
  }

  /** SF-HO-1: it changes when a hand-off has been taken, not when one is asked for. */
  #owner({ activeOwner, activeOwnerName, handoffs }: HandoffLaneView): TemplateResult {
    const { wording } = this;
    const { t } = wording;
    const name = activeOwnerName ?? activeOwner;
    const since = handoffs.findLast(({ to, acceptedAt }) => to === activeOwner && acceptedAt)?.acceptedAt;
    const when = since === undefined ? undefined : ago(since, wording);
    return html`<p
      class="owner"
      part="owner"
      data-id=${activeOwner ?? nothing}
      data-fallback=${name === undefined ? 'unknown' : nothing}
    >
      ${icon('person')}
      <strong><bdi>${name ?? t('status.unknown')}</bdi></strong>
      <span class="meta">${t('handoff.hasIt')}</span>
      ${when === undefined ? nothing : html`<span class="meta since">${when}</span>`}
    </p>`;
  }

  #handoffs(
    handoffs: readonly HandoffView[],
    session: AgentSession,
    questions: ReadonlyMap<string, ApprovalView>,
    writes: ReadonlyMap<string, WriteRecord>,
  ): TemplateResult {
    return html`<ul class="list">
      ${repeat(
        handoffs,
        ({ key }) => key,
        (handoff) => this.#handoff(handoff, session, questions, writes),
      )}
    </ul>`;
  }

  #handoff(
    handoff: HandoffView,
    session: AgentSession,
    questions: ReadonlyMap<string, ApprovalView>,
    writes: ReadonlyMap<string, WriteRecord>,
  ): unknown {
    const { wording } = this;
    const { key, actionId } = handoff;
    const approval = actionId === undefined ? undefined : questions.get(actionId);
    const reasons = this.#reasons.of(session);
    if (!isRequested(handoff)) reasons.delete(key);
    const reason = reasons.get(key) ?? '';
    const controls = approval ? [] : workControls(handoffControls(handoff, reason), session, writes);
    const asks = isRequested(handoff) && (approval?.state === 'pending' || controls.length > 0);
    if (asks) this.toggleState('attention', true);
    // A question is announced where it is asked.
    if (asks && !approval) this.#waiting.set(`handoff:${key}`, this.#words(handoff));
    // What waits for the person is open without a click.
    const open = this.#disclosure.isOpen(key, asks);
    const draw = () =>
      handoffRow(handoff, {
        wording,
        desk: this.#desk,
        open,
        approval,
        controls,
        reason,
        write: (text) => {
          reasons.set(key, text);
          this.requestUpdate();
        },
        toggle: () => this.#disclosure.toggle(key, asks),
        ask: (control) => this.askFor(control),
        show: (kind, id) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
      });
    return open ? draw() : guard([handoff, wording, asks], draw);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-handoff-lane': AgentHandoffLane;
  }
}
