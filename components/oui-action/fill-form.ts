import { type FieldFault, OuiError } from '../../src/oui/index.js';
import { isSecretField } from '../shared/secret-field.js';
import { controlsOf, formFields, type FieldControl, type FormField } from './form-fields.js';
import { options } from './form-schema.js';

/**
 * Fills a form and submits it as a person would: through the native setters with the events that frameworks listen to,
 * through constraint validation and the page's own `submit` listeners. A parameter left out means the control's default.
 * @returns the submitted values
 * @throws OuiError `VALIDATION_ERROR` with one entry for each control that refuses, `PRECONDITION_FAILED` when the
 * form cannot be submitted now
 */
export async function submitForm(
  form: HTMLFormElement,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const fields = formFields(form);
  const unknown = Object.keys(params).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0) {
    // A value that goes nowhere must not be called success (§8, 3).
    throw new OuiError(
      'EXECUTION_ERROR',
      `The form has no field for ${unknown.join(', ')} that an agent may fill.`,
    );
  }
  const refused = fields.flatMap((field) => fill(field, params[field.name]));
  if (refused.length > 0) throw invalid(refused);
  // A framework may enable the button, or check the values, after the events.
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();

  const submitter = controlsOf(form).find(isSubmitter);
  if (submitter?.matches(':disabled')) {
    throw new OuiError(
      'PRECONDITION_FAILED',
      'The form cannot be submitted now: its submit button is disabled.',
    );
  }
  const unchecked = form.noValidate || submitter?.formNoValidate;
  if (!unchecked && !HTMLFormElement.prototype.checkValidity.call(form)) {
    throw invalid(controlsOf(form).flatMap(refusalOf));
  }
  const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  HTMLFormElement.prototype.requestSubmit.call(form, submitter);
  return values;
}

function isSubmitter(control: Element): control is HTMLButtonElement {
  return (control as Partial<HTMLButtonElement>).type === 'submit';
}

function fill({ name, controls }: FormField, value: unknown): FieldFault[] {
  const [control] = controls;
  switch (control.type) {
    case 'checkbox':
      setChecked(control as HTMLInputElement, value ?? (control as HTMLInputElement).defaultChecked);
      return [];
    case 'radio':
      for (const radio of controls as readonly HTMLInputElement[]) {
        setChecked(radio, value === undefined ? radio.defaultChecked : radio.value === value);
      }
      return [];
    default:
      return setText(name, control, value === undefined ? defaultOf(control) : String(value));
  }
}

/** A click is what every framework hears of boxes; only taking a radio's mark away has no click. */
function setChecked(input: HTMLInputElement, checked: unknown): void {
  if (input.checked === checked) return;
  if (checked || input.type === 'checkbox') input.click();
  else nativeSet(input, 'checked', false);
}

function setText(name: string, control: FieldControl, text: string): FieldFault[] {
  if (control.value === text) return [];
  nativeSet(control, 'value', text);
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
  if (text === '' || control.value !== '') return [];
  // The browser empties a date that does not exist, and the like.
  return [
    {
      field: name,
      constraint: 'value',
      expected: `a value that <input type="${control.type}"> can hold`,
      actual: 'a value that it cannot hold',
      message: `${name}: the field does not take this value.`,
    },
  ];
}

/** Past whatever a framework put on the element itself, so that it sees the change. */
function nativeSet(control: FieldControl, property: 'value' | 'checked', value: unknown): void {
  const prototype = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(control, value);
}

function defaultOf(control: FieldControl): string {
  if (!('options' in control)) return control.defaultValue;
  const all = options(control);
  return (all.find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '';
}

function valueOf({ controls }: FormField): unknown {
  const [control] = controls;
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked;
  if (control.type === 'radio') {
    return (controls as readonly HTMLInputElement[]).find((radio) => radio.checked)?.value ?? null;
  }
  if (control.type !== 'number' && control.type !== 'range') return control.value;
  return control.value === '' ? null : Number(control.value);
}

function refusalOf(element: Element): FieldFault[] {
  const control = element as FieldControl;
  if (!control.willValidate || control.validity.valid) return [];
  const constraint = Object.keys(Object.getPrototypeOf(control.validity) as object).find(
    (key) => key !== 'valid' && control.validity[key as keyof ValidityState],
  );
  const field = control.name || control.id || control.localName;
  const secret = isSecretField(control);
  return [
    {
      field,
      constraint: constraint ?? 'customError',
      expected: secret ? 'filled in by the person' : control.validationMessage,
      actual: control.validity.valueMissing ? 'empty' : 'refused',
      message: `${field}: ${secret ? 'only the person can fill this in.' : control.validationMessage}`,
    },
  ];
}

function invalid(faults: readonly FieldFault[]): OuiError {
  const sentences = faults.map((fault) => fault.message).join(' ');
  return new OuiError('VALIDATION_ERROR', sentences || 'The form refuses these values.', faults);
}
