import { html, type TemplateResult } from 'lit';
import type { CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';

/** W18: what a person does with the text of a queued message. */
export interface QueuedEdit {
  editing: boolean;
  start(): void;
  save(text: string): void;
  cancel(): void;
}

/** A queued message: a button to edit it, or the field in which it is edited. */
export function queuedText({ preview }: CapsuleView, edit: QueuedEdit, { t }: Wording): TemplateResult {
  if (!edit.editing)
    return html`<button type="button" data-verb="edit" @click=${edit.start}>
      ${t('capsule.editQueued')}
    </button>`;
  const field = (event: Event) =>
    (event.currentTarget as Element).closest('.queued-edit')!.querySelector<HTMLInputElement>('input')!;
  const onKey = (event: KeyboardEvent) => {
    // Enter also ends a composition (known-failure 30).
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') edit.save(field(event).value);
    else if (event.key === 'Escape') edit.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="queued-edit">
    <input dir="auto" aria-label=${t('composer.queuedText')} .value=${preview ?? ''} @keydown=${onKey} />
    <button type="button" class="primary" @click=${(event: Event) => edit.save(field(event).value)}>
      ${t('composer.save')}
    </button>
    <button type="button" class="quiet" @click=${edit.cancel}>${t('composer.cancel')}</button>
  </div>`;
}
