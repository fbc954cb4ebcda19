import type { AnySchema } from '../../../src/base/json-schema/validate.js';
import { isJsonObject } from '../../../src/base/json.js';

/** The schema that a value would have, where nobody gives one: its types are kept, and nothing else is asked. */
export function inferSchema(value: unknown): AnySchema {
  if (Array.isArray(value)) {
    const kinds = new Set(value.map((item: unknown) => JSON.stringify(inferSchema(item))));
    const [only] = kinds;
    return { type: 'array', items: kinds.size === 1 && only ? (JSON.parse(only) as AnySchema) : true };
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    const properties = Object.fromEntries(names.map((name) => [name, inferSchema(value[name])]));
    return { type: 'object', properties, required: names };
  }
  return value === null ? {} : { type: typeof value };
}
