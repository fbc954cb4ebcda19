import type { Runtime } from './runtime.js';

/** Admits so many in any window of so many milliseconds (OUI-S20, OUI-R13). */
export class RateLimiter {
  readonly #limit: { requests: number; perMs: number } | 'off';
  readonly #runtime: Runtime;
  /** When the admitted ones of the current window came, oldest first. */
  readonly #admitted: number[] = [];

  constructor(limit: { requests: number; perMs: number } | 'off', runtime: Runtime) {
    this.#limit = limit;
    this.#runtime = runtime;
  }

  /** 0 when admitted; otherwise the milliseconds until one more would be. */
  take(): number {
    if (this.#limit === 'off') return 0;
    const now = this.#runtime.monotonic();
    const { requests, perMs } = this.#limit;
    while (this.#admitted.length > 0 && this.#admitted[0]! <= now - perMs) this.#admitted.shift();
    if (this.#admitted.length >= requests) return Math.ceil((this.#admitted[0] ?? now) + perMs - now);
    this.#admitted.push(now);
    return 0;
  }
}
