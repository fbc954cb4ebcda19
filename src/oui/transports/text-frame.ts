import { devWarning } from '#dev-warning';
import { parseJson } from '../../base/json.js';
import type { WireMessage } from '../protocol/transport.js';

/** True when the text is more than so many bytes of UTF-8. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

/** The text of a message (OUI-T6), or `undefined` with one warning when it would be too large. */
export function writeFrame(message: WireMessage, maxBytes: number): string | undefined {
  const text = JSON.stringify(message);
  if (!exceedsBytes(text, maxBytes)) return text;
  devWarning(
    'oui:message_too_large',
    () => `${message.type}: more than ${maxBytes} bytes; it was not sent whole.`,
  );
  return undefined;
}

/** The message in a frame (OUI-T6), or `undefined` with one warning (OUI-T2). */
export function readFrame(data: unknown, maxBytes: number): unknown {
  if (typeof data !== 'string') return ignored('a binary frame came; messages are JSON text');
  if (exceedsBytes(data, maxBytes)) return ignored(`a message of more than ${maxBytes} bytes came`);
  const message = parseJson(data);
  return message === undefined ? ignored('a text came that is not JSON') : message;
}

/** Says once why a message is not read. */
export function ignored(what: string): undefined {
  devWarning('oui:malformed_message', () => `${what}; it was ignored.`);
}
