import { isJsonObject, type JsonObject } from '../json.js';
import { RESOLVED, type PreparedSchema } from './prepare-schema.js';
import { member } from './resolve-ref.js';

/** How many references may follow each other at one place of the value; the value itself has an end. */
const MAX_REFERENCES = 32;
/** Places looked at for one value, where something may be missing: references can double them at every step. */
const MAX_STEPS = 100_000;

interface Filling {
  schema: PreparedSchema;
  steps: number;
}

/**
 * A copy of `value` in which members that are missing have their schema's `default` (OUI-S6). It looks wherever
 * the schema always applies: `properties`, `patternProperties`, `additionalProperties`, `items`, `prefixItems`,
 * `allOf` and references. Of alternatives (`oneOf`, `anyOf`, `if`) it chooses none.
 * @throws Error where there are too many such places: a default may be what makes a call safe, so none is left out
 */
export function applyDefaults(schema: PreparedSchema, value: unknown): unknown {
  return fill({ schema, steps: 0 }, schema.root, copyOf(value));
}

function fill(filling: Filling, schema: unknown, value: unknown, references = 0): unknown {
  if (!isJsonObject(schema) || references > MAX_REFERENCES || !mayFill(filling.schema, schema)) return value;
  if (++filling.steps > MAX_STEPS) throw new Error('the value has too many places for defaults');
  let filled = value;
  if (schema[RESOLVED] !== undefined) {
    filled = fill(filling, filling.schema.targets[String(schema[RESOLVED])], filled, references + 1);
  }
  for (const part of listOf(schema['allOf'])) filled = fill(filling, part, filled, references + 1);
  if (filled === undefined) return copyOf(schema['default']);
  if (isJsonObject(filled)) fillMembers(filling, schema, filled);
  if (Array.isArray(filled)) {
    const prefix = listOf(schema['prefixItems']);
    filled = filled.map((item: unknown, index) =>
      fill(filling, index < prefix.length ? prefix[index] : schema['items'], item),
    );
  }
  return filled;
}

const fillable = new WeakMap<object, boolean>();

/** Whether a schema has a default, or leads to one that has. */
function mayFill({ targets }: PreparedSchema, schema: JsonObject): boolean {
  const known = fillable.get(schema);
  if (known !== undefined) return known;
  const reached = new Set<unknown>([schema]);
  let found = false;
  for (const node of reached) {
    if (!isJsonObject(node)) continue;
    if ((found = node['default'] !== undefined || fillable.get(node) === true)) break;
    const ways = [
      node[RESOLVED] === undefined ? undefined : targets[String(node[RESOLVED])],
      node['additionalProperties'],
      node['items'],
      ...listOf(node['allOf']),
      ...listOf(node['prefixItems']),
      ...Object.values(mapOf(node['properties'])),
      ...Object.values(mapOf(node['patternProperties'])),
    ];
    for (const way of ways) reached.add(way);
  }
  fillable.set(schema, found);
  return found;
}

function fillMembers(filling: Filling, schema: JsonObject, filled: JsonObject): void {
  const properties = mapOf(schema['properties']);
  const patterns = Object.entries(mapOf(schema['patternProperties'])).map(
    ([pattern, property]) => [new RegExp(pattern, 'u'), property] as const,
  );
  const set = (key: string, property: unknown) => {
    const own = fill(filling, property, member(filled, key));
    if (own !== undefined && key !== '__proto__') filled[key] = own;
  };
  for (const key of Object.keys(filled)) {
    const matching = patterns.filter(([pattern]) => pattern.test(key));
    for (const [, property] of matching) set(key, property);
    if (matching.length === 0 && !Object.hasOwn(properties, key)) set(key, schema['additionalProperties']);
  }
  for (const [key, property] of Object.entries(properties)) set(key, property);
}

/** Of JSON; a structured clone of a small value takes longer. */
function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function mapOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
