import { isJsonObject } from '../base/json.js';

/**
 * What a value must be like, as plain JSON. An object names the fields that must match, and others may be there; a
 * list matches item by item; anything else is equal. An object with one of these keys is a condition instead:
 * `$is` (`string` `number` `boolean` `object` `array` `null` `absent` `present`), `$matches` (a regular expression),
 * `$min` and `$max`, `$has` (a list with an item that matches), `$lacks` (a list with none that does).
 */
export type Pattern = unknown;

/** What is different, in a sentence with its place; `undefined` when it matches. */
export function mismatch(value: unknown, pattern: Pattern, path = ''): string | undefined {
  const at = path || 'the message';
  if (isCondition(pattern)) return conditionFault(value, pattern, at);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) return `${at} is no list`;
    if (value.length !== pattern.length) return `${at} has ${value.length} items, not ${pattern.length}`;
    return first(pattern.map((item, i) => mismatch(value[i], item, `${path}/${i}`)));
  }
  if (isJsonObject(pattern)) {
    if (!isJsonObject(value)) return `${at} is no object`;
    return first(
      Object.entries(pattern).map(([key, item]) => mismatch(own(value, key), item, `${path}/${key}`)),
    );
  }
  return value === pattern ? undefined : `${at} is ${brief(value)}, not ${brief(pattern)}`;
}

const CONDITIONS = ['$is', '$matches', '$min', '$max', '$has', '$lacks'];

function isCondition(pattern: Pattern): pattern is Record<string, unknown> {
  return isJsonObject(pattern) && CONDITIONS.some((key) => Object.hasOwn(pattern, key));
}

function conditionFault(value: unknown, condition: Record<string, unknown>, at: string): string | undefined {
  const holds: Record<string, (wanted: unknown) => boolean> = {
    $is: (kind) =>
      kind === 'absent'
        ? value === undefined
        : kind === 'present'
          ? value !== undefined
          : kindOf(value) === kind,
    $matches: (source) => typeof value === 'string' && new RegExp(String(source)).test(value),
    $min: (min) => typeof value === 'number' && value >= Number(min),
    $max: (max) => typeof value === 'number' && value <= Number(max),
    $has: (item) => Array.isArray(value) && value.some((each) => mismatch(each, item) === undefined),
    $lacks: (item) => Array.isArray(value) && value.every((each) => mismatch(each, item) !== undefined),
  };
  const broken = Object.entries(condition).find(([key, wanted]) => holds[key]?.(wanted) !== true);
  return broken && `${at} is ${brief(value)}, which breaks ${broken[0]} ${brief(broken[1])}`;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function first(faults: (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined);
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
