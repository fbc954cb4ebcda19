import { isJsonObject } from '../../base/json.js';
import type { ActionResultPayload, FitCut, OuiSnapshot } from '../protocol/messages.js';
import { jsonBytes, unitBytes } from './json-bytes.js';

/** What is shorter is not worth cutting: a reader needs a beginning to know what the rest would be. */
const LONG_LIST = 20;
const LONG_TEXT = 1000;
/** A place deeper or longer than this is cut as part of a whole value, so that the report stays short. */
const LONGEST_PATH = 200;
const CUTS_PER_PASS = 50;
/** A cut list may contain lists that are long themselves. */
const PASSES = 3;

interface Candidate {
  path: readonly string[];
  bytes: number;
  value: string | readonly unknown[];
}

/**
 * OUI-E7: a result within its budget. It is cut in a fixed order: long lists, long texts, then whole values, of
 * each the largest first. Surfaces go whole, because half a list of surfaces would say that the others are gone;
 * where they alone are too large they go first. The outcome is never cut.
 */
export function fitResult(result: ActionResultPayload, budgetBytes: number): ActionResultPayload {
  const fitting = new Fitting(result, budgetBytes);
  if (fitting.over <= 0) return result;
  const listed = jsonBytes(result.surfaces ?? null) + jsonBytes(result.index ?? null);
  if (listed > budgetBytes) fitting.omitSurfaces();
  fitting.cutLong('list', ['data', 'progress', 'observations']);
  fitting.cutLong('text', ['data', 'progress', 'observations']);
  fitting.omitSurfaces();
  fitting.nullMembers([['data'], ...observationsOf(result)]);
  for (const key of ['observations', 'progress', 'data']) fitting.omit(key);
  return fitting.done<ActionResultPayload>();
}

/** OUI-E7 for a snapshot in either form. One of `surfaces` and `index` stays, so the index is cut as a list, last. */
export function fitSnapshot(
  snapshot: OuiSnapshot,
  budgetBytes: number,
  earlier: readonly FitCut[] = [],
): OuiSnapshot {
  const fitting = new Fitting(snapshot, budgetBytes, earlier);
  if (fitting.over <= 0 && earlier.length === 0) return snapshot;
  fitting.cutLong('list', ['observations']);
  fitting.cutLong('text', ['observations']);
  fitting.nullMembers(observationsOf(snapshot));
  fitting.empty('observations');
  fitting.cutIndex();
  return fitting.done<OuiSnapshot>();
}

function observationsOf({ observations }: { observations?: Record<string, unknown> }): string[][] {
  return Object.keys(observations ?? {}).map((surfaceId) => ['observations', surfaceId]);
}

/** One value on its way to fit. Every step does nothing when it fits already. */
class Fitting {
  #root: unknown;
  readonly #budgetBytes: number;
  readonly #originalBytes: number;
  readonly #cuts: FitCut[];

  constructor(root: object, budgetBytes: number, earlier: readonly FitCut[] = []) {
    this.#root = root;
    this.#budgetBytes = budgetBytes;
    this.#cuts = [...earlier];
    this.#originalBytes = earlier.reduce((sum, { originalSize }) => sum + originalSize, jsonBytes(root));
  }

