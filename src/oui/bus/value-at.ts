import { isJsonObject } from '../../base/json.js';

/** What stands at an RFC 6901 pointer, or `undefined`. Of lists the items only, of objects their own members. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(key) ? (value[Number(key)] as unknown) : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}
