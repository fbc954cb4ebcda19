import type { JsonSchema } from '../../src/oui/index.js';
import { formFields, type FieldControl, type FormField } from './form-fields.js';

type Schema = Record<string, unknown>;

/** Texts whose form the browser fixes; HTML has no time zone in any of them. */
const FIXED_FORMS: Record<string, Schema> = {
  email: { format: 'email' },
  url: { format: 'uri' },
  date: { format: 'date' },
  time: { pattern: '^\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?$' },
  'datetime-local': { pattern: '^\\d{4,}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?$' },
  month: { pattern: '^\\d{4,}-\\d{2}$' },
  week: { pattern: '^\\d{4,}-W\\d{2}$' },
  color: { pattern: '^#[0-9a-fA-F]{6}$' },
};

/** The input of an action that fills a form. Current values are no defaults: they may be private. */
export function formSchema(form: HTMLFormElement): JsonSchema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const field of formFields(form)) {
    const schema = fieldSchema(field);
    // An own member, whatever the name is.
    Object.defineProperty(properties, field.name, { value: schema, enumerable: true });
    if (field.controls.some((control) => control.required)) required.push(field.name);
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function fieldSchema({ controls }: FormField): Schema {
  const [control] = controls;
  const description = describe(controls);
  return { ...valueSchema(controls, control), ...(description && { description }) };
}

function valueSchema(controls: readonly FieldControl[], control: FieldControl): Schema {
  switch (control.type) {
    case 'checkbox':
      // HTML means "must be ticked", for instance to accept terms.
      return control.required ? { type: 'boolean', const: true } : { type: 'boolean' };
    case 'radio':
      return choices(controls.map((radio) => [radio.value, labelOf(radio)]));
    case 'select-one':
      return choices(options(control as HTMLSelectElement).map((option) => [option.value, option.label]));
    case 'number':
    case 'range':
      return numberSchema(control as HTMLInputElement);
    default:
      return textSchema(control as HTMLInputElement | HTMLTextAreaElement);
  }
}

function choices(all: readonly (readonly [value: string, title: string])[]): Schema {
  const titles = new Map(all);
  const list = [...titles.keys()];
  const differ = [...titles].some(([value, title]) => title !== '' && title !== value);
  return {
    type: 'string',
    enum: list,
    ...(differ && { oneOf: list.map((value) => ({ const: value, title: titles.get(value) || value })) }),
  };
}

/** What a person can choose; the empty option of a required select only says that one must. */
export function options(select: HTMLSelectElement): HTMLOptionElement[] {
  return [...select.options].filter(
    (option) => !option.matches(':disabled, :disabled > option') && !(select.required && option.value === ''),
  );
}

function numberSchema(input: HTMLInputElement): Schema {
  const isRange = input.type === 'range';
  const minimum = limit(input.min, isRange ? 0 : undefined);
  const maximum = limit(input.max, isRange ? 100 : undefined);
  const step = input.step === '' ? 1 : Number(input.step);
  const whole = Number.isInteger(step) && Number.isInteger(minimum ?? 0);
  return {
    type: whole ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function limit(text: string, otherwise: number | undefined): number | undefined {
  return text === '' || Number.isNaN(Number(text)) ? otherwise : Number(text);
}

function textSchema(control: HTMLInputElement | HTMLTextAreaElement): Schema {
  const { minLength, maxLength, type } = control;
  // HTML matches the whole value, JSON Schema any part of it.
  const pattern = control.getAttribute('pattern');
  return {
    type: 'string',
    ...(minLength > 0 && { minLength }),
    ...(maxLength >= 0 && { maxLength }),
    ...(pattern && { pattern: `^(?:${pattern})$` }),
    ...FIXED_FORMS[type],
  };
}

function describe(controls: readonly FieldControl[]): string {
  const [control] = controls;
  if (!control) return '';
  const group =
    control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend')?.textContent : '';
  const candidates = [
    control.getAttribute('toolparamdescription'),
    control.type === 'radio' ? group : labelOf(control),
    control.getAttribute('aria-description'),
    control.getAttribute('aria-label'),
    control.title,
    'placeholder' in control ? control.placeholder : '',
  ];
  return candidates.map((text) => text?.replace(/\s+/g, ' ').trim()).find(Boolean) ?? '';
}

/** The words of a control's labels, without those of controls inside them. */
function labelOf(control: FieldControl): string {
  return [...(control.labels ?? [])]
    .map((label) => {
      const copy = label.cloneNode(true) as HTMLElement;
      for (const inner of copy.querySelectorAll('input, select, textarea, button')) inner.remove();
      return copy.textContent.replace(/\s+/g, ' ').trim();
    })
    .filter(Boolean)
    .join('; ');
}
