import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Announcer } from '../shared/announcer.js';
import { isFirstPaint } from '../shared/first-paint.js';
import type { Wording } from '../shared/localize.js';
import { Composition } from './composition.js';
import type { Draft } from './draft.js';
import { choose, listKey, optionId, suggestionList } from './suggestion-list.js';
import { Suggestions, unresolvedIn, type ComposerItem, type Lookups } from './suggestions.js';

/** Pixels that the list may need. */
const LIST_HEIGHT = 270;

export interface FieldPorts {
  root(): ParentNode;
  wording(): Wording;
  announcer(): Announcer;
  draft(): Draft;
  lookups(): Lookups;
  /** The text has changed. */
  write(text: string): void;
  /** Enter; `other`: with Ctrl or the command key. */
  enter(other: boolean): void;
  /** Escape, and arrow up; true when something came of it. */
  escape(): boolean;
  up(): boolean;
  paste(event: ClipboardEvent): void;
}

export interface FieldLook {
  value: string;
  placeholder: string;
  disabled: boolean;
}

/**
 * The text field, its keys, and the list that `@` and `/` open. An input method's keys are its own (N-024).
 * HTML allows no role on a `<textarea>`: it is a combobox by its `aria-autocomplete` and `aria-activedescendant`.
 */
export class ComposerField {
  readonly #composition = new Composition();
  readonly #suggestions: Suggestions;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly ports: FieldPorts,
  ) {
    this.#suggestions = new Suggestions(() => this.#onSuggestions());
  }

  get element(): HTMLTextAreaElement | null {
    return this.ports.root().querySelector('.field');
  }

  /** Closes the list. */
  close = (): void => this.#suggestions.close();

  /** Mentions that were written and not chosen; the word that is being written is not one yet. */
  unresolved(text: string): string[] {
    if (!this.ports.lookups().mentions) return [];
    const { trigger } = this.#suggestions;
    const labels = this.ports.draft().refs.map(({ ref }) => ref.label);
    return unresolvedIn(trigger ? text.slice(0, trigger.from) + text.slice(trigger.to) : text, labels);
  }

  list(): unknown {
    const room = this.#suggestions.open ? (this.element?.getBoundingClientRect().top ?? 0) : 0;
    const place = room < LIST_HEIGHT ? 'below' : 'above';
    return suggestionList(this.#suggestions, this.ports.wording(), this.#choose, place);
  }

  render({ value, placeholder, disabled }: FieldLook): TemplateResult {
    const { open, chosen, active } = this.#suggestions;
    const { mentions, commands } = this.ports.lookups();
    return html`<textarea
      class="field"
      part="field"
      rows="1"
      dir="auto"
      enterkeyhint=${this.#breaksOnEnter ? 'enter' : 'send'}
      aria-haspopup=${open ? 'listbox' : nothing}
      aria-autocomplete=${mentions || commands ? 'list' : nothing}
      aria-controls=${open ? 'suggestions' : nothing}
      aria-activedescendant=${chosen ? optionId(active) : nothing}
      aria-label=${this.ports.wording().t('composer.label')}
      placeholder=${placeholder}
      ?disabled=${disabled}
      .value=${live(value)}
      @input=${this.#onInput}
      @beforeinput=${this.#composition.beforeInput}
      @compositionstart=${this.#onCompositionStart}
      @compositionend=${this.#onCompositionEnd}
      @paste=${this.ports.paste}
      @click=${this.#look}
      @blur=${this.close}
      @keydown=${this.#onKey}
    ></textarea>`;
  }

  /** The option in question is in view. */
  reveal(): void {
    if (!this.#suggestions.open) return;
    this.ports.root().querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  /** Where `field-sizing` is missing, the field is measured. */
  grow(): void {
    const field = this.element;
    const box = field?.parentElement;
    if (!field || !box || CSS.supports('field-sizing', 'content')) return;
    // While the field is small the text above has more room, and WebKit then keeps it scrolled back (seen under load).
    box.style.minBlockSize = `${box.getBoundingClientRect().height}px`;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
    box.style.minBlockSize = '';
  }

  /** A keyboard on glass has no Shift+Enter at hand. */
  get #breaksOnEnter(): boolean {
    return !isFirstPaint() && matchMedia('(pointer: coarse)').matches;
  }

  #onInput = (event: InputEvent): void => {
    this.ports.write((event.target as HTMLTextAreaElement).value);
    if (!event.isComposing) this.#look();
  };

  #onCompositionStart = (): void => {
    this.#composition.start();
    this.close();
  };

  #onCompositionEnd = (): void => {
    this.#composition.end();
    this.#look();
  };

  #look = (): void => {
    const field = this.element;
    if (!field || field.selectionStart !== field.selectionEnd) return;
    this.#suggestions.look(field.value, field.selectionStart, this.ports.lookups());
  };

  #choose = (item: ComposerItem): void => {
    const field = this.element;
    if (!field) return;
    this.ports.write(choose(item, this.#suggestions, field, this.ports.draft()));
    field.focus();
  };

  #onKey = (event: KeyboardEvent): void => {
    if (this.#composition.owns(event)) return;
    if (this.#takes(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter' || event.altKey) return;
    const other = event.ctrlKey || event.metaKey;
    if (event.shiftKey || (this.#breaksOnEnter && !other)) return;
    event.preventDefault();
    if (!event.repeat) this.ports.enter(other);
  };

  /** Esc closes the list first. */
  #takes(event: KeyboardEvent): boolean {
    if (listKey(event, this.#suggestions, this.#choose)) return true;
    if (event.key === 'Escape') return this.ports.escape();
    return event.key === 'ArrowUp' && this.ports.up();
  }

  #onSuggestions(): void {
    this.host.requestUpdate();
    const { open, state, items } = this.#suggestions;
    if (!open || state === 'loading') return;
    const { t } = this.ports.wording();
    const none = state === 'failed' ? 'composer.lookupFailed' : 'composer.nothingFound';
    this.ports
      .announcer()
      .polite(items.length > 0 ? t('composer.suggestions', { count: items.length }) : t(none));
  }
}
