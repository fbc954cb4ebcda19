import { devWarning } from '../../base/dev-warning.js';
import { parseJson } from '../../base/json.js';

/** True when the text is more than so many bytes of UTF-8. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

/** The message in a frame (OUI-T6), or `undefined` with one warning (OUI-T2). */
export function readFrame(data: unknown, maxBytes: number): unknown {
  let fault: string | undefined;
  if (typeof data !== 'string') fault = 'a binary frame came; messages are JSON text';
  else if (exceedsBytes(data, maxBytes)) fault = `a message of more than ${maxBytes} bytes came`;
  const message = fault ? undefined : parseJson(data as string);
  if (message === undefined) {
    devWarning('oui:malformed_message', `${fault ?? 'a text came that is not JSON'}; it was ignored.`);
  }
  return message;
}
