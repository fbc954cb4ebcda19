import { schemaPlaces } from '../../../src/base/json-schema/references.js';
import { atPointer, member } from '../../../src/base/json-schema/resolve-ref.js';
import type { AnySchema } from '../../../src/base/json-schema/validate.js';
import { isJsonObject, type JsonObject } from '../../../src/base/json.js';

/** References may lead in circles; what a person can fill in has an end. */
const MAX_REFERENCES = 16;
/** The whole schema's address where a part of it is validated alone. */
const WHOLE = 'https://form.invalid/';

/** Reads a JSON Schema as a form does: what stands at one place, references followed and `allOf` merged. */
export class SchemaReader {
  readonly #root: AnySchema;
  readonly #targets = new Map<unknown, unknown>();
  readonly #paths = new Map<unknown, string>();
  readonly #read = new WeakMap<object, JsonObject>();

  constructor(root: AnySchema) {
    this.#root = root;
    for (const { node, path, ref } of schemaPlaces(root)) {
      if (ref !== undefined) this.#targets.set(node, ref);
      if (!this.#paths.has(node)) this.#paths.set(node, path);
    }
  }

  /** One plain object for a schema: `true` allows anything and is `{}`. */
  read(schema: unknown): JsonObject {
    if (!isJsonObject(schema)) return this.#merge(schema, 0);
    let read = this.#read.get(schema);
    if (!read) {
      read = this.#merge(schema, 0);
      this.#read.set(schema, read);
    }
    return read;
  }

  /** The name that a reference gives to what it leads to: `#/$defs/address` is `address`. */
  referenceName(schema: unknown): string | undefined {
    const reference = member(schema, '$ref');
    return typeof reference === 'string' ? reference.split(/[/#]/).filter(Boolean).at(-1) : undefined;
  }

  /** A schema of its own for a part of the whole, in which references still lead where they led. */
  alone(schema: unknown): AnySchema | undefined {
    const path = this.#paths.get(schema);
    if (path === undefined || !isJsonObject(this.#root)) return undefined;
    const pointer = path.split('.').map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    // A dot in a name makes another path of it.
    if (atPointer(this.#root, pointer.join('')) !== schema) return undefined;
    const whole = { $id: WHOLE, ...this.#root };
    const address = pointer.map((step) => `/${encodeURIComponent(step.slice(1))}`).join('');
    return { $ref: `${String(whole.$id)}#${address}`, $defs: { whole } };
  }

  #merge(schema: unknown, references: number): JsonObject {
    if (schema === false) return { not: {} };
    if (!isJsonObject(schema) || references > MAX_REFERENCES) return {};
    const { $ref, allOf, $defs, definitions, ...own } = schema;
    const target = this.#targets.get(schema);
    const parts = [
      ...($ref !== undefined && target !== undefined ? [target] : []),
      ...(Array.isArray(allOf) ? allOf : []),
    ];
    return [...parts.map((part) => this.#merge(part, references + 1)), own].reduce(combine, {});
  }
}

/** Of two schemas that both apply, the one that a form shows. What it cannot show is still validated. */
export function combine(first: JsonObject, second: JsonObject): JsonObject {
  const merged = { ...first, ...second };
  const [left, right] = [first['properties'], second['properties']];
  if (isJsonObject(left) && isJsonObject(right)) {
    const both = { ...left, ...right };
    for (const name of Object.keys(right)) {
      if (Object.hasOwn(left, name)) both[name] = { allOf: [left[name], right[name]] };
    }
    merged['properties'] = both;
  }
  const required = [first['required'], second['required']].filter(Array.isArray).flat();
  if (required.length > 0) merged['required'] = [...new Set<unknown>(required)];
  return merged;
}
