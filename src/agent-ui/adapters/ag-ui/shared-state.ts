import { applyPatch } from '../../../base/json-patch.js';

/**
 * The state that agent and page share, to be sent back with each run. Deltas are only collected as they come
 * and applied when somebody asks: a delta costs the same however large the state is.
 */
export class SharedState {
  #base: unknown = {};
  /** Whether `#base` is ours to change; a snapshot is also in a fact. */
  #own = true;
  #deltas: (readonly unknown[])[] = [];

  snapshot(value: unknown): void {
    this.#base = value;
    this.#own = false;
    this.#deltas = [];
  }

  delta(operations: readonly unknown[]): void {
    this.#deltas.push(operations);
  }

  /** The state now. A delta that does not fit is left out, and reported. */
  current(onFault: () => void): unknown {
    const deltas = this.#deltas;
    this.#deltas = [];
    for (const operations of deltas) {
      const before: unknown = this.#base;
      try {
        // A delta applies whole or not at all.
        this.#base = applyPatch(structuredClone(before), structuredClone(operations));
      } catch {
        this.#base = before;
        onFault();
      }
    }
    return this.#base;
  }
}
