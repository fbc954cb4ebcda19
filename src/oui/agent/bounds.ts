import type { JsonObject } from '../../base/json.js';

/** What an agent's end keeps of one client at most, so that a hostile page cannot fill its memory. */
export const MAX_SURFACES = 2_000;
/** Of one surface. */
export const MAX_ACTIONS = 1_000;
/** Of one surface. */
export const MAX_OBSERVATIONS = 1_000;
/** Characters of one manifest, and of one observation's value. */
export const MAX_WEIGHT = 1024 * 1024;
/** Characters of everything that is kept of one client. */
export const MAX_TOTAL_WEIGHT = 16 * MAX_WEIGHT;
/** How deep a manifest or a value may be nested. */
export const MAX_DEPTH = 64;
export { MAX_ID } from '../protocol/messages.js';
/** Characters of an error's message; of its code as of an id. */
export const MAX_ERROR_TEXT = 2_000;
/** Characters of an error's details. */
export const MAX_ERROR_DETAILS = 16 * 1024;

/**
 * About how many characters of JSON a value takes; `undefined` when that is more than `most`, or when it is
 * nested deeper than `MAX_DEPTH`, or has a member that could reach a prototype. It stops as soon as it knows.
 */
export function weigh(value: unknown, most = MAX_WEIGHT): number | undefined {
  const left = rest(value, most, 0);
  return left < 0 ? undefined : most - left;
}

/** What is left of `left`; negative when it is not enough. */
function rest(value: unknown, left: number, depth: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  if (typeof value !== 'object' || value === null) return left - 5;
  if (depth >= MAX_DEPTH) return -1;
  let now = left - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && now >= 0; index++) {
      now = rest(value[index], now - 1, depth + 1);
    }
    return now;
  }
  for (const key in value) {
    if (now < 0 || key === '__proto__') return -1;
    now = rest((value as JsonObject)[key], now - key.length - 4, depth + 1);
  }
  return now;
}
