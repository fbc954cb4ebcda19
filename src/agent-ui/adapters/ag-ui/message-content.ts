import type { JsonObject } from '../../../base/json.js';
import type { MessageAttachment } from '../../events/control-request.js';

/** Content in parts, where there is more than text (AG-UI 1.0, messages). */
export function contentParts(
  text: string,
  attachments: readonly MessageAttachment[] = [],
): JsonObject[] | undefined {
  if (attachments.length === 0) return undefined;
  return [...(text ? [{ type: 'text', text }] : []), ...attachments.map(partOf)];
}

function partOf({ id, name, mimeType, url }: MessageAttachment): JsonObject {
  const type = /^(image|audio|video)\//.exec(mimeType ?? '')?.[1] ?? 'document';
  const source = {
    ...(url === undefined ? { type: 'file', value: id } : { type: 'url', value: url }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
  return { type, source, ...(name === undefined ? {} : { metadata: { name } }) };
}
