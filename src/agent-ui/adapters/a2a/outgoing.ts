import type { JsonObject } from '../../../base/json.js';
import type { MessageExtras } from '../../events/control-request.js';
import type { Version } from './rpc-client.js';
import type { Message, Part } from './wire.js';

/** What a person says as parts: their words first, then what goes with them. */
export function partsOf(text: string, { attachments = [], contextRefs = [] }: MessageExtras): Part[] {
  return [
    ...(text === '' ? [] : [{ text }]),
    ...attachments.map(({ id, name, mimeType, url }) => ({
      url: url ?? id,
      mediaType: mimeType,
      filename: name,
    })),
    ...contextRefs.map(({ id, label, value }) =>
      value !== undefined && !URL.canParse(value)
        ? { text: `${label}:\n${value}` }
        : { url: value ?? id, filename: label },
    ),
  ];
}

/** A person's answer to what a task asks: their words, or the values of a form. */
export function answerParts(decision: string, payload: unknown): Part[] {
  if (typeof payload === 'string' && payload !== '') return [{ text: payload }];
  if (typeof payload !== 'object' || payload === null) return [{ text: decision }];
  const { text, value, reason } = payload as JsonObject;
  const said = [text, value, reason].find((words) => typeof words === 'string' && words !== '');
  if (typeof said === 'string') return [{ text: said }];
  return Object.keys(payload).length > 0 ? [{ data: payload }] : [{ text: decision }];
}

/** A message as the version wants it. */
export function encodeMessage({ parts, role, ...message }: Message, version: Version): JsonObject {
  if (version === '1.0') return { ...message, role: role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT', parts };
  return { ...message, kind: 'message', role, parts: parts.map(legacyPart) };
}

function legacyPart({ text, data, url, raw, mediaType: mimeType, filename: name }: Part): JsonObject {
  if (text !== undefined) return { kind: 'text', text };
  if (data !== undefined) return { kind: 'data', data };
  return { kind: 'file', file: { ...(url === undefined ? { bytes: raw } : { uri: url }), mimeType, name } };
}
