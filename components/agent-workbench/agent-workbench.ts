import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import { AgentSession } from '../../src/agent-ui/agent-session.js';
import { devWarning } from '../../src/base/dev-warning.js';
import { Signal } from '../../src/base/signals.js';
import { AgentSendRequestEvent } from '../agent-composer/agent-composer.events.js';
import type {
  AgentActivateRequestEvent,
  AgentPinRequestEvent,
} from '../agent-session-tabs/agent-session-tabs.events.js';
import { Announcer } from '../shared/announcer.js';
import { BaseElement } from '../shared/base-element.js';
import { announcerContext, renderersContext, sessionContext } from '../shared/contexts.js';
import { enumerated } from '../shared/enumerated.js';
import { icon } from '../shared/icons.js';
import type { Renderers } from '../shared/renderers.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-workbench.styles.js';
import { PageOffer } from './page-offer.js';
import { PanelLoader, type LoadedPanel } from './panel-loader.js';
import { pendingIn, TitleCount } from './title-count.js';
import { adapterFor, KNOWN_PROTOCOLS } from './protocols.js';

const CONVERSATION_PARTS = [
  'turn',
  'user-message',
  'answer',
  'reasoning',
  'tool-row',
  'approval',
  'error',
  'jump',
  'reference',
  'load-older',
]
  .map((part) => `${part}: conversation__${part}`)
  .join(', ');
const COMPOSER_PARTS =
  'box field button queue queue-row note mode policy budget chips chip suggestions option'
    .split(' ')
    .map((part) => `${part}: composer__${part}`)
    .join(', ');

/** The capsules that stand above the composer. */
const TASKS = ['task', 'agent', 'evidence'];

/** What decides which session this element makes. */
const SOURCES = ['src', 'protocol', 'adapter', 'sessionId'];

/**
 * A person's seat beside an agent. It owns one session, gives it to the panels inside, and lays them out.
 *
 * @element agent-workbench
 * @summary The whole workbench: conversation, status and composer around one session.
 *
 * @attr {string} src - The address of the agent.
 * @attr {'ag-ui'|'agent-events'|'agent-runtime'} protocol - What is spoken there.
 * @attr {string} session-id - The id under which the agent knows the session; a new one by default.
 * @attr {'full'|'chat'} layout - `chat` is for a narrow place. Default `full`.
 * @attr {'comfortable'|'compact'} density - Default `comfortable`.
 * @attr {boolean} page-tools - The page's own OUI actions are offered to the agent, and run here.
 * @attr {boolean} count-in-title - Counts the questions that wait in the title of the page.
 * @attr {boolean} diagnostics - Shows what happens behind the scenes.
 *
 * @fires {AgentSendRequestEvent} agent-send-request - A person sends a message, or chooses a starter.
 * @fires {AgentQueueRequestEvent} agent-queue-request - A person queues a message.
 * @fires {AgentSteerRequestEvent} agent-steer-request - A person steers the run.
 * @fires {AgentInterruptRequestEvent} agent-interrupt-request - A person stops the run.
 * @fires {AgentRespondRequestEvent} agent-respond-request - A person answers an approval.
 * @fires {AgentRetryRequestEvent} agent-retry-request - A person wants a failed run tried again.
 * @fires {AgentActivateRequestEvent} agent-activate-request - A person chooses another of `sessions`.
 *
 * @slot header - Above everything; empty by default.
 * @slot tabs - Instead of our `<agent-session-tabs>`, which stands here when there are `sessions`.
 * @slot conversation - Instead of our `<agent-conversation>`.
 * @slot empty - The greeting, while nothing has been said. A `<button data-prompt="…">` in it sends its prompt.
 * @slot tasks - Instead of our `<agent-task-capsule>`, which stands here while there are tasks.
 * @slot status - Instead of our `<agent-run-status>`.
 * @slot composer - Instead of our `<agent-composer>`.
 * @slot diagnostics - Instead of our `<agent-diagnostics>`.
 *
 * @csspart frame - The whole.
 * @csspart greeting - The greeting of an empty session.
 * @csspart starter - A suggestion in it.
 * @csspart fault - What is wrong with this element's attributes.
 * @csspart foot - Status and composer.
 * @csspart conversation__turn - A turn of the conversation; its other parts are exported in the same way.
 * @csspart composer__box - The frame around the field; its other parts are exported in the same way.
 *
 * @cssprop [--agent-surface] - The background.
 * @cssprop [--agent-text] - The colour of text.
 * @cssprop [--agent-text-muted] - The colour of what is less important.
 * @cssprop [--agent-surface-sunken] - The background of code and chips.
 * @cssprop [--agent-surface-raised] - The background of cards, buttons and fields.
 * @cssprop [--agent-border] - The colour of lines.
 * @cssprop [--agent-border-strong] - The colour of the edges of buttons and fields.
 * @cssprop [--agent-accent] - The colour of the main button.
 * @cssprop [--agent-on-accent] - The colour of text on it.
 * @cssprop [--agent-focus] - The colour of the focus ring.
 * @cssprop [--agent-link] - The colour of links.
 * @cssprop [--agent-font] - The typeface.
 * @cssprop [--agent-font-mono] - The typeface of code.
 * @cssprop [--agent-font-size=0.875rem] - The base size of text.
 * @cssprop [--agent-unit=4px] - The step of the spacing grid.
 * @cssprop [--agent-radius=8px] - The rounding of corners.
 * @cssprop [--agent-column=44rem] - The greatest width of the text column.
 * @cssprop [--agent-status-queued] - The colour of what waits in a queue.
 * @cssprop [--agent-status-running] - The colour of what runs.
 * @cssprop [--agent-status-preparing] - The colour of what is being prepared.
 * @cssprop [--agent-status-needs-you] - The colour of what waits for a person.
 * @cssprop [--agent-status-in-review] - The colour of what is in review.
 * @cssprop [--agent-status-blocked] - The colour of what is blocked or tries again.
 * @cssprop [--agent-status-done] - The colour of what is done.
 * @cssprop [--agent-status-failed] - The colour of what failed.
 * @cssprop [--agent-status-declined] - The colour of what a person declined.
 * @cssprop [--agent-status-cancelled] - The colour of what was stopped.
 * @cssprop [--agent-status-idle] - The colour of what rests.
 */
