import { isJsonObject } from '../json.js';

/** The schema that a local `$ref` (`#`, `#/$defs/x`, `#anchor`) points to, or `undefined`. */
export function resolveLocalRef(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  const fragment = decode(ref.slice(1));
  if (fragment === '' || fragment.startsWith('/')) return atPointer(root, fragment);
  return findAnchor(root, fragment);
}

/** The member of a JSON value at an RFC 6901 pointer, or `undefined`. */
export function atPointer(root: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>(member, root);
}

/** `/a~1b/0` → `['a/b', '0']`. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findAnchor(schema: unknown, anchor: string, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > 50) return undefined;
  if (isJsonObject(schema) && schema['$anchor'] === anchor) return schema;
  for (const value of Object.values(schema)) {
    const found = findAnchor(value, anchor, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
