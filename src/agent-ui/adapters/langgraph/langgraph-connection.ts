import { messageOf } from '../../../base/coded-error.js';
import { redactText } from '../../../base/redact.js';
import type {
  AdapterConnection,
  AdapterOptions,
  AdapterSink,
  ControlReceipt,
  ControlRequest,
  HydrateOptions,
} from '../adapter.js';
import type { RunRef } from '../fact-writer.js';
import type { ServerFailure } from '../http-answer.js';
import { LateCalls } from '../late-calls.js';
import { LateQueue } from '../late-queue.js';
import { ACCEPTED, rejected, unsupported } from '../receipts.js';
import { GraphMapper } from './graph-mapper.js';
import { Interrupts } from './interrupts.js';
import { cancelRun, threadState } from './requests.js';
import { Steers } from './steers.js';
import { Runs, type Asked, type RunsSettings, type Said } from './runs.js';
import { turnOf } from './thread.js';
import { TimedFacts } from './timed-facts.js';
import type { Transport, TransportPorts } from './transport.js';
import { listOf } from './wire.js';

export interface ConnectionSettings extends RunsSettings {
  protocol?: 'v3' | 'classic';
  agents?: readonly string[];
  agentId?: string;
}

/** agent-ui §5.6, 5: so many runs follow by themselves; then the person is asked. */
const MAX_CONTINUATIONS = 8;