export class AgentWorkbench extends BaseElement {
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    src: { type: String },
    protocol: { type: String },
    sessionId: { type: String, attribute: 'session-id' },
    layout: { type: String },
    density: { type: String },
    pageTools: { type: Boolean, attribute: 'page-tools' },
    countInTitle: { type: Boolean, attribute: 'count-in-title' },
    diagnostics: { type: Boolean, reflect: true },
    adapter: { attribute: false },
    headers: { attribute: false },
    renderers: { attribute: false },
    starters: { attribute: false },
    sessions: { attribute: false },
    session: { attribute: false, noAccessor: true },
  };

  /** How panels are fetched that most pages never show; `define` fills it. */
  static loaders: Readonly<Partial<Record<LoadedPanel, () => Promise<unknown>>>> = {};

  /** The address of the agent. */
  declare src: string | undefined;
  /** What is spoken there: `ag-ui`. */
  declare protocol: string | undefined;
  /** The id under which the agent knows the session; a new one by default. */
  declare sessionId: string | undefined;
  /** `chat` is for a narrow place. */
  declare layout: 'full' | 'chat';
  declare density: 'comfortable' | 'compact';
  /** The page's own OUI actions are offered to the agent, and run here. */
  declare pageTools: boolean;
  /** Counts the questions that wait in the title of the page. */
  declare countInTitle: boolean;
  /** Shows what happens behind the scenes. */
  declare diagnostics: boolean;
  /** The runtime, instead of `src` and `protocol`. */
  declare adapter: RuntimeAdapter | undefined;
  /** Sent with each request to `src`. Read anew each time; never shown, logged or kept. */
  declare headers: Readonly<Record<string, string>> | undefined;
  /** Draws the body of tool rows, by tool name. */
  declare renderers: Renderers | undefined;
  /** Suggestions for the beginning; each is sent when it is chosen. */
  declare starters: readonly string[];
  /** Several sessions of the host, with a tab for each; the first is shown until another is chosen. */
  declare sessions: readonly AgentSession[] | undefined;

  #given: AgentSession | undefined;
  #made: AgentSession | undefined;
  /** Panels elsewhere in the page read `session` while they render. */
  #changes = new Signal.State(0);
  #sessions = new ContextProvider(this, { context: sessionContext });
  #rendererProvider = new ContextProvider(this, { context: renderersContext });
  #announcer = new Announcer(this);
  #offer = new PageOffer(this);
  #pinned = new WeakSet<AgentSession>();
  #title = new TitleCount();
  #panels = new PanelLoader(() => AgentWorkbench.loaders);

  constructor() {
    super();
    this.layout = 'full';
    this.density = 'comfortable';
    this.pageTools = false;
    this.countInTitle = false;
    this.diagnostics = false;
    this.starters = [];
    new ContextProvider(this, { context: announcerContext, initialValue: this.#announcer });
  }

  /** The session: the one that the host gave, else the one that this element made from its attributes. */
  get session(): AgentSession | undefined {
    this.#changes.get();
    return this.#given ?? this.sessions?.[0] ?? (this.#made ??= this.#make());
  }

  /** A session of the host; it stays the host's, and is never closed here. */
  set session(session: AgentSession | undefined) {
    if (session === this.#given) return;
    this.#given = session;
    if (session) this.#letGo();
    this.#changed();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move within the page is no end: look again before closing anything (known-failure 38).
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#offer.give(undefined);
      this.#title.show(0);
      this.#letGo();
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('sessions')) this.#takeSessions();
    if (this.#made && this.hasUpdated && SOURCES.some((name) => changed.has(name))) {
      this.#letGo();
      this.#changed();
    }
    const session = this.isConnected ? this.session : undefined;
    this.#offer.give(this.pageTools ? session : undefined);
    this.#sessions.setValue(session);
    this.#rendererProvider.setValue(this.renderers);
    const counted = this.sessions ?? (session ? [session] : []);
    this.#title.show(this.countInTitle && this.isConnected ? pendingIn(counted) : 0);
  }

  override render(): TemplateResult {
    const layout = enumerated(this, 'layout', this.layout, ['full', 'chat']);
    const density = enumerated(this, 'density', this.density, ['comfortable', 'compact']);
    return html`<section
      class="frame"
      part="frame"
      aria-label=${this.t('workbench.label')}
      data-layout=${layout}
      data-density=${density}
      @agent-open-request=${this.#onOpen}
    >
      <slot name="header"></slot>
      <slot name="tabs">${this.#tabs()}</slot>
      ${this.#fault()}
      <div class="transcript">
        <slot name="conversation">
          <agent-conversation exportparts=${CONVERSATION_PARTS}>
            <slot name="empty" slot="empty" @click=${this.#onPrompt}>${this.#greeting()}</slot>
          </agent-conversation>
        </slot>
      </div>
      <div class="foot" part="foot">
        <div class="foot-column">
          <slot name="tasks">${this.#tasks()}</slot>
          <slot name="status"><agent-run-status></agent-run-status></slot>
          <slot name="composer"><agent-composer exportparts=${COMPOSER_PARTS}></agent-composer></slot>
        </div>
      </div>
      <slot name="diagnostics">${this.#diagnosticsPanel()}</slot>
      ${this.#announcer.render()}
    </section>`;
  }

  #tabs(): unknown {
    if (!this.sessions || this.sessions.length < 2) return nothing;
    this.#panels.show('agent-session-tabs');
    return html`<agent-session-tabs
      .sessions=${this.sessions}
      @agent-activate-request=${this.#onActivate}
      @agent-pin-request=${this.#onPin}
    ></agent-session-tabs>`;
  }

  /** The run that is shown has its status, and the queue is at the composer: neither stands here again. */
  #tasks(): unknown {
    const capsules = this.session?.view('task_capsule').get().capsules ?? [];
    if (!capsules.some(({ kind }) => TASKS.includes(kind))) return nothing;
    this.#panels.show('agent-task-capsule');
    return html`<agent-task-capsule class="tasks" kinds=${TASKS.join(' ')}></agent-task-capsule>`;
  }

  #diagnosticsPanel(): unknown {
    if (!this.diagnostics) return nothing;
    this.#panels.show('agent-diagnostics');
    return html`<agent-diagnostics class="diagnostics"></agent-diagnostics>`;
  }

  /** What is wrong with the markup, for the person who wrote it; nothing throws. */
  #fault(): unknown {
    if (this.session) return nothing;
    const protocol = this.protocol ?? '';
    const known = KNOWN_PROTOCOLS.join(', ');
    const text =
      this.src && !KNOWN_PROTOCOLS.includes(protocol)
        ? this.t('workbench.badProtocol', { protocol, known })
        : this.t('workbench.noSource');
    return html`<p class="fault" part="fault" role="status">${icon('alert')} <span>${text}</span></p>`;
  }

  #greeting(): TemplateResult {
    const names = this.#offer.surfaceNames;
    return html`<div class="greeting" part="greeting">
      <p class="hello">${this.t('workbench.greeting')}</p>
      ${
        names.length > 0
          ? html`<p class="touches">
              ${this.t('workbench.touches')}
              ${names.map((name) => html`<span class="surface" dir="auto">${name}</span> `)}
            </p>`
          : nothing
      }
      ${
        this.starters.length > 0
          ? html`<div class="starters" role="group" aria-label=${this.t('workbench.starters')}>
              ${this.starters.map(
                (text) =>
                  html`<button type="button" class="starter" part="starter" dir="auto" data-prompt=${text}>
                    ${text}
                  </button>`,
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  #onPrompt = (event: MouseEvent): void => {
    const target = event.composedPath().find((node) => node instanceof HTMLElement && node.dataset['prompt']);
    const text = (target as HTMLElement | undefined)?.dataset['prompt'];
    if (text && this.dispatchEvent(new AgentSendRequestEvent(text))) void this.session?.send({ text });
  };

  /** M-024: a pinned session is not put away when another is shown. */
  #onPin = (event: AgentPinRequestEvent): void => {
    const { session, pinned } = event;
    queueMicrotask(() => {
      if (event.defaultPrevented || !session) return;
      if (pinned) this.#pinned.add(session);
      else this.#pinned.delete(session);
    });
  };

  /** What is here is shown here; an artifact or evidence is for the host, or for a panel of its own. */
  #onOpen = (event: AgentOpenRequestEvent): void => {
    queueMicrotask(() => {
      if (event.defaultPrevented || event.kind !== 'turn') return;
      this.renderRoot.querySelector('agent-conversation')?.scrollToMessage(event.id);
    });
  };

  #onActivate = (event: AgentActivateRequestEvent): void => {
    const { session } = event;
    const old = this.session;
    // The host around has its say first.
    queueMicrotask(() => {
      if (event.defaultPrevented || !session || session === old) return;
      this.session = session;
      void old?.deactivate({ keepWarm: this.#pinned.has(old) });
      void session.activate();
    });
  };

  /** What is shown stays shown, as long as it is one of them. */
  #takeSessions(): void {
    if (!this.sessions) return;
    if (this.#given && !this.sessions.includes(this.#given)) this.#given = undefined;
    this.#letGo();
    this.#changed();
  }

  #make(): AgentSession | undefined {
    const { src, protocol } = this;
    const adapter =
      this.adapter ?? (src && protocol ? adapterFor(protocol, src, () => this.headers ?? {}) : undefined);
    if (!adapter && src) {
      devWarning(
        'unknown-protocol',
        `<agent-workbench> does not speak protocol="${protocol ?? ''}". It speaks: ${KNOWN_PROTOCOLS.join(', ')}.`,
      );
    }
    return adapter ? new AgentSession(adapter, { sessionId: this.sessionId || undefined }) : undefined;
  }

  #letGo(): void {
    void this.#made?.close();
    this.#made = undefined;
  }

  #changed(): void {
    this.#changes.set(Signal.subtle.untrack(() => this.#changes.get()) + 1);
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-workbench': AgentWorkbench;
  }
}
