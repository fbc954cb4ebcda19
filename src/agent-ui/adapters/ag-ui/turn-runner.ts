import { CodedError, messageOf } from '../../../base/coded-error.js';
import type { JsonObject } from '../../../base/json.js';
import { redactText } from '../../../base/redact.js';
import type { AdapterOptions, AdapterSink, ControlReceipt } from '../adapter.js';
import type { ClientCallRunner } from '../client-call-runner.js';
import type { ClientToolOffer } from '../client-tools.js';
import { EventStreamReader } from '../event-stream.js';
import type { FactWriter } from '../fact-writer.js';
import type { History, HistoryCall } from './history.js';
import type { Mapping, RunFailure } from './mapping.js';
import type { OpenQuestions } from './open-questions.js';
import { postRun, type PostOptions } from './post-run.js';
import { SharedState } from './shared-state.js';
import { StreamMapper } from './stream-mapper.js';
import { toolMessageContent } from './tool-message.js';
import type { Turn } from './turn.js';
import { PROTOCOL_VERSION, type RunAgentInput } from './wire.js';

export interface RunSettings extends PostOptions {
  forwardedProps?: JsonObject;
}

/** What the runner works on; all of it is the connection's. */
export interface RunnerParts {
  settings: RunSettings;
  threadId: string;
  sink: AdapterSink;
  options: AdapterOptions;
  facts: FactWriter;
  history: History;
  questions: OpenQuestions;
  calls: ClientCallRunner;
  /** A turn is over, and nothing is at work. */
  onIdle(): void;
}

/** §5.6, 5: so many runs follow by themselves on what a person said; then the person is asked. */
const MAX_CONTINUATIONS = 8;
/** A server that keeps the stream open after the end of its run is not waited for longer than this. */
const LINGER_MS = 250;

export const ACCEPTED: ControlReceipt = { status: 'accepted' };

export function rejected(reason: string): ControlReceipt {
  return { status: 'rejected', reason };
}

/** Requests runs, reads them, runs the page's calls between them. One turn at a time. */
export class TurnRunner {
  /** The turn at work, or none. */
  current: Turn | undefined;
  /** The last turn that began, at work or not. */
  last: Turn | undefined;
  readonly #state = new SharedState();
  /** The server has declared a release of the protocol, so it knows the keys of 1.0. */
  #modern = false;
  #lost = false;

  constructor(private readonly parts: RunnerParts) {}

  /** Asks the server for `turn.run`. Settles with its yes or no; the events follow. */
  async request(turn: Turn, onFailure: 'tell' | 'keep silent' = 'tell'): Promise<ControlReceipt> {
    const { settings, history, sink } = this.parts;
    this.current = this.last = turn;
    turn.offer = this.#offer();
    const answer = await postRun(settings, this.#input(turn), turn.signal);
    if (turn.over) {
      if ('body' in answer) answer.body.cancel().catch(() => {});
      return rejected('It was stopped before the agent had taken it.');
    }
    if ('failure' in answer) {
      const { failure, lost } = answer;
      if (lost) this.#connectionLost(failure.message);
      if (onFailure === 'tell') this.#fail(turn, failure);
      this.#leave(turn);
      return rejected(failure.message);
    }
    turn.accepted = true;
    history.accept();
    if (this.#lost) sink.state('live');
    this.#lost = false;
    turn.stream = new EventStreamReader(answer.body);
    void this.#follow(turn, turn.stream);
    return ACCEPTED;
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
    const { calls, history } = this.parts;
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
    const { settings, threadId, facts, history } = this.parts;
    const { offer, input, run, carried } = turn;
    const text = 'A change of the shared state did not fit; it is left out.';
    const tools = offer?.tools ?? [];
    return {
      threadId,
      runId: run.runId,
      state: this.#state.current(() => facts.diagnose('state_patch', 'STATE_DELTA', text)),
      messages: history.toWire(),
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

  #offer(): ClientToolOffer | undefined {
    try {
      return this.parts.options.clientTools()?.offer();
    } catch (thrown) {
      const message = `The page's tools could not be offered: ${redactText(messageOf(thrown))}`;
      this.parts.facts.diagnose('offer_failed', 'client tools', message);
      return undefined;
    }
  }

  /** Reads a run to its end and does what follows from it. Never rejects. */
  async #follow(turn: Turn, stream: EventStreamReader): Promise<void> {
    try {
      const mapper = new StreamMapper(this.#mapping(turn));
      turn.reading = this.#read(turn, stream, mapper);
      await turn.reading;
      if (turn.over) return;
      const { end } = mapper.run;
      if (end?.outcome === 'success' && end.pending.length > 0) {
        await this.#handOver(turn, end.pending);
        return;
      }
      for (const question of end?.questions ?? []) this.parts.questions.open(question);
      turn.pending = [...(end?.pending ?? [])];
      // Waiting for a person is not work: the answer starts the next run.
      this.#leave(turn);
    } catch (thrown) {
      if (turn.over) return;
      const message = `The client failed: ${redactText(messageOf(thrown))}`;
      this.#fail(turn, { code: 'internal', message, retryable: true });
      this.#leave(turn);
    }
    this.parts.onIdle();
  }

  async #read(turn: Turn, stream: EventStreamReader, mapper: StreamMapper): Promise<void> {
    const { facts, options } = this.parts;
    let failure: RunFailure | undefined;
    let stopWaiting = () => {};
    for (;;) {
      const read = await nextBatch(stream);
      stopWaiting();
      if (turn.over) return;
      failure = read.failure;
      if (!read.batch) break;
      for (const data of read.batch) mapper.take(data);
      facts.flush();
      turn.lingering = mapper.run.state === 'ended';
      if (turn.lingering) stopWaiting = options.runtime.after(LINGER_MS, () => stream.cancel());
    }
    if (failure?.code === 'network' && mapper.run.state !== 'ended') this.#connectionLost(failure.message);
    mapper.finish(failure);
    facts.flush();
  }

  #mapping(turn: Turn): Mapping {
    const { facts, history, questions, calls, options } = this.parts;
    return {
      facts,
      history,
      state: this.#state,
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
        if (really) questions.settle(facts, new Date(options.runtime.now()).toISOString());
      },
      hasRun: (toolCallId) => calls.hasRun(toolCallId),
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

  #leave(turn: Turn): void {
    turn.over = true;
    if (this.current === turn) this.current = undefined;
  }

  #connectionLost(detail: string): void {
    this.#lost = true;
    this.parts.sink.state('failed', detail);
  }
}

async function nextBatch(
  stream: EventStreamReader,
): Promise<{ batch?: readonly string[]; failure?: RunFailure }> {
  try {
    return { batch: await stream.next() };
  } catch (thrown) {
    const code = thrown instanceof CodedError ? thrown.code : 'network';
    return { failure: { code, message: messageOf(thrown), retryable: true } };
  }
}
