import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { messageOf } from '../coded-error.js';
import { toJsonSafe } from '../json.js';
import { describeFault } from './describe-fault.js';
import type { FieldFault } from './field-fault.js';
import { decode, member, pointerTokens, resolveLocalRef } from './resolve-ref.js';

/** A schema as authors write it: Draft 2020-12, an object or a boolean. */
export type AnySchema = { readonly [key: string]: unknown } | boolean;

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
  '$recursiveRef',
  'allOf',
  'if',
  'dependentSchemas',
]);
/** Of these the whole is reported, because what failed below is one of several ways to be right. */
const GROUPS = new Set(['anyOf', 'oneOf', 'contains', 'minContains', 'maxContains', 'propertyNames']);

const compiled = new WeakMap<object, Validator>();

/**
 * What is wrong with `value` under `schema`; empty when nothing is. `value` must be JSON. Formats are
 * asserted. It interprets the schema, so it works where a page forbids code generation. Never throws: a
 * schema that cannot be used is one fault with the constraint `$schema`.
 */
export function validate(schema: AnySchema, value: unknown): FieldFault[] {
  if (schema === true) return [];
  try {
    return faultsFrom(validatorOf(schema).validate(value ?? null).errors, schema, value);
  } catch (thrown) {
    const actual = messageOf(thrown).split('\n', 1)[0];
    return [
      {
        field: '',
        constraint: '$schema',
        expected: 'a usable schema',
        actual,
        message: `the schema cannot be used: ${actual}`,
      },
    ];
  }
}

/** The library writes into the schema it is given, so it gets a copy: an author's may be frozen. */
function validatorOf(schema: AnySchema): Validator {
  const known = typeof schema === 'object' ? compiled.get(schema) : undefined;
  if (known) return known;
  const validator = new Validator(structuredClone(schema) as Schema | boolean, '2020-12', false);
  if (typeof schema === 'object') compiled.set(schema, validator);
  return validator;
}

function faultsFrom(errors: readonly OutputUnit[], schema: AnySchema, value: unknown): FieldFault[] {
  const groups = errors
    .filter((error) => GROUPS.has(error.keyword))
    .map((error) => error.keywordLocation.replace(/\/(?:min|max)Contains$/, '/contains') + '/');
  const faults = new Map<string, FieldFault>();
  const add = (path: string[], constraint: string, expected: unknown, fallback: string) => {
    const fault = describeFault(path, constraint, expected, valueAt(value, path), fallback);
    const key = `${fault.field} ${constraint} ${JSON.stringify(expected)}`;
    if (!faults.has(key)) faults.set(key, fault);
  };
  errors.forEach((error, index) => {
    const path = locationTokens(error.instanceLocation);
    if (WRAPPERS.has(error.keyword)) return;
    if (groups.some((group) => error.keywordLocation.startsWith(group))) return;
    if (error.keyword === 'false') {
      // `additionalProperties: false` and its kin: the wrapper before it has the keyword's name.
      add(path, errors[index - 1]?.keyword ?? 'false', false, 'is not allowed here');
      return;
    }
    const expected = keywordValue(schema, error.keywordLocation);
    if (error.keyword === 'required' && Array.isArray(expected)) {
      const owner = valueAt(value, path);
      for (const name of expected as string[]) {
        if (member(owner, name) === undefined) add([...path, name], 'required', true, 'is required');
      }
      return;
    }
    add(path, error.keyword, toJsonSafe(expected), error.error);
  });
  return [...faults.values()];
}

function locationTokens(location: string): string[] {
  return pointerTokens(location.slice(1)).map(decode);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(member, value);
}

/** What the schema says for the keyword at an evaluation path, following local references on the way. */
function keywordValue(schema: AnySchema, location: string): unknown {
  return locationTokens(location).reduce<unknown>((at, token) => {
    const next = member(at, token);
    return token === '$ref' && typeof next === 'string' ? resolveLocalRef(schema, next) : next;
  }, schema);
}
