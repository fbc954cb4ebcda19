import { html, type TemplateResult } from 'lit';
import type { JsonObject } from '../../src/base/json.js';
import { fullText } from './value-text.js';

/**
 * Every parameter with its value, whole (OUI-R5).
 * @param titles what people call the parameters, where somebody said so
 */
export function parameterList(
  params: JsonObject,
  label: string,
  titles: Readonly<Record<string, string>> = {},
): TemplateResult {
  return html`<dl class="parameters" aria-label=${label} part="approval-parameters">
    ${Object.entries(params).map(
      ([name, value]) =>
        html`<div class="parameter">
          <dt dir="auto">${Object.hasOwn(titles, name) ? titles[name] : name}</dt>
          <dd>${parameterValue(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function parameterValue(value: unknown): TemplateResult {
  if (typeof value === 'string') return html`<span class="text-value" dir="auto">${value}</span>`;
  if (typeof value === 'object' && value !== null) return html`<pre dir="ltr">${fullText(value)}</pre>`;
  return html`<code dir="ltr">${String(value)}</code>`;
}
