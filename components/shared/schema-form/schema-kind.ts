import { isJsonObject, type JsonObject } from '../../../src/base/json.js';

/** How a place of a schema is filled in. `json`: as text, because the schema does not say how. */
export type SchemaKind =
  'const' | 'options' | 'alternatives' | 'object' | 'list' | 'text' | 'number' | 'boolean' | 'json';

/** One of a few values. */
export interface Option {
  value: unknown;
  title?: string;
}

const OF_TYPE: Readonly<Record<string, SchemaKind>> = {
  object: 'object',
  array: 'list',
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'const',
};
const SHAPES = [
  '$ref',
  'type',
  'const',
  'enum',
  'properties',
  'items',
  'prefixItems',
  'oneOf',
  'anyOf',
  'allOf',
];
/** What says a type without saying it. */
const HINTS: readonly (readonly [SchemaKind, readonly string[]])[] = [
  ['object', ['properties', 'patternProperties', 'required']],
  ['list', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['text', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** @param schema as a `SchemaReader` reads it */
export function kindOf(schema: JsonObject): SchemaKind {
  if ('const' in schema) return 'const';
  if (optionsOf(schema)) return 'options';
  if (branchesOf(schema).length > 0) return 'alternatives';
  const kind = typeof schema['type'] === 'string' ? OF_TYPE[schema['type']] : hinted(schema);
  return (kind === 'object' && isOpen(schema)) || !kind ? 'json' : kind;
}

/** Not `undefined` where the schema lists its values: by `enum`, or by constants with titles. */
export function optionsOf(schema: JsonObject): readonly Option[] | undefined {
  const titled = titledOptions(schema);
  const { enum: listed } = schema;
  if (!Array.isArray(listed)) return titled;
  return listed.map((value: unknown) => titled?.find((option) => option.value === value) ?? { value });
}

function titledOptions(schema: JsonObject): readonly Option[] | undefined {
  const list = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const constants = list.filter((item): item is JsonObject => isJsonObject(item) && 'const' in item);
  if (constants.length !== list.length) return undefined;
  return constants.map(({ const: value, title }) =>
    typeof title === 'string' ? { value, title } : { value },
  );
}

/** The ways to be right, of which a person chooses one: `oneOf`, `anyOf`, or a list of types. */
export function branchesOf(schema: JsonObject): readonly unknown[] {
  const list = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(list) && list.some(hasShape)) return list;
  const { type } = schema;
  if (!Array.isArray(type)) return [];
  return type.map((word: unknown) => (word === 'null' ? { type: 'null' } : { type: word }));
}

/** `anyOf: [{ required: ["a"] }, { required: ["b"] }]` asks for more, and changes nothing about what is filled in. */
function hasShape(branch: unknown): boolean {
  return !isJsonObject(branch) || SHAPES.some((keyword) => branch[keyword] !== undefined);
}

/** True for a schema of nothing but `null`. */
export function isNull(schema: JsonObject): boolean {
  return schema['type'] === 'null' || schema['const'] === null;
}

/** Whether a value is of the kind, so that the kind's field can show it. */
export function fits(kind: SchemaKind, schema: JsonObject, value: unknown): boolean {
  switch (kind) {
    case 'object':
      return isJsonObject(value);
    case 'list':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'options':
      return optionsOf(schema)?.some((option) => sameJson(option.value, value)) ?? false;
    case 'const':
      return sameJson(constantOf(schema), value);
    default:
      return true;
  }
}

export function constantOf(schema: JsonObject): unknown {
  return 'const' in schema ? schema['const'] : null;
}

export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** How well a branch suits a value: what it must be, then what it must have. */
export function suitability(schema: JsonObject, value: unknown): number {
  const kind = kindOf(schema);
  if (!fits(kind, schema, value)) return -1;
  if (kind === 'json') return 0;
  if (!isJsonObject(value)) return 1;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  let score = 1;
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const fixed = isJsonObject(property) && 'const' in property;
    if (fixed && !sameJson(property['const'], value[name])) return -1;
    score += fixed ? 10 : 1;
  }
  return required.every((name) => Object.hasOwn(value, String(name))) ? score : score - 5;
}

function hinted(schema: JsonObject): SchemaKind | undefined {
  return HINTS.find(([, words]) => words.some((word) => schema[word] !== undefined))?.[0];
}

/** An object of which nothing is said. */
function isOpen({ properties, additionalProperties, patternProperties }: JsonObject): boolean {
  const isSaid =
    isJsonObject(properties) || additionalProperties === false || isJsonObject(additionalProperties);
  return !isSaid && !isJsonObject(patternProperties);
}
