import { isJsonObject } from '../../src/base/json.js';
import { redact, REDACTED } from '../../src/base/redact.js';
import type { JsonSchema } from '../../src/oui/index.js';

/** A value as people may see it: without what has a secret's name or shape, or what its schema calls a secret (OUI-X2). */
export function visibleValue(value: unknown, schema: JsonSchema = true): unknown {
  return hideIn(redact(value), schema);
}

function hideIn(value: unknown, schema: unknown): unknown {
  if (!isJsonObject(schema) || value === null || value === undefined) return value;
  if (schema['writeOnly'] === true || schema['format'] === 'password') return REDACTED;
  if (Array.isArray(value)) return value.map((item: unknown) => hideIn(item, schema['items']));
  const { properties } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name,
      Object.hasOwn(properties, name) ? hideIn(own, properties[name]) : own,
    ]),
  );
}
