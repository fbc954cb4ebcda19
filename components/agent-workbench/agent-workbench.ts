import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html as withTag } from 'lit/static-html.js';
import type { RuntimeAdapter } from '../../src/agent-ui/adapters/adapter.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { Signal } from '../../src/base/signals.js';
import {
  AgentComposer,
  type ComposerLookup,
  type ComposerMode,
  type Upload,
} from '../agent-composer/agent-composer.js';
import { AgentSendRequestEvent } from '../agent-composer/agent-composer.events.js';
import { AgentConversation } from '../agent-conversation/agent-conversation.js';
import { AgentRunStatus } from '../agent-run-status/agent-run-status.js';
import { Announcer } from '../shared/announcer.js';
import { BaseElement } from '../shared/base-element.js';
import { announcerContext, renderersContext, sessionContext } from '../shared/contexts.js';
import type { ElementClass } from '../shared/define-element.js';
import { enumerated } from '../shared/enumerated.js';
import { hasOnlyFacts, isFirstPaint } from '../shared/first-paint.js';
import type { Renderers } from '../shared/renderers.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-workbench.styles.js';
import { COMPOSER_PARTS, CONVERSATION_PARTS } from './exported-parts.js';
import { greeting, promptOf } from './greeting.js';
import { PageOffer } from './page-offer.js';
import { openHere } from './open-here.js';
import { onPaneKey } from './pane-keys.js';
import { PanelLoader } from './panel-loader.js';
import { pendingIn, TitleCount } from './title-count.js';
import { sessionFor, sourceFault } from './session-source.js';
import { SessionSwitch } from './session-switch.js';
import { paneBar, railPane, teammateTranscript, workspacePane, type SidePanes } from './side-panes.js';
import { taskCapsules } from './task-capsules.js';
import { Workspace, type Pane } from './workspace.js';
import { sidePanes } from './workspace-panels.js';

/** What decides which session this element makes. */
const SOURCES = ['src', 'protocol', 'adapter', 'sessionId', 'historyUrl'];

/**
 * A person's seat beside an agent. It owns one session, gives it to the panels inside, and lays them out.
 *
 * @element agent-workbench
 * @summary The whole workbench: conversation, status and composer around one session.
 * @hands-on conversation composer
 * @shows tokens
 *
 * @attr {string} src - The address of the agent.
 * @attr {'ag-ui'|'ai-sdk'|'acp'|'a2a'|'langgraph'|'agent-events'|'agent-runtime'} protocol - What is spoken there.
 * @attr {string} session-id - The id under which the agent knows the session; a new one by default.
 * @attr {string} history-url - Where the past of the session is, for protocols that need an address for it (`ag-ui`, `ai-sdk`).
 * @attr {'full'|'chat'|'team'} layout - `full` has panes for sessions, team and work beside the conversation; in `team` they are
 * open from the beginning; `chat` has none. Default `full`.
 * @attr {'comfortable'|'compact'} density - Default `comfortable`.
 * @attr {boolean} page-tools - The page's own OUI actions are offered to the agent, and run here.
 * @attr {boolean} oui-activity - What agents do to this page through OUI is shown as tool calls, whoever the agent is.
 * @attr {boolean} count-in-title - Counts the questions that wait in the title of the page.
 * @attr {boolean} without-shortcuts - F6, Escape and the keys of the conversation do nothing.
 * @attr {boolean} diagnostics - Shows what happens behind the scenes.
 *
 * @fires {AgentSendRequestEvent} agent-send-request - A person sends a message, or chooses a starter.
 *
 * @slot header - Above everything; empty by default.
 * @slot tabs - Instead of our `<agent-session-tabs>`, which stands here when there are `sessions`.
 * @slot rail - Instead of what the pane at the beginning shows: sessions and team.
 * @slot workspace - Instead of what the pane at the end shows: artifacts, team work, evidence.
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
 * @csspart rail - The pane at the beginning: sessions and team.
 * @csspart workspace - The pane at the end: artifacts, team work, evidence.
 * @csspart workspace-tab - A tab in it.
 * @csspart grip - What changes its width.
 * @csspart bar - What opens panes that are closed.
 * @csspart foot - Status and composer.
 *
 * @cssprop [--agent-column=44rem] - The greatest width of the text column.
 */
