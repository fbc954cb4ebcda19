import type { Stamp } from './order.js';
import { isBefore, isSettled, LOOK_BACK } from './order.js';

/** Where the value is: under a symbol, as it follows from the entries and is not saved with them. */
const VALUE = Symbol('value');

/**
 * Entries in the order of their stream, and the value that follows from them. One that comes in order is folded
 * in at once, in constant time; a late one is put in its place and all are folded again when the value is next
 * read, so that any order of arrival gives the same value (R4). Its fields are plain data, to be saved and restored.
 */
export abstract class OrderedLog<Entry extends { stamp: Stamp }, Value> {
  readonly entries: Entry[] = [];
  private [VALUE]: Value | undefined;
  /** How many entries at the front have been joined as far as they can be. */
  private joined = 0;

  protected abstract empty(): Value;
  protected abstract step(value: Value, entry: Entry): void;

  /** Takes an entry into the one before it, if the same value follows from that one alone then. */
  protected absorb?(before: Entry, after: Entry): boolean;

  add(entry: Entry): void {
    const { entries } = this;
    let at = entries.length;
    while (at > 0 && isBefore(entry.stamp, entries[at - 1]!.stamp)) at--;
    if (at < entries.length) {
      entries.splice(at, 0, entry);
      this[VALUE] = undefined;
      this.joined = Math.min(this.joined, at);
    } else {
      if (this[VALUE] !== undefined || at === 0) this.step((this[VALUE] ??= this.empty()), entry);
      entries.push(entry);
      if (this.absorb && at - this.joined > 2 * LOOK_BACK) this.joinSettled();
    }
  }

  /** Takes an entry out again. */
  remove(entry: Entry): void {
    const at = this.entries.lastIndexOf(entry);
    this.entries.splice(at, 1);
    this[VALUE] = undefined;
    this.joined = Math.min(this.joined, at);
  }

  /** What can no longer be parted by a late entry needs not be kept piece by piece. */
  private joinSettled(): void {
    const { entries } = this;
    let end = Math.max(this.joined, 1);
    let at = end;
    for (; at < entries.length && isSettled(entries[at]!.stamp); at++) {
      const [before, after] = [entries[end - 1]!, entries[at]!];
      if (before.stamp.stream === after.stamp.stream && this.absorb!(before, after))
        before.stamp = after.stamp;
      else entries[end++] = after;
    }
    entries.splice(end, at - end);
    this.joined = end;
  }

  get value(): Value {
    let value = this[VALUE];
    if (value === undefined) {
      value = this[VALUE] = this.empty();
      for (const entry of this.entries) this.step(value, entry);
    }
    return value;
  }
}
