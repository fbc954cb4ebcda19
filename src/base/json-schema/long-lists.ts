import { isJsonObject } from '../json.js';

/** For `uniqueItems` the interpreter compares every two items: of lists up to here in a few milliseconds. */
const SHORT = 1_000;
/** How often items of longer lists may be looked at for that: a second at most. */
const MAX_LOOKS = 2_000_000;
/** And how often each may be looked at for other keywords. */
const LOOKS_AT_EACH = 20;

/** Whether to compare every two items of a list in it could stop the page. */
export function hasLongList(value: unknown): boolean {
  const seen = new Set<unknown>();
  const isLong = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false;
    seen.add(part);
    return Array.isArray(part) ? part.length > SHORT || part.some(isLong) : Object.values(part).some(isLong);
  };
  return isLong(value);
}

/** Whether no list in it has the same item twice. It takes time in proportion to the value. */
export function isUniqueThroughout(value: unknown): boolean {
  const ids = new Map<unknown, number>();
  let unique = true;
  const idFor = (key: unknown): number => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  /** Equal values have the same. */
  const idOf = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return idFor(`${typeof part} ${String(part)}`);
    const known = ids.get(part);
    if (known !== undefined) return known;
    let id: number;
    if (Array.isArray(part)) {
      const items = part.map(idOf);
      unique &&= new Set(items).size === items.length;
      id = idFor(`[${items.join()}`);
    } else {
      const members = Object.entries(part).map(([key, member]) => [key, idOf(member)]);
      id = idFor(`{${JSON.stringify(members.sort())}`);
    }
    ids.set(part, id);
    return id;
  };
  idOf(value);
  return unique;
}

/** A copy of it, of which reading throws when its long lists have been looked at too often. */
export function countedCopy(value: unknown): unknown {
  const copies = new Map<unknown, unknown>();
  let looks = 0;
  let allowed = MAX_LOOKS;
  const get = (list: unknown[], key: string | symbol): unknown => {
    if (++looks > allowed) throw new Error(`a list of ${list.length} items is too long for "uniqueItems"`);
    return Reflect.get(list, key);
  };
  const copyOf = (part: unknown): unknown => {
    if (copies.has(part)) return copies.get(part);
    let copy = part;
    if (Array.isArray(part)) {
      const items = part.map(copyOf);
      const isLong = items.length > SHORT;
      if (isLong) allowed += LOOKS_AT_EACH * items.length;
      copy = isLong ? new Proxy(items, { get }) : items;
    } else if (isJsonObject(part)) {
      copy = Object.fromEntries(Object.entries(part).map(([key, member]) => [key, copyOf(member)]));
    } else return part;
    copies.set(part, copy);
    return copy;
  };
  return copyOf(value);
}