/** One thread at one server: what a person asks for, and whether it can be had now. */
export class LangGraphConnection implements AdapterConnection {
  readonly #facts: TimedFacts;
  readonly #interrupts = new Interrupts();
  readonly #mapper: GraphMapper;
  readonly #transport: Transport;
  readonly #queue: LateQueue;
  readonly #calls: LateCalls;
  readonly #threadId: string;
  readonly #abort = new AbortController();
  readonly #steers: Steers;
  readonly #runs: Runs;
  #asked: Asked | undefined;
  /** Something is on its way that must not be crossed: a request, a call of the page. */
  #busyWith: 'request' | 'page' | undefined;
  #nativeRunId: string | undefined;
  #opening: Promise<unknown> | undefined;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly sink: AdapterSink,
    private readonly options: AdapterOptions,
    /** How its server is spoken to. */
    Kind: new (settings: RunsSettings, threadId: string, ports: TransportPorts) => Transport,
  ) {
    const { runtime, sessionId, signal } = options;
    const { threadId = sessionId, agentId } = settings;
    this.#threadId = threadId;
    // Numbers of a stream begin anew; facts stand in the order in which they come.
    const scope = { source: 'langgraph', sessionId, threadId, agentId, runtime, unnumbered: true };
    this.#facts = new TimedFacts(sink, scope);
    this.#queue = new LateQueue(this.#facts, runtime, () => void this.#drain());
    this.#calls = new LateCalls(this.#facts, runtime);
    this.#steers = new Steers(this.#facts);
    this.#runs = new Runs(settings, options, this.#facts);
    this.#mapper = new GraphMapper({
      facts: this.#facts,
      interrupts: this.#interrupts,
      agents: settings.agents ?? [],
      offered: (name) => this.#runs.offers(name),
      titleOf: (name) => this.#runs.offer?.titleOf(name),
      setStale: (stale) => this.#facts.add(undefined, { type: 'session.updated', payload: { stale } }),
      now: () => this.#now(),
      uuid: () => runtime.uuid(),
    });
    this.#transport = new Kind(settings, threadId, {
      runtime,
      take: (events) => {
        for (const event of events) this.#mapper.take(event);
        this.#steers.note(events, this.#mapper.run);
        this.#facts.flush();
        if (this.#mapper.awaitsState) void this.#readEnd();
        else this.#afterEnd();
      },
      atWork: () => this.#mapper.outcome === undefined,
      lastSeq: () => this.#mapper.lastSeq,
      runId: (id) => (this.#nativeRunId = id),
      state: (state, detail) => sink.state(state, detail),
      ended: (failure) => void this.#ended(failure),
    });
    if (signal.aborted) void this.close();
    else signal.addEventListener('abort', () => void this.close(), { once: true });
  }

  async control(request: ControlRequest): Promise<ControlReceipt> {
    await this.#opening;
    if (this.#abort.signal.aborted) return rejected('The connection is closed.');
    switch (request.kind) {
      case 'send':
        return this.#send(request);
      case 'interrupt':
        return this.#interrupt();
      case 'respond':
        return this.#respond(request.actionId, request.decision, request.payload);
      case 'retry':
        return this.#retry(request.runId);
      case 'steer':
        return this.#steer(request.clientId, request.text, []);
      case 'continue_agent':
        return this.#steer(
          undefined,
          request.text ?? '',
          request.agentId === undefined ? [] : [request.agentId],
        );
      default:
        return (
          (await this.#queue.control(request)) ?? unsupported(`LangGraph has no word for ${request.kind}.`)
        );
    }
  }

  /** The thread's state, and the run that goes on in it. */
  async hydrate({ signal }: HydrateOptions = {}): Promise<ControlReceipt | undefined> {
    if (this.#mapper.outcome === undefined || this.#busyWith) return ACCEPTED;
    const opening = this.#hydrate(AbortSignal.any([this.#abort.signal, ...(signal ? [signal] : [])]));
    this.#opening = opening;
    return opening;
  }

  close(): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#abort.abort();
      this.#asked?.stop.abort();
      this.#facts.close();
      this.#transport.close();
      this.sink.state('closed');
    }
    return Promise.resolve();
  }

  async #hydrate(signal: AbortSignal): Promise<ControlReceipt> {
    this.#runs.readOffer();
    const failure = await this.#readState(signal);
    if (failure) return rejected(failure.message);
    this.#facts.add(undefined, { type: 'session.hydrated', payload: { stage: 'H2', complete: true } });
    this.#facts.flush();
    this.#mapper.joins();
    const lost = await this.#transport.join(signal);
    return lost ? rejected(lost.message) : ACCEPTED;
  }

  async #readState(signal: AbortSignal): Promise<ServerFailure | undefined> {
    const answer = await threadState(this.settings, this.#threadId, signal);
    if ('failure' in answer) return answer.failure;
    if (signal.aborted) return { code: 'aborted', message: 'Nobody waits for it any more.', retryable: true };
    if (answer.state) this.#mapper.state(answer.state);
    this.#facts.flush();
    return undefined;
  }

  #busy(): string | undefined {
    if (this.#busyWith || this.#mapper.outcome === undefined) {
      return 'The agent is still at work. Queue the text, or stop the run first.';
    }
    return this.#interrupts.size > 0 ? 'The agent waits for an answer; give that first.' : undefined;
  }

  async #send(said: Said): Promise<ControlReceipt> {
    // The same request twice is one request (§4.1, 7).
    if (this.#asked?.receipt && this.#asked.clientId === said.clientId) return this.#asked.receipt;
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    const asked = this.#runs.said(said, this.#mapper);
    asked.receipt = this.#request(asked);
    return asked.receipt;
  }

  async #request(asked: Asked, onFailure: 'tell' | 'keep silent' = 'tell'): Promise<ControlReceipt> {
    this.#asked = asked;
    this.#busyWith = 'request';
    this.#nativeRunId = undefined;
    this.#mapper.expect(asked.run, asked.announce);
    const answer = await this.#transport.start(asked.request, asked.stop.signal);
    this.#busyWith = undefined;
    if (this.#abort.signal.aborted) return rejected('The connection is closed.');
    if ('failure' in answer) {
      const { failure, lost } = answer;
      this.#mapper.unexpect();
      if (lost) this.sink.state('failed', failure.message);
      if (onFailure === 'tell') {
        const { message, code, retryable } = failure;
        const payload = { ...asked.announce, error: message, code, retryable };
        this.#facts.add(asked.run, { type: 'run.failed', payload });
        this.#facts.flush();
      }
      return rejected(failure.message);
    }
    this.#mapper.begin();
    this.#facts.flush();
    // It may be over before the server's yes is here.
    this.#afterEnd();
    return ACCEPTED;
  }

  /** Sends the next queued text, one for each turn. What cannot be sent waits on. */
  async #drain(): Promise<void> {
    if (this.#abort.signal.aborted || this.#busy() !== undefined) return;
    const item = this.#queue.take();
    if (!item) return;
    const { status, reason = '' } = await this.#request(this.#runs.said(item, this.#mapper), 'keep silent');
    if (status !== 'accepted' && !this.#abort.signal.aborted) this.#queue.putBack(item, reason);
  }

  /** The end that follows is the graph's word for it. */
  async #interrupt(): Promise<ControlReceipt> {
    if (this.#mapper.outcome !== undefined && this.#busyWith !== 'page')
      return rejected('Nothing is running.');
    if (this.#busyWith === 'page') {
      this.#asked?.stop.abort();
      return ACCEPTED;
    }
    if (this.#nativeRunId === undefined) return rejected('The server has not said which run this is.');
    const failure = await cancelRun(this.settings, this.#threadId, this.#nativeRunId, this.#abort.signal);
    if (!failure) {
      this.#mapper.cancelling = true;
      return ACCEPTED;
    }
    const absent = failure.code === 'http_404' || failure.code === 'http_405';
    return absent
      ? { status: 'unsupported', reason: 'The server has no way to stop a run.' }
      : rejected(failure.message);
  }

  async #respond(actionId: string, decision: string, payload: unknown): Promise<ControlReceipt> {
    if (this.#calls.respond(actionId, decision, payload)) return ACCEPTED;
    const atWork = this.#mapper.outcome === undefined || this.#busyWith !== undefined;
    if (!this.#interrupts.answer(actionId, decision, payload, !atWork)) {
      return rejected('The answer is on its way already, or nobody asks that any more.');
    }
    return atWork ? ACCEPTED : this.#resume();
  }

  /** When all is answered, one run takes all answers. */
  async #resume(continuations = 0): Promise<ControlReceipt> {
    if (!this.#interrupts.complete) return ACCEPTED;
    const { turnId = turnOf(this.#threadId) } = this.#mapper.run;
    const last = this.#asked;
    const asked: Asked = {
      run: { runId: this.options.runtime.uuid(), turnId },
      clientId: undefined,
      announce: { continues: true },
      request: {
        input: null,
        responses: this.#interrupts.responses(),
        config: last?.request.config ?? this.#runs.config({}),
      },
      continuations,
      stop: new AbortController(),
    };
    return this.#request(asked);
  }

  /** W20: the graph goes on from its last checkpoint. */
  async #retry(runId: string | undefined): Promise<ControlReceipt> {
    const busy = this.#busy();
    if (busy !== undefined) return rejected(busy);
    const last = this.#asked;
    if (!last) return rejected('There is nothing to retry.');
    if (runId !== undefined && runId !== last.run.runId) return rejected('Only the last run can be retried.');
    const run = { runId: this.options.runtime.uuid(), turnId: last.run.turnId };
    // What never began is asked for as it was.
    const input = this.#mapper.run.runId === last.run.runId ? null : last.request.input;
    return this.#request({ ...last, run, request: { ...last.request, input }, stop: new AbortController() });
  }

  /** W3, W6: says something to the graph, or to a teammate, while it is at work. */
  async #steer(
    clientId: string | undefined,
    text: string,
    namespace: readonly string[],
  ): Promise<ControlReceipt> {
    const { inject } = this.#transport;
    if (!inject) return { status: 'unsupported', reason: 'The server takes nothing while a run is at work.' };
    if (this.#mapper.outcome !== undefined) return rejected('Nothing is running.');
    const failure = await this.#transport.inject!(text, namespace, this.#abort.signal);
    if (failure && /^(?:unknown_command|not_supported)$/.test(failure.code)) {
      return { status: 'unsupported', reason: failure.message };
    }
    if (failure) return rejected(failure.message);
    if (clientId !== undefined) this.#steers.add(clientId, text, this.#mapper.run);
    return ACCEPTED;
  }

  /** Nothing more comes of the run. What it came to, the thread's state knows where the stream did not say. */
  async #ended(failure: ServerFailure | undefined): Promise<void> {
    const mapper = this.#mapper;
    if (mapper.outcome === undefined && failure) {
      const answer = await threadState(this.settings, this.#threadId, this.#abort.signal);
      if (this.#abort.signal.aborted) return;
      const state = 'state' in answer ? answer.state : undefined;
      if (state) mapper.state(state);
      if (state && Array.isArray(state['next']) && mapper.outcome === undefined) {
        const asks = listOf(state['tasks']).some(({ interrupts }) => listOf(interrupts).length > 0);
        if (state['next'].length === 0 || asks) mapper.finish();
      }
      if (mapper.outcome === undefined) {
        if (failure.code === 'network') this.sink.state('failed', failure.message);
        mapper.fail(failure);
        // It may go on where nobody reads it.
        mapper.gap();
      }
    } else mapper.finish();
    this.#facts.flush();
    this.#afterEnd();
  }

  /** A run that was joined late has ended: what it asks may have been said before this page listened. */
  async #readEnd(): Promise<void> {
    if (this.#busyWith) return;
    this.#busyWith = 'request';
    const failure = await this.#readState(this.#abort.signal);
    this.#busyWith = undefined;
    if (this.#abort.signal.aborted) return;
    if (failure) this.#mapper.gap();
    this.#mapper.whole();
    this.#facts.flush();
    this.#afterEnd();
  }

  /** A run has ended: the page owes it something, or a person does, or the next text is sent. */
  #afterEnd(): void {
    if (this.#mapper.outcome === undefined || this.#busyWith) return;
    if (this.#mapper.outcome === 'interrupt')
      void this.#goOn().catch((thrown: unknown) => this.#broke(thrown));
    else void this.#drain();
  }

  async #goOn(): Promise<void> {
    const {
      run,
      stop,
      continuations = 0,
    } = this.#asked ?? { run: this.#mapper.run as RunRef, stop: this.#abort };
    const calls = this.#interrupts
      .pageCalls((name) => this.#runs.offers(name))
      .filter(({ toolCallId }) => !this.#calls.hasRun(toolCallId));
    if (calls.length > 0 && continuations >= MAX_CONTINUATIONS) {
      const message = 'The agent went on calling tools of this page without an end; it was stopped.';
      this.#facts.add(run, {
        type: 'run.failed',
        payload: { error: message, code: 'too_many_continuations' },
      });
      this.#facts.flush();
      return;
    }
    for (const { interruptId, toolCallId, name, args } of calls) {
      this.#busyWith = 'page';
      const request = {
        toolCallId,
        name,
        argumentsText: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
      };
      const { content, error } = await this.#calls.run(request, this.#runs.offer, run, stop.signal);
      this.#interrupts.answerCall(
        interruptId,
        error ? { error: `${error.code}: ${error.message}` } : (content ?? null),
      );
    }
    this.#busyWith = undefined;
    this.#facts.flush();
    if (this.#interrupts.ready) await this.#resume(calls.length > 0 ? continuations + 1 : 0);
  }

  #broke(thrown: unknown): void {
    this.#busyWith = undefined;
    this.#facts.diagnose('internal', 'connection', `The client failed: ${redactText(messageOf(thrown))}`);
    this.#facts.flush();
  }

  #now(): string {
    return new Date(this.options.runtime.now()).toISOString();
  }
}
