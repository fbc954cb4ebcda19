import { isJsonObject } from '../json.js';

const ONE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const MANY = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Schemas within schemas; a manifest is refused before it is nested as deeply as this. */
export const MAX_SCHEMA_DEPTH = 64;

/** Calls back for a schema and every schema in it, with its place (`properties.title`) and what it is in. */
export function forEachSchema(
  schema: unknown,
  visit: (node: unknown, path: string, above: readonly unknown[]) => void,
  path = '',
  above: readonly unknown[] = [],
): void {
  if (above.includes(schema) && typeof schema === 'object') return;
  visit(schema, path, above);
  if (!isJsonObject(schema) || above.length >= MAX_SCHEMA_DEPTH) return;
  const inside = [...above, schema];
  const go = (node: unknown, ...steps: (string | number)[]) => {
    forEachSchema(node, visit, [...(path ? [path] : []), ...steps].join('.'), inside);
  };
  for (const key of ONE) if (schema[key] !== undefined) go(schema[key], key);
  for (const key of MANY) {
    const list = schema[key];
    if (Array.isArray(list)) list.forEach((node, index) => go(node, key, index));
  }
  for (const key of NAMED) {
    const map = schema[key];
    if (isJsonObject(map)) for (const [name, node] of Object.entries(map)) go(node, key, name);
  }
}
