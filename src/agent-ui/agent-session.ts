import { messageOf } from '../base/coded-error.js';
import { realRuntime, type Runtime } from '../base/runtime.js';
import { Signal } from '../base/signals.js';
import type { AdapterConnection, RuntimeAdapter } from './adapters/adapter.js';
import type { ClientTools } from './adapters/client-tools.js';
import { Writes } from './controls/writes.js';
import type {
  AdapterCapabilities,
  ConnectionState,
  ControlReceipt,
  ControlRequest,
} from './events/control-request.js';
import type { AgentUiEvent } from './events/event.js';
import { respondKey } from './projection/selectors/hitl.js';
import { currentRun, interruptKey } from './projection/selectors/runtime-status.js';
import type { OptimisticMessage, SelectorContext } from './projection/selectors/selector-context.js';
import { SessionViews } from './projection/session-views.js';
import { takeSnapshot, type SessionSnapshot } from './projection/snapshot.js';
import { ProjectionStore } from './projection/store.js';
import type { SurfaceViews, View } from './projection/view-models.js';

export interface AgentSessionOptions {
  /** The id under which the runtime knows the session; a new UUID by default. */
  sessionId?: string;
  /** The page's own tools, offered to the agent at each run; see `oui-elements/bridges/frontend-tools`. */
  clientTools?: ClientTools;
  /** Clock, timers, frames and ids; the real ones by default. */
  runtime?: Runtime;
}

/**
 * One conversation between a person and an agent runtime: the place where adapter, projection and controls
 * meet. Facts come in through the adapter (or `dispatch`) and are read with `view` and `snapshot`; what a
 * person asks for goes to the facts' owner and changes nothing here until the owner says so (M-021).
 *
 * Controls never reject. They settle with the owner's receipt: `accepted`, `rejected` or `unsupported` with a
 * `reason` for people.
 */
export class AgentSession {
  /** The page's own tools, offered to the agent at each run. */
  clientTools: ClientTools | undefined;

  readonly #adapter: RuntimeAdapter | undefined;
  readonly #runtime: Runtime;
  readonly #store: ProjectionStore;
  readonly #views: SessionViews;
  readonly #writes: Writes;
  readonly #abort = new AbortController();
  /** Counts changes of what only the interface knows. */
  readonly #interface = new Signal.State(0);
  #sessionId: string;
  #adopts: boolean;
  #connection: Promise<AdapterConnection> | undefined;
  #optimistic: OptimisticMessage[] = [];
  #state: { state: ConnectionState; detail?: string };
  #capabilities: AdapterCapabilities = { controls: {} };

