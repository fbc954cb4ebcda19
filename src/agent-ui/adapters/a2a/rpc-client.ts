import { CodedError, messageOf } from '../../../base/coded-error.js';
import { isJsonObject, parseJson, type JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { Runtime } from '../../../base/runtime.js';
import { EventStreamReader } from '../event-stream.js';
import { ask, mediaTypeOf, wrongType, type HttpSettings, type ServerFailure } from '../http-answer.js';

export type Version = '1.0' | '0.3';

/** What is asked for, by the names of 1.0. */
export type Method =
  'SendMessage' | 'SendStreamingMessage' | 'SubscribeToTask' | 'GetTask' | 'ListTasks' | 'CancelTask';

export type RpcAnswer = { result: unknown } | { failure: ServerFailure };
/** Results as they come; `values` rejects with a `CodedError` where the stream breaks. */
export type RpcStream = { values: ResultStream } | { failure: ServerFailure };

const LEGACY: Readonly<Record<Method, string | undefined>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  SubscribeToTask: 'tasks/resubscribe',
  GetTask: 'tasks/get',
  CancelTask: 'tasks/cancel',
  ListTasks: undefined,
};
/** What a server of another version says to a request that it does not know. */
const WRONG_VERSION: ReadonlySet<string> = new Set(['rpc_-32009', 'rpc_-32601']);

/** JSON-RPC by POST, answered by one object or by a stream of them. */
export class RpcClient {
  #nextId = 1;

  constructor(
    private readonly settings: HttpSettings & { timeoutMs?: number },
    private readonly runtime: Runtime,
    public version: Version,
    /** Nobody has said which version it is: the first refusal decides. */
    private guesses: boolean,
    private readonly onVersion: () => void,
  ) {}

  /** @param params as the version wants them */
  async call(
    method: Method,
    params: (version: Version) => JsonObject,
    signal: AbortSignal,
  ): Promise<RpcAnswer> {
    const timeout = new AbortController();
    const cancelTimeout = this.runtime.after(this.settings.timeoutMs ?? 30_000, () => timeout.abort());
    const both = AbortSignal.any([signal, timeout.signal]);
    const answer = await this.#try(method, params, both);
    cancelTimeout();
    if ('values' in answer) {
      answer.values.cancel();
      return { failure: malformed('The agent answered with a stream where one answer was wanted.') };
    }
    if ('failure' in answer && timeout.signal.aborted) {
      const message = 'The agent has not answered in time. It may have taken the request all the same.';
      return { failure: { code: 'timeout', message, retryable: true } };
    }
    return answer;
  }

  /** A server may answer at once with one result. */
  async stream(
    method: Method,
    params: (version: Version) => JsonObject,
    signal: AbortSignal,
  ): Promise<RpcStream> {
    const answer = await this.#try(method, params, signal, true);
    return 'result' in answer ? { values: new ResultStream([answer.result]) } : answer;
  }

  async #try(
    method: Method,
    params: (version: Version) => JsonObject,
    signal: AbortSignal,
    streams = false,
  ): Promise<RpcAnswer | { values: ResultStream }> {
    const answer = await this.#send(method, params, signal, streams);
    const refused = 'failure' in answer && WRONG_VERSION.has(answer.failure.code);
    if (!refused || !this.guesses || this.version === '0.3' || !LEGACY[method]) return answer;
    this.version = '0.3';
    const again = await this.#send(method, params, signal, streams);
    if ('failure' in again && WRONG_VERSION.has(again.failure.code)) {
      this.version = '1.0';
      return answer;
    }
    this.guesses = false;
    this.onVersion();
    return again;
  }

  async #send(
    name: Method,
    params: (version: Version) => JsonObject,
    signal: AbortSignal,
    streams: boolean,
  ): Promise<RpcAnswer | { values: ResultStream }> {
    const { version } = this;
    const method = version === '1.0' ? name : LEGACY[name];
    if (method === undefined)
      return { failure: { code: 'rpc_-32601', message: `A2A 0.3 has no ${name}.`, retryable: false } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.#nextId++, method, params: params(version) });
    const headers = {
      accept: streams ? 'text/event-stream, application/json;q=0.9' : 'application/json',
      'content-type': 'application/json',
      ...(version === '1.0' ? { 'a2a-version': version } : {}),
    };
    const asked = await ask(this.settings, { method: 'POST', headers, body }, signal);
    if ('failure' in asked) return { failure: asked.failure };
    const { response } = asked;
    const type = mediaTypeOf(response);
    if (type === 'text/event-stream') {
      const values = new ResultStream([], response.body ?? undefined);
      const failure = await values.refusal();
      return failure ? { failure } : { values };
    }
    if (!/[/+]json$/.test(type)) return { failure: wrongType(response, 'an A2A answer') };
    try {
      return readAnswer(parseJson(await response.text()));
    } catch {
      return { failure: { code: 'network', message: 'The agent broke off its answer.', retryable: true } };
    }
  }
}

