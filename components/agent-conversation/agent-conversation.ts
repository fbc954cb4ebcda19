import { ContextConsumer } from '@lit/context';
import {
  html,
  noChange,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { hasTurnParts, partWords, turnParts, turnPartsReady } from '#turn-parts';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ConversationView, PartView, TurnView } from '../../src/agent-ui/projection/view-models.js';
import { PanelAnnouncer } from '../shared/announcer.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { renderersContext } from '../shared/contexts.js';
import { isFirstPaint } from '../shared/first-paint.js';
import { icon } from '../shared/icons.js';
import { ReadingPanel } from '../shared/reading-panel.js';
import type { Renderers } from '../shared/renderers.js';
import type { Wording } from '../shared/localize.js';
import { ToolDesk } from '../shared/tool-desk.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { enumerated } from '../shared/enumerated.js';
import { AgentLoadOlderRequestEvent, AgentRetryRequestEvent } from './agent-conversation.events.js';
import { styles } from './agent-conversation.styles.js';
import { historyLine } from './history-line.js';
import { MessageAnchors } from './message-anchors.js';
import { ProcessDisclosure } from './process-disclosure.js';
import { ScrollFollow, type ScrollMode } from './scroll-follow.js';
import { goToNeighbour } from './turn-keys.js';
import { turnKey } from './turn-list.js';
import { TurnWindow } from './turn-window.js';
import { answerText, TurnAnnouncements } from './turn-announcements.js';
import type { TurnPartsContext } from './turn-parts.js';
import { turnFooter, turnTrouble, waitingNote } from './turn-pieces.js';

export * from './agent-conversation.events.js';

/**
 * What was said and done, in order: the person's text, the answer, reasoning and tool calls interleaved.
 *
 * @element agent-conversation
 * @summary The transcript of a session; the end stays in view until the reader scrolls away.
 * @shows questions markdown
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 * @attr {'pin-to-end'|'pin-to-sent'|'none'} scroll-mode - What moves the view by itself: the end stays in view, or what
 * the person sends goes to the top and the answer grows under it, or nothing does. Default `pin-to-end`.
 * @attr {boolean} without-shortcuts - Alt+Up and Alt+Down do not go from message to message.
 * @attr {number} heading-level - The level that a first-rank heading of an answer gets, 1 to 6. Default 3.
 *
 * @fires {AgentRetryRequestEvent} agent-retry-request - A person wants a failed run tried again.
 * @fires {AgentLoadOlderRequestEvent} agent-load-older-request - A person wants what lies before the oldest turn.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person opens what an answer mentions, such as an artifact.
 * @fires {AgentDetailRequestEvent} agent-detail-request - A person wants the whole of what a tool gave.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed tool call done again.
 *
 * @slot empty - Shown while nothing has been said.
 *
 * @csspart scroller - The box that scrolls.
 * @csspart turn - One turn: what the person said, and everything that came of it.
 * @csspart user-message - What the person said.
 * @csspart answer - A piece of the answer.
 * @csspart reasoning - A row of reasoning.
 * @csspart attachment - A file that goes with what the person said.
 * @csspart tool-group - The line for neighbouring tool calls that are over.
 * @csspart tool-row - A tool call: its line, body and question.
 * @csspart tool-line - The line of a tool call.
 * @csspart tool-verb - The words that say what a tool call does.
 * @csspart tool-argument - Its main argument.
 * @csspart tool-state - Its status word and duration.
 * @csspart tool-progress - How far it is.
 * @csspart tool-body - What a tool call's line opens.
 * @csspart tool-error - What a tool call failed with.
 * @csspart approval-outcome - What became of one.
 * @csspart artifact-card - The mention of an artifact.
 * @csspart reference - The mention of a plan, evidence and the like.
 * @csspart load-older - The button that loads earlier messages.
 * @csspart error - What a run failed with.
 * @csspart jump - "Jump to latest".
 *
 * @cssprop [--agent-column=44rem] - The greatest width of the text column.
 * @cssprop [--agent-user-surface] - The background of what the person said.
 *
 * @cssstate empty - Nothing has been said.
 * @cssstate streaming - A turn is active.
 */
