import type { JsonObject } from '../../../base/json.js';
import type { MessageAttachment, MessageExtras } from '../../events/control-request.js';
import type { RunAgentInput } from './wire.js';

/** What a message carries beside its content: AG-UI puts it next to the messages, in each run anew. */
export interface Carried {
  context?: RunAgentInput['context'];
  forwardedProps?: JsonObject;
}

/** Content in parts, where there is more than text (AG-UI 1.0, messages). */
export function contentParts(
  text: string,
  attachments: readonly MessageAttachment[] = [],
): JsonObject[] | undefined {
  if (attachments.length === 0) return undefined;
  return [...(text ? [{ type: 'text', text }] : []), ...attachments.map(partOf)];
}

/** AG-UI has no word for a mode; what it has no word for goes into `forwardedProps`. */
export function carriedBy({ contextRefs = [], mode }: MessageExtras): Carried {
  const context = contextRefs.map(({ id, label, kind, value }) => ({
    description: kind === undefined ? label : `${label} (${kind})`,
    value: value ?? id,
  }));
  return {
    ...(context.length > 0 ? { context } : {}),
    ...(mode === undefined ? {} : { forwardedProps: { mode } }),
  };
}

function partOf({ id, name, mimeType, url }: MessageAttachment): JsonObject {
  const type = /^(image|audio|video)\//.exec(mimeType ?? '')?.[1] ?? 'document';
  const source = {
    ...(url === undefined ? { type: 'file', value: id } : { type: 'url', value: url }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
  return { type, source, ...(name === undefined ? {} : { metadata: { name } }) };
}
