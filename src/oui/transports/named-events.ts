import { isJsonObject } from '../../base/json.js';
import { realRuntime, type Runtime } from '../../base/runtime.js';
import { DEFAULT_MAX_MESSAGE_BYTES } from '../protocol/limits.js';
import type { Delivery, Transport, WireMessage } from '../protocol/transport.js';
import { readValue } from './read-value.js';
import { writeFrame } from './text-frame.js';
import { TransportBase } from './transport-base.js';

type Listener = (...args: unknown[]) => void;

/** As much of a Socket.IO socket, or of any other emitter, as is needed. */
export interface EmitterLike {
  emit(name: string, ...args: unknown[]): unknown;
  on(name: string, listener: Listener): unknown;
  off(name: string, listener: Listener): unknown;
  /** Where it is there, `connect` and `disconnect` are listened for as well. Otherwise it is always connected. */
  readonly connected?: boolean;
}

export interface NamedEventsTransportOptions {
  /** Which end this is. Default `page`. */
  side?: 'page' | 'agent';
  /** Begins each name. Default `oui`. */
  ns?: string;
  /**
   * The page asks for an answer to each result, `(answer: {ok, reason?}) => void` as last argument, and sends a
   * refused one again with less in it (OUI-E8). Default true; an emitter that cannot carry functions needs false.
   */
  acknowledge?: boolean;
  /** Whoever has not answered by then has nothing against it. Default 5 000 ms. */
  acknowledgeTimeoutMs?: number;
  /** For messages in both directions. Default 1 MiB of UTF-8. */
  maxMessageBytes?: number;
  runtime?: Runtime;
}

/** Message type → event name, without the namespace (OUI-E12). The last two names are additions of this package. */
const FROM_PAGE: Readonly<Record<string, string>> = {
  'surface:register': 'surface:register',
  'surface:deregister': 'surface:deregister',
  'action:result': 'action:result',
  'observation:update': 'observation',
};
const FROM_AGENT: Readonly<Record<string, string>> = {
  'action:request': 'dispatch',
  'observation:request': 'observation:request',
};
/** Carries extension messages whole: an emitter cannot listen for every `x-` type. */
const EXTENSION = 'extension';

/**
 * One named event for each message, for Socket.IO and its like (OUI-E12). The emitter is the application's: only
 * our own listeners are ever removed, and it is never closed. What is sent before the other end listens is lost,
 * unless the emitter keeps it.
 * @example bus.connect(namedEventsTransport(io('https://agents.example')));
 */
export function namedEventsTransport(
  emitter: EmitterLike,
  options: NamedEventsTransportOptions = {},
): Transport {
  return new NamedEventsTransport(emitter, options);
}

class NamedEventsTransport extends TransportBase {
  readonly #emitter: EmitterLike;
  readonly #options: Required<NamedEventsTransportOptions>;
  #own: [name: string, listener: Listener][] = [];
  readonly #unanswered = new Set<() => void>();
  /** True while we emit: an emitter that both ends share must not give us our own message. */
  #emitting = false;

  constructor(emitter: EmitterLike, options: NamedEventsTransportOptions) {
    super();
    this.#emitter = emitter;
    this.#options = {
      side: 'page',
      ns: 'oui',
      acknowledge: true,
      acknowledgeTimeoutMs: 5_000,
      maxMessageBytes: DEFAULT_MAX_MESSAGE_BYTES,
      runtime: realRuntime,
      ...options,
    };
  }

  async connect(): Promise<void> {
    if (this.state === 'disconnected') this.#listen();
    await this.whenConnected();
  }

  disconnect(): void {
    for (const [name, listener] of this.#own) this.#emitter.off(name, listener);
    this.#own = [];
    for (const end of [...this.#unanswered]) end();
    this.setState('disconnected');
  }

  send(message: WireMessage): boolean | Promise<Delivery> {
    const { side, maxMessageBytes, acknowledge } = this.#options;
    const names = side === 'page' ? FROM_PAGE : FROM_AGENT;
    const name = message.type.startsWith('x-') ? EXTENSION : ownName(names, message.type);
    if (this.state !== 'connected' || name === undefined) return false;
    const text = writeFrame(message, maxMessageBytes);
    if (text === undefined) return false;
    const copy = JSON.parse(text) as { payload?: unknown };
    const content = name === EXTENSION ? copy : copy.payload;
    if (!acknowledge || message.type !== 'action:result') {
      this.#emit(name, content);
      return true;
    }
    return new Promise((resolve) => {
      const end = (answer?: unknown) => {
        cancel();
        this.#unanswered.delete(end);
        resolve(readAnswer(answer));
      };
      const cancel = this.#options.runtime.after(this.#options.acknowledgeTimeoutMs, end);
      this.#unanswered.add(end);
      this.#emit(name, content, end);
    });
  }

  #emit(name: string, ...args: unknown[]): void {
    this.#emitting = true;
    try {
      this.#emitter.emit(`${this.#options.ns}:${name}`, ...args);
    } finally {
      this.#emitting = false;
    }
  }

  #listen(): void {
    const names = this.#options.side === 'page' ? FROM_AGENT : FROM_PAGE;
    for (const [type, name] of Object.entries(names)) {
      this.#on(name, (payload, answer) => this.#receive({ type, payload }, answer));
    }
    this.#on(EXTENSION, (message, answer) => {
      const isExtension = isJsonObject(message) && String(message['type']).startsWith('x-');
      if (isExtension) this.#receive(message, answer);
    });
    if (typeof this.#emitter.connected !== 'boolean') {
      this.setState('connected');
      return;
    }
    // By what happened: some emitters change `connected` only after they have told us.
    this.#keep('connect', () => this.setState('connected'));
    this.#keep('disconnect', () => this.setState('connecting'));
    this.setState(this.#emitter.connected ? 'connected' : 'connecting');
  }

  #on(name: string, receive: (content: unknown, answer: unknown) => void): void {
    const listener = (...args: unknown[]) => {
      if (this.#emitting) return;
      const answer = args.length > 1 ? args[args.length - 1] : undefined;
      queueMicrotask(() => receive(args[0], answer));
    };
    this.#keep(`${this.#options.ns}:${name}`, listener);
  }

  #keep(name: string, listener: Listener): void {
    this.#own.push([name, listener]);
    this.#emitter.on(name, listener);
  }

  #receive(given: unknown, answer: unknown): void {
    if (this.state !== 'connected') return;
    const message = readValue(given, this.#options.maxMessageBytes);
    const reason = 'too large, or nothing that JSON can carry';
    if (typeof answer === 'function') {
      (answer as (answer: Delivery) => void)(message === undefined ? { ok: false, reason } : { ok: true });
    }
    if (message !== undefined) this.deliver(message);
  }
}

function ownName(names: Readonly<Record<string, string>>, type: string): string | undefined {
  return Object.hasOwn(names, type) ? names[type] : undefined;
}

/** A peer may answer with anything; only a clear no is one. */
function readAnswer(answer: unknown): Delivery {
  if (!isJsonObject(answer) || answer['ok'] !== false) return { ok: true };
  return { ok: false, reason: typeof answer['reason'] === 'string' ? answer['reason'] : 'refused' };
}
