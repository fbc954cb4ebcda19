import { messageOf } from '../../../base/coded-error.js';
import type { JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { AdapterOptions, AdapterSink, ControlReceipt } from '../adapter.js';
import type { FactWriter } from '../fact-writer.js';
import { Late } from '../late.js';
import type { LateCalls } from '../late-calls.js';
import { pageOffer } from '../page-offer.js';
import { ACCEPTED, rejected } from '../receipts.js';
import type { OpenEventMapper } from './foreign.js';
import type { HistoryCall } from './history.js';
import { LATE } from './late-parts.js';
import type { Mapping, RunFailure } from './mapping.js';
import { postRun, type PostAnswer, type PostOptions } from './post-run.js';
import { RunReader } from './run-reader.js';
import { StreamMapper, type Verifier } from './stream-mapper.js';
import type { Thread } from './thread.js';
import { toolMessageContent } from './tool-message.js';
import type { Turn } from './turn.js';
import { PROTOCOL_VERSION, type RunAgentInput } from './wire.js';

export interface RunSettings extends PostOptions {
  forwardedProps?: JsonObject;
  onOpenEvent?: OpenEventMapper;
  /** A stream that breaks a rule of AG-UI 1.0 ends its run. */
  strict?: boolean;
}

/** What the runner works on; all of it is the connection's. */
export interface RunnerParts {
  settings: RunSettings;
  threadId: string;
  sink: AdapterSink;
  options: AdapterOptions;
  facts: FactWriter;
  thread: Thread;
  calls: LateCalls;
  /** The agent has said that it takes no tools of a page. */
  withoutTools(): boolean;
  /** A turn is over, and nothing is at work. */
  onIdle(): void;
}

const LOAD = new Late(() => import('./load-thread.js'));

/** §5.6, 5: so many runs follow by themselves on what a person said; then the person is asked. */
const MAX_CONTINUATIONS = 8;

/** Requests runs, reads them, runs the page's calls between them. One turn at a time. */
export class TurnRunner {
  /** The turn at work, or none. */
  current: Turn | undefined;
  /** The last turn that began, at work or not. */
  last: Turn | undefined;
  readonly #reader: RunReader;
  /** The server has declared a release of the protocol, so it knows the keys of 1.0. */
  #modern: boolean;
  #lost = false;

  constructor(private readonly parts: RunnerParts) {
    const { settings, sink, options, facts, thread } = parts;
    this.#modern = settings.strict === true;
    this.#reader = new RunReader({
      settings,
      sink,
      options,
      facts,
      thread,
      connect: (turn) => this.connect(turn),
      connectionLost: (detail) => this.#connectionLost(detail),
    });
  }

  /** Asks the server for `turn.run`. Settles with its yes or no; the events follow. */
  async request(turn: Turn, onFailure: 'tell' | 'keep silent' = 'tell'): Promise<ControlReceipt> {
    const { settings, thread, sink } = this.parts;
    this.current = this.last = turn;
    turn.offer = this.offer();
    thread.runs.set(turn.run.runId, turn.run);
    const answer = await postRun(settings, this.#input(turn), turn.place, turn.signal);
    if (turn.over) {
      if ('stream' in answer) answer.stream.cancel();
      return rejected('It was stopped before the agent had taken it.');
    }
    if ('failure' in answer) {
      const { failure, lost } = answer;
      if (lost) this.#connectionLost(failure.message);
      if (onFailure === 'tell') this.#fail(turn, failure);
      this.leave(turn);
      return rejected(failure.message);
    }
    turn.accepted = true;
    thread.history.accept();
    if (this.#lost) sink.state('live');
    this.#lost = false;
    turn.stream = answer.stream;
    void this.follow(turn);
    return ACCEPTED;
  }

  /** Reads the whole thread at `connectUrl`. Settles with why not, once the past is there. */
  async load(signal: AbortSignal): Promise<RunFailure | undefined> {
    const { loadThread } = LOAD.value ?? (await LOAD.load());
    return loadThread(this, this.parts, signal);
  }

  /** Runs the page's calls one after the other: a page is no place for two actions at once. */
  async runPending(turn: Turn): Promise<void> {
    while (turn.pending.length > 0 && !turn.over) {
      const call = turn.pending[0]!;
      const { toolCallId, name = '' } = call;
      const request = { toolCallId, name, argumentsText: call.pieces.join('') };
      const outcome = await this.parts.calls.run(request, turn.offer, turn.run, turn.signal);
      if (turn.over) return;
      turn.pending.shift();
      const { error } = outcome;
      call.result = {
        id: `${toolCallId}:result`,
        content: toolMessageContent(outcome),
        ...(error ? { error: error.message } : {}),
      };
    }
  }

  /** Stops the turn at work. What was being made stays, and is complete enough to be sent back. */
  stop(turn: Turn): void {
    const { calls, thread } = this.parts;
    const { history } = thread;
    turn.stop();
    // The first one was being run, and has told its own end.
    for (const call of turn.pending.slice(1)) calls.cancel(call.toolCallId, turn.run);
    const cut = new Set([turn.run.runId, ...turn.pending.map((call) => call.runId)]);
    for (const runId of cut) if (runId !== undefined) history.settleCut(runId, 'The person stopped the run.');
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

  #input(turn: Turn): RunAgentInput {
    const { settings, threadId, facts, thread } = this.parts;
    const { offer, input, run, carried } = turn;
    const text = 'A change of the shared state did not fit; it is left out.';
    const tools = offer?.tools ?? [];
    return {
      threadId,
      runId: run.runId,
      state: thread.state
        ? thread.state.current(() => facts.diagnose('state_patch', 'STATE_DELTA', text))
        : {},
      messages: thread.history.toWire(),
      // Servers of before 1.0 may refuse keys that they do not know.
      tools: this.#modern
        ? tools
        : tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      context: [...(offer?.context ?? []), ...(carried.context ?? [])],
      forwardedProps: { ...settings.forwardedProps, ...carried.forwardedProps, ...input.forwardedProps },
      ...(input.resume ? { resume: input.resume } : {}),
      ...(this.#modern ? { protocolVersion: PROTOCOL_VERSION } : {}),
    };
  }

  offer() {
    const { withoutTools, options, facts } = this.parts;
    return withoutTools() ? undefined : pageOffer(options, facts);
  }

  /** The thread again: nothing is said, so there is nothing to answer. */
  connect(turn: Turn): Promise<PostAnswer> {
    const { settings } = this.parts;
    const input = { ...this.#input(turn), messages: [] };
    return postRun(settings, input, turn.place, turn.signal, settings.connectUrl!);
  }

  /** Reads a run to its end and does what follows from it. Never rejects. */
  async follow(turn: Turn): Promise<void> {
    const { thread, settings } = this.parts;
    try {
      const mapper = new StreamMapper(this.#mapping(turn), await this.#verifier());
      turn.reading = this.#reader.read(turn, mapper);
      await turn.reading;
      if (turn.over) return;
      const { end } = mapper.run;
      if (end?.outcome === 'success' && end.pending.length > 0) {
        await this.#handOver(turn, end.pending);
        return;
      }
      for (const question of end?.questions ?? []) {
        (thread.questions ??= new LATE.questions.value!.OpenQuestions()).open(question);
      }
      turn.pending = [...(end?.pending ?? [])];
      // Waiting for a person is not work: the answer starts the next run.
      this.leave(turn);
      if (thread.stale && settings.connectUrl !== undefined && !turn.retold) await this.load(turn.signal);
    } catch (thrown) {
      if (turn.over) return;
      const message = `The client failed: ${redactText(messageOf(thrown))}`;
      turn.stream?.cancel();
      this.#fail(turn, { code: 'internal', message, retryable: true });
      this.leave(turn);
    }
    this.parts.onIdle();
  }

  async #verifier(): Promise<Verifier | undefined> {
    if (!this.parts.settings.strict) return undefined;
    const { StrictVerifier } = await import('./strict-verifier.js');
    return new StrictVerifier();
  }

  #mapping(turn: Turn): Mapping {
    const { facts, thread, calls, options, settings } = this.parts;
    const { history, activities, agents, asked } = thread;
    const now = () => new Date(options.runtime.now()).toISOString();
    return {
      facts,
      history,
      activities,
      agents,
      thread,
      nativeRunId: undefined,
      onOpenEvent: settings.onOpenEvent,
      get retold() {
        return turn.retold;
      },
      loaded: turn.loaded,
      offer: turn.offer,
      announce: turn.announce,
      mayContinue: turn.continuations < MAX_CONTINUATIONS,
      get run() {
        return turn.run;
      },
      set run(run) {
        turn.run = run;
      },
      onBegun: (really, protocolVersion) => {
        turn.begun = true;
        turn.announce = {};
        this.#modern ||= protocolVersion !== undefined;
        if (!really) return;
        thread.questions?.settle(facts, now());
        thread.settleAsked(now());
      },
      // A call of before this page was loaded may have been run by the page before.
      hasRun: (toolCallId) => turn.loaded || calls.hasRun(toolCallId),
      asked: (fact, run) => {
        if (fact.actionId !== undefined) asked.set(fact.actionId, { fact, run });
      },
      settled: (actionId) => {
        if (actionId !== undefined) asked.delete(actionId);
      },
      now,
      uuid: () => options.runtime.uuid(),
    };
  }

  /** The run has ended and this page must answer its calls; one run follows with all the answers. */
  async #handOver(turn: Turn, pending: readonly HistoryCall[]): Promise<void> {
    turn.next(this.parts.options.runtime.uuid());
    turn.pending = [...pending];
    await this.runPending(turn);
    if (turn.over) return;
    const { status } = await this.request(turn);
    if (status !== 'accepted' && !this.current) this.parts.onIdle();
  }

  #fail(turn: Turn, { code, message, retryable }: RunFailure): void {
    const { facts } = this.parts;
    facts.add(turn.run, {
      type: 'run.failed',
      payload: { ...turn.announce, error: message, code, retryable },
    });
    facts.flush();
  }

  leave(turn: Turn): void {
    turn.over = true;
    if (this.current === turn) this.current = undefined;
  }

  #connectionLost(detail: string): void {
    this.#lost = true;
    this.parts.sink.state('failed', detail);
  }
}
