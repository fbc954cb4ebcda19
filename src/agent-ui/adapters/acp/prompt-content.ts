import type { JsonObject } from '../../../base/json.js';
import type { ContextRef, MessageExtras } from '../../events/control-request.js';
import type { ClientToolOffer } from '../client-tools.js';

/** What a person says as content blocks: their words first, then what goes with them. */
export function promptContent(
  text: string,
  { attachments = [], contextRefs = [] }: MessageExtras,
  offer: ClientToolOffer | undefined,
  /** The agent takes texts as resources. */
  embeds: boolean,
): JsonObject[] {
  return [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...attachments.map(({ id, name, mimeType, size, url }) => ({
      type: 'resource_link',
      uri: url ?? id,
      name: name ?? id,
      ...(mimeType === undefined ? {} : { mimeType }),
      ...(size === undefined ? {} : { size }),
    })),
    ...contextRefs.map((ref) => referred(ref, embeds)),
    // What the page shows is worth no words of the person's where it cannot be told apart from them.
    ...(embeds ? (offer?.context ?? []) : []).map(({ description, value }, index) =>
      resource(`page:context/${index + 1}`, `${description}\n${value}`),
    ),
  ];
}

function referred({ id, label, value }: ContextRef, embeds: boolean): JsonObject {
  if (value === undefined || URL.canParse(value)) {
    return { type: 'resource_link', uri: value ?? id, name: label };
  }
  return embeds
    ? resource(`context:${id}`, `${label}\n${value}`)
    : { type: 'text', text: `\n\n${label}:\n${value}` };
}

function resource(uri: string, text: string): JsonObject {
  return { type: 'resource', resource: { uri, text, mimeType: 'text/plain' } };
}
