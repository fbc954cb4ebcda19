/** Half of a surrogate pair without the other half: UTF-8 cannot carry it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The RFC 8785 form of a JSON value: one text for equal values, keys sorted by their UTF-16 units.
 * @param strict Refuse lone surrogates too, as a hash over UTF-8 must.
 * @throws TypeError for what JSON cannot carry: `undefined`, functions, BigInts, NaN, cycles, class instances.
 */
export function canonicalJson(value: unknown, strict = false): string {
  return write(value, strict, new Set());
}

function write(value: unknown, strict: boolean, above: Set<object>): string {
  switch (typeof value) {
    case 'string':
      if (strict && LONE_SURROGATE.test(value)) throw new TypeError('A text has half of a surrogate pair.');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('JSON has no NaN and no infinity.');
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : writeContainer(value, strict, above);
    default:
      throw new TypeError(`JSON cannot carry a value of type ${typeof value}.`);
  }
}

function writeContainer(value: object, strict: boolean, above: Set<object>): string {
  if (above.has(value)) throw new TypeError('JSON cannot carry a cycle.');
  above.add(value);
  const text = Array.isArray(value)
    ? // `Array.from` shows the holes of a sparse list, which `map` would pass over.
      `[${Array.from(value, (item) => write(item, strict, above)).join(',')}]`
    : `{${membersOf(value, strict, above).join(',')}}`;
  above.delete(value);
  return text;
}

function membersOf(value: object, strict: boolean, above: Set<object>): string[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a frame's, has a plain prototype that is not ours.
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!plain) throw new TypeError('JSON can carry plain objects only.');
  const record = value as Record<string, unknown>;
  return Object.keys(record)
    .sort()
    .map((key) => `${write(key, strict, above)}:${write(record[key], strict, above)}`);
}
