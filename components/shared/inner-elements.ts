import type { LitElement } from 'lit';
import { unsafeStatic, type StaticValue } from 'lit/static-html.js';
import { reportThrown } from '#dev-warning';
import { classIn, defineElement, prefixOf, registryOf, type ElementClass } from './define-element.js';

/**
 * The elements of ours that an element draws within itself: under its own prefix and in its own registry, so that two
 * versions of the library on one page draw each with its own (known-failure 39). The names are for templates of
 * `lit/static-html.js`; what a page's own renderers draw there keeps the names that it has.
 */
export class InnerElements {
  readonly #host: LitElement;
  readonly #asked = new Map<string, 'coming' | 'failed'>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** The name of one that is registered with its host: its class is among the `dependencies`. */
  tag(tag: string): StaticValue {
    return unsafeStatic(this.#nameOf(tag));
  }

  /**
   * The name of one that is fetched when it is first drawn: what nobody looks at costs nothing.
   * @param fetch gives the module with its class; where it gives it at once, the element is there at once
   * @param then is called when it has come, and when it could not be fetched
   */
  fetched(tag: string, fetch: () => object | Promise<object>, then: () => void = () => {}): StaticValue {
    if (!this.has(tag) && !this.#asked.has(tag)) {
      const module = fetch();
      if (module instanceof Promise) void this.#await(tag, module, then);
      else this.#define(tag, module);
    }
    return this.tag(tag);
  }

  /** Whether it is registered. */
  has(tag: string): boolean {
    return registryOf(this.#host).get(this.#nameOf(tag)) !== undefined;
  }

  /** Whether it is being fetched. */
  awaits(tag: string): boolean {
    return this.#asked.get(tag) === 'coming' && !this.has(tag);
  }

  async #await(tag: string, module: Promise<object>, then: () => void): Promise<void> {
    this.#asked.set(tag, 'coming');
    try {
      this.#define(tag, await module);
      then();
    } catch (thrown) {
      this.#asked.set(tag, 'failed');
      reportThrown('elements:not_loaded', `<${this.#nameOf(tag)}>`, thrown);
      then();
      // The next time that it is drawn it is tried again, and what says that it failed is not that time.
      await this.#host.updateComplete;
      this.#asked.delete(tag);
    }
  }

  #define(tag: string, module: object): void {
    defineElement(this.#nameOf(tag), classIn(module, tag), registryOf(this.#host));
  }

  #nameOf(tag: string): string {
    return prefixOf(this.#host.localName, this.#host.constructor as Partial<ElementClass>) + tag;
  }
}
