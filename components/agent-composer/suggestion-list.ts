import { html, nothing, type TemplateResult } from 'lit';
import type { Wording } from '../shared/localize.js';
import type { Draft } from './draft.js';
import type { ComposerItem, Suggestions } from './suggestions.js';

/** Of the option, for `aria-activedescendant`. */
export function optionId(index: number): string {
  return `option-${index}`;
}

/** What can be chosen for the `@…` or `/…` before the caret. */
export function suggestionList(
  suggestions: Suggestions,
  { t }: Wording,
  onChoose: (item: ComposerItem) => void,
  place: 'above' | 'below',
): unknown {
  const { trigger, items, state, active } = suggestions;
  if (!trigger) return nothing;
  const option = ({ label, detail }: ComposerItem, index: number): TemplateResult =>
    html`<li
      id=${optionId(index)}
      class="option"
      part="option"
      role="option"
      aria-selected=${index === active ? 'true' : 'false'}
      @click=${() => onChoose(items[index]!)}
    >
      <span class="option-label" dir="auto">${label}</span>
      ${detail ? html`<span class="option-detail" dir="auto">${detail}</span>` : nothing}
    </li>`;
  const empty = state === 'loading' ? 'looking' : state === 'failed' ? 'lookupFailed' : 'nothingFound';
  // A press on the list must not take the caret out of the field.
  return html`<div
    class="suggestions"
    part="suggestions"
    data-state=${state}
    data-place=${place}
    @pointerdown=${(event: Event) => event.preventDefault()}
    @mousedown=${(event: Event) => event.preventDefault()}
  >
    <ul id="suggestions" role="listbox" aria-label=${t(`composer.${trigger.kind}`)}>
      ${items.map(option)}
    </ul>
    ${items.length === 0 ? html`<p class="option-none">${t(`composer.${empty}`)}</p>` : nothing}
  </div>`;
}

/** Keys of the list while it is open; what is not one of them goes on to the field. */
export function listKey(
  event: KeyboardEvent,
  suggestions: Suggestions,
  onChoose: (item: ComposerItem) => void,
): boolean {
  const { key } = event;
  if (!suggestions.open || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { chosen } = suggestions;
  if (key === 'Escape') suggestions.dismiss();
  else if (key === 'ArrowDown' || key === 'ArrowUp') suggestions.move(key === 'ArrowDown' ? 1 : -1);
  else if ((key === 'Enter' || key === 'Tab') && chosen) onChoose(chosen);
  else return false;
  return true;
}

/** Puts what was chosen in place of the `@...` or `/...`. Answers with the text of the field. */
export function choose(
  item: ComposerItem,
  suggestions: Suggestions,
  field: HTMLTextAreaElement,
  draft: Draft,
): string {
  const { trigger } = suggestions;
  if (!trigger) return field.value;
  const mention = trigger.kind === 'mentions';
  const { id, label, value, mode, text = '' } = item;
  field.setRangeText(mention ? `@${label} ` : text, trigger.from, trigger.to, 'end');
  if (mode !== undefined) draft.mode = mode;
  draft.text = field.value;
  // A command that is neither a text nor a mode is for the agent to know.
  const isContext = mention || (item.text === undefined && mode === undefined);
  const kind = item.kind ?? (mention ? undefined : 'command');
  if (isContext) draft.addRef({ id, label, kind, value }, mention);
  draft.type(draft.text);
  draft.changed();
  suggestions.close();
  return field.value;
}
