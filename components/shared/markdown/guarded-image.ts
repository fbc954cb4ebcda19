import { html, type TemplateResult } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { icon } from '../icons.js';
import type { Wording } from '../localize.js';
import type { SafeUrl } from './safe-url.js';

class GuardedImageDirective extends AsyncDirective {
  #state: 'asked' | 'shown' | 'failed' = 'asked';
  #shown = '';

  render(url: SafeUrl, alt: string, wording: Wording): TemplateResult {
    if (this.#shown !== url.href) {
      this.#shown = url.href;
      this.#state = 'asked';
    }
    return this.#template(url, alt, wording);
  }

  #template(url: SafeUrl, alt: string, wording: Wording): TemplateResult {
    if (this.#state === 'shown') {
      return html`<img
        part="image"
        src=${url.href}
        alt=${alt}
        referrerpolicy="no-referrer"
        @error=${() => this.#become('failed', url, alt, wording)}
      />`;
    }
    const key = this.#state === 'failed' ? 'markdown.imageFailed' : 'markdown.loadImage';
    return html`<button
      type="button"
      class="load-image"
      part="load-image"
      @click=${() => this.#become('shown', url, alt, wording)}
    >
      ${icon('image')} <span>${wording.t(key)}${alt ? html`: <span dir="auto">${alt}</span>` : ''}</span>
      <span class="host" dir="ltr">${url.host}</span>
    </button>`;
  }

  #become(state: 'shown' | 'failed', url: SafeUrl, alt: string, wording: Wording): void {
    this.#state = state;
    this.setValue(this.#template(url, alt, wording));
  }
}

/** An image that is fetched only when the reader asks for it: its address may carry data away (known-failure 43). */
export const guardedImage = directive(GuardedImageDirective);
