import { html } from 'lit';
import { LatePart } from '../late-part.js';
import type { Wording } from '../localize.js';
import { growingText } from './growing-text.js';

/**
 * What `#markdown` is in a browser: the parser and what draws with it are fetched when there is first something to read.
 * Under the export condition `node` it is `markdown.ts` itself, because a server draws at once.
 */
const late = new LatePart('Markdown', async () => (await import('./markdown.js')).markdown);

/** Whether Markdown can be drawn at once. */
export function hasMarkdown(): boolean {
  return late.value !== undefined;
}

/** Fetches what draws Markdown; undefined when there is nothing to wait for. */
export function markdownReady(): Promise<void> | undefined {
  return late.ready();
}

/** As that of `markdown.ts`; the text as it came where that could not be fetched. */
export function markdown(text: string, streaming: boolean, wording: Wording, headingLevel: number): unknown {
  return (
    late.value?.(text, streaming, wording, headingLevel) ??
    html`<div class="unformatted" dir="auto">${growingText(text)}</div>`
  );
}
