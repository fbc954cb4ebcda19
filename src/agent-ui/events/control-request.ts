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

/** §4.1: where a person's request stands. It is never shown as the fact itself. */
export interface WriteState {
  state: 'submitting' | 'awaiting-confirmation' | 'failed';
  /** Why it failed, for a person to read. */
  reason?: string;
}
