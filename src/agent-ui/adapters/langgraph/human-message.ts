import type { JsonObject } from '../../../base/json.js';
import type { MessageAttachment } from '../../events/control-request.js';

/** What a person says, as a graph's state keeps it. */
export function humanMessage(
  id: string,
  text: string,
  attachments: readonly MessageAttachment[] = [],
): JsonObject {
  if (attachments.length === 0) return { type: 'human', id, content: text };
  return {
    type: 'human',
    id,
    content: [...(text === '' ? [] : [{ type: 'text', text }]), ...attachments.map(blockOf)],
  };
}

function blockOf({ id, name, mimeType, url }: MessageAttachment): JsonObject {
  const type = /^(image|audio|video)\//.exec(mimeType ?? '')?.[1] ?? 'file';
  return {
    type,
    ...(url === undefined ? { file_id: id } : { url }),
    ...(mimeType === undefined ? {} : { mime_type: mimeType }),
    ...(name === undefined ? {} : { name }),
  };
}
