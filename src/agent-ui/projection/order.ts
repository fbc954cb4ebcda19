import type { NormalEvent } from '../events/normalize-event.js';

/** How far back a late event may still take its place (§5.5); older ones were seen, or come too late. */
const LOOK_BACK = 256;
/** Event ids remembered of streams that have no sequence. */
const MAX_IDS = 10_000;

/** One ordered stream of events: `sessionId ∣ threadId ∣ agentId` (R3). */
export interface Stream {
  readonly key: string;
  /** The greatest sequence so far. */
  last: number;
  /** What was seen at each recent sequence. */
  readonly recent: Map<number, string>;
  readonly ids: Set<string>;
}

/** Where an event stands: by sequence inside its stream, by arrival against other streams (R3). */
export interface Stamp {
  readonly stream: Stream;
  readonly sequence: number | undefined;
  readonly tick: number;
}

export function isBefore(a: Stamp, b: Stamp): boolean {
  return a.stream === b.stream &&
    a.sequence !== undefined &&
    b.sequence !== undefined &&
    a.sequence !== b.sequence
    ? a.sequence < b.sequence
    : a.tick < b.tick;
}

export type Arrival = 'next' | 'late' | 'duplicate' | 'too-late';

/** Says of each event whether it is new, and whether it comes in order. Constant time for each. */
export class Order {
  #tick = 0;
  readonly #streams = new Map<string, Stream>();

  stamp(event: NormalEvent): Stamp {
    const { sequence } = event;
    return {
      stream: this.#stream(event),
      sequence: typeof sequence === 'number' && Number.isFinite(sequence) ? sequence : undefined,
      tick: ++this.#tick,
    };
  }

  /** Takes note of the event, and answers what it is. `entity` is the id of what it is about (R2). */
  arrival({ stream, sequence }: Stamp, event: NormalEvent, entity: string | undefined): Arrival {
    if (sequence === undefined) return this.#byId(stream, event.eventId);
    const key = event.eventId ?? `${event.type} ${entity ?? ''} ${event.partId ?? ''}`;
    const seen = stream.recent.get(sequence);
    if (seen !== undefined && seen.split('\n').includes(key)) return 'duplicate';
    if (sequence <= stream.last - LOOK_BACK) return 'too-late';
    stream.recent.set(sequence, seen === undefined ? key : `${seen}\n${key}`);
    if (sequence < stream.last) return 'late';
    stream.last = sequence;
    if (stream.recent.size > 2 * LOOK_BACK) this.#forgetBefore(stream, sequence - LOOK_BACK);
    return 'next';
  }

  #forgetBefore(stream: Stream, limit: number): void {
    for (const sequence of stream.recent.keys()) if (sequence <= limit) stream.recent.delete(sequence);
  }

  #byId({ ids }: Stream, eventId: string | undefined): Arrival {
    if (eventId === undefined) return 'next';
    if (ids.has(eventId)) return 'duplicate';
    ids.add(eventId);
    if (ids.size > MAX_IDS) ids.delete(ids.values().next().value!);
    return 'next';
  }

  #stream(event: NormalEvent): Stream {
    const key = `${event.sessionId ?? ''}|${event.threadId ?? ''}|${event.agentId ?? ''}`;
    let stream = this.#streams.get(key);
    if (!stream) {
      stream = { key, last: Number.NEGATIVE_INFINITY, recent: new Map(), ids: new Set() };
      this.#streams.set(key, stream);
    }
    return stream;
  }
}
