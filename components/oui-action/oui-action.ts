import type { PropertyDeclarations } from 'lit';
import {
  type ActionEffect,
  type ActionHandler,
  type ActionManifest,
  type JsonSchema,
  OuiError,
} from '../../src/oui/index.js';
import { DeclarationElement } from '../shared/declaration-element.js';
import type { ActionDeclaration, DeclarationFault } from '../shared/declaration.js';
import { JsonChildren } from '../shared/json-child.js';
import { Reference } from '../shared/reference.js';
import { submitForm } from './fill-form.js';
import { formSchema } from './form-schema.js';

const NOTHING: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Something an agent may do on the page: a part of the nearest `<oui-surface>`. What runs, in this order: `handler`;
 * a listener of `oui-invoke`; the form or the element in `for`.
 *
 * @element oui-action
 * @summary Declares one action of a surface.
 * @slot - `<script type="application/json" data-oui="input">` and `data-oui="output">` with JSON Schemas.
 * @fires {OuiInvokeEvent} oui-invoke - An agent has invoked the action and `handler` is not set.
 */
export class OuiAction extends DeclarationElement {
  static override properties: PropertyDeclarations = {
    actionId: { type: String, attribute: 'action-id' },
    label: { type: String },
    description: { type: String },
    usage: { type: String },
    preconditions: { type: String },
    estimatedDuration: { type: String, attribute: 'estimated-duration' },
    tags: { type: String },
    effect: { type: String },
    confirm: { type: Boolean },
    async: { type: Boolean },
    disabled: { type: Boolean },
    for: { type: String },
    input: { attribute: false },
    output: { attribute: false },
    handler: { attribute: false },
  };

  /** `^[a-z][a-z0-9_]*[a-z0-9]$`, 2–64 characters, unique in the surface. */
  declare actionId: string;
  /** What a person reads on a confirmation: OUI's `title`. */
  declare label: string | undefined;
  /** Effect, and when to use it; the model reads it. */
  declare description: string;
  /** A hint for the model. */
  declare usage: string | undefined;
  /** A hint for the model; never executed. */
  declare preconditions: string | undefined;
  /** `instant`, `< 1s`, `1-5s`, `5-30s`, `30-120s`, `> 2min`, or free text. */
  declare estimatedDuration: string | undefined;
  /** Space-separated, such as `read-only` or `destructive`. */
  declare tags: string;
  /** `view`, `selection`, `navigate`, `open`, `edit`, `file`, `mutate`, `job` or `transaction` (OUI-E1). */
  declare effect: ActionEffect | undefined;
  /** A human must say yes before it runs (OUI-R5). */
  declare confirm: boolean;
  /** It is acknowledged at once and its result follows (OUI-S11). */
  declare async: boolean;
  /** It is not offered now. */
  declare disabled: boolean;
  /** The id of a form to fill and submit, or of an element to press. */
  declare for: string | undefined;
  /** JSON Schema of the parameters. Without one, the child script's, or the form's; else it takes none. */
  declare input: JsonSchema | undefined;
  /** JSON Schema of the result's `data`. */
  declare output: JsonSchema | undefined;
  /** Runs the action: `(params, context) => data | Promise<data>`. */
  declare handler: ActionHandler | undefined;

  #json = new JsonChildren(this, () => this.changed());
  #target = new Reference(
    this,
    () => this.for,
    () => this.#targetChanged(),
  );
  #formObserver: MutationObserver | undefined;

  protected override readonly declaration: ActionDeclaration = {
    kind: 'action',
    element: this,
    id: () => this.actionId,
    offered: () => !this.disabled,
    handler: () => this.handler,
    manifest: () => this.#manifest(),
    faults: () => this.#faults(),
    announce: () => this.announce(),
    press: () => this.#press(),
  };

  constructor() {
    super();
    this.actionId = '';
    this.description = '';
    this.tags = '';
    this.confirm = false;
    this.async = false;
    this.disabled = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watchForm();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#formObserver?.disconnect();
  }

  get #form(): HTMLFormElement | undefined {
    const target = this.#target.element;
    return target?.localName === 'form' ? (target as HTMLFormElement) : undefined;
  }

  #manifest(): ActionManifest {
    const output = this.output ?? (this.#json.value('output') as JsonSchema | undefined);
    const tags = this.tags.split(/\s+/).filter(Boolean);
    return {
      id: this.actionId,
      ...(this.label && { title: this.label }),
      description: this.description,
      input: this.#input(),
      ...(output !== undefined && { output }),
      ...(this.confirm && { confirm: true }),
      ...(this.async && { async: true }),
      ...(this.usage && { usage: this.usage }),
      ...(this.preconditions && { preconditions: this.preconditions }),
      ...(this.estimatedDuration && { estimatedDuration: this.estimatedDuration }),
      ...(tags.length > 0 && { tags }),
      ...(this.effect && { effect: this.effect }),
    };
  }

  #input(): JsonSchema {
    const given = this.input ?? (this.#json.value('input') as JsonSchema | undefined);
    return given ?? (this.#form ? formSchema(this.#form) : NOTHING);
  }

  #faults(): DeclarationFault[] {
    const faults = ['input', 'output'].flatMap((member) =>
      this.#json.faults([member]).map((message) => ({ member, message })),
    );
    if (this.for && !this.#target.element) {
      const message = `for="${this.for}" names no element here; give the form or button that id.`;
      faults.push({ member: 'for', message });
    }
    return faults;
  }

  #press(): ReturnType<ActionDeclaration['press']> {
    const target = this.#target.element;
    const form = this.#form;
    if (form) return (params, { signal }) => submitForm(form, params, signal);
    if (!target) return undefined;
    return async () => {
      // A click on a disabled button does nothing, and nothing must not be called success (§8, 3).
      if (target.matches(':disabled, [aria-disabled="true"]')) {
        throw new OuiError(
          'PRECONDITION_FAILED',
          `"${this.label ?? this.actionId}" is disabled on the page now.`,
        );
      }
      target.click();
    };
  }

  #targetChanged(): void {
    this.#watchForm();
    this.changed();
  }

  /** The schema follows the form's controls. */
  #watchForm(): void {
    this.#formObserver?.disconnect();
    const form = this.#form;
    if (!form || !this.isConnected) return;
    this.#formObserver ??= new MutationObserver(() => this.changed());
    this.#formObserver.observe(form, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
  }
}

export { OuiInvokeEvent } from '../shared/oui-invoke-event.js';

declare global {
  interface HTMLElementTagNameMap {
    'oui-action': OuiAction;
  }
}
