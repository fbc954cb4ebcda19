import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Fast, and small enough. */
const LEVEL = 3;

/** Makes a long text small; the returned function gives it back at once, which a stream of the platform could not. */
export function packText(text: string): () => string {
  const packed = deflateSync(strToU8(text), { level: LEVEL });
  return () => strFromU8(inflateSync(packed));
}
