import { schemaPlaces } from '../../base/json-schema/references.js';
import { isJsonObject, isPollutingKey, type JsonObject } from '../../base/json.js';

/** Below so many references in each other a schema is left open: what refers to itself has no end. */
const MAX_REFERENCES = 4;
/** Also of what does not refer to itself: definitions that use each other twice grow with every level. */
const MAX_NODES = 5_000;
const DEFINITIONS = ['$defs', 'definitions', '$id', '$schema', '$anchor', '$dynamicAnchor', '$comment'];
/** Their members are names that an author chose, and not keywords. */
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Their values are data and not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired']);

/**
 * A schema as any WebMCP browser, and any relay behind it, takes it: a JSON copy of its own in which local references
 * are written out, `x-` keywords are gone, and no `enum` is empty. What refers to itself is open from some depth on; the
 * bus checks against the author's schema all the same.
 */
export function portableSchema(schema: JsonObject): JsonObject {
  const targets = new Map<unknown, unknown>();
  for (const { node, ref, dynamicRef } of schemaPlaces(schema)) {
    if (ref !== undefined || dynamicRef !== undefined) targets.set(node, ref ?? dynamicRef);
  }
  let nodes = 0;
  const write = (node: unknown, references: number): unknown => {
    if (!isJsonObject(node)) return node;
    if (++nodes > MAX_NODES) return {};
    const target = targets.get(node);
    if (target !== undefined) {
      if (references >= MAX_REFERENCES) return {};
      const { $ref: _ref, $dynamicRef: _dynamicRef, ...beside } = node;
      const inlined = write(target, references + 1);
      const own = writeMembers(beside, references);
      if (Object.keys(own).length === 0) return inlined;
      if (!isJsonObject(inlined)) return inlined === false ? { not: {} } : own;
      // Annotations beside a reference take the place of the target's; a keyword in both must hold twice.
      const twice = Object.keys(own).some((key) => key in inlined && !['title', 'description'].includes(key));
      return twice ? { ...own, allOf: [...listOf(own['allOf']), inlined] } : { ...inlined, ...own };
    }
    return writeMembers(node, references);
  };
  const writeMembers = (node: JsonObject, references: number): JsonObject => {
    const result: JsonObject = {};
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-') || DEFINITIONS.includes(key)) continue;
      if (key === 'enum' && Array.isArray(value) && value.length === 0) result['not'] = {};
      else if (DATA.has(key)) result[key] = value;
      else if (NAMED.has(key) && isJsonObject(value)) {
        result[key] = Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !isPollutingKey(name))
            .map(([name, inner]) => [name, write(inner, references)]),
        );
      } else if (Array.isArray(value)) result[key] = value.map((inner) => write(inner, references));
      else result[key] = write(value, references);
    }
    return result;
  };
  return JSON.parse(JSON.stringify(write(schema, 0))) as JsonObject;
}

/** What every reader of JSON Schema knows; a stricter browser may refuse the rest with a TypeError (webmcp#289). */
const PLAIN = new Set(['type', 'description', 'title', 'properties', 'required', 'items', 'enum']);

/** The same schema with nothing but the plainest keywords. */
export function plainSchema(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) return {};
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!PLAIN.has(key)) continue;
    if (key === 'items') result[key] = plainSchema(value);
    else if (key === 'properties' && isJsonObject(value)) {
      result[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainSchema(one)]));
    } else result[key] = value;
  }
  return result;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
