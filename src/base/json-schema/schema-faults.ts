import { dereference, type Schema } from '@cfworker/json-schema';
import { messageOf } from '../coded-error.js';
import { isJsonObject } from '../json.js';
import { forEachSchema } from './walk-schema.js';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const LISTS = ['enum', 'required', 'prefixItems', 'allOf', 'anyOf', 'oneOf'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', '$defs'];
const TEXTS = ['$id', '$ref', '$anchor', '$schema', 'format', 'pattern', 'title', 'description'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];

/** One fault of a schema: where (`properties.title`, the empty text is the root) and a sentence. */
export interface SchemaFault {
  path: string;
  message: string;
}

/**
 * What makes a JSON Schema (Draft 2020-12) unusable: keywords of the wrong type, patterns that do not
 * compile, references out of itself. A legal schema is never refused for its style.
 */
export function schemaFaults(schema: unknown): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const references = new Map<string, string>();
  forEachSchema(schema, (node, path) => {
    if (typeof node === 'boolean') return;
    if (!isJsonObject(node)) {
      faults.push({ path, message: 'must be a JSON Schema: an object, true or false' });
      return;
    }
    if (typeof node['$ref'] === 'string') references.set(path, node['$ref']);
    faults.push(...keywordFaults(node).map((message) => ({ path, message })));
  });
  return faults.length > 0 ? faults : referenceFaults(schema, references);
}

function keywordFaults(node: Record<string, unknown>): string[] {
  const faults: string[] = [];
  const check = (keys: readonly string[], fits: (value: unknown) => boolean, what: string) => {
    for (const key of keys) {
      if (node[key] !== undefined && !fits(node[key])) faults.push(`${key} must be ${what}`);
    }
  };
  check(['type'], isTypeWord, `one of ${TYPES.join(', ')}, or a list of them`);
  check(LISTS, Array.isArray, 'a list');
  check(MAPS, isJsonObject, 'an object');
  check(TEXTS, (value) => typeof value === 'string', 'a text');
  check(NUMBERS, (value) => typeof value === 'number', 'a number');
  check(COUNTS, (value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number from 0 up');
  check(['multipleOf'], (value) => typeof value !== 'number' || value > 0, 'more than 0');
  check(['required'], isNameList, 'a list of names');
  check(['pattern'], compiles, 'a regular expression that compiles with the flag u');
  check(
    ['patternProperties'],
    (value) => !isJsonObject(value) || Object.keys(value).every(compiles),
    'keyed by regular expressions that compile with the flag u',
  );
  return faults;
}

function isTypeWord(value: unknown): boolean {
  const words = [value].flat();
  return words.length > 0 && words.every((word) => TYPES.includes(word as string));
}

function isNameList(value: unknown): boolean {
  return !Array.isArray(value) || value.every((name) => typeof name === 'string');
}

function compiles(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return true;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A reference must lead to a place in the same schema: nothing is fetched (§1). */
function referenceFaults(schema: unknown, references: ReadonlyMap<string, string>): SchemaFault[] {
  if (references.size === 0) return [];
  try {
    const copy = structuredClone(schema) as Schema;
    const known = dereference(copy);
    const faults: SchemaFault[] = [];
    forEachSchema(copy, (node, path) => {
      const reference = references.get(path);
      const target = (node as Schema).__absolute_ref__;
      if (reference === undefined || (target !== undefined && known[target] !== undefined)) return;
      faults.push({
        path,
        message: reference.startsWith('#')
          ? `$ref ${JSON.stringify(reference)} points to nothing in this schema`
          : `$ref ${JSON.stringify(reference)} is external; copy the definition into $defs and point to it with #/$defs/<name>`,
      });
    });
    return faults;
  } catch (thrown) {
    return [{ path: '', message: `cannot be read: ${messageOf(thrown)}` }];
  }
}