  /** @param adapter the runtime's protocol; without one, facts come by `dispatch` and controls are unsupported. */
  constructor(adapter?: RuntimeAdapter, options: AgentSessionOptions = {}) {
    this.#adapter = adapter;
    this.#runtime = options.runtime ?? realRuntime;
    this.#sessionId = options.sessionId ?? this.#runtime.uuid();
    this.#adopts = options.sessionId === undefined && !adapter;
    this.clientTools = options.clientTools;
    this.#state = { state: adapter ? 'connecting' : 'live' };
    this.#store = new ProjectionStore(this.#runtime);
    this.#writes = new Writes(
      (request) => this.#control(request),
      () => this.#changed(),
    );
    this.#views = new SessionViews(this.#store, this.#selectorContext(), () => this.#interface.get());
    // Listening before anything can be sent (M-016); a failure is told by whoever sends first.
    if (adapter) void this.#connect().catch(() => undefined);
  }

  /** The runtime's id of the session. Fed by hand, it is the one that the first event names. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** What the runtime can do; may change while the session lives. */
  get capabilities(): AdapterCapabilities {
    return this.#capabilities;
  }

  /** Takes Agent UI events: in any order, any number of times, malformed ones too. Never throws. */
  dispatch(events: AgentUiEvent | readonly AgentUiEvent[]): void {
    const list: readonly unknown[] = Array.isArray(events) ? events : [events];
    if (this.#adopts) this.#adopt(list);
    this.#store.dispatch(list);
    const { clientIds } = this.#store.state;
    if (this.#optimistic.some((message) => clientIds.has(message.clientId))) {
      this.#optimistic = this.#optimistic.filter((message) => !clientIds.has(message.clientId));
      this.#changed();
    }
  }

  /** The whole projection as plain JSON, up to the last event. */
  snapshot(): SessionSnapshot {
    return takeSnapshot(this.#store.state, this.#optimistic);
  }

  /** A panel's view model, by the standard's name of its surface. */
  view<S extends keyof SurfaceViews>(surface: S): View<SurfaceViews[S]> {
    return this.#views.view(surface);
  }

  /** W1: says something to the agent. The text shows at once, marked as sent, until the runtime speaks of it. */
  async send(input: { text: string }): Promise<ControlReceipt> {
    const { text } = input;
    const clientId = this.#runtime.uuid();
    const request: ControlRequest = { kind: 'send', clientId, text };
    if (!this.#adapter) return this.#once(request);
    const message: OptimisticMessage = { clientId, text, state: 'optimistic' };
    this.#optimistic = [...this.#optimistic.filter((other) => other.state === 'optimistic'), message];
    const receipt = await this.#once(request);
    if (receipt.status !== 'accepted') {
      const failed: OptimisticMessage = { ...message, state: 'failed', reason: receipt.reason };
      this.#optimistic = this.#optimistic.map((other) => (other.clientId === clientId ? failed : other));
      this.#changed();
    }
    return receipt;
  }

  /** W2: to be sent when the active run is over. Sent at once when nothing runs. */
  queue(input: { text: string }): Promise<ControlReceipt> {
    if (!this.view('composer').get().busy) return this.send(input);
    const clientId = this.#runtime.uuid();
    return this.#once({ kind: 'queue', clientId, text: input.text });
  }

  /** W18: changes a queued text before it is sent. */
  editQueued(itemId: string, text: string): Promise<ControlReceipt> {
    return this.#once({ kind: 'queue.edit', itemId, text });
  }

  /** W18: takes a queued text back. */
  removeQueued(itemId: string): Promise<ControlReceipt> {
    return this.#once({ kind: 'queue.remove', itemId });
  }

  /** W3: tells the active run something while it works. */
  steer(input: { text: string }): Promise<ControlReceipt> {
    const clientId = this.#runtime.uuid();
    return this.#once({ kind: 'steer', clientId, text: input.text, runId: this.#activeRunId() });
  }

  /** W4: stops the active run. It is stopped when its owner says so. */
  interrupt(): Promise<ControlReceipt> {
    const runId = this.#activeRunId();
    return this.#writes.send(interruptKey(runId), { kind: 'interrupt', runId });
  }

  /** W20: runs the last request again as a new run; what failed stays as it is. */
  retry(): Promise<ControlReceipt> {
    return this.#once({ kind: 'retry', runId: currentRun(this.#store.state)?.runId });
  }

  /**
   * W11, W15: answers a question. Asking twice sends one answer (M-026).
   * @param decision one of the question's `decisions`, such as `approve` or `reject`
   * @param payload an edited input, an answer, or `{ reason }`
   */
  async respond(actionId: string, decision: string, payload?: unknown): Promise<ControlReceipt> {
    const approval = this.#store.state.approvals.get(actionId);
    if (approval && approval.state !== 'pending') {
      return {
        status: 'rejected',
        reason: `it was answered already: ${approval.decision ?? approval.state}`,
      };
    }
    return this.#writes.send(respondKey(actionId), { kind: 'respond', actionId, decision, payload });
  }

  /** Ends the connection and lets go of everything; facts stay readable. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#store.close();
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.close();
    this.#setState('closed');
  }

  /** Sends a request whose effect needs no mark of its own. */
  async #once(request: ControlRequest): Promise<ControlReceipt> {
    const key = this.#runtime.uuid();
    const receipt = await this.#writes.send(key, request);
    this.#writes.settle(key);
    return receipt;
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

  async #control(request: ControlRequest): Promise<ControlReceipt> {
    if (!this.#adapter) return { status: 'unsupported', reason: 'no runtime is connected' };
    if (this.#abort.signal.aborted) return { status: 'rejected', reason: 'the session is closed' };
    const connection = await this.#connect();
    return connection.control(request);
  }

  /** One connection; after a failure the next request tries again. */
  #connect(): Promise<AdapterConnection> {
    this.#connection ??= this.#adapter!.connect(
      {
        push: (events) => this.dispatch(events),
        capabilities: (capabilities) => {
          this.#capabilities = capabilities;
          this.#changed();
        },
        state: (state, detail) => this.#setState(state, detail),
      },
      {
        signal: this.#abort.signal,
        sessionId: this.#sessionId,
        runtime: this.#runtime,
        clientTools: () => this.clientTools,
      },
    ).catch((error: unknown) => {
      this.#connection = undefined;
      this.#setState('failed', messageOf(error));
      throw error;
    });
    return this.#connection;
  }

  #setState(state: ConnectionState, detail?: string): void {
    if (this.#state.state === state && this.#state.detail === detail) return;
    this.#state = { state, detail };
    this.#changed();
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
        return session.#optimistic;
      },
      get connection() {
        return session.#state;
      },
      get capabilities() {
        return session.#capabilities;
      },
      get writesVersion() {
        return Signal.subtle.untrack(() => session.#interface.get());
      },
      write: (key) => session.#writes.state(key),
    };
  }
}
