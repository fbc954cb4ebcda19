import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type {
  AdapterCapabilities,
  ConnectionState,
  ControlReceipt,
  ControlRequest,
} from '../events/control-request.js';
import type { ClientTools } from './client-tools.js';

export type { AdapterCapabilities, ConnectionState, ControlReceipt, ControlRequest };

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
  runtime: Runtime;
  /** Read anew for each run; absent when this page offers no tools. */
  clientTools: () => ClientTools | undefined;
}

export interface AdapterConnection {
  /**
   * Settles with the receipt as soon as the runtime has taken or refused the request. The effect follows
   * through the sink, possibly before the receipt.
   */
  control(request: ControlRequest): Promise<ControlReceipt>;
  close(): Promise<void>;
}

/**
 * Turns one runtime protocol into Agent UI events. Its own state is disposable: whatever must last is in the
 * store. An adapter never throws for what a runtime sent; it pushes a `diagnostic.changed` instead.
 */
export interface RuntimeAdapter {
  /** Such as `ag-ui`. */
  readonly id: string;
  connect(sink: AdapterSink, options: AdapterOptions): Promise<AdapterConnection>;
}
