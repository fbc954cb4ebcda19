import type { ClientToolOutcome } from '../client-tools.js';

/** What goes back to a model at most; a page that returns more is cut, and the model is told. */
const MAX_CONTENT_CHARS = 256 * 1024;

/** The content of the tool message that answers a call: always JSON, so that a model can tell yes from no. */
export function toolMessageContent({ content, error }: ClientToolOutcome): string {
  if (error) {
    const { code, message, details } = error;
    return JSON.stringify({
      ok: false,
      error: { code, message, ...(details === undefined ? {} : { details }) },
    });
  }
  const text = JSON.stringify({ ok: true, ...(content === undefined ? {} : { value: content }) });
  if (text.length <= MAX_CONTENT_CHARS) return text;
  return JSON.stringify({ ok: true, truncated: true, value: text.slice(0, MAX_CONTENT_CHARS) });
}
