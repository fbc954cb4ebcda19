import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { TranscriptView } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from '../shared/approval-card.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { icon } from '../shared/icons.js';
import { ListFocus } from '../shared/list-focus.js';
import { ReadingPanel } from '../shared/reading-panel.js';
import { AgentContinueRequestEvent } from '../shared/team-request-events.js';
import { teamWords } from '../shared/team-words.js';
import { TeammateDrafts, teammateInput } from '../shared/teammate-drafts.js';
import { controlTrouble, lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { AgentTranscriptCloseRequestEvent } from './agent-teammate-transcript.events.js';
import { styles } from './agent-teammate-transcript.styles.js';
import { messageKey, transcriptMessage } from './transcript-message.js';
import {
  activity,
  backButton,
  byAttention,
  nameOf,
  pendingInput,
  questionsOf,
  transcriptHead,
  transcriptLine,
} from './transcript-parts.js';
import { TranscriptWindow } from './transcript-window.js';

export * from './agent-teammate-transcript.events.js';

/** Messages of the window (agent-ui section 5.5). */
const WINDOW = 20;
/** Teammates of one page of the list. */
const PAGE = 50;
/** Calls that are shown at work. */
const TOOLS = 5;

/** Whose transcript was read; and, away from its end, which message, and how far down it stood. */
interface Place {
  whose: string | undefined;
  read?: Element;
  top?: number;
}

/**
 * What one teammate has said and been told: a window of the last messages, fetched when it is opened and gone when it is
 * closed. Without an `agent-id` it lists the teammates, those first who need the person.
 *
 * @element agent-teammate-transcript
 * @summary The transcript of a teammate, with what waits for it and what it asks.
 * @shows questions plans markdown
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 * @attr {string} agent-id - Whose transcript to show. Setting it opens the transcript, which is fetched then.
 * @attr {number} window-size - How many messages to fetch at once, 1 to 200. Default 20.
 *
 * @fires {AgentDetailRequestEvent} agent-detail-request - The transcript, or the page before, is about to be fetched.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to the teammate.
 * @fires {AgentTranscriptCloseRequestEvent} agent-transcript-close-request - A person goes back.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person opens a teammate's transcript, or wants to see a tool call.
 *
 * @slot empty - Shown while there are no teammates.
 *
 * @csspart teammate - A teammate in the list.
 * @csspart teammate-line - The line that opens its transcript.
 * @csspart head - Whose transcript it is.
 * @csspart back - The way back.
 * @csspart messages - The box that scrolls.
 * @csspart message - A message.
 * @csspart load-older - The button that fetches the page before.
 * @csspart activity - What the teammate does just now.
 * @csspart pending-input - What was said to it and waits.
 * @csspart approval-outcome - What became of one.
 *
 * @cssstate empty - There are no teammates.
 * @cssstate open - A transcript is open.
 */
export class AgentTeammateTranscript extends ReadingPanel {
  static readonly tag: string = 'agent-teammate-transcript';
  protected static override readonly words = teamWords;
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    agentId: { type: String, attribute: 'agent-id' },
    windowSize: { type: Number, attribute: 'window-size', useDefault: true },
  };

  /** Whose transcript to show; setting it opens it. */
  declare agentId: string | undefined;
  /** How many messages to fetch at once. */
  declare windowSize: number;

  #window = new TranscriptWindow(this);
  #drafts = new TeammateDrafts(this, () => this.activeSession);
  #list = new ListFocus(this, '.teammate-line');
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );
  #listed = PAGE;
  /** Where the reader was before a rendering. */
  #place: Place | undefined;

  constructor() {
    super();
    this.windowSize = WINDOW;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move is no end.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#window.release();
      this.requestUpdate();
    });
  }

  protected override get reading(): 'now' | 'no' {
    return this.agentId ? 'now' : 'no';
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const transcripts = session?.view('teammate_transcript').get().transcripts ?? [];
    const { agentId } = this;
    this.toggleState('empty', transcripts.length === 0 && !agentId);
    this.toggleState('open', !!agentId);
    if (!session || (transcripts.length === 0 && !agentId))
      return html`<div class="empty"><slot name="empty">${this.t('transcript.empty')}</slot></div>`;
    if (!agentId) return this.#teammates(transcripts, session);
    const view = transcripts.find((each) => each.agentId === agentId);
    return view ? this.#transcript(view, session) : this.#nobody(agentId);
  }

  #teammates(transcripts: readonly TranscriptView[], session: AgentSession): TemplateResult {
    const { wording } = this;
    const asking = new Set(
      session
        .view('hitl')
        .get()
        .pending.map((approval) => approval.agentId),
    );
    const hidden = transcripts.length - this.#listed;
    return html`<section
      class="panel"
      aria-label=${wording.t('transcript.list')}
      @keydown=${this.#list.onKey}
      @focusin=${this.#list.onFocus}
    >
      <ul class="teammates">
        ${repeat(
          byAttention(transcripts, asking).slice(0, this.#listed),
          ({ key }) => key,
          (view) =>
            guard([view, asking.has(view.agentId), wording], () =>
              transcriptLine(view, asking.has(view.agentId), wording, () => this.#open(view.agentId)),
            ),
        )}
      </ul>
      ${
        hidden > 0
          ? html`<button type="button" class="quiet fold" @click=${this.#more}>
              ${wording.t('timeline.moreEvidence', { count: hidden })}
            </button>`
          : nothing
      }
    </section>`;
  }

  #more = (): void => {
    this.#listed += PAGE;
    this.requestUpdate();
  };

  #open(agentId: string): void {
    if (!this.dispatchEvent(new AgentOpenRequestEvent('agent', agentId))) return;
    this.agentId = agentId;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.back')?.focus());
  }

  #back = (): void => {
    const { agentId } = this;
    if (agentId === undefined || !this.dispatchEvent(new AgentTranscriptCloseRequestEvent(agentId))) return;
    this.agentId = undefined;
    void this.updateComplete.then(() => {
      const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('.teammate')];
      const row = rows.find(({ dataset }) => dataset['id'] === agentId);
      row?.querySelector<HTMLElement>('.teammate-line')?.focus();
    });
  };

  #nobody(agentId: string): TemplateResult {
    return html`<div class="frame" data-id=${agentId} data-fallback="unknown">
      <header class="head" part="head">
        ${backButton(this.#back, this.wording)} <strong dir="auto">${agentId}</strong>
      </header>
      <p class="none">${this.t('transcript.nobody')}</p>
    </div>`;
  }

  #transcript(view: TranscriptView, session: AgentSession): TemplateResult {
    const { wording } = this;
    const { t } = wording;
    const name = nameOf(view);
    const messages = this.#window.with(view.recentMessages ?? []);
    const questions = questionsOf(view.agentId, session.view('hitl').get());
    const asks = questions.some(({ state }) => state === 'pending');
    return html`<section
      class="frame"
      aria-label=${t('transcript.of', { name })}
      data-id=${view.agentId}
      data-state=${view.state}
      data-fallback=${this.#fallback(view) ?? nothing}
    >
      ${transcriptHead(view, {
        wording,
        asks,
        back: this.#back,
        open: (agentId) => this.#open(agentId),
      })}
      <div
        class="messages"
        part="messages"
        role="log"
        aria-live="off"
        aria-label=${t('transcript.messages')}
        aria-busy=${this.#window.state === 'loading' ? 'true' : nothing}
        tabindex="0"
      >
        ${this.#above(view)}
        ${repeat(messages, messageKey, (message) =>
          guard([message, name, wording], () => transcriptMessage(message, name, wording)),
        )}
        ${messages.length === 0 ? this.#nothing(view) : nothing}
        ${activity(view, this.#toolsOf(view, session), wording, (kind, id) =>
          this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
        )}
      </div>
      <footer class="foot">
        ${questions.map((approval) => approvalCard(approval, this.#desk, wording))}
        ${pendingInput(view, wording)} ${this.#say(view, session)}
      </footer>
    </section>`;
  }

  #fallback({ transcriptRef, recentMessages, state }: TranscriptView): string | undefined {
    const { state: window } = this.#window;
    if (window === 'failed') return 'failed';
    if (window === 'loading') return 'loading';
    if (state === 'stale' || state === 'lost' || state === 'disconnected') return 'stale';
    return transcriptRef === undefined && !recentMessages?.length ? 'unavailable' : undefined;
  }

  #toolsOf({ agentId }: TranscriptView, session: AgentSession) {
    return session
      .view('tool_ui')
      .get()
      .tools.filter(
        (tool) =>
          tool.agentId === agentId &&
          (tool.status === 'running' || tool.status === 'preparing' || tool.status === 'needs-you'),
      )
      .slice(-TOOLS);
  }

  /** What lies before the first message, and how to get it; the whole is behind its reference. */
  #above({ transcriptCursor, transcriptRef }: TranscriptView): unknown {
    const { t } = this.wording;
    const { state, reason, hasOlder } = this.#window;
    if (state === 'failed') {
      return html`<div class="above" data-fallback="failed">
        <p class="trouble">${icon('cross')} <bdi>${t('transcript.failed', { reason })}</bdi></p>
        <button type="button" part="load-older" @click=${() => this.#window.retry()}>
          ${t('conversation.retry')}
        </button>
      </div>`;
    }
    if (state === 'loading')
      return html`<p class="above meta" role="status" data-fallback="loading">${t('transcript.loading')}</p>`;
    const before = transcriptRef === undefined ? transcriptCursor : undefined;
    if (!hasOlder && (before === undefined || state === 'loaded')) return nothing;
    return html`<div class="above">
      <button type="button" part="load-older" @click=${() => this.#window.older(before)}>
        ${t('conversation.loadOlder')}
      </button>
    </div>`;
  }

  #nothing({ transcriptRef }: TranscriptView): unknown {
    const { state } = this.#window;
    if (state === 'loading' || state === 'failed') return nothing;
    const none = transcriptRef === undefined;
    return html`<p class="none" data-fallback=${none ? 'unavailable' : nothing}>
      ${this.t(none ? 'transcript.unavailable' : 'transcript.nothingSaid')}
    </p>`;
  }

  /** W6: to the teammate, where its runtime can. */
  #say(view: TranscriptView, session: AgentSession): unknown {
    const { wording } = this;
    const { agentId } = view;
    const writes = lastWrites(session);
    this.#drafts.settle(writes);
    const text = this.#drafts.textOf(agentId);
    const input = { agentId, text: text.trim() || '.' };
    const [control] = workControls(
      [
        {
          word: 'team.send',
          request: { kind: 'continue_agent', ...input },
          event: () => new AgentContinueRequestEvent(input),
        },
      ],
      session,
      writes,
    );
    if (!control) return nothing;
    return html`${teammateInput(
      {
        control,
        text,
        label: wording.t('team.sayTo', { name: nameOf(view) }),
        write: (words) => this.#drafts.write(agentId, words),
        send: () => {
          this.#drafts.sent(agentId);
          this.askFor(control);
        },
      },
      wording,
    )}
    ${controlTrouble([control], wording)}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const size = Math.round(this.windowSize);
    if (changed.has('windowSize')) this.windowSize = size >= 1 && size <= 200 ? size : WINDOW;
    this.#place = this.#placeNow();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#keepPlace();
    queueMicrotask(this.#follow);
  }

  /** Not while it renders: whoever hears of it may do anything. */
  #follow = (): void => {
    const session = this.activeSession;
    const { agentId } = this;
    if (!this.isConnected) return;
    const view = session
      ?.view('teammate_transcript')
      .get()
      .transcripts.find((each) => each.agentId === agentId);
    this.#window.follow(agentId ? session : undefined, agentId, view?.transcriptRef, this.windowSize);
  };

  #placeNow(): Place | undefined {
    const box = this.renderRoot?.querySelector<HTMLElement>('.messages');
    if (!box) return undefined;
    const whose = box.closest<HTMLElement>('.frame')?.dataset['id'];
    if (box.scrollHeight - box.scrollTop - box.clientHeight < 1) return { whose };
    const { top } = box.getBoundingClientRect();
    const read = [...box.querySelectorAll('.message')].find(
      (message) => message.getBoundingClientRect().bottom > top,
    );
    return read ? { whose, read, top: read.getBoundingClientRect().top } : { whose };
  }

  /** The end stays in view until the reader leaves it; what changes above what is read does not move it. */
  #keepPlace(): void {
    const box = this.renderRoot.querySelector<HTMLElement>('.messages');
    if (!box) return;
    const { whose, read, top } = this.#place ?? {};
    if (whose !== this.agentId || !read?.isConnected) box.scrollTop = box.scrollHeight;
    else box.scrollTop += read.getBoundingClientRect().top - top!;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-teammate-transcript': AgentTeammateTranscript;
  }
}
