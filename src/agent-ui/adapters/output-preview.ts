import { parseJson } from '../../base/json.js';

/** A result larger than this is shown cut; the row says how large it is. */
const MAX_PREVIEW_BYTES = 8 * 1024;

export interface OutputPreview {
  outputPreview: unknown;
  /** Of the whole, as UTF-8. */
  sizeBytes: number;
}

/** What a row shows of a tool's output. A text that is JSON is shown as the value that it writes. */
export function previewOutput(output: unknown): OutputPreview {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_PREVIEW_BYTES) {
    // A character that the cut went through would decode to a replacement character.
    const cut = new TextDecoder().decode(bytes.subarray(0, MAX_PREVIEW_BYTES)).replace(/\uFFFD+$/, '');
    return { outputPreview: `${cut}…`, sizeBytes: bytes.length };
  }
  const value = typeof output === 'string' ? (parseJson(output) ?? output) : output;
  return { outputPreview: value, sizeBytes: bytes.length };
}
