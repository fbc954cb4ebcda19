/** A plain JSON object. */
export type JsonObject = Record<string, unknown>;

/** Keys that could reach a prototype; they are refused wherever foreign JSON becomes a record. */
export function isPollutingKey(key: string): boolean {
  // Nearly every key is told apart by its length alone.
  const { length } = key;
  return length === 9 ? key === '__proto__' || key === 'prototype' : length === 11 && key === 'constructor';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of plain JSON, without members that could reach a prototype. */
export function copyJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const copy: JsonObject = {};
  for (const key in value) if (!isPollutingKey(key)) copy[key] = copyJson(value[key]);
  return copy as T;
}

/** `JSON.parse` that answers `undefined` instead of throwing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const MAX_DEPTH = 100;
/** Objects and lists: an object that holds the same one twice, and so on downwards, would never come to an end. */
const MAX_NODES = 1_000_000;

interface Walk {
  /** From the root to here. */
  readonly path: object[];
  nodes: number;
}

/**
 * A copy of `value` that JSON can carry, whatever it was: cycles and nodes become a short note, dates their
 * ISO text, BigInts their digits, functions and symbols nothing, polluting keys nothing. Never throws.
 */
export function toJsonSafe(value: unknown): unknown {
  return copy(value, { path: [], nodes: 0 });
}

function copy(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      break;
    default:
      return undefined;
  }
  if (value === null) return null;
  const { path } = walk;
  if (path.includes(value)) return '[circular]';
  if (path.length > MAX_DEPTH) return '[too deep]';
  if (++walk.nodes > MAX_NODES) return '[too large]';
  path.push(value);
  try {
    return copyObject(value, walk);
  } catch {
    return '[unreadable]';
  } finally {
    path.pop();
  }
}

function copyObject(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, walk) ?? null);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof Error) return { name: value.name, message: value.message };
    if ('nodeType' in value && 'nodeName' in value) return `[node ${String(value.nodeName)}]`;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      return `[binary ${value.byteLength} bytes]`;
    if (value instanceof Map) return copy(Object.fromEntries(value), walk);
    if (value instanceof Set) return copy([...value], walk);
  }
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    return copy((value as { toJSON(): unknown }).toJSON(), walk);
  }
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (isPollutingKey(key)) continue;
    const safe = copy(item, walk);
    if (safe !== undefined) result[key] = safe;
  }
  return result;
}