/** The results of one stream, in the batches in which the network brought them. */
export class ResultStream {
  readonly #reader: EventStreamReader | undefined;
  #first: readonly unknown[] | undefined;
  #last: string | undefined;
  /** The frame before was the first: a server has no reason to say that twice. */
  #isAgain = false;
  #refused: CodedError | undefined;
  /** Every frame comes twice: of two that are the same one counts. */
  doubled = false;
  /** Frames that were no answer at all. */
  malformed = 0;

  constructor(ready: readonly unknown[], body?: ReadableStream<Uint8Array>) {
    if (ready.length > 0) this.#first = ready;
    if (body) this.#reader = new EventStreamReader(body);
  }

  /** Some servers say no inside the stream: then nothing else is in it. */
  async refusal(): Promise<ServerFailure | undefined> {
    try {
      this.#first = await this.next();
      return undefined;
    } catch (thrown) {
      this.cancel();
      const code = thrown instanceof CodedError ? thrown.code : 'internal';
      return { code, message: messageOf(thrown), retryable: code === 'network' };
    }
  }

  /** Rejects with a `CodedError`: of the network, or `rpc_<code>` where the agent says no. */
  async next(): Promise<readonly unknown[] | undefined> {
    const ready = this.#first;
    this.#first = undefined;
    if (ready) return ready;
    const frames = this.#refused ? [] : await this.#reader?.next();
    if (!frames) return undefined;
    const results: unknown[] = [];
    for (const frame of frames) if (!this.#refused) this.#read(frame, results);
    // What came before the refusal has come.
    if (this.#refused && results.length === 0) throw this.#refused;
    return results;
  }

  cancel(): void {
    this.#reader?.cancel();
  }

  #read(frame: string, results: unknown[]): void {
    if ((this.doubled || this.#isAgain) && this.#last === frame) {
      this.doubled = true;
      this.#last = undefined;
      return;
    }
    this.#isAgain = this.#last === undefined && !this.doubled;
    this.#last = frame;
    const value = parseJson(frame);
    if (isJsonObject(value) && value['error'] === undefined && value['result'] !== undefined) {
      results.push(value['result']);
      return;
    }
    const answer = readAnswer(value);
    if ('result' in answer) results.push(answer.result);
    else if (answer.failure.code === 'malformed') this.malformed++;
    else this.#refused = new CodedError(answer.failure.code, answer.failure.message);
  }
}

function readAnswer(value: unknown): RpcAnswer {
  if (!isJsonObject(value)) return { failure: malformed('The agent gave an answer that is no JSON-RPC.') };
  const { error } = value;
  if (isJsonObject(error)) {
    const { code, message } = error;
    const text = typeof message === 'string' && message !== '' ? message : 'The agent refused the request.';
    const number = typeof code === 'number' ? code : 0;
    return {
      failure: {
        code: `rpc_${number}`,
        message: redactText(text).slice(0, 500),
        retryable: number === -32603,
      },
    };
  }
  if (value['result'] === undefined)
    return { failure: malformed('The agent gave an answer without a result.') };
  return { result: value['result'] };
}

function malformed(message: string): ServerFailure {
  return { code: 'malformed', message, retryable: false };
}
