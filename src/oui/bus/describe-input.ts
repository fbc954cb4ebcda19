import { isJsonObject, type JsonObject } from '../../base/json.js';
import type { JsonSchema } from '../protocol/manifest.js';
import { shorten } from '../../base/shorten.js';
import { valueAt } from './value-at.js';

const LONGEST_LINE = 120;
/** So many words of an enumeration are named, others counted. */
const MOST_WORDS = 4;
const MOST_REFERENCES = 8;
/** Lists of lists; a schema can contain itself. */
const MOST_LISTS = 3;

/**
 * One line that says what an action takes (OUI-E5), for a reader that chooses by it: `none`, `q: string, n?:
 * integer 1–50`, `one of 60 shapes by kind`.
 */
export function describeInput(input: JsonSchema): string {
  const schema = resolve(input, input);
  if (!isJsonObject(schema)) return schema === true ? 'any object' : 'none';
  const shapes = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(shapes) && shapes.length > 1) return describeShapes(input, shapes as unknown[]);
  const required = new Set<unknown>(
    Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [],
  );
  const properties = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {});
  if (properties.length === 0) return schema['additionalProperties'] ? 'any object' : 'none';
  // What must be given is what a reader must not miss when the line ends early.
  properties.sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  const parts = properties.map(
    ([name, property]) => `${name}${required.has(name) ? '' : '?'}: ${describeType(input, property)}`,
  );
  return joined(parts);
}

/** As many parts as the line has room for; it says how many more there are. */
function joined(parts: readonly string[]): string {
  const all = parts.join(', ');
  if (all.length <= LONGEST_LINE) return all;
  for (let count = parts.length - 1; count > 0; count--) {
    const line = `${parts.slice(0, count).join(', ')}, and ${parts.length - count} more`;
    if (line.length <= LONGEST_LINE) return line;
  }
  return shorten(all, LONGEST_LINE);
}

function describeShapes(root: JsonSchema, shapes: readonly unknown[]): string {
  const tag = discriminatorOf(shapes.map((shape) => resolve(root, shape)));
  return shorten(`one of ${shapes.length} shapes${tag ? ` by ${tag}` : ''}`, LONGEST_LINE);
}

/** The property that has a constant of its own in every shape. */
function discriminatorOf(shapes: readonly unknown[]): string | undefined {
  const propertiesOf = (shape: unknown) =>
    isJsonObject(shape) && isJsonObject(shape['properties']) ? shape['properties'] : {};
  return Object.keys(propertiesOf(shapes[0])).find((name) =>
    shapes.every((shape) => {
      const property = propertiesOf(shape)[name];
      return isJsonObject(property) && (property['const'] !== undefined || Array.isArray(property['enum']));
    }),
  );
}

function describeType(root: JsonSchema, property: unknown, depth = 0): string {
  if (depth > MOST_LISTS) return 'any';
  const schema = resolve(root, property);
  if (!isJsonObject(schema)) return 'any';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return describeWords(schema['enum'] as unknown[]);
  const shapes = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(shapes)) return describeShapes(root, shapes as unknown[]);
  const { type } = schema;
  if (type === 'array')
    return `${describeType(root, schema['items'], depth + 1)}[]${rangeOf(schema, 'minItems', 'maxItems')}`;
  const name = Array.isArray(type) ? type.join('|') : typeof type === 'string' ? type : 'any';
  if (typeof schema['format'] === 'string') return schema['format'];
  return `${name}${rangeOf(schema, 'minimum', 'maximum')}`;
}

function describeWords(words: readonly unknown[]): string {
  const named = words
    .slice(0, MOST_WORDS)
    .map((word) => (typeof word === 'string' ? word : JSON.stringify(word)));
  return words.length > MOST_WORDS ? `one of ${words.length} words` : named.join('|');
}

/** ` 1–50`, ` ≥1`, ` ≤50`, or nothing. */
function rangeOf(schema: JsonObject, least: string, most: string): string {
  const { [least]: from, [most]: to } = schema;
  if (typeof from === 'number' && typeof to === 'number') return ` ${from}–${to}`;
  if (typeof from === 'number') return ` ≥${from}`;
  return typeof to === 'number' ? ` ≤${to}` : '';
}

function resolve(root: JsonSchema, schema: unknown): unknown {
  let at = schema;
  for (let count = 0; count < MOST_REFERENCES; count++) {
    if (!isJsonObject(at) || typeof at['$ref'] !== 'string') return at;
    // Anchors and escapes are not looked for: one line need not say everything.
    at = /^#(?:\/|$)/.test(at['$ref']) ? valueAt(root, at['$ref'].slice(1)) : undefined;
  }
  return undefined;
}
