import type { OuiMessage } from './messages.js';

export type TransportState = 'disconnected' | 'connecting' | 'connected';

/** An extension message (OUI-T3). */
export interface ExtensionMessage {
  type: `x-${string}`;
  payload?: unknown;
}

export type WireMessage = OuiMessage | ExtensionMessage;

/**
 * OUI-T1. The smallest thing that carries messages between a page and an agent runtime. Both ends use the
 * same interface. Whatever arrives is handed on as it is; the receiver checks it (OUI-T2).
 */
export interface Transport {
  readonly state: TransportState;
  /** Settles when connected, or rejects when a first attempt is refused for good. Calling it twice is harmless. */
  connect(): Promise<void>;
  /** Ends the connection for good; no reconnection follows. */
  disconnect(): void;
  /** Sends in order (OUI-T4). While not connected the message is dropped: the bus registers anew on connection. */
  send(message: WireMessage): void;
  /** Calls back for each message that arrives, always asynchronously to the sender's `send`. */
  onEvent(listener: (message: unknown) => void): () => void;
  /** Calls back after each change of `state`. */
  onStateChange(listener: (state: TransportState) => void): () => void;
}
