import type { IncomingMessage } from 'node:http';

/** The body of a request as text; `undefined` when it is larger than that, or breaks off. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces).toString('utf8');
}
