import { type ActionContext, type JsonSchema, OuiError, SETTLE_DEADLINE_MS } from '../../src/oui/index.js';
import { elementFault, elementSchema, isSwitchedOff, workElement } from './element-target.js';
import { personalFields } from './form-fields.js';
import { formSchema } from './form-schema.js';
import type { OuiAction } from './oui-action.js';
import { TargetWatch } from './target-watch.js';

/** What an action tells of what its `for` names, and how it works it. Loaded when the first action has a `for`. */
export class TargetWork {
  readonly #watch: TargetWatch;
  /** How many calls of the action are under way, or have just ended. */
  #running = 0;

  /** @param states where it is shown that the form waits for the person */
  constructor(
    private readonly action: OuiAction,
    private readonly states: CustomStateSet,
    private readonly changed: () => void,
  ) {
    this.#watch = new TargetWatch(changed);
  }

  watch(target: HTMLElement | undefined): void {
    this.#watch.watch(target);
  }

  get #form(): HTMLFormElement | undefined {
    const { target } = this.action;
    return target?.localName === 'form' ? (target as HTMLFormElement) : undefined;
  }

  /** The input that follows from the target; `undefined`: it takes none. */
  schema(): JsonSchema | undefined {
    const { target } = this.action;
    return this.#form ? formSchema(this.#form, this.action) : target && elementSchema(target);
  }

  fault(): string | undefined {
    return this.action.target && elementFault(this.action.target);
  }

  /** Disabled on the page. What the action's own call has disabled has not gone away (§8, 7). */
  get switchedOff(): boolean {
    const { target } = this.action;
    return this.#running === 0 && target !== undefined && isSwitchedOff(target);
  }

  /** Agents must know that a person comes in between. */
  usage(asksPerson: boolean): string {
    const form = this.#form;
    if (form && personalFields(form).length > 0) {
      return 'It waits for the person, who fills in what only they can, and submits the form.';
    }
    return form && asksPerson ? 'The form is filled in, then it waits for the person to submit it.' : '';
  }

  /** The action's call counts until the page has had time to settle, and to enable again what it disabled. */
  begins(): () => void {
    this.#running += 1;
    return () =>
      setTimeout(() => {
        this.#running -= 1;
        if (this.switchedOff) this.changed();
      }, SETTLE_DEADLINE_MS);
  }

  /** @param confirm a form waits for the person */
  async run(
    target: HTMLElement,
    params: Record<string, unknown>,
    context: ActionContext,
    confirm: boolean,
  ): Promise<unknown> {
    if (!this.#form) {
      // A form was to wait for the person, and it has gone.
      if (context.approval === 'owed') throw new OuiError('ACTION_DENIED', 'Nobody could be asked about it.');
      return workElement(target, params, context);
    }
    const { runForm } = await import('./run-form.js');
    return runForm({
      form: () => this.#form,
      params,
      context,
      keep: this.action.keep,
      submitWith: this.action.submitWith,
      confirm,
      waiting: (form) => this.#showWaiting(form),
    });
  }

  #showWaiting(form: HTMLFormElement): () => void {
    const { label, description } = this.action;
    const unsay = import('./announce-waiting.js').then(({ announceWaiting }) =>
      announceWaiting(form, (label ?? description).replace(/[.\u3002]$/, '')),
    );
    form.setAttribute('data-oui-waiting', '');
    this.states.add('oui-waiting');
    return () => {
      form.removeAttribute('data-oui-waiting');
      this.states.delete('oui-waiting');
      unsay.then(
        (take) => take(),
        () => {},
      );
    };
  }
}
