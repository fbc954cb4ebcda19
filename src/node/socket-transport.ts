import type { WebSocket } from 'ws';
import type { Runtime } from '../base/runtime.js';
import type { WireMessage } from '../oui/protocol/transport.js';
import { readFrame, writeFrame } from '../oui/transports/text-frame.js';
import { TransportBase } from '../oui/transports/transport-base.js';

export interface SocketTransportOptions {
  runtime: Runtime;
  maxMessageBytes: number;
  pingIntervalMs: number;
  pongTimeoutMs: number;
}

/** How many of the largest messages may wait for a client to read them. */
const UNREAD_FACTOR = 4;

/** The server's end of one WebSocket that is open already. When it closes, it is over: the page comes anew. */
export class SocketTransport extends TransportBase {
  readonly #socket: WebSocket;
  readonly #options: SocketTransportOptions;
  #cancelTimer = () => {};

  constructor(socket: WebSocket, options: SocketTransportOptions) {
    super();
    this.#socket = socket;
    this.#options = options;
    this.setState('connected');
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const message = readFrame(isBinary ? data : data.toString('utf8'), options.maxMessageBytes);
      if (message !== undefined) this.deliver(message);
    });
    socket.on('pong', () => this.#pingLater());
    socket.on('close', () => this.#end());
    // A close follows. Without a listener the process would end.
    socket.on('error', () => {});
    this.#pingLater();
  }

  connect(): Promise<void> {
    return this.whenConnected();
  }

  disconnect(): void {
    this.#socket.close(1001);
    this.#end();
  }

  send(message: WireMessage): boolean {
    if (this.state !== 'connected') return false;
    // Who does not read must not fill our memory.
    if (this.#socket.bufferedAmount > this.#options.maxMessageBytes * UNREAD_FACTOR) return false;
    const text = writeFrame(message, this.#options.maxMessageBytes);
    if (text === undefined) return false;
    this.#socket.send(text);
    return true;
  }

  /** OUI-T6: the server pings, because a page cannot. */
  #pingLater(): void {
    const { runtime, pingIntervalMs, pongTimeoutMs } = this.#options;
    this.#cancelTimer();
    if (this.state !== 'connected') return;
    this.#cancelTimer = runtime.after(pingIntervalMs, () => {
      this.#socket.ping();
      this.#cancelTimer = runtime.after(pongTimeoutMs, () => this.#socket.terminate());
    });
  }

  #end(): void {
    this.#cancelTimer();
    this.setState('disconnected');
  }
}
