import { deepEqual } from '../../../base/deep-equal.js';

/**
 * Makes a view again only when one of its dependencies changed, and keeps the old object when nothing that
 * shows has changed: panels compare by identity.
 */
export class Cached<K extends object, V extends object> {
  readonly #entries = new WeakMap<K, { deps: readonly unknown[]; view: V }>();

  get(key: K, deps: readonly unknown[], make: () => V): V {
    const entry = this.#entries.get(key);
    if (entry && deps.every((dep, i) => dep === entry.deps[i])) return entry.view;
    const made = make();
    const view = entry && deepEqual(made, entry.view) ? entry.view : made;
    this.#entries.set(key, { deps, view });
    return view;
  }
}

/** The list of before, when it has the same members. */
export function sameList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before && before.length === now.length && now.every((item, i) => item === before[i]) ? before : now;
}

/** The object of before, when it says the same. */
export function sameView<T extends object>(before: T | undefined, now: T): T {
  return before && deepEqual(before, now) ? before : now;
}
