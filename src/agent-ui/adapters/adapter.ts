import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type { ClientTools } from './client-tools.js';

/** A write that a person asks for, addressed to the owner of the fact (§4.2). */
export type ControlRequest =
  | { kind: 'send'; clientId: string; text: string }
  | { kind: 'queue'; clientId: string; text: string }
  | { kind: 'queue.edit'; itemId: string; text: string }
  | { kind: 'queue.remove'; itemId: string }
  | { kind: 'steer'; clientId: string; text: string; runId?: string }
  | { kind: 'interrupt'; runId?: string }
  | { kind: 'respond'; actionId: string; decision: string; payload?: unknown }
  | { kind: 'retry'; runId?: string };

export type ControlKind = ControlRequest['kind'];

/** The runtime's word that it has the request. Never the effect: that is an event (§4.1, 4). */
export interface ControlReceipt {
  status: 'accepted' | 'rejected' | 'unsupported';
  /** Why not, for a person to read. */
  reason?: string;
}

/** What a runtime can do; a control that is absent is hidden, or disabled with the reason. */
export interface AdapterCapabilities {
  controls: Partial<Record<ControlKind, 'native' | 'emulated'>>;
}

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'closed' | 'failed';

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
