import { html, nothing, type TemplateResult } from 'lit';
import { copyButton } from '../shared/copy-button.js';
import { icon } from '../shared/icons.js';
import { byteSize } from '../shared/duration.js';
import { fullText, valueText } from '../shared/value-text.js';
import type { InspectorView } from './inspector-view.js';

/** A value in a box of its own, to read and to copy. */
export function valueBox(value: unknown, label: string, view: InspectorView): TemplateResult {
  const { wording } = view;
  const { text, length, cut } = valueText(value);
  return html`<div class="value">
    <pre tabindex="0" role="group" aria-label=${label} dir=${typeof value === 'string' ? 'auto' : 'ltr'}>
${text}</pre>
    ${copyButton(() => fullText(value), wording.t('copy.named', { what: label }), wording)}
    ${cut ? html`<p class="meta">${wording.t('tool.cut', { size: byteSize(length, wording) })}</p>` : nothing}
  </div>`;
}

/** Something that opens under its own line. */
export function fold(
  id: string,
  label: unknown,
  view: InspectorView,
  inside: () => unknown,
  byDefault = false,
): TemplateResult {
  const open = view.disclosure.isOpen(id, byDefault);
  return html`<div class="fold">
    <button
      type="button"
      class="fold-line"
      aria-expanded=${String(open)}
      @click=${() => view.disclosure.toggle(id, byDefault)}
    >
      ${icon('chevron')}${label}
    </button>
    ${open ? html`<div class="fold-body">${inside()}</div>` : nothing}
  </div>`;
}

/** On or off, for agents. */
export function offerSwitch(on: boolean, label: string, toggle: (on: boolean) => void): TemplateResult {
  return html`<button
    type="button"
    class="switch"
    role="switch"
    aria-checked=${String(on)}
    aria-label=${label}
    title=${label}
    @click=${() => toggle(!on)}
  >
    <span class="knob"></span>
  </button>`;
}

export function badge(text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): TemplateResult {
  return html`<span class="badge" data-tone=${tone}>${text}</span>`;
}
