import type { OuiMessage } from './messages.js';

export type TransportState = 'disconnected' | 'connecting' | 'connected';

/** An extension message (OUI-T3). */
export interface ExtensionMessage {
  type: `x-${string}`;
  payload?: unknown;
}

/** Dispatched by a bus and by an agent runtime under the message's own type, such as `x-cursor`. */
export class ExtensionEvent extends Event {
  readonly payload: unknown;

  constructor(message: ExtensionMessage) {
    super(message.type);
    this.payload = message.payload;
  }
}

export type WireMessage = OuiMessage | ExtensionMessage;

/** What a peer that acknowledges answered. */
export interface Delivery {
  ok: boolean;
  reason?: string;
}

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
  /**
   * Sends in order (OUI-T4). False when the message was not sent: not connected (the bus registers anew on
   * connection), or too large for this transport. Where the peer acknowledges (OUI-E8, OUI-E12), a promise of
   * its answer, which never rejects.
   */
  send(message: WireMessage): boolean | Promise<Delivery>;
  /** Calls back for each message that arrives, always asynchronously to the sender's `send`. */
  onEvent(listener: (message: unknown) => void): () => void;
  /** Calls back after each change of `state`. */
  onStateChange(listener: (state: TransportState) => void): () => void;
}
