import { validatorReady } from '../../src/base/json-schema/validate.js';
import { type FieldFault, OuiError } from '../../src/oui/index.js';
import { isSecretField } from '../shared/secret-field.js';
import { coerce, defaultOf, nativeSet, setValue, textOf } from './field-value.js';
import { controlsOf, type FormField, type NativeControl } from './form-fields.js';
import { fieldsSchema } from './form-schema.js';

export interface Filling {
  readonly params: Readonly<Record<string, unknown>>;
  /** A parameter left out keeps what is there, instead of what the control begins with. */
  readonly keep: boolean;
  /** The form does not check its values (`novalidate`). */
  readonly unchecked: boolean;
}

/**
 * Fills fields, all of them or none: first every parameter is checked, by the fields as they are now.
 * @throws OuiError `VALIDATION_ERROR` with one entry for each parameter that does not fit, `EXECUTION_ERROR` for a
 * parameter that goes nowhere
 */
export async function fill(
  fields: readonly FormField[],
  { params, keep, unchecked }: Filling,
): Promise<void> {
  const unknown = Object.keys(params).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0) {
    // A value that goes nowhere must not be called success (§8, 3).
    const message = `The form has no field for ${unknown.join(', ')} that an agent may fill.`;
    throw new OuiError('EXECUTION_ERROR', message);
  }
  // `in` and reading would find what every object inherits, such as `__proto__`.
  const given = fields.filter(({ name }) => Object.hasOwn(params, name));
  const values = new Map(given.map((field) => [field, coerce(field, params[field.name])]));
  const schema = { ...(fieldsSchema(given) as object), required: [] };
  const validate = await validatorReady();
  const faults = validate(schema, Object.fromEntries([...values].map(([{ name }, value]) => [name, value])));
  const known = new Set(faults.map(({ field }) => field.split('.')[0]));
  for (const [field, value] of values) {
    if (!known.has(field.name)) faults.push(...refusedBeforehand(field, value, unchecked));
  }
  if (faults.length > 0) throw invalid(faults);
  for (const field of fields) {
    if (!values.has(field) && keep) continue;
    const taken = setValue(field, values.has(field) ? values.get(field) : defaultOf(field));
    if (!taken) throw invalid([notTaken(field.name, 'box')]);
  }
}

/** What the control itself would say, asked of a copy: the page hears nothing of it. */
function refusedBeforehand(
  { name, kind, controls }: FormField,
  value: unknown,
  unchecked: boolean,
): FieldFault[] {
  if (kind !== 'text' && kind !== 'number' && kind !== 'texts') return [];
  const copy = controls[0].cloneNode() as HTMLInputElement;
  const text = textOf(value);
  nativeSet(copy, 'value', text);
  const held = kind === 'number' ? Number(copy.value) === value : text === '' || copy.value !== '';
  // The browser empties a date that does not exist, and moves a slider to the nearest step.
  if (!held) return [notTaken(name, copy.type)];
  // It binds what people type, in units of UTF-16, and not what scripts set.
  const { maxLength } = copy;
  if (maxLength >= 0 && copy.value.length > maxLength) return [tooLong(name, maxLength)];
  return unchecked ? [] : refusalOf(copy, name);
}

function tooLong(field: string, most: number): FieldFault {
  const message = `${field}: the field takes ${most} characters at most.`;
  return { field, constraint: 'tooLong', expected: most, actual: 'longer', message };
}

function notTaken(name: string, type: string): FieldFault {
  return {
    field: name,
    constraint: 'value',
    expected: `a value that <input type="${type}"> can hold`,
    actual: 'a value that it cannot hold',
    message: `${name}: the field does not take this value.`,
  };
}

/** What constraint validation says against a form, one entry for each control. The browser shows no bubble. */
export function refusals(form: HTMLFormElement): FieldFault[] {
  if (HTMLFormElement.prototype.checkValidity.call(form)) return [];
  return controlsOf(form).flatMap((control) => refusalOf(control as NativeControl));
}

function refusalOf(control: NativeControl, name = control.getAttribute('name')): FieldFault[] {
  if (!control.matches(':invalid') || control.localName === 'fieldset') return [];
  // A custom element may keep its validity to itself.
  const validity: Partial<ValidityState> | undefined = control.validity;
  const constraint = Object.keys(ValidityState.prototype).find(
    (key) => key !== 'valid' && validity?.[key as keyof ValidityState],
  );
  const secret = isSecretField(control);
  const field = (secret ? '' : name || control.id) || control.localName;
  const said = (!secret && control.validationMessage) || '';
  return [
    {
      field,
      constraint: constraint ?? 'customError',
      expected: secret ? 'filled in by the person' : said,
      actual: validity?.valueMissing ? 'empty' : 'refused',
      message: `${field}: ${secret ? 'only the person can fill this in.' : said}`,
    },
  ];
}

export function invalid(faults: readonly FieldFault[]): OuiError {
  const sentences = faults.map((fault) => fault.message).join(' ');
  return new OuiError('VALIDATION_ERROR', sentences || 'The form refuses these values.', faults);
}