export class AgentConversation extends ReadingPanel {
  static readonly tag: string = 'agent-conversation';
  protected static override readonly words = partWords;
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    headingLevel: { type: Number, attribute: 'heading-level', useDefault: true },
    scrollMode: { type: String, attribute: 'scroll-mode', useDefault: true },
    withoutShortcuts: { type: Boolean, attribute: 'without-shortcuts' },
    renderers: { attribute: false },
  };

  /** The level that a first-rank heading of an answer gets, 1 to 6. */
  declare headingLevel: number;
  /** What moves the view by itself. */
  declare scrollMode: ScrollMode;
  /** Alt+Up and Alt+Down do not go from message to message. */
  declare withoutShortcuts: boolean;
  /** Draws the body of tool rows, by tool name, and parts, by their type; the workbench's own by default. */
  declare renderers: Renderers | undefined;

  #context = new ContextConsumer(this, { context: renderersContext, subscribe: true });
  #announcer = new PanelAnnouncer(this);
  #announcements = new TurnAnnouncements();
  #disclosure = new ProcessDisclosure(this, () => this.activeSession);
  #desk = new ApprovalDesk(this, (event) =>
    this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
  );
  #tools = new ToolDesk(
    this,
    () => this.activeSession,
    (event, ask) => this.request(event, ask),
  );
  #scroll = new ScrollFollow(this, () => this.renderRoot?.querySelector<HTMLElement>('.scroller'));
  #window = new TurnWindow(
    this,
    this.#scroll,
    () => this.renderRoot?.querySelector<HTMLElement>('.turns'),
    (turn) => this.#turn(turn),
  );
  #anchors = new MessageAnchors(this, (id) => this.scrollToMessage(id));
  /** What each turn's drawing depends on besides the turn. */
  #shared: readonly unknown[] = [];
  #retryable = false;
  /** What stands above the first turn, and which that is. */
  #above = '';
  #shown: { session: AgentSession; view: ConversationView } | undefined;
  /** Questions below the edge of the view. */
  #waitingBelow = 0;
  /** Parts there were when the reader scrolled away. */
  #partsRead = 0;

  constructor() {
    super();
    this.headingLevel = 3;
    this.scrollMode = 'pin-to-end';
    this.withoutShortcuts = false;
  }

  /**
   * Brings a message or turn to the upper edge, and the keyboard's focus to it. `#id` in the page's address does the same.
   * @param id of the message or the turn
   * @returns false when it is not here: perhaps it is older than what is loaded
   */
  scrollToMessage(id: string): boolean {
    const element = this.#window.reveal(
      ({ turnId, parts }) =>
        turnId === id || parts.some((part) => 'messageId' in part && part.messageId === id),
    );
    if (!element) return false;
    this.#goTo(element, element.querySelector(`[data-message="${CSS.escape(id)}"]`) ?? element);
    return true;
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('conversation').get();
    const turns = view?.turns ?? [];
    const { wording } = this;
    return html`<div class="frame">
      <div
        class="scroller"
        part="scroller"
        role="log"
        aria-live="off"
        aria-label=${wording.t('conversation.label')}
        tabindex="0"
        @keydown=${this.#onKey}
      >
        <div class="column">
          ${historyLine(session, view, wording, this.#loadOlder)}
          ${turns.length === 0 ? html`<div class="empty"><slot name="empty">${this.#nothing(view)}</slot></div>` : nothing}
          <div class="turns">${isFirstPaint() ? this.#window.served(turns, this.#shared) : noChange}</div>
          <div class="room"></div>
        </div>
      </div>
      ${this.#jump(turns)} ${this.#announcer.render()}
    </div>`;
  }

  /** An answer follows what a person says: what draws it is on its way by then. */
  protected override get reading(): 'now' | 'soon' | 'no' {
    const turns = this.activeSession?.view('conversation').get().turns ?? [];
    if (turns.length === 0) return 'no';
    const answered = turns.some(({ parts }) => parts.some(({ type }) => type !== 'user_text'));
    return answered ? 'now' : 'soon';
  }

  protected override get hasAll(): boolean {
    return super.hasAll && hasTurnParts();
  }

  protected override fetchAll(): Promise<unknown> | undefined {
    const markdown = super.fetchAll();
    const parts = turnPartsReady();
    return markdown && parts ? Promise.all([markdown, parts]) : (markdown ?? parts);
  }

  #nothing(view: ConversationView | undefined): unknown {
    const { t } = this.wording;
    if (!view?.fallback) return t('conversation.empty');
    return html`<span data-fallback=${view.fallback.token}>${t('conversation.unavailable')}</span>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const level = Math.round(this.headingLevel);
    if (changed.has('headingLevel')) this.headingLevel = level >= 1 && level <= 6 ? level : 3;
    this.#scroll.mode = enumerated(this, 'scroll-mode', this.scrollMode, [
      'pin-to-end',
      'pin-to-sent',
      'none',
    ]);
    const session = this.activeSession;
    this.#retryable = session?.view('composer').get().capabilities.controls.retry !== undefined;
    this.#disclosure.follow(
      session?.view('inline_process').get(),
      session?.view('conversation').get().turns ?? [],
    );
    this.#shared = [
      this.wording,
      this.renderers ?? this.#context.value,
      this.headingLevel,
      this.#retryable,
      this.#disclosure.version,
      this.#desk.version,
      this.#tools.version,
    ];
    const above = `${session?.view('conversation').get().turns[0]?.turnId}:${session?.history.state}`;
    // What comes before the first turn, or its line, must not move what is read.
    if (above !== this.#above) this.#scroll.hold();
    this.#above = above;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const session = this.activeSession;
    const view = session?.view('conversation').get();
    const turns = view?.turns ?? [];
    this.#window.update(turns, this.#shared);
    this.#scroll.release();
    this.toggleState('empty', turns.length === 0);
    this.toggleState('streaming', turns.at(-1)?.active ?? false);
    if (!session || !view) return;
    const known = this.#shown?.session === session;
    this.#announcements.update(turns, !known, this.#announcer.current, this.wording);
    // Another session begins at its end; and who has just said something wants to see it.
    if (!known) this.#toEnd();
    else if (saysSomethingNew(this.#shown!.view, view)) this.#showSent(turns.at(-1)!);
    const waiting = this.#scroll.away ? this.#approvalsBelow() : 0;
    if (waiting !== this.#waitingBelow) {
      this.#waitingBelow = waiting;
      this.requestUpdate();
    }
    if (!this.#scroll.away) this.#partsRead = countParts(turns);
    this.#shown = { session, view };
  }

  get #partsContext(): TurnPartsContext {
    return {
      wording: this.wording,
      disclosure: this.#disclosure,
      desk: this.#desk,
      tools: this.#tools,
      renderers: this.renderers ?? this.#context.value,
      headingLevel: this.headingLevel,
      open: (kind, id) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
    };
  }

  #turn(turn: TurnView): TemplateResult {
    const { wording } = this;
    const last = turn.parts.at(-1);
    return html`<div
      class="turn"
      part="turn"
      role="article"
      tabindex="-1"
      aria-label=${turnLabel(turn, wording)}
      data-id=${turn.turnId}
      data-state=${turn.active ? 'active' : 'settled'}
    >
      ${turnParts(turn, this.#partsContext, this.#shared)}
      ${turn.active && (!last || isQuiet(last)) ? waitingNote(wording) : nothing}
      ${turnTrouble(turn, wording, this.#retryable ? () => this.#retry(turn) : undefined)}
      ${turn.active ? nothing : turnFooter(() => answerText(turn), wording)}
    </div>`;
  }

  #jump(turns: readonly TurnView[]): TemplateResult {
    const { away } = this.#scroll;
    const fresh = away ? Math.max(0, countParts(turns) - this.#partsRead) : 0;
    const waiting = away ? this.#waitingBelow : 0;
    const { t } = this.wording;
    return html`<button type="button" class="jump" part="jump" ?data-away=${away} @click=${this.#toEnd}>
      ${icon('down')} ${t('conversation.jump')}
      ${fresh ? html`<span class="count">${t('conversation.fresh', { count: fresh })}</span>` : nothing}
      ${waiting ? html`<span class="count waiting">${t('conversation.approvalsBelow', { count: waiting })}</span>` : nothing}
    </button>`;
  }

  #approvalsBelow(): number {
    const edge = this.renderRoot.querySelector('.scroller')?.getBoundingClientRect().bottom ?? 0;
    const cards = [...this.renderRoot.querySelectorAll('.card')];
    return cards.filter((card) => card.getBoundingClientRect().top > edge).length;
  }

  #toEnd = (): void => {
    this.#scroll.jumpToEnd();
    if (this.#window.isLong) this.#scroll.expectMeasuring();
  };

  #showSent(turn: TurnView): void {
    this.#anchors.forget();
    const key = turnKey(turn);
    this.#scroll.showSent(() =>
      [
        ...(this.#window
          .reveal((other) => turnKey(other) === key)
          ?.querySelectorAll<HTMLElement>('.user-message') ?? []),
      ].at(-1),
    );
  }

  #goTo(turn: HTMLElement, target: Element): void {
    this.#anchors.forget();
    turn.focus({ preventScroll: true });
    this.#scroll.goTo(target);
  }

  #onKey = (event: KeyboardEvent): void => {
    if (this.withoutShortcuts) return;
    const turn = goToNeighbour(event, this.#window);
    if (turn) this.#goTo(turn, turn);
  };

  #loadOlder = (): void => {
    void this.request(new AgentLoadOlderRequestEvent(), (session) => session.loadOlder())?.then(() =>
      this.requestUpdate(),
    );
    this.requestUpdate();
  };

  #retry(turn: TurnView): void {
    void this.request(new AgentRetryRequestEvent(turn.turnId), (session) => session.retry());
  }
}

/** Nothing of its own moves: a mark must say that work goes on. */
function isQuiet(part: PartView): boolean {
  if (part.type === 'tool_call') return part.tool.status === 'done' || part.tool.status === 'declined';
  if (part.type === 'action_required') return part.approval.state !== 'pending';
  return part.type === 'user_text' || part.state !== 'streaming';
}

/** What a screen reader says of a turn that the keyboard comes to. */
function turnLabel(turn: TurnView, { t }: Wording): string {
  const said = turn.parts[0];
  if (said?.type !== 'user_text') return t('conversation.turnAnswer');
  const text = said.text.length > 120 ? `${said.text.slice(0, 119)}\u2026` : said.text;
  return t('conversation.turnSaid', { text });
}

function countParts(turns: readonly TurnView[]): number {
  return turns.reduce((sum, turn) => sum + turn.parts.length, 0);
}

function saysSomethingNew(before: ConversationView, now: ConversationView): boolean {
  const said = now.turns.at(-1)?.parts.at(-1);
  if (said?.type !== 'user_text' || said.state !== 'optimistic') return false;
  return before.turns.at(-1)?.parts.at(-1)?.partId !== said.partId;
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-conversation': AgentConversation;
  }
}
