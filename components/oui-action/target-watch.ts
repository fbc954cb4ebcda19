import { labelsOf } from './field-description.js';
import { controlsOf } from './form-fields.js';

const EVERYTHING = { attributes: true, childList: true, characterData: true, subtree: true };

/** Attributes by which elements elsewhere become a part. */
const LINKS = ['form', 'list', 'for', 'id'];

/** Calls back whenever the form or element that an action works may have become another one. */
export class TargetWatch {
  #target: HTMLElement | undefined;
  #outside: readonly Node[] = [];
  readonly #awaited = new Set<string>();
  /** What the definition is made of. */
  readonly #parts = new MutationObserver((records) => {
    const isOther = ({ attributeName }: MutationRecord) => !attributeName || LINKS.includes(attributeName);
    if (records.some(isOther)) this.#observe();
    this.changed();
  });
  /** A control outside the form may join or leave it by its `form` attribute. */
  readonly #tree = new MutationObserver(() => {
    const outside = this.#controlsOutside();
    if (outside.some((node) => !this.#outside.includes(node)) || outside.length !== this.#outside.length) {
      this.#observe();
      this.changed();
    }
  });
  /** What surrounds a form may show or hide it. */
  readonly #size = new ResizeObserver(() => this.changed());

  constructor(private readonly changed: () => void) {}

  /** @param target `undefined` to stop */
  watch(target: HTMLElement | undefined): void {
    this.#target = target;
    this.#size.disconnect();
    this.#observe();
    if (target?.localName === 'form') this.#size.observe(target);
  }

  #observe(): void {
    this.#parts.disconnect();
    this.#tree.disconnect();
    const target = this.#target;
    if (!target) return;
    const isForm = target.localName === 'form';
    // A `<dialog>` may hold a whole application.
    const isField = isForm || ['select', 'textarea'].includes(target.localName);
    this.#parts.observe(target, isField ? EVERYTHING : { attributes: true });
    for (let at = target.closest('fieldset'); at; at = at.parentElement?.closest('fieldset') ?? null) {
      this.#parts.observe(at, { attributeFilter: ['disabled'] });
    }
    if (!isForm) return;
    this.#outside = this.#controlsOutside();
    for (const node of this.#outside) this.#parts.observe(node, EVERYTHING);
    for (const control of controlsOf(target as HTMLFormElement)) {
      const { list } = control as HTMLInputElement;
      for (const node of [...labelsOf(control), ...(list ? [list] : [])]) {
        if (!target.contains(node)) this.#parts.observe(node, EVERYTHING);
      }
    }
    this.#awaitElements(target);
    this.#tree.observe(target.getRootNode(), { childList: true, subtree: true, attributeFilter: ['form'] });
  }

  /** A custom element becomes a control when it is defined, and nothing else tells of that. */
  #awaitElements(form: HTMLElement): void {
    const watch = new WeakRef(this);
    for (const { localName } of form.querySelectorAll(':not(:defined)')) {
      if (this.#awaited.has(localName)) continue;
      this.#awaited.add(localName);
      // A tag may never be defined, and must not keep the action alive.
      void customElements.whenDefined(localName).then(() => watch.deref()?.changed());
    }
  }

  #controlsOutside(): HTMLElement[] {
    const form = this.#target as HTMLFormElement;
    return controlsOf(form).filter((control) => !form.contains(control));
  }
}
