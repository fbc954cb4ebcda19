import type { AdapterOptions, AdapterSink } from '../adapter.js';
import type { FactWriter } from '../fact-writer.js';
import { Late } from '../late.js';
import { nextBatch } from '../next-batch.js';
import type { RunFailure } from './mapping.js';
import type { PostAnswer, PostOptions } from './post-run.js';
import type { StreamMapper } from './stream-mapper.js';
import type { Thread } from './thread.js';
import type { Turn } from './turn.js';

/** A server that keeps the stream open after the end of its run is not waited for longer than this. */
const LINGER_MS = 250;

const RECONNECT = new Late(() => import('./reconnect.js'));

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
      if (!whole && this.#keeps(turn)) {
        const { reconnect } = await RECONNECT.load();
        if (await reconnect(this.parts, turn, mapper)) continue;
      }
      if (turn.over) return;
      if (!whole && failure?.code === 'network') this.parts.connectionLost(failure.message);
      // The server keeps its runs, so this one may go on where nobody reads it.
      if (!whole && (turn.place.last !== undefined || settings.connectUrl !== undefined)) thread.stale = true;
      mapper.finish(violation ?? failure);
      facts.flush();
      return;
    }
  }

  /** Whether the server has what follows, should the stream break off. */
  #keeps({ place, retold }: Turn): boolean {
    return place.last !== undefined || (this.parts.settings.connectUrl !== undefined && !retold);
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
      const taking = mapper.take(batch, () => turn.over);
      if (taking) await taking;
      if (turn.over) return undefined;
      facts.flush();
      if (mapper.violation) stream.cancel();
      turn.lingering = mapper.run.state === 'ended';
      turn.onRead?.(mapper.run.state === 'open');
      // When the network is gone, code cannot be fetched either.
      if (!RECONNECT.value && this.#keeps(turn)) void RECONNECT.load().catch(() => {});
      if (turn.lingering) stopWaiting = options.runtime.after(LINGER_MS, () => stream.cancel());
    }
  }
}
