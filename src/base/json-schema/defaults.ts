import { isJsonObject } from '../json.js';
import { member, resolveLocalRef } from './resolve-ref.js';
import type { AnySchema } from './validate.js';

/** How many references may follow each other at one place of the value; the value itself has an end. */
const MAX_REFERENCES = 32;

/**
 * A copy of `value` in which members that are missing have their schema's `default` (OUI-S6). It looks into
 * `properties`, `items`, `prefixItems`, `allOf` and local references; of alternatives it chooses none.
 */
export function applyDefaults(schema: AnySchema, value: unknown): unknown {
  return fill(schema, schema, structuredClone(value));
}

function fill(root: AnySchema, schema: unknown, value: unknown, references = 0): unknown {
  if (!isJsonObject(schema) || references > MAX_REFERENCES) return value;
  let filled = value;
  if (typeof schema['$ref'] === 'string') {
    filled = fill(root, resolveLocalRef(root, schema['$ref']), filled, references + 1);
  }
  for (const part of listOf(schema['allOf'])) filled = fill(root, part, filled, references + 1);
  if (filled === undefined) return structuredClone(schema['default']);
  if (isJsonObject(filled) && isJsonObject(schema['properties'])) {
    for (const [key, property] of Object.entries(schema['properties'])) {
      const own = fill(root, property, member(filled, key));
      if (own !== undefined && key !== '__proto__') filled[key] = own;
    }
  }
  if (Array.isArray(filled)) {
    const prefix = listOf(schema['prefixItems']);
    filled = filled.map((item: unknown, index) =>
      fill(root, index < prefix.length ? prefix[index] : schema['items'], item),
    );
  }
  return filled;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
