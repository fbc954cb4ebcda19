import { html, nothing, type TemplateResult } from 'lit';
import { copyButton } from './copy-button.js';
import type { Disclosure } from './disclosure.js';
import { byteSize } from './duration.js';
import { icon } from './icons.js';
import type { Wording } from './localize.js';
import { growingText } from './markdown/growing-text.js';
import { saveFile } from './save-file.js';
import { fullText, valueText } from './value-text.js';

/** Shorter values need neither a size nor a file. */
const SMALL = 400;
const FEW_LINES = 8;

export interface ValueSection {
  label: string;
  value: unknown;
  /** Unique among the sections of a panel. */
  id: string;
  wording: Wording;
  disclosure: Disclosure;
}

/** A value as it is: mono, with a scroll of its own, to copy, to save, with lines wrapped or not. */
export function valueSection({ label, value, id, wording, disclosure }: ValueSection): TemplateResult {
  const { t } = wording;
  const shown = valueText(value);
  const big = shown.length > SMALL || shown.text.split('\n', FEW_LINES + 1).length > FEW_LINES;
  const key = `${id}:wrap`;
  const wraps = disclosure.isOpen(key, true);
  const size = byteSize(shown.length, wording);
  const wrapLabel = t('tool.wrap', { what: label });
  const fileLabel = t('tool.download', { what: label });
  return html`<div class="section">
    <p class="section-head">
      <span class="label">${label}</span>
      ${shown.cut ? html`<span class="meta">${t('tool.cut', { size })}</span>` : shown.length > SMALL ? html`<span class="meta">${size}</span>` : nothing}
      <span class="section-tools">
        ${
          big
            ? html`<button
                  type="button"
                  class="quiet"
                  aria-label=${wrapLabel}
                  title=${wrapLabel}
                  aria-pressed=${wraps ? 'true' : 'false'}
                  @click=${() => disclosure.toggle(key, true)}
                >
                  ${icon('wrap')}
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label=${fileLabel}
                  title=${fileLabel}
                  @click=${() => saveFile(fullText(value), typeof value === 'string' ? 'output.txt' : 'output.json')}
                >
                  ${icon('download')}
                </button>`
            : nothing
        }
        ${copyButton(() => fullText(value), t('copy.named', { what: label }), wording)}
      </span>
    </p>
    <pre class=${wraps ? 'value' : 'value nowrap'} tabindex="0" role="group" aria-label=${label} dir="auto">
${growingText(shown.text)}</pre>
  </div>`;
}
