import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ReviewRound, ReviewView, WorkBoardView } from '../../src/agent-ui/projection/view-models.js';
import {
  AgentWriteDismissRequestEvent,
  AgentWriteRetryRequestEvent,
} from '../agent-diagnostics/agent-diagnostics.events.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { ListFocus } from '../shared/list-focus.js';
import { enForm } from '../shared/locales/en-form.js';
import { PerSession } from '../shared/per-session.js';
import { LaneNews } from '../shared/lane-news.js';
import { PanelElement } from '../shared/panel-element.js';
import { reviewLook } from '../shared/review-look.js';
import { teamWords } from '../shared/team-words.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-review-lane.styles.js';
import { againControls, assignControl, makeItemControl, verdictControls } from './review-controls.js';
import { fixRow } from './review-fix.js';
import { byUrgency, fixesOf, isPassed, type Fix } from './review-order.js';
import { openRequests, requestRow } from './review-requests.js';
import { reviewRow } from './review-row.js';

/** Reviews of one page. */
const PAGE = 50;
/** So many that have passed do not fold. */
const FEW = 3;

/**
 * Who looks at what, with which verdict and on what evidence. Verdicts that differ both stand; what is to be mended can
 * be given to somebody, or become a work item.
 *
 * @element agent-review-lane
 * @summary Reviews with their rounds, verdicts, evidence and requested fixes.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentVerdictRequestEvent} agent-verdict-request - A person gives a verdict.
 * @fires {AgentReviewRequestEvent} agent-review-request - A person wants another round.
 * @fires {AgentAssignRequestEvent} agent-assign-request - A person gives a fix to somebody, or makes a work item of it.
 * @fires {AgentWriteRetryRequestEvent} agent-write-retry-request - A person sends a request that failed once more.
 * @fires {AgentWriteDismissRequestEvent} agent-write-dismiss-request - A person lets go of one.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see what was reviewed, evidence or the reviewer.
 *
 * @slot empty - Shown while nothing has been reviewed.
 *
 * @csspart request - A review that was asked for and that nobody has taken up.
 * @csspart review - A review.
 * @csspart review-line - Its line.
 * @csspart review-state - Its verdict.
 * @csspart review-body - What its line opens.
 * @csspart round - One round, with its verdict.
 * @csspart fix - Something that is to be mended.
 * @csspart control - What can be asked for.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate disputed - Two verdicts differ.
 */
export class AgentReviewLane extends PanelElement {
  static readonly tag: string = 'agent-review-lane';
  protected static override readonly words: Words = [enForm, ...teamWords];
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #list = new ListFocus(this, 'button.tool-line');
  #news = new LaneNews(this);
  /** What a person writes about a review: kept until its owner has a round more. */
  #reasons = new PerSession<{ text: string; rounds: number }>();
  /** To whom a fix would go, by its key. */
  #choices = new PerSession<string>();
  /** The fix for which somebody is being chosen. */
  #choosing: string | undefined;
  #limit = PAGE;

