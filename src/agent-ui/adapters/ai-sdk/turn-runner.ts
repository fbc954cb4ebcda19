import { Backoff } from '../../../base/backoff.js';
import { messageOf } from '../../../base/coded-error.js';
import type { JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { AdapterOptions, AdapterSink, ControlReceipt } from '../adapter.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { EventStreamReader } from '../event-stream.js';
import type { FactWriter } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import type { LateCalls } from '../late-calls.js';
import { nextBatch } from '../next-batch.js';
import { pageOffer } from '../page-offer.js';
import { ACCEPTED, rejected } from '../receipts.js';
import type { Chat, UiCall } from './chat.js';
import type { FileStore } from './file-store.js';
import type { DataMapper, Mapping } from './mapping.js';
import type { Questions } from './questions.js';
import { postChat, resumeChat, type RequestSettings } from './requests.js';
import { needsParts, PARTS, StreamMapper } from './stream-mapper.js';
import { Turn } from './turn.js';

export interface RunSettings extends RequestSettings {
  body?: JsonObject;
  prepareBody?: (body: JsonObject) => JsonObject | Promise<JsonObject>;
  resume?: boolean | 'tail';
  onData?: DataMapper;
}

/** What the runner works on; all of it is the connection's. */
export interface RunnerParts {
  settings: RunSettings;
  chatId: string;
  sink: AdapterSink;
  options: AdapterOptions;
  facts: FactWriter;
  chat: Chat;
  questions: Questions;
  files: FileStore;
  told: Map<string, number>;
  calls: LateCalls;
  gap(): void;
  /** Reads again what the server has kept. False: it cannot be had. */
  repair(): Promise<boolean>;
  /** A run is over, and nothing is at work. `asked`: it ended with questions. */
  onIdle(asked?: boolean): void;
}

/** agent-ui §5.6, 5: so many runs follow by themselves on what a person said; then the person is asked. */
const MAX_CONTINUATIONS = 8;
/** A server that keeps the stream open after its last word is not waited for longer than this. */
const LINGER_MS = 250;
/** How often a stream that broke off is asked for again. */
const MAX_RESUMES = 6;

/** Requests runs, reads them, comes back to those that broke off, and runs the page's calls between them. */
export class TurnRunner {
  /** The turn at work, or none. */
  current: Turn | undefined;
  /** The last turn that began, at work or not. */
  last: Turn | undefined;
  #lost = false;

  constructor(private readonly parts: RunnerParts) {}

  /** Asks the server for `turn.run`. Settles with its yes or no; the facts follow. */
  async request(turn: Turn, onFailure: 'tell' | 'keep silent' = 'tell'): Promise<ControlReceipt> {
    this.current = this.last = turn;
    turn.offer = pageOffer(this.parts.options, this.parts.facts);
    const answer = await this.#post(turn);
    if (turn.over) {
      if ('stream' in answer) answer.stream?.cancel();
      return rejected('It was stopped before the agent had taken it.');
    }
    const failure = failureOf(answer);
    if (failure) {
      if ('lost' in answer && answer.lost) this.#connectionLost(failure.message);
      if (onFailure === 'tell') this.#fail(turn, failure);
      this.#leave(turn);
      return rejected(failure.message);
    }
    turn.accepted = true;
    this.parts.chat.accept();
    this.#live();
    turn.stream = (answer as { stream: EventStreamReader }).stream;
    void this.#follow(turn, turn.stream, false);
    return ACCEPTED;
  }

  /** Looks whether a run goes on at the server that nobody here reads, and reads it. */
  async join(signal: AbortSignal): Promise<ServerFailure | undefined> {
    const { settings, chatId, chat, options } = this.parts;
    const runId = options.runtime.uuid();
    const asked = chat.messages.findLast(({ role }) => role === 'user');
    const turn = new Turn({ runId, turnId: (asked && chat.turns.get(asked.id)) ?? `turn:${runId}` });
    this.current = turn;
    const answer = await resumeChat(settings, chatId, AbortSignal.any([signal, turn.signal]));
    if ('failure' in answer || !answer.stream || turn.over) {
      if ('stream' in answer) answer.stream?.cancel();
      this.#leave(turn);
      // A server that knows no such address keeps no streams.
      return 'failure' in answer && answer.failure.code !== 'http_404' ? answer.failure : undefined;
    }
    turn.accepted = true;
    this.last = turn;
    turn.stream = answer.stream;
    void this.#follow(turn, turn.stream, true);
    return undefined;
  }

  /** Runs the page's calls one after the other: a page is no place for two actions at once. */
  async runPending(turn: Turn): Promise<void> {
    while (turn.pending.length > 0 && !turn.over) {
      const call = turn.pending[0]!;
      const request = { toolCallId: call.toolCallId, name: nameOf(call), argumentsText: argumentsOf(call) };
      const { content, error } = await this.parts.calls.run(request, turn.offer, turn.run, turn.signal);
      if (turn.over) return;
      turn.pending.shift();
      if (error)
        Object.assign(call.part, { state: 'output-error', errorText: `${error.code}: ${error.message}` });
      else Object.assign(call.part, { state: 'output-available', output: content ?? null });
    }
  }

  /** Stops the turn at work. What was being made stays, and is complete enough to be sent back. */
  stop(turn: Turn): void {
    const { calls } = this.parts;
    turn.stop();
    // The first one was being run, and has told its own end.
    for (const call of turn.pending.slice(1)) calls.cancel(call.toolCallId, turn.run);
    this.#cut('The person stopped the run.');
    turn.pending = [];
    if (this.current === turn) this.current = undefined;
  }

  /** A run that has ended, and whose stream the server keeps open, is not waited for. */
  async endLingering(): Promise<void> {
    const turn = this.current;
    if (!turn?.lingering) return;
    turn.stream?.cancel();
    await turn.reading?.catch(() => {});
  }

  async #post(turn: Turn) {
    const { settings, chatId, chat } = this.parts;
    const { offer, carried, trigger, messageId } = turn;
    const context = [
      ...(offer?.context ?? []),
      ...((carried['context'] as readonly unknown[] | undefined) ?? []),
    ];
    let body: JsonObject = {
      ...settings.body,
      ...carried,
      id: chatId,
      messages: chat.messages,
      trigger,
      ...(messageId === undefined ? {} : { messageId }),
      ...(offer && offer.tools.length > 0 ? { tools: toolsOf(offer) } : {}),
      ...(context.length > 0 ? { context } : {}),
    };
    try {
      body = (await settings.prepareBody?.(body)) ?? body;
    } catch (thrown) {
      const message = `The request could not be made: ${redactText(messageOf(thrown))}`;
      return { failure: { code: 'prepare_failed', message, retryable: true }, lost: false };
    }
    return postChat(settings, body, turn.signal);
  }

  /** Reads a run to its end and does what follows from it. Never rejects. */
  async #follow(turn: Turn, stream: EventStreamReader, resumed: boolean): Promise<void> {
    try {
      const mapper = new StreamMapper(this.#mapping(turn, resumed));
      if (resumed && this.parts.settings.resume === 'tail') mapper.resume('tail');
      turn.reading = this.#read(turn, stream, mapper);
      await turn.reading;
      if (turn.over) return;
      const { outcome, pending } = mapper.end!;
      if (outcome === 'success' && pending.length > 0) {
        await this.#handOver(turn, pending);
        return;
      }
      turn.pending = [...pending];
      // Waiting for a person is not work: the answer starts the next run.
      this.#leave(turn);
      this.parts.onIdle(outcome === 'interrupt');
      return;
    } catch (thrown) {
      if (turn.over) return;
      const message = `The client failed: ${redactText(messageOf(thrown))}`;
      this.#fail(turn, { code: 'internal', message, retryable: true });
      this.#leave(turn);
    }
    this.parts.onIdle();
  }

  async #read(turn: Turn, stream: EventStreamReader, mapper: StreamMapper): Promise<void> {
    const { facts, settings } = this.parts;
    for (let reading: EventStreamReader | undefined = stream; reading;) {
      const { failure } = await this.#drain(turn, reading, mapper);
      if (turn.over) return;
      // Data may follow a finish; only an end that nobody has spoken of is worth another look.
      const whole: boolean = !failure && (reading.done || mapper.finished);
      const said: boolean = whole || mapper.finished;
      const again: EventStreamReader | undefined =
        mapper.end || whole || !settings.resume ? undefined : await this.#reopen(turn);
      if (turn.over) return;
      if (again) mapper.resume(settings.resume === 'tail' ? 'tail' : 'replay');
      else if (!mapper.end && !said && (await this.#repaired(turn))) mapper.repaired();
      else if (!mapper.end) {
        if (failure?.code === 'network' && !mapper.finished) this.#connectionLost(failure.message);
        // It may go on where nobody reads it.
        if (settings.resume && !said) this.parts.gap();
        mapper.finish(reading.done, failure);
      }
      facts.settleDiagnostics();
      facts.flush();
      reading = turn.stream = again;
    }
  }

  /** A run that broke off at a server that keeps runs: what it has kept is the truth. */
  async #repaired(turn: Turn): Promise<boolean> {
    return Boolean(this.parts.settings.resume) && turn.accepted && this.parts.repair();
  }

  /** Reads until the stream ends, or has said its last word and is silent. */
  async #drain(
    turn: Turn,
    stream: EventStreamReader,
    mapper: StreamMapper,
  ): Promise<{ failure?: ServerFailure }> {
    const { facts, options } = this.parts;
    let stopWaiting = () => {};
    for (;;) {
      const read = await nextBatch(stream);
      stopWaiting();
      if (turn.over || !read.batch) return read;
      if (!PARTS.value && read.batch.some(needsParts)) {
        await PARTS.load();
        if (turn.over) return read;
      }
      for (const data of read.batch) mapper.take(data);
      facts.flush();
      turn.lingering = mapper.end !== undefined || mapper.finished;
      if (turn.lingering) stopWaiting = options.runtime.after(LINGER_MS, () => stream.cancel());
    }
  }

  /** Asks for a stream that broke off, until there is one, or none any more. */
  async #reopen(turn: Turn): Promise<EventStreamReader | undefined> {
    const { settings, chatId, sink, options } = this.parts;
    const backoff = new Backoff({ initialMs: 250, maxMs: 8_000 });
    for (let attempt = 0; attempt < MAX_RESUMES && !turn.over; attempt++) {
      sink.state('reconnecting');
      const answer = await resumeChat(settings, chatId, turn.signal);
      if (turn.over) {
        if ('stream' in answer) answer.stream?.cancel();
        return undefined;
      }
      if ('stream' in answer) {
        sink.state('live');
        return answer.stream;
      }
      if (!answer.failure.retryable) break;
      await wait(turn, options, backoff.next());
    }
    return undefined;
  }

  #mapping(turn: Turn, resumed: boolean): Mapping {
    const { facts, chat, questions, files, told, calls, settings, options, gap } = this.parts;
    return {
      facts,
      chat,
      questions,
      files,
      told,
      kept: settings.messages !== undefined,
      onData: settings.onData,
      offer: turn.offer,
      announce: turn.announce,
      continued: turn.continued,
      resumed,
      mayContinue: turn.continuations < MAX_CONTINUATIONS,
      run: turn.run,
      onBegun: () => {
        turn.begun = true;
        turn.announce = {};
      },
      hasRun: (toolCallId) => calls.hasRun(toolCallId),
      now: () => this.#now(),
      uuid: () => options.runtime.uuid(),
      cut: (why) => this.#cut(why),
      gap,
    };
  }

  #cut(why: string): void {
    const { questions, facts, chat } = this.parts;
    questions.cut(facts, chat, why, this.#now());
  }

  #now(): string {
    return new Date(this.parts.options.runtime.now()).toISOString();
  }

  /** The run has ended and this page must answer its calls; one run follows with all the answers. */
  async #handOver(turn: Turn, pending: readonly UiCall[]): Promise<void> {
    turn.next(this.parts.options.runtime.uuid(), pending[0]!.message);
    turn.continuations++;
    turn.pending = [...pending];
    await this.runPending(turn);
    if (turn.over) return;
    const { status } = await this.request(turn);
    if (status !== 'accepted' && !this.current) this.parts.onIdle();
  }

  #fail(turn: Turn, { code, message, retryable }: ServerFailure): void {
    const { facts } = this.parts;
    facts.add(turn.run, {
      type: 'run.failed',
      payload: { ...turn.announce, error: message, code, retryable },
    });
    facts.flush();
  }

  #leave(turn: Turn): void {
    turn.over = true;
    if (this.current === turn) this.current = undefined;
  }

  #connectionLost(detail: string): void {
    this.#lost = true;
    this.parts.sink.state('failed', detail);
  }

  #live(): void {
    if (this.#lost) this.parts.sink.state('live');
    this.#lost = false;
  }
}

/** A server that answers a request with nothing has not taken it. */
function failureOf(answer: Awaited<ReturnType<typeof postChat>>): ServerFailure | undefined {
  if ('failure' in answer) return answer.failure;
  const message = 'The agent server answered with nothing.';
  return answer.stream ? undefined : { code: 'http_204', message, retryable: false };
}

function nameOf({ part }: UiCall): string {
  return typeof part['toolName'] === 'string' ? part['toolName'] : part.type.slice('tool-'.length);
}

/** As the model wrote them, where that was seen. */
function argumentsOf({ part, pieces }: UiCall): string {
  return pieces.join('') || JSON.stringify(part['input'] ?? {});
}

/** By name, as `frontendTools` of the SDK's users expect them. */
function toolsOf({ tools }: ClientToolOffer): JsonObject {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [name, { description, parameters }]),
  );
}

function wait(turn: Turn, { runtime }: AdapterOptions, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = runtime.after(ms, resolve);
    turn.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
  });
}
