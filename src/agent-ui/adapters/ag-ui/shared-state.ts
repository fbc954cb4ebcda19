import { applyPatch } from '../../../base/json-patch.js';

/**
 * The state that agent and page share, to be sent back with each run. Deltas are only collected as they come
 * and applied when somebody asks: a delta costs the same however large the state is.
 */
export class SharedState {
  #base: unknown = {};
  #deltas: (readonly unknown[])[] = [];

  snapshot(value: unknown): void {
    this.#base = value;
    this.#deltas = [];
  }

  delta(operations: readonly unknown[]): void {
    this.#deltas.push(operations);
  }

  /** The state now. A delta that does not fit is left out whole, and reported. */
  current(onFault: () => void): unknown {
    const deltas = this.#deltas;
    this.#deltas = [];
    // Once for all of them: a snapshot is also in a fact, and what was given out before is not ours to change.
    if (deltas.length > 0) this.#base = structuredClone(this.#base);
    for (const operations of deltas) {
      try {
        this.#base = applyPatch(this.#base, operations);
      } catch {
        onFault();
      }
    }
    return this.#base;
  }
}
