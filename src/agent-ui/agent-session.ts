import { isJsonObject } from '../base/json.js';
import { realRuntime, type Runtime } from '../base/runtime.js';
import { Signal } from '../base/signals.js';
import type { Detail, RuntimeAdapter } from './adapters/adapter.js';
import { AdapterLink } from './adapters/adapter-link.js';
import type { ClientTools } from './adapters/client-tools.js';
import { extrasOf, SessionControls } from './controls/session-controls.js';
import { History, type HistoryState } from './hydration/history.js';
import { METRICS, type MetricName } from './metrics/metric-names.js';
import { SessionMetrics } from './metrics/session-metrics.js';
import {
  type AdapterCapabilities,
  type ControlReceipt,
  type ControlRequest,
  type MessageExtras,
  type MessageInput,
} from './events/control-request.js';
import type { AgentUiEvent } from './events/event.js';
import { Recording } from './projection/recording.js';
import { currentRun } from './projection/selectors/runtime-status.js';
import type { Presence } from './projection/selectors/presence.js';
import type { SelectorContext } from './projection/selectors/selector-context.js';
import { SentMessages } from './projection/sent-messages.js';
import { loadSession, saveSession, type SavedSession } from './projection/saved-session.js';
import { SessionViews } from './projection/session-views.js';
import { takeSnapshot, type SessionSnapshot } from './projection/snapshot.js';
import { ProjectionStore } from './projection/store.js';
import type { SurfaceViews, View } from './projection/view-models.js';

export interface AgentSessionOptions {
  /** The id under which the runtime knows the session; a new UUID by default. */
  sessionId?: string;
  /** The page's own tools, offered to the agent at each run; see `oui-elements/bridges/frontend-tools`. */
  clientTools?: ClientTools;
  /** Messages of one page of history (§5.5). Default 50. */
  historyLimit?: number;
  /** How many of the newest events are kept, without secrets, to be exported. Default 0: none. */
  record?: number;
  /** Milliseconds after which a request that no fact has answered counts as `unconfirmed`. Default 30 000. */
  confirmWithinMs?: number;
  /** Clock, timers, frames and ids; the real ones by default. */
  runtime?: Runtime;
}

interface RestoredOptions extends AgentSessionOptions {
  saved?: SavedSession;
}

const CONFIRM_WITHIN_MS = 30_000;
const HISTORY_LIMIT = 50;

/**
 * One conversation between a person and an agent runtime: the place where adapter, projection and controls
 * meet. Facts come in through the adapter (or `dispatch`) and are read with `view` and `snapshot`; what a
 * person asks for goes to the facts' owner and changes nothing here until the owner says so (M-021).
 *
 * Controls never reject. They settle with the owner's receipt: `accepted`, `rejected` or `unsupported` with a
 * `reason` for people.
 */
export class AgentSession extends SessionControls {
  /** The page's own tools, offered to the agent at each run. */
  clientTools: ClientTools | undefined;
  /** What a person has written and not sent. It is theirs: no fact, in no snapshot, and kept when the session is saved. */
  draft: string;
  /** What goes with the draft: attachments that have arrived, context, mode (M-028). As private and as lasting as it. */
  draftExtras: MessageExtras;

  readonly #recording: Recording | undefined;
  readonly #link: AdapterLink;
  readonly #runtime: Runtime;
  readonly #store: ProjectionStore;
  readonly #views: SessionViews;
  readonly #history: History;
  readonly #metrics: SessionMetrics;
  /** Counts changes of what only the interface knows. */
  readonly #interface = new Signal.State(0);
  #sessionId: string;
  /** The host has said which session it is. */
  readonly #named: boolean;
  #adopts: boolean;
  readonly #sent: SentMessages;
  #restored = 0;
  #lastEventAt: number | undefined;

