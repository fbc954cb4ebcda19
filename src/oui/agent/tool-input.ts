import { forEachSchema } from '../../base/json-schema/walk-schema.js';
import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { JsonSchema } from '../protocol/manifest.js';

/** An action's `input` as a tool's. */
export interface ToolInput {
  /** `type` is `object` at its root: models' APIs ask for that. */
  schema: { readonly [key: string]: unknown };
  /** The author's schema is below `value`, and so are the arguments. */
  wrapped: boolean;
}

/** With one of these at the root, adding `type: "object"` could change what the schema means. */
const DECIDES_BY_ITSELF = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const'];

const known = new WeakMap<object, ToolInput>();

export function toolInput(input: JsonSchema): ToolInput {
  if (!isJsonObject(input)) return input ? { schema: withRoot({}), wrapped: false } : wrap(input);
  let result = known.get(input);
  if (!result) {
    result = isObjectSchema(input) ? { schema: withRoot(input), wrapped: false } : wrap(input);
    known.set(input, result);
  }
  return result;
}

/** The params of a tool's arguments. A model that forgot the wrapping has still said what it means. */
export function unwrapArgs(input: JsonSchema, args: unknown): unknown {
  if (!toolInput(input).wrapped || !isJsonObject(args)) return args;
  const keys = Object.keys(args);
  return keys.length === 1 && keys[0] === 'value' ? args['value'] : args;
}

function isObjectSchema(schema: JsonObject): boolean {
  const { type } = schema;
  if (type === undefined) return !DECIDES_BY_ITSELF.some((key) => schema[key] !== undefined);
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function withRoot(schema: JsonObject): ToolInput['schema'] {
  if (schema['type'] === 'object' && isJsonObject(schema['properties'])) return schema;
  return { ...schema, type: 'object', properties: schema['properties'] ?? {} };
}

/** `$defs` stay at the root, where models' APIs look for them; references into the rest follow it down. */
function wrap(input: JsonSchema): ToolInput {
  const value: JsonObject | boolean = structuredClone(input);
  let definitions: unknown;
  if (isJsonObject(value)) {
    forEachSchema(value, (node) => {
      if (isJsonObject(node) && typeof node['$ref'] === 'string') node['$ref'] = moved(node['$ref']);
    });
    definitions = value['$defs'];
    for (const key of ['$defs', '$id', '$schema']) delete value[key];
  }
  const schema = {
    type: 'object',
    properties: { value },
    required: ['value'],
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
  return { schema, wrapped: true };
}

function moved(reference: string): string {
  if (reference === '#') return '#/properties/value';
  const inside = reference.startsWith('#/') && !reference.startsWith('#/$defs/');
  return inside ? `#/properties/value${reference.slice(1)}` : reference;
}
