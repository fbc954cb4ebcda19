import { html, type TemplateResult } from 'lit';
import type { Wording } from './localize.js';

/** Longer changes are cut. */
const MAX_CHARS = 100_000;

/** Whether a text is a change in the form that `diff -u` writes. */
export function isDiff(text: string): boolean {
  return /^@@ .*@@/m.test(text) && /^(?:diff |---|\+\+\+|Index: )/m.test(text);
}

/** A change of a file, line by line; colour is not the only sign: each line keeps its + or -. */
export function diffView(text: string, { t }: Wording): TemplateResult {
  const lines = text.slice(0, MAX_CHARS).split('\n');
  return html`<pre class="value diff" tabindex="0" role="group" aria-label=${t('tool.diff')} dir="ltr">
${lines.map((line) => diffLine(line))}</pre>`;
}

function diffLine(line: string): unknown {
  const text = `${line}\n`;
  if (/^(?:\+\+\+|---|diff |index )/.test(line)) return html`<b>${text}</b>`;
  if (line.startsWith('+')) return html`<ins>${text}</ins>`;
  if (line.startsWith('-')) return html`<del>${text}</del>`;
  return line.startsWith('@@') ? html`<i>${text}</i>` : text;
}