export class AgentWorkbench extends BaseElement {
  static readonly tag: string = 'agent-workbench';
  static readonly dependencies: readonly ElementClass[] = [AgentComposer, AgentConversation, AgentRunStatus];
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    src: { type: String },
    protocol: { type: String },
    sessionId: { type: String, attribute: 'session-id' },
    historyUrl: { type: String, attribute: 'history-url' },
    layout: { type: String, useDefault: true },
    density: { type: String, useDefault: true },
    pageTools: { type: Boolean, attribute: 'page-tools' },
    ouiActivity: { type: Boolean, attribute: 'oui-activity' },
    countInTitle: { type: Boolean, attribute: 'count-in-title' },
    diagnostics: { type: Boolean, reflect: true },
    withoutShortcuts: { type: Boolean, attribute: 'without-shortcuts' },
    upload: { attribute: false },
    mentions: { attribute: false },
    commands: { attribute: false },
    modes: { attribute: false },
    adapter: { attribute: false },
    headers: { attribute: false },
    renderers: { attribute: false },
    starters: { attribute: false },
    sessions: { attribute: false },
    session: { attribute: false, noAccessor: true },
  };

  /** The address of the agent. */
  declare src: string | undefined;
  /** What is spoken there: `ag-ui`. */
  declare protocol: string | undefined;
  /** The id under which the agent knows the session; a new one by default. */
  declare sessionId: string | undefined;
  /** Where the past of the session is: AG-UI's `connectUrl`, the AI SDK's `messages`. The others find it by the session's id. */
  declare historyUrl: string | undefined;
  /** Whether panes stand beside the conversation. */
  declare layout: 'full' | 'chat' | 'team';
  declare density: 'comfortable' | 'compact';
  /** The page's own OUI actions are offered to the agent, and run here. */
  declare pageTools: boolean;
  /** What agents do to this page through OUI is shown as tool calls, whoever the agent is. */
  declare ouiActivity: boolean;
  /** Counts the questions that wait in the title of the page. */
  declare countInTitle: boolean;
  /** Shows what happens behind the scenes. */
  declare diagnostics: boolean;
  /** F6, Escape and the keys of the conversation do nothing. */
  declare withoutShortcuts: boolean;
  /** Of the composer: puts a file where the agent can read it. Without it nothing can be attached. */
  declare upload: Upload | undefined;
  /** Of the composer: what can be mentioned with `@`. */
  declare mentions: ComposerLookup | undefined;
  /** Of the composer: what can be asked for with `/`. */
  declare commands: ComposerLookup | undefined;
  /** Of the composer: how the agent can be asked to work; the first is the default. */
  declare modes: readonly ComposerMode[];
  /** The runtime, instead of `src` and `protocol`. */
  declare adapter: RuntimeAdapter | undefined;
  /** Sent with each request to `src`. Read anew each time; never shown, logged or kept. */
  declare headers: Readonly<Record<string, string>> | undefined;
  /** Draws what the host draws itself, by tool name, kind of artifact or type of part (`assistant_text`, `plan`, …). */
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
  #switch = new SessionSwitch(this);
  #workspace = new Workspace(this, (pane) => this.#isOpenByDefault(pane));
  #title = new TitleCount();
  #inner = new PanelLoader(this);

  constructor() {
    super();
    this.layout = 'full';
    this.density = 'comfortable';
    this.pageTools = false;
    this.ouiActivity = false;
    this.countInTitle = false;
    this.diagnostics = false;
    this.withoutShortcuts = false;
    this.modes = [];
    this.starters = [];
    new ContextProvider(this, { context: announcerContext, initialValue: this.#announcer });
  }

  /** The session: the one that the host gave, else the one that this element made from its attributes. */
  get session(): AgentSession | undefined {
    this.#changes.get();
    const given = this.#given ?? this.sessions?.[0];
    // A server knows only those that it was given, and calls nobody.
    return given ?? (isFirstPaint() ? undefined : (this.#made ??= sessionFor(this)));
  }

  /** One of the host's; it stays the host's, and is never closed here. */
  set session(session: AgentSession | undefined) {
    if (session === this.#given) return;
    this.#given = session;
    if (session) this.#letGo();
    this.#workspace.forget();
    this.#changed();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move within the page is no end: look again before closing anything (known-failure 38).
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#offer.give(undefined, this);
      this.#title.show(0);
      this.#letGo();
    });
  }

  protected override get fitsServed(): boolean {
    return hasOnlyFacts(this.session);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('sessions')) this.#takeSessions();
    if (this.#made && this.hasUpdated && SOURCES.some((name) => changed.has(name))) {
      this.#letGo();
      this.#changed();
    }
    const session = this.isConnected || isFirstPaint() ? this.session : undefined;
    if (!isFirstPaint()) this.#offer.give(session, this);
    this.#sessions.setValue(session);
    this.#rendererProvider.setValue(this.renderers);
    if (isFirstPaint()) return;
    const counted = this.sessions ?? (session ? [session] : []);
    this.#title.show(this.countInTitle && this.isConnected ? pendingIn(counted) : 0);
  }

  override render(): TemplateResult {
    const layout = this.#layout;
    const { session } = this;
    const density = enumerated(this, 'density', this.density, ['comfortable', 'compact']);
    const panes = this.#panes();
    const tabs = panes.hasRail && this.#workspace.width === 'wide' ? nothing : this.#tabs('horizontal');
    return html`<section
      class="frame"
      part="frame"
      aria-label=${this.t('workbench.label')}
      data-layout=${layout}
      data-density=${density}
      data-width=${this.#workspace.width}
      @agent-open-request=${this.#onOpen}
      @keydown=${this.#onKey}
    >
      <slot name="header"></slot>
      ${tabs === nothing ? nothing : html`<slot name="tabs">${tabs}</slot>`}
      ${session || isFirstPaint() ? nothing : sourceFault(this, this.wording)}
      <div class="panes">
        ${railPane(panes, () => this.#rail())}
        <div class="main">
          ${paneBar(panes)}
          <div class="transcript" data-pane="transcript" tabindex="-1">${this.#transcript(panes)}</div>
          <div class="foot" part="foot" data-pane="composer" tabindex="-1">
            <div class="foot-column">
              <slot name="tasks">${taskCapsules(panes, session)}</slot>
              <slot name="status">${this.#status()}</slot>
              <slot name="composer">${this.#composer()}</slot>
            </div>
          </div>
        </div>
        ${workspacePane(panes)}
      </div>
      <slot name="diagnostics">${this.diagnostics ? this.#diagnostics() : nothing}</slot>
      ${this.#announcer.render()}
    </section>`;
  }

  get #layout(): 'full' | 'chat' | 'team' {
    return enumerated(this, 'layout', this.layout, ['full', 'chat', 'team']);
  }

  #isOpenByDefault(pane: Pane): boolean {
    if (this.#workspace.width !== 'wide') return false;
    return pane === 'rail' || this.#layout === 'team';
  }

  #panes(): SidePanes {
    const { session, wording } = this;
    const isFilled = (slot: string) =>
      !isFirstPaint() && this.querySelector(`:scope > [slot="${slot}"]`) !== null;
    const panes = sidePanes(this.#layout, session, this.#workspace, isFilled);
    const hasTabs = (this.sessions?.length ?? 0) > 1;
    return {
      ...panes,
      hasRail: panes.hasRail || (hasTabs && this.#layout !== 'chat'),
      wording,
      loader: this.#inner,
    };
  }

  /** Sessions and team; beside the conversation or over it. */
  #rail(): unknown {
    const tabs = this.#workspace.width === 'wide' ? this.#tabs('vertical') : nothing;
    return html`${tabs === nothing ? nothing : html`<slot name="tabs">${tabs}</slot>`}
      <slot name="rail">${this.session?.presence.team_roster ? this.#roster() : nothing}</slot>`;
  }

  /** The conversation, or what a teammate and its owner said to each other. */
  #transcript(panes: SidePanes): TemplateResult {
    const { agentId } = this.#workspace;
    if (agentId !== undefined) return teammateTranscript(agentId, panes);
    const conversation = this.#inner.tag('agent-conversation');
    const empty = greeting(this.wording, this.#offer.surfaceNames, this.starters);
    return withTag`<slot name="conversation">
      <${conversation}
        class="conversation"
        exportparts=${CONVERSATION_PARTS}
        ?without-shortcuts=${this.withoutShortcuts}
      ><slot name="empty" slot="empty" @click=${this.#onPrompt}>${empty}</slot></${conversation}>
    </slot>`;
  }

  #tabs(orientation: 'horizontal' | 'vertical'): unknown {
    if (!this.sessions || this.sessions.length < 2) return nothing;
    const tabs = this.#inner.show('agent-session-tabs');
    return withTag`<${tabs}
      class="sessions"
      orientation=${orientation}
      .sessions=${this.sessions}
      @agent-activate-request=${this.#switch.onActivate}
      @agent-pin-request=${this.#switch.onPin}
    ></${tabs}>`;
  }

  #status(): TemplateResult {
    const status = this.#inner.tag('agent-run-status');
    return withTag`<${status} without-stop></${status}>`;
  }

  #composer(): TemplateResult {
    const composer = this.#inner.tag('agent-composer');
    return withTag`<${composer}
      class="message-box"
      exportparts=${COMPOSER_PARTS}
      .upload=${this.upload}
      .mentions=${this.mentions}
      .commands=${this.commands}
      .modes=${this.modes}
    ></${composer}>`;
  }

  #roster(): TemplateResult {
    const roster = this.#inner.show('agent-team-roster');
    return withTag`<${roster}></${roster}>`;
  }

  #diagnostics(): TemplateResult {
    const diagnostics = this.#inner.show('agent-diagnostics');
    return withTag`<${diagnostics} class="diagnostics"></${diagnostics}>`;
  }

  #onPrompt = (event: MouseEvent): void => {
    const text = promptOf(event);
    if (text && this.dispatchEvent(new AgentSendRequestEvent(text))) void this.session?.send({ text });
  };

  /** What is here is shown here, unless the host does it. */
  #onOpen = (event: AgentOpenRequestEvent): void =>
    queueMicrotask(
      () => void (event.defaultPrevented || openHere(event, this.#layout, this.#workspace, this)),
    );

  #onKey = (event: KeyboardEvent): void => {
    if (this.withoutShortcuts) return;
    onPaneKey(event, event.currentTarget as HTMLElement, ({ dataset }) =>
      this.#workspace.closeOver(dataset['pane']),
    );
  };

  /** What is shown stays shown, as long as it is one of them. */
  #takeSessions(): void {
    if (!this.sessions) return;
    if (this.#given && !this.sessions.includes(this.#given)) this.#given = undefined;
    this.#letGo();
    this.#changed();
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
