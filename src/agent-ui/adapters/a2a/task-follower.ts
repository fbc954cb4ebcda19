import { Backoff, type BackoffOptions } from '../../../base/backoff.js';
import { CodedError, messageOf } from '../../../base/coded-error.js';
import type { JsonObject } from '../../../base/json.js';
import type { Runtime } from '../../../base/runtime.js';
import type { ControlReceipt } from '../adapter.js';
import type { FactWriter } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import { ACCEPTED, rejected } from '../receipts.js';
import { decodeAnswer, decodeTask } from './decode.js';
import { encodeMessage } from './outgoing.js';
import type { ResultStream, RpcClient, Version } from './rpc-client.js';
import type { Said, TaskMapper, TaskRecord } from './task-mapper.js';

export interface FollowerParts {
  client: RpcClient;
  mapper: TaskMapper;
  facts: FactWriter;
  runtime: Runtime;
  signal: AbortSignal;
  backoff?: BackoffOptions;
  /** False: the agent answers once, and must be asked how it goes. */
  streams(): boolean;
  /** What is shown may be older than what is; with why, while that is so. */
  stale(why: string | undefined): void;
}

/** Says things to the agent, and stays with each task until it is over or waits for a person. */
export class TaskFollower {
  /** Who reads the news of a task: two would double them. */
  readonly #reading = new Map<string, ResultStream>();
  readonly #following = new Set<string>();
  readonly #pauses = new Map<string, { backoff: Backoff; state: TaskRecord['state'] }>();
  /** To these something is being said, whose answer is their news. */
  readonly #addressed = new Set<string>();

  constructor(private readonly parts: FollowerParts) {}

  /** Settles with the agent's first word, or its refusal. */
  async send(said: Said): Promise<ControlReceipt> {
    const { taskId = '' } = said.message;
    this.#addressed.add(taskId);
    const receipt = await this.#send(said);
    this.#addressed.delete(taskId);
    const task = this.parts.mapper.find(taskId);
    if (task) this.follow(task);
    return receipt;
  }

