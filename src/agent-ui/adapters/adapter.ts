import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type {
  AdapterCapabilities,
  ConnectionState,
  ControlReceipt,
  ControlRequest,
  SentControl,
} from '../events/control-request.js';
import type { ClientTools } from './client-tools.js';

export type { AdapterCapabilities, ConnectionState, ControlReceipt, ControlRequest, SentControl };

/** Where an adapter puts what it heard. */
export interface AdapterSink {
  /** One call for each network read: one batch, one flush. */
  push(events: readonly AgentUiEvent[]): void;
  /** May come late, and change. */
  capabilities(capabilities: AdapterCapabilities): void;
  state(state: ConnectionState, detail?: string): void;
}

export interface AdapterOptions {
  signal: AbortSignal;
  sessionId: string;
  /** `false`: nobody has named the session, its id is made up, and the runtime may name it. */
  sessionNamed?: boolean;
  runtime: Runtime;
  /** Read anew for each run; absent when this page offers no tools. */
  clientTools: () => ClientTools | undefined;
}

export interface HydrateOptions {
  /** A cursor from a fact. Default: the newest window. */
  before?: string;
  /** Messages, at most. */
  limit?: number;
  signal?: AbortSignal;
}

/** What a reference stands for. It is for showing, and goes into no store. */
export interface Detail {
  /** A media type, such as `text/plain`. */
  contentType: string;
  text: string;
}

export interface AdapterConnection {
  /**
   * Settles with the receipt as soon as the runtime has taken or refused the request. The effect follows
   * through the sink, possibly before the receipt.
   */
  control(request: SentControl): Promise<ControlReceipt>;
  /**
   * Asks for facts of before; they follow through the sink (W14, §5.1). Absent, or settled with `undefined`: the
   * runtime has no history.
   */
  hydrate?(options?: HydrateOptions): Promise<ControlReceipt | undefined>;
  /**
   * Fetches what a reference in a fact stands for: a whole tool output, a transcript, an artifact (W27). Rejects
   * with a `CodedError` whose sentence is for a person. Absent: the runtime keeps no details.
   */
  detail?(ref: string, options?: { signal?: AbortSignal }): Promise<Detail>;
  close(): Promise<void>;
}

/**
 * Turns one runtime protocol into Agent UI events. Its own state is disposable: whatever must last is in the
 * store. An adapter never throws for what a runtime sent; it pushes a `diagnostic.changed` instead.
 */
export interface RuntimeAdapter {
  /** Such as `ag-ui`. */
  readonly id: string;
  /** A session that nobody has named takes the id of the runtime's first event. */
  readonly namesSession?: boolean;
  connect(sink: AdapterSink, options: AdapterOptions): Promise<AdapterConnection>;
}
