import { html, type TemplateResult } from 'lit';
import type { Wording } from '../localize.js';

/** The mark of a footnote in the text. A fragment would be looked for in the page, not here: we go there ourselves. */
export function noteMark(tag: string, { t }: Wording): TemplateResult {
  return html`<sup class="note-mark" data-note-mark=${tag}
    ><a
      href=${address(tag)}
      aria-label=${t('markdown.footnote', { label: tag })}
      @click=${(event: Event) => go(event, `[data-note="${CSS.escape(tag)}"]`)}
      >${tag}</a
    ></sup
  >`;
}

/** A footnote, where it was written. */
export function note(tag: string, text: unknown, { t }: Wording): TemplateResult {
  return html`<div class="note" part="footnote" role="note" tabindex="-1" data-note=${tag} dir="auto">
    <a
      class="note-back"
      href=${address(tag)}
      aria-label=${t('markdown.footnoteBack', { label: tag })}
      @click=${(event: Event) => go(event, `[data-note-mark="${CSS.escape(tag)}"] a`)}
      >${tag}</a
    >
    <div>${text}</div>
  </div>`;
}

function address(tag: string): string {
  return `#note-${encodeURIComponent(tag)}`;
}

/** Another message may have a footnote of the same name: it is looked for in this text only. */
function go(event: Event, selector: string): void {
  event.preventDefault();
  const target = (event.currentTarget as Element).closest('.prose')?.querySelector<HTMLElement>(selector);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