  /** @param adapter the runtime's protocol; without one, facts come by `dispatch` and controls are unsupported. */
  constructor(adapter?: RuntimeAdapter, options: AgentSessionOptions = {}) {
    const { runtime = realRuntime, confirmWithinMs = CONFIRM_WITHIN_MS } = options;
    super({
      runtime,
      confirmWithinMs,
      gateway: (request) => this.#link.control(request),
      capabilities: () => (this.#link.hasRuntime ? this.#link.capabilities : undefined),
      changed: () => this.#changed(),
      track: () => void this.#interface.get(),
      activeRunId: () => this.#activeRunId(),
      lastRunId: () => currentRun(this.#store.state)?.runId,
    });
    this.#runtime = runtime;
    this.#sessionId = options.sessionId ?? this.#runtime.uuid();
    this.#named = options.sessionId !== undefined;
    this.#adopts = !this.#named && (!adapter || adapter.namesSession === true);
    this.clientTools = options.clientTools;
    this.#link = new AdapterLink(adapter, {
      push: (events) => this.dispatch(events),
      changed: () => this.#changed(),
      options: () => ({
        sessionId: this.#sessionId,
        sessionNamed: this.#named,
        runtime,
        clientTools: () => this.clientTools,
      }),
    });
    const { saved } = options as RestoredOptions;
    this.#store = new ProjectionStore(this.#runtime, saved);
    this.#sent = new SentMessages(saved?.optimistic);
    if (options.record) this.#recording = new Recording(options.record, !saved);
    this.draft = saved?.draft ?? '';
    this.draftExtras = saved?.draftExtras ?? {};
    this.#metrics = new SessionMetrics(runtime, (name, value, runId) => this.measure(name, value, { runId }));
    this.#store.onFlush(() => this.#metrics.stream.flushed());
    this.#history = new History(
      {
        runtime,
        hydrate: (request) => this.#link.hydrate(request),
        window: () => this.#store.state.sessions.get(this.#sessionId)?.facts ?? {},
        measure: (name, ms) => this.measure(name, ms),
        changed: () => this.#changed(),
      },
      options.historyLimit ?? HISTORY_LIMIT,
    );
    this.#views = new SessionViews(this.#store, this.#selectorContext(), () => this.#interface.get());
    // Listening before anything can be sent (M-016); a failure is told by whoever sends first.
    if (adapter) void this.#open(this.#named).catch(() => undefined);
  }

  /** The runtime's id of the session. Fed by hand, it is the one that the first event names. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** What the runtime can do; may change while the session lives. */
  get capabilities(): AdapterCapabilities {
    this.#interface.get();
    return this.#link.capabilities;
  }

  /** When something came last, in Unix milliseconds; not watched by signals. A run that is silent for long may be stuck. */
  get lastEventAt(): number | undefined {
    return this.#lastEventAt;
  }

  /** Takes Agent UI events: in any order, any number of times, malformed ones too. Never throws. */
  dispatch(events: AgentUiEvent | readonly AgentUiEvent[]): void {
    const list: readonly unknown[] = Array.isArray(events) ? events : [events];
    this.#lastEventAt = this.#runtime.now();
    if (this.#adopts) this.#adopt(list);
    this.#take(list);
    // Fed by hand it asks nobody for anything, and its events have no time of their own.
    if (this.#link.hasRuntime) for (const event of list) this.#heed(event);
    if (this.#sent.settle(this.#store.state.clientIds)) this.#changed();
  }

  /**
   * The session as a text, to go on from with `AgentSession.restore`: every fact, what was sent and not yet answered,
   * and the draft. It holds what people and agents said, so it is as private as that. Requests on their way are not
   * in it: their owner knows of them.
   */
  serialize(): string {
    return saveSession({
      sessionId: this.#sessionId,
      state: this.#store.state,
      order: this.#store.order,
      optimistic: this.#sent.list,
      draft: this.draft,
      draftExtras: this.draftExtras,
    });
  }

  /**
   * Goes on with a session that `serialize()` has written: the same events give the same facts as they would have there.
   * @throws CodedError `unreadable` for what was not written there, or by another version of the format
   */
  static restore(saved: string, adapter?: RuntimeAdapter, options: AgentSessionOptions = {}): AgentSession {
    const session = loadSession(saved);
    const restored: RestoredOptions = { sessionId: session.sessionId, ...options, saved: session };
    return new AgentSession(adapter, restored);
  }

  /** What waits for facts looks at each event; what is malformed the store has told already. */
  #heed(event: unknown): void {
    try {
      if (!isJsonObject(event) || typeof event['type'] !== 'string') return;
      this.pending.observe(event as unknown as AgentUiEvent);
      this.#metrics.observe(event as unknown as AgentUiEvent);
    } catch {
      // A getter that throws.
    }
  }

  /** What the session was told, in order of arrival and without secrets, where `record` wants that. */
  get recording(): Pick<Recording, 'events' | 'complete'> | undefined {
    return this.#recording;
  }

  /** The whole projection as plain JSON, up to the last event. */
  snapshot(): SessionSnapshot {
    return takeSnapshot(this.#store.state, this.#sent.list);
  }

  /** A panel's view model, by the standard's name of its surface. */
  view<S extends keyof SurfaceViews>(surface: S): View<SurfaceViews[S]> {
    return this.#views.view(surface);
  }

  /** How much there is to show in each surface, counted without making the views. Inside a signal watcher it is tracked. */
  get presence(): Presence {
    return this.#views.presence.get();
  }

  /**
   * M-015, W28: opens a fact's detail in one place; where it was open before, a placeholder stands. No fact changes.
   * @param key of the row
   * @param surface where; without it, nowhere
   */
  expand(key: string, surface?: keyof SurfaceViews): void {
    this.#views.expand(key, surface);
  }

  /** W1: says something to the agent. The text shows at once, marked as sent, until the runtime speaks of it. */
  async send(input: MessageInput): Promise<ControlReceipt> {
    const { text, clientId = this.#runtime.uuid() } = input;
    const request: ControlRequest = { kind: 'send', clientId, text, ...extrasOf(input) };
    if (!this.#link.hasRuntime) return this.ask(request);
    this.#metrics.submit.begin();
    void this.#link.connect().then(
      () => this.#metrics.submit.mark('listener.bound_ms'),
      () => undefined,
    );
    this.#sent.add({ clientId, text, attachments: input.attachments });
    const receipt = await this.ask(request);
    if (receipt.status === 'accepted') this.#metrics.submit.mark('submit.accepted_ms');
    else {
      this.#sent.fail(clientId, receipt.reason);
      this.#changed();
    }
    return receipt;
  }

  /** W2: to be sent when the active run is over. Sent at once when nothing runs. */
  queue(input: MessageInput): Promise<ControlReceipt> {
    if (!this.view('composer').get().busy) return this.send(input);
    const { text, clientId = this.#runtime.uuid() } = input;
    this.#metrics.submit.queued(clientId);
    return this.ask({ kind: 'queue', clientId, text, ...extrasOf(input) });
  }

  /**
   * W11, W15: answers a question. Asking twice sends one answer (M-026).
   * @param decision one of the question's `decisions`, such as `approve` or `reject`
   * @param payload an edited input, an answer, or `{ reason }`
   */
  async respond(actionId: string, decision: string, payload?: unknown): Promise<ControlReceipt> {
    const approval = this.#store.state.approvals.get(actionId);
    if (approval && approval.state !== 'pending') {
      const reason = `it was answered already: ${approval.decision ?? approval.state}`;
      return { status: 'rejected', reason };
    }
    return this.ask({ kind: 'respond', actionId, decision, payload });
  }

  /** Where the session's past stands (§5.4). */
  get history(): HistoryState {
    this.#interface.get();
    return this.#history.state;
  }

  /** W14: asks for the page before what is here. One at a time; what is here stays when it fails. */
  loadOlder(): Promise<ControlReceipt> {
    return this.#history.older();
  }

  /** Somebody looks at this session now: its newest window is asked for again (§5.1, §5.2). */
  async activate(): Promise<ControlReceipt> {
    if (this.suspended) this.measure('background.restore_count', ++this.#restored);
    this.#history.activate();
    return this.#history.open();
  }

  /**
   * Nobody looks at it any more: what is being loaded is given up (§5.2), and its records are put away, packed, until
   * somebody reads them or something happens (§5.3). Not those of a session that is pinned, at work, or kept warm.
   * Settles when that is done.
   */
  async deactivate({ keepWarm = false }: { keepWarm?: boolean } = {}): Promise<void> {
    const activation = this.#history.giveUp();
    if (keepWarm) return;
    const { packText } = await import('./projection/pack-text.js');
    const { sessions, activeRuns } = this.#store.state;
    if (activation !== this.#history.activation || activeRuns.size > 0) return;
    if (sessions.get(this.#sessionId)?.facts['pinned'] === true) return;
    // What a tab shows of it stays.
    this.view('session_tabs').get();
    this.view('task_capsule').get();
    this.#store.suspend(packText);
  }

  /** Its records have been put away; the next look at them brings them back, which takes a moment. */
  get suspended(): boolean {
    return this.#store.suspended;
  }

  /**
   * W27: fetches what a reference in a fact stands for. It is for showing, and goes into no store.
   * @throws CodedError `unsupported` where the runtime keeps no details, or the runtime's own
   */
  async detail(ref: string, options: { signal?: AbortSignal } = {}): Promise<Detail> {
    const start = this.#runtime.monotonic();
    const detail = await this.#link.detail(ref, options);
    this.measure('session.detail_request_ms', this.#runtime.monotonic() - start);
    return detail;
  }

  /** Records a metric of §7, such as one that only a panel can see. It is a fact of diagnostics, and of nothing else. */
  measure(name: MetricName, value: number | string, of: { runId?: string } = {}): void {
    const { runId } = of;
    this.#take([
      {
        type: 'metric.changed',
        owner: 'diagnostics',
        metricName: name,
        sessionId: this.#sessionId,
        ...(runId === undefined ? {} : { runId }),
        payload: { value, unit: METRICS[name] },
      },
    ]);
  }

  #take(events: readonly unknown[]): void {
    this.#recording?.note(events);
    this.#store.dispatch(events);
  }

  /** Ends the connection and lets go of everything; facts stay readable. */
  async close(): Promise<void> {
    this.pending.close();
    this.#store.close();
    await this.#link.close();
  }

  #activeRunId(): string | undefined {
    const run = currentRun(this.#store.state);
    return run?.outcome === undefined ? run?.runId : undefined;
  }

  /** Without an adapter the session belongs to whatever its first event speaks of. */
  #adopt(events: readonly unknown[]): void {
    for (const event of events) {
      const sessionId = (event as { sessionId?: unknown } | null)?.sessionId;
      if (typeof sessionId !== 'string' || sessionId === '') continue;
      this.#sessionId = sessionId;
      this.#adopts = false;
      return;
    }
  }

  /** An old session shows its newest window as soon as there is a connection. */
  async #open(isOld: boolean): Promise<void> {
    await this.#link.connect();
    if (isOld) await this.#history.open();
  }

  #changed(): void {
    this.#interface.set(Signal.subtle.untrack(() => this.#interface.get()) + 1);
  }

  #selectorContext(): SelectorContext {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- getters of the object below read the session
    const session = this;
    return {
      state: this.#store.state,
      get sessionId() {
        return session.#sessionId;
      },
      get optimistic() {
        return session.#sent.list;
      },
      get connection() {
        return session.#link.state;
      },
      get capabilities() {
        return session.#link.capabilities;
      },
      get writesVersion() {
        return Signal.subtle.untrack(() => session.#interface.get());
      },
      write: (key) => session.pending.state(key),
    };
  }
}
