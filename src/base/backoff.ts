/** How long to wait between attempts to connect (OUI-T6). */
export interface BackoffOptions {
  /** Milliseconds before the second attempt. Default 1000. */
  initialMs?: number;
  /** Milliseconds, the longest wait. Default 30 000. */
  maxMs?: number;
  /** Up to this part of each wait is left out, so that clients do not all come back at once. Default 0.2. */
  jitter?: number;
  /** From 0 up to 1. Default `Math.random`. */
  random?: () => number;
}

/** Waits that double (OUI-T6). */
export class Backoff {
  readonly #options: Required<BackoffOptions>;
  #nextMs: number;

  constructor(options: BackoffOptions = {}) {
    this.#options = { initialMs: 1_000, maxMs: 30_000, jitter: 0.2, random: Math.random, ...options };
    this.#nextMs = this.#options.initialMs;
  }

  /** The next wait in milliseconds. */
  next(): number {
    const { maxMs, jitter, random } = this.#options;
    const wait = Math.min(this.#nextMs, maxMs);
    this.#nextMs = wait * 2;
    return Math.round(wait * (1 - jitter * random()));
  }

  /** After a connection that lasted. */
  reset(): void {
    this.#nextMs = this.#options.initialMs;
  }
}
