import { nextTask } from '../shared/next-task.js';
import { isSecretField } from '../shared/secret-field.js';
import { valueOf } from './field-value.js';
import { controlsOf, formFields } from './form-fields.js';
import { replacesPage } from './replaces-page.js';

/**
 * The `submit` event of a form that an agent has filled, whoever pressed the button. Send `agentInvoked` along, and
 * answer the agent with `respondWith()`; without it the agent is told the submitted values.
 * @example
 * form.addEventListener('submit', (event) => {
 *   event.preventDefault();
 *   event.respondWith?.(save(new FormData(form)));
 * });
 */
export interface AgentSubmitEvent extends SubmitEvent {
  readonly agentInvoked: true;
  /** The result of the action, or a promise of it; a rejection fails the action. It implies `preventDefault()`. */
  respondWith(result: unknown): void;
}

declare global {
  interface SubmitEvent {
    /** True where an agent has filled the form; from OUI, and from WebMCP where the browser has it. */
    readonly agentInvoked?: boolean;
    respondWith?(result: unknown): void;
  }
}

/** One submission of a form, from the first listener of its `submit` event on. */
export class Submission {
  /** What is submitted, without what agents must not see. The page's listeners may empty the form. */
  readonly values: Record<string, unknown>;
  #answer: Promise<unknown> | undefined;
  #over = false;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly event: SubmitEvent,
  ) {
    this.values = Object.fromEntries(formFields(form).map((field) => [field.name, valueOf(field)]));
    // The browser's own WebMCP has the same names on the prototype, and answers somebody else.
    Object.defineProperties(event, {
      agentInvoked: { value: true },
      respondWith: { value: (result: unknown) => this.#respondWith(result) },
    });
  }

  /** What the agent is told once the page's listeners have had it. */
  async result(leaving: () => void): Promise<unknown> {
    if (!this.event.defaultPrevented) {
      const url = this.#destination();
      this.#over = true;
      if (!url) return this.values;
      leaving();
      return { navigated: true, url };
    }
    // A listener may be an async function, which answers after its first `await`.
    if (!this.#answer) await new Promise<void>(nextTask);
    this.#over = true;
    return this.#answer ?? this.values;
  }

  #respondWith(result: unknown): void {
    if (this.#over) {
      throw new Error('respondWith() came too late: call it while "submit" is dispatched, with a promise.');
    }
    this.#answer ??= Promise.resolve(result);
    this.#answer.catch(() => {});
    this.event.preventDefault();
  }

  /** Where this page goes; `undefined` when it stays. Hidden fields and secrets are no part of it. */
  #destination(): string | undefined {
    const { form } = this;
    const submitter = this.event.submitter as HTMLButtonElement | null;
    const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
    const method = said('method').toLowerCase();
    if (method === 'dialog' || !replacesPage(said('target'), form)) return undefined;
    const base = form.ownerDocument.baseURI;
    const url = URL.canParse(said('action'), base) && new URL(said('action'), base);
    if (!url || !/^(?:https?|file|blob):$/.test(url.protocol)) return undefined;
    if (method !== 'post') url.search = this.#query(submitter);
    return url.href;
  }

  #query(submitter: HTMLButtonElement | null): string {
    // A hidden field may have the name of one that is shown.
    const secret = new Set(
      controlsOf(this.form)
        .filter(isSecretField)
        .map((each) => each.getAttribute('name')),
    );
    const shown = [...new FormData(this.form)].filter(
      ([name]) => Object.hasOwn(this.values, name) && !secret.has(name),
    ) as [string, string][];
    if (submitter?.name) shown.push([submitter.name, submitter.value]);
    return new URLSearchParams(shown).toString();
  }
}

/** Where `submit` comes by before the page's own listeners have it; it does not leave a shadow root. */
export function wayOfSubmit(form: HTMLFormElement): EventTarget {
  const root = form.getRootNode();
  return root instanceof ShadowRoot ? root : (form.ownerDocument.defaultView ?? form);
}
