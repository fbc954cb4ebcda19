import type { Slice } from './fact.js';
import type { TurnRecord, Versioned } from './records.js';

/** More changes of turns than this are not told one by one: who has missed them looks at all turns. */
const KEPT = 1024;

/** What events have changed: since the last frame the lists, and of the frames before which turns. */
export class Changes {
  readonly slices = new Set<Slice>();
  readonly #turns = new Set<TurnRecord>();
  #log: TurnRecord[] = [];
  /** The place in time of the first of the log. */
  #begin = 0;
  #order = 0;
  readonly #readers = new Set<() => void>();

  mark(slice: Slice, record?: Versioned): void {
    this.slices.add(slice);
    if (!record) return;
    record.version++;
    if (slice === 'turns') this.#turns.add(record as TurnRecord);
  }

  /** Turns stand in another order than before; a new one at the end changes none. */
  reorder(): void {
    this.#order++;
  }

  /** Counts changes of the order of turns. */
  get order(): number {
    return this.#order;
  }

  /** Where the log of changed turns has come to. */
  get now(): number {
    return this.#begin + this.#log.length;
  }

  /**
   * Turns that changed since then, also those that wait for the next frame, new ones in their order; nothing where
   * that is too long ago to be known.
   */
  turnsSince(then: number): readonly TurnRecord[] | undefined {
    return then < this.#begin ? undefined : [...this.#log.slice(then - this.#begin), ...this.#turns];
  }

  /** A frame: hands out the lists that changed in it. */
  take(): readonly Slice[] {
    const changed = [...this.slices];
    this.slices.clear();
    this.#log.push(...this.#turns);
    this.#turns.clear();
    if (this.#log.length > KEPT) {
      this.#begin += this.#log.length;
      this.#log = [];
    }
    return changed;
  }

  /** Calls back when all records have been put away, so that nobody holds one. */
  onForget(reader: () => void): void {
    this.#readers.add(reader);
  }

  forget(): void {
    this.#begin = this.now;
    this.#log = [];
    this.#turns.clear();
    for (const reader of this.#readers) reader();
  }
}
