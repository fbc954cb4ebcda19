import { indexOf } from '../../oui/bus/index-form.js';
import type { SurfaceManifest } from '../../oui/protocol/manifest.js';
import type { ActionResultPayload } from '../../oui/protocol/messages.js';
import { shorten } from '../../base/shorten.js';

/** What every call of a tool resolves with, in the shape of MCP's results; relays pass it through unchanged. */
export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  /** The OUI result: `success`, `data` or `error`, and the page's observations. */
  structuredContent: ActionResultPayload;
  isError: boolean;
}

/** Everything is in the structured content; the text is for hosts that show nothing else. */
const LONGEST_TEXT = 16_000;

export function toolAnswer(result: ActionResultPayload, text = textOf(result)): ToolAnswer {
  return {
    content: [{ type: 'text', text: shorten(text, LONGEST_TEXT) }],
    structuredContent: result,
    isError: !result.success,
  };
}

function textOf({ success, data, error }: ActionResultPayload): string {
  if (success) return data === undefined ? 'Done.' : typeof data === 'string' ? data : JSON.stringify(data);
  const { code = 'INTERNAL_ERROR', message = '', details } = error ?? {};
  return `${code}: ${message}${details === undefined ? '' : `\n${JSON.stringify(details)}`}`;
}

/**
 * The list of surfaces in short (OUI-E5) when the call has changed it, and otherwise none: the browser's list of tools
 * tells the rest.
 */
export function withoutKnownSurfaces(
  { surfaces, ...result }: ActionResultPayload,
  before: ReadonlySet<SurfaceManifest>,
): ActionResultPayload {
  if (!surfaces) return result;
  const same = surfaces.length === before.size && surfaces.every((surface) => before.has(surface));
  return same ? result : { ...result, index: surfaces.map(indexOf) };
}