  override render(): TemplateResult {
    const session = this.activeSession;
    const reviews = session?.view('review_lane').get().reviews ?? [];
    const { t } = this.wording;
    const writes = session ? lastWrites(session) : new Map<string, WriteRecord>();
    const requests = openRequests(writes);
    this.toggleState('empty', reviews.length + requests.length === 0);
    this.toggleState(
      'disputed',
      reviews.some(({ disputed }) => disputed),
    );
    if (!session || reviews.length + requests.length === 0)
      return html`<div class="empty"><slot name="empty">${t('review.empty')}</slot></div>
        ${this.#news.render()}`;
    const sorted = byUrgency(reviews);
    const passed = sorted.filter(isPassed);
    const rest = passed.length > FEW ? sorted.filter((review) => !isPassed(review)) : sorted;
    const open = this.#disclosure.isOpen('passed', false);
    const hidden = rest.length - this.#limit;
    return html`<section
      class="panel"
      aria-label=${t('review.label')}
      @keydown=${this.#list.onKey}
      @focusin=${this.#list.onFocus}
    >
      ${
        requests.length > 0
          ? html`<ul class="list">
              ${requests.map((request) => this.#request(request))}
            </ul>`
          : nothing
      }
      ${this.#reviews(rest.slice(0, this.#limit), session, writes)}
      ${
        hidden > 0
          ? html`<button type="button" class="quiet fold" @click=${this.#more}>
              ${t('timeline.moreEvidence', { count: hidden })}
            </button>`
          : nothing
      }
      ${
        passed.length > FEW
          ? html`<button
                type="button"
                class="quiet fold"
                aria-expanded=${open ? 'true' : 'false'}
                @click=${() => this.#disclosure.toggle('passed', false)}
              >
                ${icon('chevron')} ${t('review.passedCount', { count: passed.length })}
              </button>
              ${open ? this.#reviews(passed, session, writes) : nothing}`
          : nothing
      }
      ${this.#news.render()}
    </section>`;
  }

  /** C29, M-038: what must be mended, and what is disputed. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const session = this.activeSession;
    const reviews = session?.view('review_lane').get().reviews ?? [];
    const { wording } = this;
    const news = new Map<string, string>();
    for (const { key, state, disputed, target, targetTitle, rounds } of reviews) {
      const [status, word] = reviewLook(state, wording);
      if (!disputed && status !== 'failed' && status !== 'blocked') continue;
      const title = targetTitle ?? target?.id ?? wording.t('review.targetUnknown');
      const text = disputed ? wording.t('timeline.disputed') : word;
      news.set(`review:${key}:${rounds.length}:${disputed}`, wording.t('tabs.needsYou', { title, text }));
    }
    this.#news.look(session, reviews.length, news);
  }

  #more = (): void => {
    this.#limit += PAGE;
    this.requestUpdate();
  };

  #request(request: WriteRecord): TemplateResult {
    return requestRow(request, {
      wording: this.wording,
      again: (key) =>
        void this.request(new AgentWriteRetryRequestEvent(key), (session) => session.retryWrite(key)),
      dismiss: (key) => {
        if (this.dispatchEvent(new AgentWriteDismissRequestEvent(key))) this.activeSession?.dismissWrite(key);
      },
    });
  }

  #reviews(
    reviews: readonly ReviewView[],
    session: AgentSession,
    writes: ReadonlyMap<string, WriteRecord>,
  ): TemplateResult {
    return html`<ul class="list">
      ${repeat(
        reviews,
        ({ key }) => key,
        (review) => this.#review(review, session, writes),
      )}
    </ul>`;
  }

  #review(review: ReviewView, session: AgentSession, writes: ReadonlyMap<string, WriteRecord>): unknown {
    const { wording } = this;
    const { key } = review;
    const open = this.#disclosure.isOpen(key, false);
    const draw = () => {
      const board = open ? session.view('work_board').get() : undefined;
      const reason = this.#reasonOf(review, session);
      return reviewRow(review, {
        wording,
        open,
        others: open && review.disputed ? this.#othersOf(review, session) : [],
        verdicts: open ? workControls(verdictControls(review, reason), session, writes) : [],
        again: open ? workControls(againControls(review), session, writes) : [],
        reason,
        fixes: (round, n) => (board ? this.#fixes(review, round, n, board, session, writes) : nothing),
        write: (text) => {
          this.#reasons.of(session).set(key, { text, rounds: review.rounds.length });
          this.requestUpdate();
        },
        toggle: () => this.#disclosure.toggle(key, false),
        ask: (control) => this.askFor(control),
        show: (kind, id) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
      });
    };
    // An open row follows the board and what was asked for, too.
    return open ? draw() : guard([review, wording], draw);
  }

  #reasonOf({ key, rounds }: ReviewView, session: AgentSession): string {
    const reasons = this.#reasons.of(session);
    if (reasons.get(key)?.rounds !== rounds.length) reasons.delete(key);
    return reasons.get(key)?.text ?? '';
  }

  #othersOf({ key, target }: ReviewView, session: AgentSession): ReviewView[] {
    const same = JSON.stringify(target);
    return session
      .view('review_lane')
      .get()
      .reviews.filter((other) => other.key !== key && other.verdict && JSON.stringify(other.target) === same);
  }

  #fixes(
    review: ReviewView,
    round: ReviewRound,
    n: number,
    { items, people }: WorkBoardView,
    session: AgentSession,
    writes: ReadonlyMap<string, WriteRecord>,
  ): unknown {
    const byId = new Map(items.map((item) => [item.workItemId ?? item.key, item]));
    const fixes = fixesOf(review, round, n, byId);
    if (fixes.length === 0) return nothing;
    const row = (fix: Fix) => {
      const { key, itemId } = fix;
      const chosen = this.#choices.of(session).get(key);
      // What cannot be done for anybody is not offered, before somebody is chosen.
      const assign =
        itemId === undefined
          ? undefined
          : workControls([assignControl(itemId, chosen ?? people[0]?.id)], session, writes)[0];
      return fixRow(fix, {
        wording: this.wording,
        people,
        make: workControls(makeItemControl(fix), session, writes),
        assign,
        choosing: this.#choosing === key,
        chosen,
        choose: (open) => this.#choose(open ? key : undefined, key),
        pick: (id) => {
          this.#choices.of(session).set(key, id);
          this.requestUpdate();
        },
        ask: (control) => {
          if (control === assign) this.#choose(undefined, key);
          this.askFor(control);
        },
      });
    };
    return html`<ul class="fixes">
      ${repeat(fixes, ({ key }) => key, row)}
    </ul>`;
  }

  /** Opens or closes the choice of a person, and takes the focus along. */
  #choose(key: string | undefined, focused: string): void {
    this.#choosing = key;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const rows = this.renderRoot.querySelectorAll<HTMLElement>('.fix');
      const row = [...rows].find(({ dataset }) => dataset['key'] === focused);
      row?.querySelector<HTMLElement>(key ? 'select' : '[data-verb="assign"]')?.focus();
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-review-lane': AgentReviewLane;
  }
}
