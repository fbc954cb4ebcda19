import type { Runtime } from '../../base/runtime.js';

/** So many changes of one observation count for one wait; after that it is a clock. */
const MOST_OF_ONE = 20;

/** Knows when the page has come to rest after an action (OUI-S13). One for each document. */
export class Settler {
  readonly #runtime: Runtime;
  readonly #quietMs: number;
  readonly #deadlineMs: number;
  readonly #holds = new Set<symbol>();
  readonly #waiting = new Set<() => void>();
  /** How often each source has changed since somebody began to wait. */
  readonly #changes = new Map<string, number>();
  #touchedAt = -Infinity;

  constructor(runtime: Runtime, quietMs: number, deadlineMs: number) {
    this.#runtime = runtime;
    this.#quietMs = quietMs;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * A surface came or went, or an observation changed.
   * @param source what has changed, where that might go on for ever
   */
  touch(source?: string): void {
    if (source !== undefined && this.#waiting.size > 0) {
      const count = (this.#changes.get(source) ?? 0) + 1;
      this.#changes.set(source, count);
      if (count > MOST_OF_ONE) return;
    }
    this.#touchedAt = this.#runtime.monotonic();
  }

  /** Nothing counts as settled until the returned function is called. */
  hold(): () => void {
    const hold = Symbol();
    this.#holds.add(hold);
    return () => {
      if (!this.#holds.delete(hold)) return;
      this.touch();
      for (const check of [...this.#waiting]) check();
    };
  }

  /** Counted from now: true after a quiet window with no hold open, false when the deadline came first. */
  settled(): Promise<boolean> {
    const start = this.#runtime.monotonic();
    const deadline = start + this.#deadlineMs;
    if (this.#waiting.size === 0) this.#changes.clear();
    return new Promise((resolve) => {
      let cancel = () => {};
      const check = () => {
        cancel();
        const now = this.#runtime.monotonic();
        const quietAt = this.#holds.size > 0 ? Infinity : Math.max(start, this.#touchedAt) + this.#quietMs;
        if (now < quietAt && now < deadline) {
          cancel = this.#runtime.after(Math.min(quietAt, deadline) - now, check);
          return;
        }
        this.#waiting.delete(check);
        resolve(now >= quietAt);
      };
      this.#waiting.add(check);
      check();
    });
  }
}
