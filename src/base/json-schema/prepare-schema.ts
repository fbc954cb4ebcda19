import { isJsonObject, type JsonObject } from '../json.js';
import { guardPattern } from './guard-pattern.js';
import { schemaPlaces, type SchemaPlace } from './references.js';
import type { AnySchema } from './validate.js';

/** A schema made ready for the interpreter: a copy of its own, references resolved, nothing in it that hangs. */
export interface PreparedSchema {
  root: AnySchema;
  /** What each reference leads to, by the name that its node carries. */
  targets: Readonly<Record<string, unknown>>;
  /** The nodes that say `uniqueItems`. */
  unique: readonly JsonObject[];
}

/** Where the interpreter looks for the name of a resolved `$ref`; not enumerable, so that no fault shows it. */
export const RESOLVED = '__absolute_ref__';

/** @throws Error when a reference leads to nothing, or the schema cannot be copied. */
export function prepareSchema(schema: AnySchema): PreparedSchema {
  const root = structuredClone(schema);
  const targets: Record<string, unknown> = {};
  const unique: JsonObject[] = [];
  const done = new Set<unknown>();
  for (const place of schemaPlaces(root)) {
    const { node } = place;
    if (!isJsonObject(node) || done.has(node)) continue;
    done.add(node);
    resolve(node, place, (target) => {
      const name = `target ${Object.keys(targets).length}`;
      targets[name] = target;
      return name;
    });
    guard(node);
    if (node['uniqueItems'] === true) unique.push(node);
    else delete node['uniqueItems'];
  }
  return { root, targets, unique };
}

function resolve(node: JsonObject, place: SchemaPlace, name: (target: unknown) => string): void {
  const point = (from: JsonObject, ref: unknown, target: unknown) => {
    if (target === undefined) throw new Error(`$ref ${JSON.stringify(ref)} points to nothing in this schema`);
    Object.defineProperty(from, RESOLVED, { value: name(target) });
  };
  if (node['$ref'] !== undefined) point(node, node['$ref'], place.ref);
  const { $dynamicRef } = node;
  if ($dynamicRef === undefined) return;
  // The interpreter does not know it. Its first target is the right one unless another schema extends this one.
  const holder = node['$ref'] === undefined ? node : ({} as JsonObject);
  holder['$ref'] = $dynamicRef;
  point(holder, $dynamicRef, place.dynamicRef);
  if (holder !== node) node['allOf'] = [...listOf(node['allOf']), holder];
  delete node['$dynamicRef'];
}

function guard(node: JsonObject): void {
  // The interpreter reads these of older drafts, and formats from a plain record.
  delete node['$recursiveRef'];
  if (String(node['format']) in Object.prototype) delete node['format'];
  // No format of the standard, and the interpreter's takes for ever.
  if (node['format'] === 'url') delete node['format'];
  if (typeof node['pattern'] === 'string') node['pattern'] = guardPattern(node['pattern'], node['maxLength']);
  if (isJsonObject(node['patternProperties'])) {
    node['patternProperties'] = Object.fromEntries(
      Object.entries(node['patternProperties']).map(([pattern, property]) => [
        guardPattern(pattern),
        property,
      ]),
    );
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
