import { isJsonObject, type JsonObject } from '../json.js';
import { schemaPlaces, type SchemaPlace } from './references.js';
import { MAX_SCHEMA_DEPTH } from './walk-schema.js';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const LISTS = ['enum', 'required', 'prefixItems', 'allOf', 'anyOf', 'oneOf'];
const MAPS = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  '$defs',
  'definitions',
];
const TEXTS = [
  '$id',
  '$ref',
  '$dynamicRef',
  '$anchor',
  '$schema',
  'format',
  'pattern',
  'title',
  'description',
];
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
 * compile, references out of itself (§1: nothing is fetched). A legal schema is never refused for its style.
 * Never throws.
 */
export function schemaFaults(schema: unknown): SchemaFault[] {
  return schemaPlaces(schema).flatMap((place) =>
    placeFaults(place).map((message) => ({ path: place.path, message })),
  );
}

function placeFaults(place: SchemaPlace): string[] {
  const { node, depth } = place;
  if (typeof node === 'boolean') return [];
  if (Array.isArray(node))
    return ['must be a JSON Schema, not a list; a schema for each position is prefixItems'];
  if (!isJsonObject(node)) return ['must be a JSON Schema: an object, true or false'];
  if (depth >= MAX_SCHEMA_DEPTH) return ['is nested too deeply; use $defs and $ref'];
  const faults = keywordFaults(node);
  for (const [key, target] of [
    ['$ref', place.ref],
    ['$dynamicRef', place.dynamicRef],
  ] as const) {
    if (typeof node[key] === 'string' && target === undefined) faults.push(referenceFault(key, node[key]));
  }
  return faults;
}

function keywordFaults(node: JsonObject): string[] {
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
    ['dependentRequired'],
    (value) =>
      !isJsonObject(value) ||
      Object.values(value).every((names) => Array.isArray(names) && isNameList(names)),
    'lists of names',
  );
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

function referenceFault(key: string, reference: string): string {
  const it = `${key} ${JSON.stringify(reference)}`;
  return reference.startsWith('#')
    ? `${it} points to nothing in this schema`
    : `${it} is external; copy the definition into $defs and point to it with #/$defs/<name>`;
}
