import { CodedError, messageOf } from '../../base/coded-error.js';
import type { AgentUiEvent } from '../events/event.js';
import type {
  AdapterCapabilities,
  AdapterConnection,
  AdapterOptions,
  ConnectionState,
  ControlReceipt,
  Detail,
  HydrateOptions,
  RuntimeAdapter,
  SentControl,
} from './adapter.js';

export interface LinkPorts {
  push(events: readonly AgentUiEvent[]): void;
  /** Its state or its capabilities. */
  changed(): void;
  options(): Omit<AdapterOptions, 'signal'>;
}

/** A session's one connection to its runtime, where it has one; after a failure the next request tries again. */
export class AdapterLink {
  readonly #adapter: RuntimeAdapter | undefined;
  readonly #ports: LinkPorts;
  readonly #abort = new AbortController();
  #connection: Promise<AdapterConnection> | undefined;
  #capabilities: AdapterCapabilities = { controls: {} };
  #state: { state: ConnectionState; detail?: string };

  constructor(adapter: RuntimeAdapter | undefined, ports: LinkPorts) {
    this.#adapter = adapter;
    this.#ports = ports;
    this.#state = { state: adapter ? 'connecting' : 'live' };
  }

  get hasRuntime(): boolean {
    return this.#adapter !== undefined;
  }

  get state(): { state: ConnectionState; detail?: string } {
    return this.#state;
  }

  get capabilities(): AdapterCapabilities {
    return this.#capabilities;
  }

  /** @throws whatever the adapter's `connect` rejects with; CodedError `unsupported` without an adapter */
  connect(): Promise<AdapterConnection> {
    const adapter = this.#adapter;
    if (!adapter) return Promise.reject(new CodedError('unsupported', 'No runtime is connected.'));
    this.#connection ??= adapter
      .connect(
        {
          push: (events) => this.#ports.push(events),
          capabilities: (capabilities) => {
            this.#capabilities = capabilities;
            this.#ports.changed();
          },
          state: (state, detail) => this.#setState(state, detail),
        },
        { ...this.#ports.options(), signal: this.#abort.signal },
      )
      .catch((error: unknown) => {
        this.#connection = undefined;
        this.#setState('failed', messageOf(error));
        throw error;
      });
    return this.#connection;
  }

  async control(request: SentControl): Promise<ControlReceipt> {
    if (!this.#adapter) return { status: 'unsupported', reason: 'no runtime is connected' };
    if (this.#abort.signal.aborted) return { status: 'rejected', reason: 'the session is closed' };
    return (await this.connect()).control(request);
  }

  /** `undefined`: there is no runtime, or it keeps no history. */
  async hydrate(request: HydrateOptions): Promise<ControlReceipt | undefined> {
    return this.#adapter && (await this.connect()).hydrate?.(request);
  }

  /** @throws CodedError `unsupported` where the runtime keeps no details */
  async detail(ref: string, options: { signal?: AbortSignal }): Promise<Detail> {
    const connection = this.#adapter && (await this.connect());
    if (!connection?.detail) throw new CodedError('unsupported', 'The runtime keeps no details.');
    return connection.detail(ref, options);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.close();
    this.#setState('closed');
  }

  #setState(state: ConnectionState, detail?: string): void {
    if (this.#state.state === state && this.#state.detail === detail) return;
    this.#state = { state, detail };
    this.#ports.changed();
  }
}
