import { html, type TemplateResult } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { icon } from './icons.js';
import type { Wording } from './localize.js';

/** How long "Copied" stands, in milliseconds. */
const SHOWN_MS = 2000;

class CopyButtonDirective extends AsyncDirective {
  #state: 'idle' | 'copied' | 'failed' = 'idle';
  #text: () => string = () => '';
  #label = '';
  #wording: Wording | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  render(text: () => string, label: string, wording: Wording): TemplateResult {
    this.#text = text;
    this.#label = label;
    this.#wording = wording;
    return this.#template(wording);
  }

  protected override disconnected(): void {
    clearTimeout(this.#timer);
    this.#state = 'idle';
  }

  #template(wording: Wording): TemplateResult {
    const said =
      this.#state === 'idle'
        ? this.#label
        : wording.t(this.#state === 'copied' ? 'copy.done' : 'copy.failed');
    return html`<button
      type="button"
      class="quiet copy"
      part="copy-button"
      data-state=${this.#state}
      aria-label=${said}
      title=${said}
      @click=${this.#copy}
    >
      ${icon(this.#state === 'copied' ? 'check' : this.#state === 'failed' ? 'cross' : 'copy')}
    </button>`;
  }

  #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.#text());
      this.#show('copied');
    } catch {
      this.#show('failed');
    }
  };

  #show(state: 'idle' | 'copied' | 'failed'): void {
    if (!this.isConnected || !this.#wording) return;
    this.#state = state;
    this.setValue(this.#template(this.#wording));
    clearTimeout(this.#timer);
    if (state !== 'idle') this.#timer = setTimeout(() => this.#show('idle'), SHOWN_MS);
  }
}

/** A button that copies `text()` and says for a moment whether that worked. `label` names what is copied. */
export const copyButton = directive(CopyButtonDirective);
