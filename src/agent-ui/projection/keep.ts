import { isJsonObject, type JsonObject } from '../../base/json.js';
import { redact, redactText } from '../../base/redact.js';

/** Larger values stay with their owner, behind a reference (§5.5, N-011). */
export const MAX_CHARS = 8192;

type Kind = 'text' | 'number' | 'flag' | 'texts' | 'list' | 'any';

/** Which payload keys a family keeps, by the type each must have. */
export type Spec = ReadonlyMap<string, Kind>;

export function spec(kinds: Partial<Record<Kind, string>>): Spec {
  const keys = new Map<string, Kind>();
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names.split(' ')) keys.set(name, kind as Kind);
  return keys;
}

/** The facts of a payload that a family keeps: safe, bounded, of the right type. `null` is a fact (C27). */
export function take(payload: JsonObject, keys: Spec): JsonObject {
  const facts: JsonObject = {};
  for (const key in payload) facts[key] = taken(payload, key, keys);
  return facts;
}

/** One of them. */
export function taken(payload: JsonObject, key: string, keys: Spec): unknown {
  const kind = keys.get(key);
  const value = payload[key];
  return kind && (value === null || fits(kind, value)) ? keep(value) : undefined;
}

function fits(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return Number.isFinite(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'list':
      return Array.isArray(value);
    default:
      return true;
  }
}

/** A safe copy; of what is too large the beginning. */
export function keep(value: unknown, max = MAX_CHARS): unknown {
  if (typeof value === 'string') return cut(redactText(value), max);
  const safe = redact(value);
  if (sizeOf(safe, max) >= 0) return safe;
  if (!Array.isArray(safe)) return cut(JSON.stringify(safe), max);
  let left = max;
  return safe.filter((item) => left >= 0 && (left = sizeOf(item, left)) >= 0);
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** What is left of a budget of characters; below zero when the value does not fit. */
function sizeOf(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length;
  if (!isJsonObject(value) && !Array.isArray(value)) return left - 4;
  for (const [key, item] of Object.entries(value)) {
    left = sizeOf(item, left - key.length);
    if (left < 0) break;
  }
  return left;
}
