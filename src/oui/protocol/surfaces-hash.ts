import { canonicalJson } from './canonical-json.js';

/** OUI-E4: the hash of a list of surfaces. Opaque to its reader: equal hashes mean equal lists. */
export function surfacesHash(surfaces: readonly unknown[]): string {
  return contentHash(surfaces);
}

/** The same hash of any JSON value. */
export function contentHash(value: unknown): string {
  return `fnv1a64:${fnv1a64(canonicalJson(value))}`;
}

/**
 * FNV-1a of 64 bits over the UTF-16 units of a text, as 16 hex digits. In two halves of 32 bits: BigInts would
 * take a hundred times as long for the surfaces of a large page.
 */
function fnv1a64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let index = 0; index < text.length; index++) {
    low = (low ^ text.charCodeAt(index)) >>> 0;
    // Times the prime 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 0x1_0000_0000) + low * 0x100) % 0x1_0000_0000;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
