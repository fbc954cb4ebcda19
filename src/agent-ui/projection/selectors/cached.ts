import { deepEqual } from '../../../base/deep-equal.js';
import { isJsonObject, type JsonObject } from '../../../base/json.js';

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

const settled = new WeakSet<object>();

/** Says of a list that its rows keep their identity by themselves: of thousands nobody has to look at each again. */
export function settle<T extends object>(list: T): T {
  settled.add(list);
  return list;
}

/** `now`, with every part of `before` that says the same in its place; rows are found again by their `key`. */
export function steady<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (Array.isArray(now)) {
    if (!Array.isArray(before) || settled.has(now)) return now;
    let keyed: Map<unknown, unknown> | undefined;
    const list = now.map((row: unknown, i) => {
      const place: unknown = before[i];
      const key = row === place ? undefined : keyOf(row);
      if (key === undefined || key === keyOf(place)) return steady(place, row);
      keyed ??= new Map((before as unknown[]).map((other) => [keyOf(other), other]));
      return steady(keyed.get(key) ?? place, row);
    });
    return sameList(before, list) as T;
  }
  if (!isJsonObject(now) || !isJsonObject(before)) return now;
  const kept: JsonObject = {};
  let same = Object.keys(now).length === Object.keys(before).length;
  for (const key in now) {
    kept[key] = steady(before[key], now[key]);
    same &&= Object.is(kept[key], before[key]) && key in before;
  }
  return (same ? before : kept) as T;
}

function keyOf(row: unknown): unknown {
  return isJsonObject(row) ? row['key'] : undefined;
}
