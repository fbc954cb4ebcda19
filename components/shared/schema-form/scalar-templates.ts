import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../icons.js';
import { liveState } from '../live-state.js';
import { fullText } from '../value-text.js';
import type { Field } from './field.js';
import type { FieldLabel, FormView } from './form-view.js';
import type { TextField } from './scalar-fields.js';
import { BooleanField, ConstantField, JsonField, NumberField, OptionsField } from './scalar-fields.js';
import type { Option } from './schema-kind.js';

/** So few choices are seen at a glance. */
const MOST_RADIOS = 4;

/** A field with one control. */
export function scalarTemplate(field: Field, label: FieldLabel, view: FormView): TemplateResult {
  if (field instanceof OptionsField) return optionsTemplate(field, label, view);
  if (field instanceof BooleanField) return booleanTemplate(field, label, view);
  return labelled(field, label, view, control(field, label, view));
}

/** The ids of what is said about a field. */
export function describedBy(field: Field, label: FieldLabel, view: FormView): string | typeof nothing {
  const ids = [
    label.description ? `${field.id}-hint` : '',
    view.faultsOf(field).length > 0 ? `${field.id}-fault` : '',
  ].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : nothing;
}

export function hint(field: Field, { description }: FieldLabel): unknown {
  return description ? html`<p class="hint" id="${field.id}-hint" dir="auto">${description}</p>` : nothing;
}

export function faults(field: Field, view: FormView): unknown {
  const found = view.faultsOf(field);
  if (found.length === 0) return nothing;
  return html`<p class="fault" id="${field.id}-fault">${icon('alert')}<span>${found.join(' ')}</span></p>`;
}

/** Says that it was changed, with the way back. */
export function changeMark(field: Field, label: FieldLabel, view: FormView): unknown {
  if (!view.marksChanges || !field.changed) return nothing;
  const { t } = view.wording;
  const way = t('form.reset', { name: label.text });
  return html`<span class="changed">${t('form.changed')}</span>
    <button
      type="button"
      class="quiet"
      aria-label=${way}
      title=${way}
      ?disabled=${view.disabled}
      @click=${() => view.change(field, () => field.reset(), field.id)}
    >
      ${icon('retry')}
    </button>`;
}

/** The visible name of a field: `*` where it must be filled in. */
export function labelText(field: Field, { text, name }: FieldLabel, view: FormView): TemplateResult {
  return html`<span dir="auto">${text}</span>${name ? html` <code>${name}</code>` : nothing}${
      field.place.required && field.place.name
        ? html`<span class="star" title=${view.wording.t('form.mustFill')} aria-hidden="true">*</span>`
        : nothing
    }`;
}

function labelled(field: Field, label: FieldLabel, view: FormView, inside: TemplateResult): TemplateResult {
  return html`<div class="field" data-field=${field.id}>
    ${
      label.hidden && !label.tools
        ? nothing
        : html`<div class="head">
            ${label.hidden ? nothing : html`<label for=${field.id}>${labelText(field, label, view)}</label>`}
            ${changeMark(field, label, view)}${label.tools ?? nothing}
          </div>`
    }
    ${hint(field, label)} ${inside} ${faults(field, view)}
  </div>`;
}

function control(field: Field, label: FieldLabel, view: FormView): TemplateResult {
  if (field instanceof ConstantField) {
    return html`<output id=${field.id} class="constant" dir="auto">${fullText(field.value)}</output>`;
  }
  if (field instanceof NumberField) return input(field, label, view, 'text', numberMode(field));
  if (field instanceof JsonField) return area(field, label, view, true);
  const text = field as TextField;
  if (text.control === 'textarea') return area(text, label, view, false);
  return html`${input(text, label, view, text.control)}${
    text.zone ? html`<p class="hint">${view.wording.t('form.zone', { zone: text.zone })}</p>` : nothing
  }`;
}

type Written = TextField | NumberField | JsonField;

function input(
  field: Written,
  label: FieldLabel,
  view: FormView,
  type: string,
  mode?: string,
): TemplateResult {
  return html`<input
    id=${field.id}
    type=${type}
    inputmode=${mode ?? nothing}
    step=${type === 'time' || type === 'datetime-local' ? '1' : nothing}
    autocomplete=${type === 'password' ? 'new-password' : 'off'}
    spellcheck="false"
    dir=${type === 'text' && mode === undefined ? 'auto' : nothing}
    aria-label=${label.hidden ? label.text : nothing}
    aria-required=${String(field.place.required)}
    aria-invalid=${String(view.faultsOf(field).length > 0)}
    aria-describedby=${describedBy(field, label, view)}
    ?disabled=${view.disabled}
    .value=${live(field.text)}
    @input=${(event: Event) => write(field, event, view)}
    @change=${() => view.leave(field)}
  />`;
}

