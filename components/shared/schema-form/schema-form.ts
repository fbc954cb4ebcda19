import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { deepEqual } from '../../../src/base/deep-equal.js';
import type { FieldFault } from '../../../src/base/json-schema/field-fault.js';
import { validatorNow, validatorReady, type AnySchema } from '../../../src/base/json-schema/validate.js';
import { Announcer } from '../announcer.js';
import { BaseElement } from '../base-element.js';
import type { Words } from '../languages.js';
import { enForm } from '../locales/en-form.js';
import { fieldTemplate } from './container-templates.js';
import { faultWords } from './fault-words.js';
import type { Field } from './field.js';
import { FormFaults } from './form-faults.js';
import { labelOf, type FormView } from './form-view.js';
import { fieldMaker } from './make-field.js';
import { OuiSchemaChangeEvent } from './schema-form.events.js';
import { styles } from './schema-form.styles.js';
import { SchemaReader } from './schema-reader.js';

/**
 * A form for any JSON Schema, whose value keeps its JSON types: a number stays a number, what is optional and empty
 * is left out. What a schema does not say how to fill in, and what is nested too deeply, is written as JSON.
 *
 * @element oui-schema-form
 * @summary A form made from a JSON Schema.
 * @fires {OuiSchemaChangeEvent} oui-schema-change - A person has changed the value. Bubbles.
 */
export class SchemaForm extends BaseElement {
  static readonly tag: string = 'oui-schema-form';
  protected static override readonly words: Words = [enForm];
  static override styles = styles;

  static override properties: PropertyDeclarations = {
    schema: { attribute: false },
    value: { attribute: false, noAccessor: true },
    disabled: { type: Boolean },
    marksChanges: { type: Boolean, attribute: 'marks-changes' },
    label: { type: String, useDefault: true },
  };

  /** A JSON Schema (Draft 2020-12). An equal one changes nothing, so what was typed stays. */
  declare schema: AnySchema;
  /** Nothing can be changed now. */
  declare disabled: boolean;
  /** Fields that differ from the value that was set say so, and can be reset. */
  declare marksChanges: boolean;
  /** What the form as a whole is called, for screen readers. */
  declare label: string;

  #given: unknown;
  #made: { schema: AnySchema; reader: SchemaReader; root: Field } | undefined;
  #faults: FormFaults | undefined;
  /** Everything that is wrong is said, not only where the person has been. */
  #asked = false;
  #focus: readonly string[] = [];
  #announcer = new Announcer(this);

  constructor() {
    super();
    this.schema = true;
    this.disabled = false;
    this.marksChanges = false;
    this.label = '';
  }

  /** What the fields amount to; `undefined` when nothing is filled in. Setting it starts again from there. */
  get value(): unknown {
    return this.#form.root.value;
  }
  set value(value: unknown) {
    // Frameworks set the same value, or a copy of it, at every rendering.
    if (this.#made && (deepEqual(value, this.#given) || deepEqual(value, this.value))) return;
    this.#given = value;
    this.#restart();
  }

  /** Whether the value differs from the one it began with. */
  get changed(): boolean {
    return this.#form.root.changed;
  }

  /** Goes back to the value that was set, and the schema's defaults. */
  reset(): void {
    this.#restart();
  }

  /**
   * Says what is wrong, beside each field, and goes to the first one. Empty when nothing is: then `value` fits
   * the schema. Text that is no JSON is a fault with the constraint `json`.
   */
  async validate(): Promise<readonly FieldFault[]> {
    await validatorReady();
    this.#asked = true;
    this.#check();
    this.requestUpdate();
    await this.updateComplete;
    const misfits = this.#misfits(this.#form.root, '');
    const first = this.#faults?.first;
    if (first) this.#focusOn(first.id);
    return [...misfits, ...(this.#faults?.all ?? [])];
  }

  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(options);
  }

  protected override render(): TemplateResult {
    const { root } = this.#form;
    const { wording } = this;
    const view: FormView = {
      wording,
      disabled: this.disabled,
      marksChanges: this.marksChanges,
      faultsOf: (field) => this.#faultsOf(field),
      change: (field, make, focus) => this.#change(field, make, focus),
      focusNext: (...ids) => (this.#focus = ids),
      leave: (field) => this.#leave(field),
      say: (text) => this.#announcer.polite(text),
    };
    const label = labelOf(root, this.label || wording.t('form.value'));
    return html`<div class="form" role="group" aria-label=${label.text}>
        ${fieldTemplate(root, { ...label, hidden: true }, view)}
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const ids = this.#focus;
    this.#focus = [];
    ids.some((id) => this.#focusOn(id));
  }

  get #form(): { schema: AnySchema; reader: SchemaReader; root: Field } {
    const { schema } = this;
    if (!this.#made || (this.#made.schema !== schema && !deepEqual(this.#made.schema, schema))) {
      const reader = new SchemaReader(schema);
      const root = fieldMaker(reader).make(schema, { name: '', required: true, depth: 0 }, this.#given);
      this.#made = { schema, reader, root };
      this.#faults = undefined;
      this.#asked = false;
    }
    return this.#made;
  }

  #restart(): void {
    this.#made = undefined;
    this.requestUpdate();
  }

  #change(field: Field, make: () => void, focus: string | undefined): void {
    this.#focus = focus === undefined ? [] : [focus];
    make();
    // What was wrong is looked at again at once; what was right is left in peace until the person goes on.
    if (this.#faults) this.#check();
    this.requestUpdate();
    this.dispatchEvent(new OuiSchemaChangeEvent(this.value));
  }

  #leave(field: Field): void {
    field.touched = true;
    void validatorReady().then(() => {
      this.#check();
      this.requestUpdate();
    });
  }

  #check(): void {
    const validate = validatorNow();
    const { schema, root, reader } = this.#form;
    if (validate) this.#faults = new FormFaults(schema, root, reader, validate);
  }

  #faultsOf(field: Field): readonly string[] {
    if (!this.#asked && !field.touched) return [];
    const misfit = field.misfit ? [this.t(field.misfit)] : [];
    const faults = (this.#faults?.of(field) ?? []).map((fault) => faultWords(fault, this.wording));
    // What is no JSON is missing for the validator, and that is not what is wrong with it.
    return misfit.length > 0 ? misfit : faults;
  }

  #misfits(field: Field, path: string): FieldFault[] {
    const { misfit } = field;
    const own = misfit
      ? [{ field: path, constraint: 'json', expected: 'JSON', actual: 'other text', message: this.t(misfit) }]
      : [];
    const below = field.below.flatMap(([step, inner]) =>
      this.#misfits(inner, [path, step].filter(Boolean).join('.')),
    );
    return [...own, ...below];
  }

  #focusOn(id: string): boolean {
    const root = this.shadowRoot;
    const found = root?.getElementById(id);
    const place = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
      ({ dataset }) => dataset['field'] === id,
    );
    const target =
      found ??
      place?.querySelector<HTMLElement>(':is(input, select, textarea):enabled') ??
      place?.querySelector<HTMLElement>('button:enabled');
    if (!target || target.matches(':disabled')) return false;
    target.focus();
    return true;
  }
}

export { OuiSchemaChangeEvent };

declare global {
  interface HTMLElementTagNameMap {
    'oui-schema-form': SchemaForm;
  }
}
