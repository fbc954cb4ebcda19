import { Backoff, type BackoffOptions } from '../../base/backoff.js';
import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '#dev-warning';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { base64Url, socketUrlFault, type WebSocketLike } from '../../base/web-socket.js';
import { OuiError } from '../protocol/error-codes.js';
import { DEFAULT_MAX_MESSAGE_BYTES, OUI_SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX } from '../protocol/limits.js';
import type { Transport, WireMessage } from '../protocol/transport.js';
import { readFrame, writeFrame } from './text-frame.js';
import { TransportBase } from './transport-base.js';

export type { WebSocketLike };

export interface WebSocketTransportOptions {
  /** `wss:`, or `ws:` to a loopback host (OUI-T6). */
  url: string;
  /**
   * Authenticates the connection; a function is called before each attempt. A page cannot send headers, and a
   * URL ends up in logs, so it travels as a second subprotocol, `oui.token.<base64url>`.
   */
  token?: string | (() => string | Promise<string>);
  /** The constructor to use. Default: the global one. */
  WebSocket?: new (url: string, protocols: string[]) => WebSocketLike;
  /** For messages in both directions. Default 1 MiB of UTF-8. */
  maxMessageBytes?: number;
  backoff?: BackoffOptions;
  runtime?: Runtime;
}

/**
 * The page's end of a WebSocket (OUI-T6). It reconnects by itself until `disconnect()`, and its `connect()`
 * rejects with the OuiError `oui:insecure_url` where the URL may not be used, and `oui:no_websocket`.
 */
export function webSocketTransport(options: WebSocketTransportOptions): Transport {
  return new WebSocketTransport(options);
}

/** A connection that lasted this long was a good one: the next loss starts the waits anew. */
const GOOD_AFTER_MS = 5_000;

class WebSocketTransport extends TransportBase {
  readonly #options: WebSocketTransportOptions;
  readonly #runtime: Runtime;
  readonly #maxBytes: number;
  readonly #backoff: Backoff;
  #socket: WebSocketLike | undefined;
  #cancelRetry = () => {};
  #openedAt = 0;
  /** Counts attempts, so that what belongs to an earlier one is recognised. */
  #attempt = 0;

  constructor(options: WebSocketTransportOptions) {
    super();
    this.#options = options;
    this.#runtime = options.runtime ?? realRuntime;
    this.#maxBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    this.#backoff = new Backoff(options.backoff);
  }

  async connect(): Promise<void> {
    if (this.state === 'disconnected') {
      const fault = socketUrlFault(this.#options.url);
      if (fault) throw new OuiError('oui:insecure_url', fault);
      if (!this.#options.WebSocket && !globalThis.WebSocket) {
        throw new OuiError('oui:no_websocket', 'There is no global WebSocket here; pass one in the options.');
      }
      this.setState('connecting');
      void this.#open();
    }
    await this.whenConnected();
  }

  disconnect(): void {
    this.#attempt++;
    this.#cancelRetry();
    this.#drop();
    this.setState('disconnected');
  }

  send(message: WireMessage): boolean {
    if (this.state !== 'connected') return false;
    const text = writeFrame(message, this.#maxBytes);
    if (text === undefined) return false;
    this.#socket?.send(text);
    return true;
  }

  async #open(): Promise<void> {
    const attempt = ++this.#attempt;
    const { url, token, WebSocket: Socket = globalThis.WebSocket } = this.#options;
    try {
      const secret = typeof token === 'function' ? await token() : token;
      if (attempt !== this.#attempt) return;
      const protocols = secret
        ? [OUI_SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX + base64Url(secret)]
        : [OUI_SUBPROTOCOL];
      this.#listen(new Socket(url, protocols), attempt);
    } catch (thrown) {
      devWarning('oui:connection_failed', () => `The WebSocket could not be tried: ${messageOf(thrown)}`);
      this.#retry(attempt);
    }
  }

  #listen(socket: WebSocketLike, attempt: number): void {
    this.#socket = socket;
    socket.onopen = () => {
      if (attempt !== this.#attempt) return;
      this.#openedAt = this.#runtime.monotonic();
      this.setState('connected');
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (attempt !== this.#attempt) return;
      const message = readFrame(data, this.#maxBytes);
      if (message !== undefined) this.deliver(message);
    };
    socket.onclose = () => this.#retry(attempt);
    // A close follows, and says as little.
    socket.onerror = () => {};
  }

  #retry(attempt: number): void {
    if (attempt !== this.#attempt) return;
    const lasted = this.state === 'connected' && this.#runtime.monotonic() - this.#openedAt >= GOOD_AFTER_MS;
    if (lasted) this.#backoff.reset();
    this.#drop();
    this.#cancelRetry = this.#runtime.after(this.#backoff.next(), () => void this.#open());
    this.setState('connecting');
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