function area(field: Written, label: FieldLabel, view: FormView, isJson: boolean): TemplateResult {
  return html`<textarea
    id=${field.id}
    class=${isJson ? 'json' : ''}
    rows=${isJson ? 3 : 1}
    autocomplete="off"
    spellcheck=${isJson ? 'false' : nothing}
    dir=${isJson ? 'ltr' : 'auto'}
    placeholder=${isJson ? 'JSON' : nothing}
    aria-label=${label.hidden ? label.text : nothing}
    aria-required=${String(field.place.required)}
    aria-invalid=${String(view.faultsOf(field).length > 0)}
    aria-describedby=${describedBy(field, label, view)}
    ?disabled=${view.disabled}
    .value=${live(field.text)}
    @input=${(event: Event) => write(field, event, view)}
    @change=${() => view.leave(field)}
  ></textarea>`;
}

function write(field: Written, event: Event, view: FormView): void {
  const { value } = event.target as HTMLInputElement | HTMLTextAreaElement;
  view.change(field, () => (field.text = value));
}

/** Phones' number pads have no minus. */
function numberMode({ place: { schema } }: NumberField): string {
  const lowest = schema['minimum'] ?? schema['exclusiveMinimum'];
  if (typeof lowest !== 'number' || lowest < 0) return 'text';
  return schema['type'] === 'integer' ? 'numeric' : 'decimal';
}

function booleanTemplate(field: BooleanField, label: FieldLabel, view: FormView): TemplateResult {
  if (field.mayBeAbsent) {
    const { t } = view.wording;
    const options = [
      { value: true, title: t('form.yes') },
      { value: false, title: t('form.no') },
    ];
    const chosen = field.value === undefined ? -1 : field.value ? 0 : 1;
    return choice(field, label, view, options, chosen, (index) => (field.value = options[index]?.value));
  }
  return html`<div class="field" data-field=${field.id}>
    <div class="head">
      <label class="check">
        <input
          id=${field.id}
          type="checkbox"
          aria-invalid=${String(view.faultsOf(field).length > 0)}
          aria-describedby=${describedBy(field, label, view)}
          ?disabled=${view.disabled}
          .checked=${liveState(field.value === true)}
          @change=${(event: Event) => {
            const { checked } = event.target as HTMLInputElement;
            view.change(field, () => (field.value = checked));
            view.leave(field);
          }}
        />
        ${labelText(field, label, view)}
      </label>
      ${changeMark(field, label, view)}${label.tools ?? nothing}
    </div>
    ${hint(field, label)} ${faults(field, view)}
  </div>`;
}

function optionsTemplate(field: OptionsField, label: FieldLabel, view: FormView): TemplateResult {
  return choice(field, label, view, field.options, field.chosen, (index) => (field.chosen = index));
}

function choice(
  field: Field,
  label: FieldLabel,
  view: FormView,
  options: readonly Option[],
  chosen: number,
  choose: (index: number) => void,
): TemplateResult {
  const pick = (index: number) => {
    view.change(field, () => choose(index));
    view.leave(field);
  };
  return options.length <= MOST_RADIOS
    ? radios(field, label, view, options, chosen, pick)
    : labelled(field, label, view, list(field, label, view, options, chosen, pick));
}

function list(
  field: Field,
  label: FieldLabel,
  view: FormView,
  options: readonly Option[],
  chosen: number,
  pick: (index: number) => void,
): TemplateResult {
  const { t } = view.wording;
  return html`<select
    id=${field.id}
    aria-label=${label.hidden ? label.text : nothing}
    aria-required=${String(field.place.required)}
    aria-invalid=${String(view.faultsOf(field).length > 0)}
    aria-describedby=${describedBy(field, label, view)}
    ?disabled=${view.disabled}
    @change=${(event: Event) => pick(Number((event.target as HTMLSelectElement).value))}
  >
    <option value="-1" .selected=${liveState(chosen === -1)}>
      ${t(field.place.required ? 'form.choose' : 'form.notSet')}
    </option>
    ${options.map(
      (option, index) =>
        html`<option value=${index} .selected=${liveState(chosen === index)}>
          ${optionText(option, view)}
        </option>`,
    )}
  </select>`;
}

function radios(
  field: Field,
  label: FieldLabel,
  view: FormView,
  options: readonly Option[],
  chosen: number,
  pick: (index: number) => void,
): TemplateResult {
  const { t } = view.wording;
  const all = options.map((option, index) => ({ index, text: optionText(option, view) }));
  if (!field.place.required) all.push({ index: -1, text: t('form.notSet') });
  return html`<fieldset
    class="field"
    data-field=${field.id}
    role="radiogroup"
    aria-required=${String(field.place.required)}
    aria-invalid=${String(view.faultsOf(field).length > 0)}
    aria-describedby=${describedBy(field, label, view)}
  >
    <legend class=${label.hidden ? 'visually-hidden' : ''}>${labelText(field, label, view)}</legend>
    ${changeMark(field, label, view)}${label.tools ?? nothing} ${hint(field, label)}
    <div class="radios">
      ${all.map(
        ({ index, text }) =>
          html`<label class="check">
            <input
              type="radio"
              name=${field.id}
              value=${index}
              ?disabled=${view.disabled}
              .checked=${liveState(chosen === index)}
              @change=${() => pick(index)}
            />
            <span dir="auto">${text}</span>
          </label>`,
      )}
    </div>
    ${faults(field, view)}
  </fieldset>`;
}

function optionText({ value, title }: Option, { wording }: FormView): string {
  if (title !== undefined) return title;
  return value === null ? wording.t('form.null') : fullText(value);
}
