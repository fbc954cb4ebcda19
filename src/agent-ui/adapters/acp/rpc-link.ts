import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { WebSocketLike } from '../../../base/web-socket.js';

/** A JSON-RPC error, or that there was no answer. */
export interface RpcFailure {
  code: number;
  /** For a person to read. */
  message: string;
}

export type RpcAnswer = { result: unknown } | { failure: RpcFailure };

/** What the agent asks of us. Exactly one answer is sent, the first. */
export interface RpcRequest {
  /** Of this connection; tells one request from another. */
  key: string;
  method: string;
  params: JsonObject;
  answer(answer: RpcAnswer): void;
}

export interface RpcPorts {
  notified(method: string, params: JsonObject): void;
  asked(request: RpcRequest): void;
  /** All that one network read brought has been taken. */
  flush(): void;
  /** `code` is the WebSocket's. */
  closed(code: number): void;
  /** Something that breaks the protocol. */
  odd(code: 'malformed' | 'repeated' | 'duplicates' | 'late_reply', key: string, message: string): void;
}

export const CANCELLED: RpcFailure = { code: -32800, message: 'It was cancelled.' };
export const LOST: RpcFailure = { code: -1, message: 'The connection to the agent was lost.' };
export const METHOD_NOT_FOUND = -32601;

/** Ids of requests remembered, so that one that comes again is not asked again. */
const MAX_SEEN = 1_000;

/** JSON-RPC both ways over one open WebSocket. Answers are given back while their message is read, in order. */
export class RpcLink {
  #nextId = 0;
  readonly #waiting = new Map<number, (answer: RpcAnswer) => void>();
  /** Requests of the agent, and whether they still want an answer. */
  readonly #seen = new Map<string, boolean>();
  #last: string | undefined;
  /** Every message comes twice: of two that are the same one counts. */
  #doubled = false;
  #flushing = false;
  #open = true;

  constructor(
    private readonly socket: WebSocketLike,
    private readonly ports: RpcPorts,
  ) {
    socket.onmessage = ({ data }: { data: unknown }) => this.#take(data);
    socket.onclose = ({ code }: { code?: number }) => this.#close(code ?? 1005);
    // A close follows, and says as little.
    socket.onerror = () => {};
  }

  get isOpen(): boolean {
    return this.#open;
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ method, params });
  }

  /** `done` hears the answer before anything that comes after it. */
  call(method: string, params: JsonObject, done: (answer: RpcAnswer) => void): void {
    if (!this.#open) {
      done({ failure: LOST });
      return;
    }
    const id = this.#nextId++;
    this.#waiting.set(id, done);
    this.#send({ id, method, params });
  }

  request(method: string, params: JsonObject): Promise<RpcAnswer> {
    return new Promise((resolve) => this.call(method, params, resolve));
  }

  /** Whether the agent still waits for the answer to its request. */
  awaits(key: string): boolean {
    return this.#seen.get(key) === true;
  }

  close(): void {
    this.#close(1000);
    this.socket.close();
  }

  #send(message: JsonObject): void {
    if (!this.#open) return;
    try {
      this.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    } catch {
      // A socket that is closing; its close event follows.
    }
  }

  #take(data: unknown): void {
    if (!this.#open) return;
    if (!this.#flushing) {
      this.#flushing = true;
      queueMicrotask(() => {
        this.#flushing = false;
        this.ports.flush();
      });
    }
    const text = typeof data === 'string' ? data : '';
    if (this.#doubled && text === this.#last) {
      this.#last = undefined;
      return;
    }
    const again = text === this.#last;
    this.#last = text;
    const message = parseJson(text);
    if (!isJsonObject(message)) {
      this.ports.odd('malformed', 'frame', 'A frame that is no JSON-RPC message was left out.');
      return;
    }
    const { id, method, params } = message;
    if (typeof method !== 'string') this.#answered(message, again);
    else if (id === undefined) this.ports.notified(method, isJsonObject(params) ? params : {});
    else this.#asked(`${typeof id}:${String(id)}`, id, method, isJsonObject(params) ? params : {}, again);
  }

  #answered({ id, result, error }: JsonObject, again: boolean): void {
    const done = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!done) {
      this.#unexpected(again, 'An answer came again, or to something that nobody had asked.');
      return;
    }
    this.#waiting.delete(id as number);
    done(error === undefined || error === null ? { result } : { failure: failureOf(error) });
  }

  #asked(key: string, id: unknown, method: string, params: JsonObject, again: boolean): void {
    if (this.#seen.has(key)) {
      this.#unexpected(again, 'A request came again; it is answered once.');
      return;
    }
    this.#seen.set(key, true);
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(this.#seen.keys().next().value!);
    this.ports.asked({
      key,
      method,
      params,
      answer: (answer) => {
        if (this.#seen.get(key) !== true) return;
        this.#seen.set(key, false);
        if ('result' in answer) this.#send({ id, result: answer.result ?? {} });
        else this.#send({ id, error: answer.failure });
      },
    });
  }

  /** The same answer twice running proves that the way here doubles everything; any other has been replayed. */
  #unexpected(again: boolean, message: string): void {
    if (!again) {
      this.ports.odd('repeated', 'rpc', message);
      return;
    }
    this.#doubled = true;
    this.#last = undefined;
    this.ports.odd('duplicates', 'rpc', 'Every message comes twice; of two that are the same one counts.');
  }

  #close(code: number): void {
    if (!this.#open) return;
    this.#open = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const done of waiting) done({ failure: LOST });
    this.ports.closed(code);
  }
}

function failureOf(error: unknown): RpcFailure {
  const { code, message, data } = isJsonObject(error) ? error : {};
  const said = isJsonObject(data) ? (data['details'] ?? data['message']) : data;
  const words = [message, said].filter((word) => typeof word === 'string' && word !== '');
  return {
    code: typeof code === 'number' ? code : 0,
    message: redactText(words.join(': ') || 'The agent failed.').slice(0, 500),
  };
}