  /** By how many bytes it is too large, its report included. */
  get over(): number {
    const report = this.#cuts.length > 0 ? jsonBytes(this.#report()) + ',"fit":'.length : 0;
    return jsonBytes(this.#root) + report - this.#budgetBytes;
  }

  done<T>(): T {
    return this.#cuts.length === 0 ? (this.#root as T) : ({ ...(this.#root as T), fit: this.#report() } as T);
  }

  cutLong(kind: 'list' | 'text', keys: readonly string[]): void {
    for (let pass = 0; pass < PASSES; pass++) {
      let over = this.over;
      if (over <= 0) return;
      const found: Candidate[] = [];
      for (const key of keys) collect(kind, at(this.#root, [key]), [key], found);
      found.sort((a, b) => b.bytes - a.bytes);
      const chosen: Candidate[] = [];
      for (const candidate of found) {
        if (over <= 0 || chosen.length === CUTS_PER_PASS) break;
        if (chosen.some(({ path }) => isInside(path, candidate.path) || isInside(candidate.path, path)))
          continue;
        chosen.push(candidate);
        over -= this.#shorten(kind, candidate, over);
      }
      if (chosen.length === 0) return;
    }
  }

  omitSurfaces(): void {
    for (const key of ['surfaces', 'index']) this.omit(key, 'surfacesHash');
  }

  /** Leaves out a whole value, and what says something about it. */
  omit(key: string, ...companions: string[]): void {
    const value = at(this.#root, [key]);
    if (value === undefined || this.over <= 0) return;
    this.#note([key], 'value', jsonBytes(value), 0);
    const rest = { ...(this.#root as Record<string, unknown>) };
    for (const gone of [key, ...companions]) delete rest[gone];
    this.#root = rest;
  }

  /** As `omit`, for what must be there. */
  empty(key: string): void {
    const value = at(this.#root, [key]);
    if (this.over <= 0) return;
    this.#note([key], 'value', jsonBytes(value), 2);
    this.#root = replace(this.#root, [key], {});
  }

  /** Puts `null` in place of members of these objects, the largest first. */
  nullMembers(parents: readonly (readonly string[])[]): void {
    let over = this.over;
    if (over <= 0) return;
    const members = parents
      .flatMap((parent) => {
        const value = at(this.#root, parent);
        return isJsonObject(value) ? Object.keys(value).map((key) => [...parent, key]) : [];
      })
      .map((path) => ({ path, bytes: jsonBytes(at(this.#root, path)) }))
      .filter(({ path, bytes }) => bytes > LONGEST_PATH && pointer(path).length <= LONGEST_PATH)
      .sort((a, b) => b.bytes - a.bytes);
    for (const { path, bytes } of members.slice(0, CUTS_PER_PASS)) {
      if (over <= 0) return;
      this.#root = replace(this.#root, path, null);
      over -= bytes - 4 - this.#note(path, 'value', bytes, 4);
    }
  }

  cutIndex(): void {
    const { over } = this;
    const index = at(this.#root, ['index']);
    if (over <= 0 || !Array.isArray(index)) return;
    this.#shorten('list', { path: ['index'], bytes: jsonBytes(index), value: index }, over, 0);
  }

  /** Returns the bytes that were saved. */
  #shorten(kind: 'list' | 'text', { path, bytes, value }: Candidate, over: number, least?: number): number {
    // The note about it takes room as well.
    const room = bytes - over - pointer(path).length - 100;
    const kept = typeof value === 'string' ? beginningOf(value, room) : firstOf(value, room, least);
    this.#root = replace(this.#root, path, kept);
    return bytes - jsonBytes(kept) - this.#note(path, kind, value.length, kept.length);
  }

  #note(path: readonly string[], kind: FitCut['kind'], originalSize: number, keptSize: number): number {
    const where = pointer(path);
    const known = this.#cuts.find((cut) => cut.path === where && cut.kind === kind);
    if (known) {
      known.keptSize = keptSize;
      return 0;
    }
    const cut: FitCut = { path: where, kind, originalSize, keptSize };
    this.#cuts.push(cut);
    return jsonBytes(cut) + 1;
  }

  #report() {
    return { budgetBytes: this.#budgetBytes, originalBytes: this.#originalBytes, cuts: this.#cuts };
  }
}

/** Every long list or text below `value`, with its size. */
function collect(kind: 'list' | 'text', value: unknown, path: readonly string[], found: Candidate[]): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(kind, item, [...path, key], found);
  }
  const long =
    kind === 'list'
      ? Array.isArray(value) && value.length > LONG_LIST
      : typeof value === 'string' && value.length > LONG_TEXT;
  if (!long || pointer(path).length > LONGEST_PATH) return;
  found.push({ path, bytes: jsonBytes(value), value: value as Candidate['value'] });
}

function isInside(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((key, index) => inner[index] === key);
}

/** As much of the beginning as has room, and never half of a surrogate pair. */
function beginningOf(text: string, room: number): string {
  let bytes = 2;
  let end = 0;
  while (end < text.length && (end < LONG_TEXT || bytes <= room)) bytes += unitBytes(text, end++);
  if (end > LONG_TEXT && bytes > room) end--;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}

function firstOf(list: readonly unknown[], room: number, least = LONG_LIST): unknown[] {
  let bytes = 2;
  let end = 0;
  while (end < list.length) {
    bytes += jsonBytes(list[end]) + 1;
    if (end >= least && bytes > room) break;
    end++;
  }
  return list.slice(0, end);
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
}

/** A copy of `root` with another value at one place; what is beside the path is shared. */
function replace(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(root) ? [...(root as unknown[])] : { ...(root as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replace(copy[key], rest, value);
  return copy;
}

/** RFC 6901. */
function pointer(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
