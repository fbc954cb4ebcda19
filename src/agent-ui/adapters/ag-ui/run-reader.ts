import { Backoff } from '../../../base/backoff.js';
import { CodedError, messageOf } from '../../../base/coded-error.js';
import type { AdapterOptions, AdapterSink } from '../adapter.js';
import type { FactWriter } from '../fact-writer.js';
import type { RunFailure } from './mapping.js';
import { resumeRun, type PostAnswer, type PostOptions } from './post-run.js';
import { RunStream } from './run-stream.js';
import type { StreamMapper } from './stream-mapper.js';
import type { Thread } from './thread.js';
import type { Turn } from './turn.js';

/** A server that keeps the stream open after the end of its run is not waited for longer than this. */
const LINGER_MS = 250;
/** How often a stream that broke off is asked for again. */
const MAX_RESUMES = 6;

export interface ReaderParts {
  settings: PostOptions;
  sink: AdapterSink;
  options: AdapterOptions;
  facts: FactWriter;
  thread: Thread;
  /** Asks for the whole thread again. */
  connect(turn: Turn): Promise<PostAnswer>;
  connectionLost(detail: string): void;
}

/** Reads a run to its end: where it broke off and the server keeps it, it is asked for again. */
export class RunReader {
  constructor(private readonly parts: ReaderParts) {}

  async read(turn: Turn, mapper: StreamMapper): Promise<void> {
    const { facts, thread, settings } = this.parts;
    for (;;) {
      const failure = await this.#drain(turn, mapper);
      if (turn.over) return;
      const { violation } = mapper;
      const whole = mapper.run.state === 'ended' || violation !== undefined;
      if (!whole && (await this.#again(turn, mapper))) continue;
      if (turn.over) return;
      if (!whole && failure?.code === 'network') this.parts.connectionLost(failure.message);
      // The server keeps its runs, so this one may go on where nobody reads it.
      if (!whole && (turn.place.last !== undefined || settings.connectUrl !== undefined)) thread.stale = true;
      mapper.finish(violation ?? failure);
      facts.flush();
      return;
    }
  }

  /** Until the stream ends, breaks, or has said its last word and is silent. */
  async #drain(turn: Turn, mapper: StreamMapper): Promise<RunFailure | undefined> {
    const { facts, options } = this.parts;
    const stream = turn.stream!;
    let stopWaiting = () => {};
    for (;;) {
      const { batch, failure } = await nextBatch(stream);
      stopWaiting();
      if (turn.over || !batch) return failure;
      for (const data of batch) mapper.take(data);
      facts.flush();
      if (mapper.violation) stream.cancel();
      turn.lingering = mapper.run.state === 'ended';
      turn.onRead?.(mapper.run.state === 'open');
      if (turn.lingering) stopWaiting = options.runtime.after(LINGER_MS, () => stream.cancel());
    }
  }

  /** True: there is a stream again. */
  async #again(turn: Turn, mapper: StreamMapper): Promise<boolean> {
    const { settings, sink, facts, options, connect } = this.parts;
    const { place } = turn;
    if (place.last === undefined && (settings.connectUrl === undefined || turn.retold)) return false;
    const backoff = new Backoff({ initialMs: 250, maxMs: 8_000 });
    mapper.run.waitForStream();
    facts.flush();
    for (let attempt = 0; attempt < MAX_RESUMES && !turn.over; attempt++) {
      sink.state('reconnecting');
      const answer =
        place.last === undefined ? await connect(turn) : await resumeRun(settings, place.last, turn.signal);
      if (turn.over) {
        if ('body' in answer) answer.body.cancel().catch(() => {});
        return false;
      }
      if ('body' in answer) {
        sink.state('live');
        if (place.last === undefined) {
          turn.retold = true;
          mapper.retell();
        } else mapper.run.goOn();
        turn.stream = new RunStream(answer.body, place);
        return true;
      }
      if (!answer.failure.retryable) break;
      await new Promise<void>((resolve) => {
        const cancel = options.runtime.after(backoff.next(), resolve);
        turn.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
      });
    }
    if (!turn.over) sink.state('live');
    return false;
  }
}

async function nextBatch(stream: RunStream): Promise<{ batch?: readonly string[]; failure?: RunFailure }> {
  try {
    return { batch: await stream.next() };
  } catch (thrown) {
    const code = thrown instanceof CodedError ? thrown.code : 'network';
    return { failure: { code, message: messageOf(thrown), retryable: true } };
  }
}
