import type { GraphEvent } from './wire.js';

/** Numbered events come once: the same number again is the same event, or the first of a new numbering. */
export class SeenEvents {
  #identities: string[] = [];

  /** Where a stream that broke off goes on; none before the first event. */
  get last(): number | undefined {
    return this.#identities.length > 0 ? this.#identities.length - 1 : undefined;
  }

  /** Whether the event is known; it is from now on. */
  has({ seq, identity = '' }: GraphEvent): boolean {
    if (seq === undefined) return false;
    const known = this.#identities[seq];
    if (known === identity) return true;
    if (known !== undefined) this.#identities = [];
    this.#identities[seq] = identity;
    return false;
  }
}
