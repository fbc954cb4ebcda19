import { isJsonObject } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { OuiError } from '../protocol/error-codes.js';
import { DEFAULT_MAX_MESSAGE_BYTES } from '../protocol/limits.js';
import type { Transport, WireMessage } from '../protocol/transport.js';
import { Backoff } from './reconnect.js';
import { readValue } from './read-value.js';
import { writeFrame } from './text-frame.js';
import { TransportBase } from './transport-base.js';

/** As much of a window as is needed, of whatever origin. */
export interface WindowLike {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** As much of a `MessagePort`, a `Worker`, or a worker's own global scope as is needed. */
export interface PortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  /** Of a `MessagePort`; called on `connect()`. */
  start?(): void;
}

interface EndOptions {
  /**
   * `embedded` (the frame, the worker, the window that was opened) asks for the connection; `host` (the window
   * around it) answers. Either may be the page or the agent.
   */
  role: 'embedded' | 'host';
  /** For messages in both directions. Default 1 MiB of UTF-8. */
  maxMessageBytes?: number;
  runtime?: Runtime;
}

export interface WindowEndOptions extends EndOptions {
  /**
   * The other window: `parent`, `opener`, a frame's `contentWindow`; or a function that finds it, asked for each
   * message. Messages from every other window are ignored in silence.
   */
  target: WindowLike | (() => WindowLike | null | undefined);
  /** Its origin, such as `https://app.example`. Messages from every other origin are ignored in silence. */
  targetOrigin: string;
  port?: undefined;
}

export interface PortEndOptions extends EndOptions {
  /** A `MessagePort`, a `Worker`, or, within a worker, `self`. It has no origin: whoever holds it is the peer. */
  port: PortLike;
}

export type PostMessageTransportOptions = WindowEndOptions | PortEndOptions;

const HELLO = 'oui-v1';
const WELCOME = 'oui-v1-ack';
/** An addition of this package: an end that leaves while the other one stays says so. Others do not know it. */
const BYE = 'oui-v1-bye';

/** The host may not listen yet: the embedded side asks again, at first soon. */
const ASK_AGAIN = { initialMs: 100, maxMs: 5_000, jitter: 0 };

/**
 * Frames, windows and workers (OUI-T7). Both ends go on until `disconnect()`: when the embedded side is loaded
 * again, its new handshake ends the old connection and begins another. It never closes a port or ends a worker.
 * @throws OuiError `oui:any_origin` for the target origin `*`, `oui:invalid_origin` for what is no origin.
 * @example
 * postMessageTransport({ role: 'embedded', target: parent, targetOrigin: 'https://app.example' });
 * postMessageTransport({ role: 'host', port: new Worker('./agent.js', { type: 'module' }) });
 */
export function postMessageTransport(options: PostMessageTransportOptions): Transport {
  return new PostMessageTransport(options);
}

class PostMessageTransport extends TransportBase {
  readonly #role: EndOptions['role'];
  readonly #line: Line;
  readonly #maxBytes: number;
  readonly #runtime: Runtime;
  #hangUp: (() => void) | undefined;
  #cancelAsking = () => {};

  constructor(options: PostMessageTransportOptions) {
    super();
    this.#role = options.role;
    this.#line = options.port ? portLine(options.port) : windowLine(options);
    this.#maxBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    this.#runtime = options.runtime ?? realRuntime;
  }

  async connect(): Promise<void> {
    if (this.state === 'disconnected') {
      this.#hangUp = this.#line.listen((data) => this.#receive(data));
      this.#begin();
    }
    await this.whenConnected();
  }

  disconnect(): void {
    if (this.state === 'connected') this.#line.post({ __oui__: true, handshake: BYE });
    this.#hangUp?.();
    this.#hangUp = undefined;
    this.#cancelAsking();
    this.setState('disconnected');
  }

  send(message: WireMessage): boolean {
    if (this.state !== 'connected') return false;
    const text = writeFrame(message, this.#maxBytes);
    if (text === undefined) return false;
    // A copy through JSON: a structured clone would refuse a function, and would carry more than JSON does.
    this.#line.post({ __oui__: true, event: JSON.parse(text) as unknown });
    return true;
  }

  #begin(): void {
    this.setState('connecting');
    if (this.#role === 'host') return;
    const waits = new Backoff(ASK_AGAIN);
    const ask = () => {
      this.#line.post({ __oui__: true, handshake: HELLO });
      this.#cancelAsking = this.#runtime.after(waits.next(), ask);
    };
    this.#cancelAsking();
    ask();
  }

  #receive(data: unknown): void {
    if (!isJsonObject(data) || data['__oui__'] !== true) return;
    const { handshake } = data;
    if (handshake === BYE) this.#begin();
    else if (handshake === (this.#role === 'host' ? HELLO : WELCOME)) this.#welcome();
    else if (handshake === undefined && this.state === 'connected') {
      const message = readValue(data['event'], this.#maxBytes);
      if (message !== undefined) this.deliver(message);
    }
  }

  #welcome(): void {
    this.#cancelAsking();
    if (this.#role === 'host') {
      // Who asks again has been loaded again, and knows nothing of an earlier connection.
      this.setState('connecting');
      this.#line.post({ __oui__: true, handshake: WELCOME });
    }
    this.setState('connected');
  }
}

/** Where messages go and come from. */
interface Line {
  post(data: unknown): void;
  listen(receive: (data: unknown) => void): () => void;
}

function portLine(port: PortLike): Line {
  return {
    post: (data) => port.postMessage(data),
    listen: (receive) => {
      const listener = ({ data }: MessageEvent) => receive(data);
      port.addEventListener('message', listener);
      port.start?.();
      return () => port.removeEventListener('message', listener);
    },
  };
}

function windowLine({ target, targetOrigin }: WindowEndOptions): Line {
  const origin = exactOrigin(targetOrigin);
  const other = () => (typeof target === 'function' ? target() : target);
  return {
    post: (data) => other()?.postMessage(data, origin),
    listen: (receive) => {
      const listener = (event: MessageEvent) => {
        if (event.origin === origin && event.source && event.source === other()) receive(event.data);
      };
      const here = globalThis as unknown as PortLike;
      here.addEventListener('message', listener);
      return () => here.removeEventListener('message', listener);
    },
  };
}

function exactOrigin(text: string): string {
  if (text === '*') {
    const right = 'name the one that may hear this page, such as https://app.example';
    throw new OuiError('oui:any_origin', `The target origin "*" would let every site listen; ${right}.`);
  }
  const origin = originOf(text);
  if (origin) return origin;
  throw new OuiError(
    'oui:invalid_origin',
    'The target origin must be an origin such as https://app.example, and not that of a sandbox or a file.',
  );
}

function originOf(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text);
    // Browsers differ in what they call the origin of a file.
    return origin === 'null' || protocol === 'file:' ? undefined : origin;
  } catch {
    return undefined;
  }
}
