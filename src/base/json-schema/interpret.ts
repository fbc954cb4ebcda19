import { validate as run, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { messageOf } from '../coded-error.js';
import { isJsonObject, toJsonSafe } from '../json.js';
import { applyDefaults } from './defaults.js';
import { describeFault } from './describe-fault.js';
import type { FieldFault } from './field-fault.js';
import { unguardedPattern } from './guard-pattern.js';
import { countedCopy, hasLongList, isUniqueThroughout } from './long-lists.js';
import { prepareSchema, RESOLVED, type PreparedSchema } from './prepare-schema.js';
import { decode, member, pointerTokens } from './resolve-ref.js';
import { unusable, type AnySchema } from './validate.js';

/** These only say that something below them failed; what failed is reported by itself. */
const WRAPPERS = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  '$ref',
  'allOf',
  'if',
  'dependentSchemas',
]);
/** Of these the whole is reported, because what failed below is one of several ways to be right. */
const GROUPS = new Set(['anyOf', 'oneOf', 'contains', 'minContains', 'maxContains', 'propertyNames']);

const MAX_FAULTS = 100;
/** References that may be followed for one value: about a second. Schemas can double them at every step. */
const MAX_REFERENCES = 200_000;

/** Answers true when it is sure that the value is right; what is wrong with others is then interpreted. */
export type Shortcut = (schema: PreparedSchema, value: unknown) => boolean;

let shortcut: Shortcut | undefined;

/** Installs a faster way to the answer that most values get, or takes it away. */
export function setShortcut(to: Shortcut | undefined): void {
  shortcut = to;
}

const prepared = new WeakMap<object, PreparedSchema>();

/** It interprets the schema, so it works where a page forbids code generation. A `Validate`. */
export function interpret(schema: AnySchema, value: unknown): FieldFault[] {
  if (schema === true) return [];
  try {
    const ready = preparedOf(schema);
    const isLong = ready.unique.length > 0 && hasLongList(value);
    if (!isLong && shortcut?.(ready, value)) return [];
    const errors = isLong ? errorsOfLong(ready, value) : errorsOf(ready, value ?? null);
    return errors.length === 0 ? [] : faultsFrom(errors, ready, value);
  } catch (thrown) {
    return [unusable(`the schema cannot be used: ${messageOf(thrown).split('\n', 1)[0]}`)];
  }
}

/** See `withDefaults`. */
export function fillDefaults(schema: AnySchema, value: unknown): unknown {
  return applyDefaults(preparedOf(schema), value);
}

function preparedOf(schema: AnySchema): PreparedSchema {
  const known = typeof schema === 'object' ? prepared.get(schema) : undefined;
  if (known) return known;
  const made = prepareSchema(schema);
  if (typeof schema === 'object') prepared.set(schema, made);
  return made;
}

/** The same, of a value with lists whose items cannot all be compared with one another (`uniqueItems`). */
function errorsOfLong(schema: PreparedSchema, value: unknown): readonly OutputUnit[] {
  if (!isUniqueThroughout(value)) return errorsOf(schema, countedCopy(value));
  try {
    for (const node of schema.unique) node['uniqueItems'] = false;
    return errorsOf(schema, value);
  } finally {
    for (const node of schema.unique) node['uniqueItems'] = true;
  }
}

function errorsOf({ root, targets }: PreparedSchema, value: unknown): readonly OutputUnit[] {
  let followed = 0;
  const lookup = new Proxy(targets as Record<string, Schema>, {
    get: (record, name) => {
      if (++followed > MAX_REFERENCES) throw new Error('its references lead to too many steps');
      return record[name as string];
    },
  });
  return run(value, root as Schema, '2020-12', lookup, false).errors;
}

function faultsFrom(errors: readonly OutputUnit[], schema: PreparedSchema, value: unknown): FieldFault[] {
  const groups = new Set(
    errors
      .filter((error) => GROUPS.has(error.keyword))
      .map((error) => error.keywordLocation.replace(/\/(?:min|max)Contains$/, '/contains') + '/'),
  );
  // Its pattern was not tried on such a text.
  const tooLong = new Set(
    errors.filter(({ keyword }) => keyword === 'maxLength').map(({ instanceLocation }) => instanceLocation),
  );
  const inGroup = (location: string) => [...groups].some((group) => location.startsWith(group));
  const faults = new Map<string, FieldFault>();
  const add = (path: string[], constraint: string, expected: unknown, fallback: string) => {
    const fault = describeFault(path, constraint, expected, valueAt(value, path), fallback);
    const key = `${fault.field} ${constraint} ${JSON.stringify(expected)}`;
    if (!faults.has(key)) faults.set(key, fault);
  };
  for (const [index, error] of errors.entries()) {
    if (faults.size >= MAX_FAULTS) break;
    const path = locationTokens(error.instanceLocation);
    if (WRAPPERS.has(error.keyword) || inGroup(error.keywordLocation)) continue;
    if (error.keyword === 'false') {
      // `additionalProperties: false` and its kin: the wrapper before it has the keyword's name.
      add(path, errors[index - 1]?.keyword ?? 'false', false, 'is not allowed here');
      continue;
    }
    const expected = keywordValue(schema, error.keywordLocation);
    if (error.keyword === 'required' && Array.isArray(expected)) {
      const owner = valueAt(value, path);
      for (const name of expected as string[]) {
        if (member(owner, name) === undefined) add([...path, name], 'required', true, 'is required');
      }
    } else if (error.keyword === 'pattern') {
      if (tooLong.has(error.instanceLocation)) continue;
      add(path, 'pattern', unguardedPattern(String(expected)), error.error);
    } else {
      add(path, error.keyword, toJsonSafe(expected), error.error);
    }
  }
  return [...faults.values()].slice(0, MAX_FAULTS);
}

function locationTokens(location: string): string[] {
  return pointerTokens(location.slice(1)).map(decode);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(member, value);
}

/** What the schema says for the keyword at an evaluation path, following references on the way. */
function keywordValue({ root, targets }: PreparedSchema, location: string): unknown {
  return locationTokens(location).reduce<unknown>(
    (at, token) => (token === '$ref' && isJsonObject(at) ? targets[String(at[RESOLVED])] : member(at, token)),
    root,
  );
}
