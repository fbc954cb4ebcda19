import type { NormalEvent } from '../events/normalize-event.js';
import { RecentNumbers } from './recent-numbers.js';

/** How far back a late event may still take its place (§5.5); older ones were seen, or come too late. */
export const LOOK_BACK = 256;
/** Event ids remembered of streams that have no sequence. */
const MAX_IDS = 10_000;
/** Before every sequence; a small integer, which costs no memory of its own. */
const BEFORE_ALL = -(2 ** 30);

/** What one session and thread may number together: most runtimes count once for all agents of a thread. */
export interface Thread {
  readonly index: number;
  last: number;
  /** One numbering for all agents, until two of them use the same number. */
  shared: boolean;
  /** Whose each recent number is, once there are two of them. */
  readonly recent: RecentNumbers<Stream>;
  readonly streams: Map<string | undefined, Stream>;
}

/** One ordered stream of events: `sessionId ∣ threadId ∣ agentId` (R3). */
export interface Stream {
  readonly key: string;
  readonly index: number;
  readonly thread: Thread;
  /** The greatest sequence so far. */
  last: number;
  /** What was seen at each recent sequence. */
  readonly recent: RecentNumbers<string>;
  readonly ids: Set<string>;
}

/** Where an event stands: by sequence inside its stream, by arrival against other streams (R3). */
export interface Stamp {
  readonly stream: Stream;
  /** The sequence, or the one after which an event without a sequence came. */
  readonly at: number;
  readonly tick: number;
}

export function isBefore(a: Stamp, b: Stamp): boolean {
  const together = a.stream === b.stream || (a.stream.thread === b.stream.thread && a.stream.thread.shared);
  return together && a.at !== b.at ? a.at < b.at : a.tick < b.tick;
}

/** Nothing can come before it any more: a late event that would is left out. */
export function isSettled({ stream, at }: Stamp): boolean {
  return at <= stream.last - LOOK_BACK || at === BEFORE_ALL;
}

/** By place in a thread; two threads, or agents that number for themselves, one after the other as they came. */
export function compareStamps(a: Stamp, b: Stamp): number {
  const [one, other] = [a.stream, b.stream];
  const apart = one.thread.index - other.thread.index || (one.thread.shared ? 0 : one.index - other.index);
  return apart || (a.at === b.at ? a.tick - b.tick : a.at - b.at);
}

/** The same for lists that must read the same whatever came first: threads and agents by their names. */
export function compareNamed(a: Stamp, b: Stamp): number {
  const [one, other] = [a.stream, b.stream];
  if (one.thread === other.thread && (one.thread.shared || one === other)) return compareStamps(a, b);
  return one.key < other.key ? -1 : 1;
}

export type Arrival = 'next' | 'gap' | 'late' | 'duplicate' | 'too-late';

/** Says of each event whether it is new, and whether it comes in order. Constant time for each. */
export class Order {
  private tick = 0;
  private readonly threads = new Map<string | undefined, Map<string | undefined, Thread>>();

  stamp(event: NormalEvent): Stamp {
    const stream = this.streamOf(event);
    const { thread } = stream;
    const at = sequenceOf(event) ?? (thread.shared ? thread.last : stream.last);
    return { stream, at, tick: ++this.tick };
  }

  /** Takes note of the event, and answers what it is. `entity` is the id of what it is about (R2). */
  arrival({ stream }: Stamp, event: NormalEvent, entity: string | undefined): Arrival {
    const sequence = sequenceOf(event);
    if (sequence === undefined) return byId(stream, event.eventId);
    const key = event.eventId ?? `${event.type} ${entity ?? ''} ${event.partId ?? ''}`;
    // Most come in order: under a new number nothing was seen.
    const seen = sequence > stream.last ? undefined : stream.recent.get(sequence);
    if (seen !== undefined && seen.split('\n').includes(key)) return 'duplicate';
    if (sequence <= stream.last - LOOK_BACK) return 'too-late';
    const { thread } = stream;
    if (thread.shared && thread.streams.size > 1) countTogether(thread, stream, sequence);
    const gap = sequence > thread.last + 1 && thread.last !== BEFORE_ALL;
    if (sequence > thread.last) thread.last = sequence;
    stream.recent.set(sequence, seen === undefined ? key : `${seen}\n${key}`);
    if (sequence < stream.last) return 'late';
    stream.last = sequence;
    return gap && thread.shared ? 'gap' : 'next';
  }

  private streamOf({ sessionId, threadId, agentId }: NormalEvent): Stream {
    let threads = this.threads.get(sessionId);
    if (!threads) this.threads.set(sessionId, (threads = new Map()));
    let thread = threads.get(threadId);
    const last = BEFORE_ALL;
    if (!thread) {
      thread = { index: this.tick, last, shared: true, recent: recentNumbers(), streams: new Map() };
      threads.set(threadId, thread);
    }
    let stream = thread.streams.get(agentId);
    if (!stream) {
      const key = `${sessionId ?? ''}|${threadId ?? ''}|${agentId ?? ''}`;
      stream = { key, index: this.tick, thread, last, recent: recentNumbers(), ids: new Set() };
      // Alone, a stream needs nobody to say whose number is whose.
      const [first] = thread.streams.size === 1 ? thread.streams.values() : [];
      for (const sequence of first?.recent.numbers() ?? []) thread.recent.set(sequence, first!);
      thread.streams.set(agentId, stream);
    }
    return stream;
  }
}

function sequenceOf({ sequence }: NormalEvent): number | undefined {
  return typeof sequence === 'number' && Number.isFinite(sequence) && sequence > BEFORE_ALL
    ? sequence
    : undefined;
}

/** Whether the streams of a thread still count together: each number is used once, and by one. */
function countTogether(thread: Thread, stream: Stream, sequence: number): void {
  const other = thread.recent.get(sequence);
  if ((other && other !== stream) || sequence <= thread.last - LOOK_BACK) thread.shared = false;
  thread.recent.set(sequence, stream);
}

/** As far back as a late event may come, and as far again: one that was seen is then known to be a duplicate. */
const recentNumbers = <T>() => new RecentNumbers<T>(2 * LOOK_BACK);

function byId({ ids }: Stream, eventId: string | undefined): Arrival {
  if (eventId === undefined) return 'next';
  if (ids.has(eventId)) return 'duplicate';
  ids.add(eventId);
  if (ids.size > MAX_IDS) ids.delete(ids.values().next().value!);
  return 'next';
}
