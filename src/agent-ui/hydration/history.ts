import type { Runtime } from '../../base/runtime.js';
import type { ControlReceipt } from '../events/control-request.js';

/** What the loading of a session's past needs. */
export interface HistoryPorts {
  runtime: Runtime;
  /** Asks the runtime; what it answers arrives as events. `undefined`: it keeps no history. */
  hydrate(options: {
    before?: string;
    limit: number;
    signal: AbortSignal;
  }): Promise<ControlReceipt | undefined>;
  /** Where the window that is here begins, as the runtime has said. */
  window(): { cursor?: string; complete?: boolean };
  measure(name: 'session.messages_hydrate_ms' | 'history.page_load_ms', ms: number): void;
  changed(): void;
}

/** Where the past of a session stands (§5.4). */
export interface HistoryState {
  /** `unavailable`: the runtime keeps none. `complete`: there is nothing older. */
  state: 'idle' | 'loading' | 'failed' | 'complete' | 'unavailable';
  /** Why it failed. */
  reason?: string;
}

/**
 * Opens an old session, and its older pages when a person asks (agent-ui §5). One request at a time; a request of
 * an earlier activation is given up, so that nothing late changes what is looked at now (§5.2).
 */
export class History {
  readonly #ports: HistoryPorts;
  readonly #limit: number;
  #abort = new AbortController();
  #running: Promise<ControlReceipt> | undefined;
  #state: HistoryState = { state: 'idle' };
  #activation = 0;

  constructor(ports: HistoryPorts, limit: number) {
    this.#ports = ports;
    this.#limit = limit;
  }

  /** Counts activations (§5.2). */
  get activation(): number {
    return this.#activation;
  }

  get state(): HistoryState {
    if (this.#state.state === 'idle' && this.#ports.window().complete === true) return { state: 'complete' };
    return this.#state;
  }

  /** The session is looked at: what was asked for before does not count any more. */
  activate(): number {
    this.giveUp();
    return ++this.#activation;
  }

  /** Stops what is under way; returns which activation that was. */
  giveUp(): number {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#running = undefined;
    if (this.#state.state === 'loading') this.#set({ state: 'idle' });
    return this.#activation;
  }

  /** The newest window. */
  open(): Promise<ControlReceipt> {
    return this.#load('session.messages_hydrate_ms', {});
  }

  /** W14: the page before the window. Nothing moves when it fails. */
  older(): Promise<ControlReceipt> {
    const { cursor, complete } = this.#ports.window();
    if (complete === true) return Promise.resolve({ status: 'rejected', reason: 'there is nothing older' });
    if (cursor === undefined) {
      return Promise.resolve({
        status: 'rejected',
        reason: 'the runtime has not said where the window begins',
      });
    }
    return this.#load('history.page_load_ms', { before: cursor });
  }

  #load(
    metric: 'session.messages_hydrate_ms' | 'history.page_load_ms',
    where: { before?: string },
  ): Promise<ControlReceipt> {
    this.#running ??= this.#ask(metric, where);
    return this.#running;
  }

  async #ask(
    metric: 'session.messages_hydrate_ms' | 'history.page_load_ms',
    where: { before?: string },
  ): Promise<ControlReceipt> {
    const { runtime, hydrate, measure } = this.#ports;
    const { signal } = this.#abort;
    const start = runtime.monotonic();
    this.#set({ state: 'loading' });
    const receipt = await hydrate({ ...where, limit: this.#limit, signal }).catch(
      (thrown: unknown): ControlReceipt => ({
        status: 'rejected',
        reason: thrown instanceof Error ? thrown.message : String(thrown),
      }),
    );
    if (signal.aborted) return { status: 'rejected', reason: 'another session is looked at now' };
    this.#running = undefined;
    if (receipt?.status === 'accepted') {
      measure(metric, runtime.monotonic() - start);
      this.#set({ state: 'idle' });
      return receipt;
    }
    this.#set(receipt ? { state: 'failed', reason: receipt.reason } : { state: 'unavailable' });
    return receipt ?? { status: 'unsupported', reason: 'the runtime keeps no history' };
  }

  #set(state: HistoryState): void {
    this.#state = state;
    this.#ports.changed();
  }
}