  async #send(said: Said): Promise<ControlReceipt> {
    const { client, mapper, signal, streams } = this.parts;
    const streaming = streams();
    const params = (version: Version): JsonObject => ({
      message: encodeMessage(said.message, version),
      ...(streaming
        ? {}
        : { configuration: version === '1.0' ? { returnImmediately: true } : { blocking: false } }),
    });
    const refuse = (failure: ServerFailure) => {
      mapper.failed(said, failure);
      mapper.flush();
      return rejected(failure.message);
    };
    if (streaming) {
      const answer = await client.stream('SendStreamingMessage', params, signal);
      if (signal.aborted) return rejected('The connection is closed.');
      if ('failure' in answer) return refuse(answer.failure);
      void this.#read(answer.values, said);
      return ACCEPTED;
    }
    const answer = await client.call('SendMessage', params, signal);
    if (signal.aborted) return rejected('The connection is closed.');
    if ('failure' in answer) return refuse(answer.failure);
    const task = this.#take(answer.result, said);
    mapper.flush();
    if (task) this.follow(task);
    return ACCEPTED;
  }

  /** Goes on with a task that somebody else has begun, or that was known before. */
  follow(task: TaskRecord, atOnce = true): void {
    const { signal, mapper } = this.parts;
    const heard = this.#reading.has(task.id) || this.#addressed.has(task.id);
    if (!signal.aborted && !heard && !mapper.waits(task)) void this.#follow(task, atOnce);
  }

  close(): void {
    for (const values of this.#reading.values()) values.cancel();
  }

  /** Reads a stream to its end. That is no end of the task: only its state says where that stands. */
  async #read(values: ResultStream, said: Said | undefined): Promise<void> {
    const { facts, mapper, signal } = this.parts;
    let task: TaskRecord | undefined;
    let heard = 0;
    let failure: ServerFailure | undefined;
    try {
      for (let batch = await values.next(); batch; batch = await values.next()) {
        if (signal.aborted || (task && this.#reading.get(task.id) !== values)) return;
        for (const value of batch) {
          const found = this.#take(value, said);
          heard++;
          if (!found || found === task) continue;
          task = found;
          this.#reading.get(task.id)?.cancel();
          this.#reading.set(task.id, values);
          this.parts.stale(undefined);
        }
        mapper.flush();
      }
    } catch (thrown) {
      const code = thrown instanceof CodedError ? thrown.code : 'internal';
      failure = { code, message: messageOf(thrown), retryable: code === 'network' };
    }
    if (signal.aborted || (task && this.#reading.get(task.id) !== values)) return;
    if (task) this.#reading.delete(task.id);
    this.#oddities(values);
    if (failure) facts.diagnose(failure.code, failure.code, failure.message);
    if (failure && task) this.parts.stale(failure.message);
    if (!task && heard === 0 && said) mapper.failed(said, failure ?? TRUNCATED);
    facts.settleDiagnostics();
    mapper.flush();
    // A server may only have ended its stream early; one that ends every stream is not asked without a pause.
    if (task) this.follow(task, said !== undefined);
  }

  /** Asks again and again for the news of a task, until it is over or waits for a person. */
  async #follow(task: TaskRecord, atOnce: boolean): Promise<void> {
    if (this.#following.has(task.id)) return;
    this.#following.add(task.id);
    const { client, mapper, facts, signal, streams, stale } = this.parts;
    let subscribes = streams();
    for (let first = subscribes && atOnce; !signal.aborted && !mapper.waits(task); first = false) {
      if (!first) await this.#wait(this.#pauseOf(task).next());
      if (signal.aborted || this.#reading.has(task.id)) break;
      const id = () => ({ id: task.id });
      if (subscribes) {
        const answer = await client.stream('SubscribeToTask', id, signal);
        if ('values' in answer) {
          this.#following.delete(task.id);
          await this.#read(answer.values, undefined);
          return;
        }
        if (answer.failure.retryable) {
          stale(answer.failure.message);
          continue;
        }
        // It cannot be listened to, such as when it is over by now; how it stands can be asked.
        subscribes = false;
      }
      const answer = await client.call('GetTask', id, signal);
      if (signal.aborted) break;
      if ('failure' in answer) {
        const { code, message, retryable } = answer.failure;
        stale(message);
        if (retryable) continue;
        facts.diagnose(code, code, message);
        mapper.lost(task);
        mapper.flush();
        break;
      }
      const now = decodeTask(answer.result);
      if (now) mapper.take({ task: now });
      else facts.diagnose('malformed', 'task', 'What was told of a task is none.');
      stale(undefined);
      mapper.flush();
    }
    this.#following.delete(task.id);
  }

  #take(value: unknown, said: Said | undefined): TaskRecord | undefined {
    const answer = decodeAnswer(value);
    if (answer) return this.parts.mapper.take(answer, said);
    this.parts.facts.diagnose(
      'malformed',
      'result',
      'What is neither a task, a message nor an update was left out.',
    );
    return undefined;
  }

  #oddities({ doubled, malformed }: ResultStream): void {
    const { facts } = this.parts;
    if (doubled)
      facts.diagnose(
        'duplicates',
        'stream',
        'Every frame comes twice; of two that are the same one counts.',
        'info',
      );
    if (malformed > 0)
      facts.diagnose('malformed', 'frame', 'A frame that is no JSON-RPC answer was left out.');
  }

  /** Pauses grow as long as nothing happens. */
  #pauseOf({ id, state }: TaskRecord): Backoff {
    let pause = this.#pauses.get(id);
    if (pause?.state !== state || !pause) {
      pause = { backoff: new Backoff(this.parts.backoff), state };
      this.#pauses.set(id, pause);
    }
    return pause.backoff;
  }

  #wait(ms: number): Promise<void> {
    const { runtime, signal } = this.parts;
    return new Promise((resolve) => {
      const cancel = runtime.after(ms, resolve);
      signal.addEventListener(
        'abort',
        () => {
          cancel();
          resolve();
        },
        { once: true },
      );
    });
  }
}

const TRUNCATED: ServerFailure = {
  code: 'truncated',
  message: 'The agent ended its answer before it had said anything.',
  retryable: true,
};
