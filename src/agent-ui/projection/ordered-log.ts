import type { Stamp } from './order.js';
import { isBefore } from './order.js';

/**
 * Entries in the order of their stream, and the value that follows from them. One that comes in order is folded
 * in at once, in constant time; a late one is put in its place and all are folded again when the value is next
 * read, so that any order of arrival gives the same value (R4). Its fields are plain data, to be saved and restored.
 */
export abstract class OrderedLog<Entry extends { stamp: Stamp }, Value> {
  readonly entries: Entry[] = [];
  private folded: Value | undefined;

  protected abstract empty(): Value;
  protected abstract step(value: Value, entry: Entry): void;

  add(entry: Entry): void {
    const { entries } = this;
    let at = entries.length;
    while (at > 0 && isBefore(entry.stamp, entries[at - 1]!.stamp)) at--;
    if (at < entries.length) {
      entries.splice(at, 0, entry);
      this.folded = undefined;
    } else {
      if (this.folded !== undefined || at === 0) this.step((this.folded ??= this.empty()), entry);
      entries.push(entry);
    }
  }

  /** Takes an entry out again. */
  remove(entry: Entry): void {
    this.entries.splice(this.entries.lastIndexOf(entry), 1);
    this.folded = undefined;
  }

  get value(): Value {
    if (this.folded === undefined) {
      this.folded = this.empty();
      for (const entry of this.entries) this.step(this.folded, entry);
    }
    return this.folded;
  }
}
