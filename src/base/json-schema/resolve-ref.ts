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
