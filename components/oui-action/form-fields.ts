import { devWarning } from '#dev-warning';
import type { JsonSchema } from '../../src/oui/index.js';
import { isSecretField } from '../shared/secret-field.js';

export type NativeControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form-associated custom element whose class has a `static ouiParamSchema`, and which has a `value` to set. */
export interface CustomControl extends HTMLElement {
  readonly constructor: { readonly ouiParamSchema: JsonSchema } & (new () => HTMLElement);
  value: unknown;
}

export type FieldControl = NativeControl | CustomControl;

/** `box` one checkbox, `boxes` several of one name, `choices` a list of several, `texts` an email list. */
export type FieldKind =
  'box' | 'boxes' | 'radios' | 'choice' | 'choices' | 'number' | 'texts' | 'text' | 'custom';

/** One parameter: a control, or the boxes or radio buttons of one name. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly controls: readonly [FieldControl, ...FieldControl[]];
}

const BUTTONS = ['button', 'submit', 'reset', 'image'];
/** Where `readonly` means nothing. */
const NEVER_READONLY = ['checkbox', 'radio', 'range', 'color'];
/** Words in a name that speak of a secret; whether it is one, only the author knows. */
const SUSPICIOUS = /(?:^|[^a-z])(?:cvv|cvc|csc|ssn|pin|otp|passcode)(?:[^a-z]|$)/i;

/** The form's controls, also when one of them is called "elements". */
export function controlsOf(form: HTMLFormElement): HTMLElement[] {
  const elements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements');
  return [...(elements?.get?.call(form) as HTMLFormControlsCollection)] as HTMLElement[];
}

/**
 * The fields of a form that an agent may fill: named, enabled, changeable, reachable for the person or opted in by
 * `data-oui-expose`, and no secret (OUI-X2), in document order.
 */
export function formFields(form: HTMLFormElement): FormField[] {
  const groups = new Map<string, FieldControl[]>();
  for (const control of controlsOf(form)) {
    const name = nameOf(control);
    if (name.trim() === '' || !isFillable(control) || !isReachable(control, form)) continue;
    groups.set(name, [...(groups.get(name) ?? []), control]);
  }
  const fields: FormField[] = [];
  for (const [name, controls] of groups) {
    const kind = kindOf(controls);
    if (kind) fields.push({ name, kind, controls: controls as [FieldControl, ...FieldControl[]] });
    else {
      warn(form, name, 'has several controls that are not boxes of one kind; agents cannot fill it');
    }
    if (SUSPICIOUS.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) {
      warn(form, name, 'sounds like a secret; give it type="password" or its autocomplete (such as cc-csc)');
    }
  }
  return fields;
}

/** The field that a control is by itself, whatever its name; `undefined` for what no agent may fill. */
export function ownField(control: HTMLElement): FormField | undefined {
  if (!isFillable(control, true)) return undefined;
  const kind = kindOf([control]);
  return kind && { name: kind === 'box' ? 'checked' : 'value', kind, controls: [control] };
}

/** What a person alone can give, and the form cannot go without: secrets and files. */
export function personalFields(form: HTMLFormElement): HTMLInputElement[] {
  return (controlsOf(form) as HTMLInputElement[]).filter(
    (control) =>
      control.required &&
      (control.type === 'file' || (isSecretField(control) && control.type !== 'hidden')) &&
      !control.matches(':disabled') &&
      isReachable(control, form),
  );
}

/** The buttons that submit the form and can be pressed. */
export function submittersOf(form: HTMLFormElement): HTMLButtonElement[] {
  return (controlsOf(form) as HTMLButtonElement[]).filter(({ type }) => type === 'submit');
}

/** The named buttons that submit the form, by what an agent calls them; the first is the default. */
export function namedSubmitters(form: HTMLFormElement): Map<string, HTMLButtonElement> {
  const buttons = new Map<string, HTMLButtonElement>();
  for (const button of submittersOf(form)) {
    if (!button.name || button.matches(':disabled') || !isReachable(button, form)) continue;
    const key = button.value || button.name;
    buttons.set(buttons.has(key) ? `${button.name}=${key}` : key, button);
  }
  return buttons;
}

function nameOf(control: HTMLElement): string {
  return control.getAttribute('name') ?? '';
}

function isFillable(element: HTMLElement, evenDisabled = false): element is FieldControl {
  // First of all, so that a password is remembered as one.
  if (isSecretField(element)) return false;
  if (!evenDisabled && element.matches(':disabled')) return false;
  if (!['input', 'select', 'textarea'].includes(element.localName)) {
    return isCustom(element) && !element.hasAttribute('readonly');
  }
  const control = element as HTMLInputElement;
  return (
    control.type !== 'file' &&
    !BUTTONS.includes(control.type) &&
    (!control.readOnly || NEVER_READONLY.includes(control.type))
  );
}

export function isCustom(element: HTMLElement): element is CustomControl {
  const schema = (element.constructor as Partial<CustomControl['constructor']>).ouiParamSchema;
  if (typeof schema !== 'object' || schema === null) return false;
  for (let at: object | null = element; at; at = Object.getPrototypeOf(at) as object | null) {
    const value = Object.getOwnPropertyDescriptor(at, 'value');
    if (value) return value.set !== undefined || value.writable === true;
  }
  return false;
}

/**
 * Whether a person gets to it once they see the form: a form in a closed dialog is not empty, a closed `<details>` can be
 * opened, and a designed box is often hidden behind its label.
 */
function isReachable(control: HTMLElement, form: HTMLFormElement): boolean {
  if (control.closest('[data-oui-expose]')) return true;
  const labels = (control as Partial<HTMLInputElement>).labels ?? [];
  return !control.closest('[inert]') && [control, ...labels].some((element) => isShown(element, form));
}

function isShown(element: HTMLElement, form: HTMLFormElement): boolean {
  if (element.checkVisibility({ visibilityProperty: true })) return true;
  const hidden = (at: HTMLElement) => getComputedStyle(at).visibility !== 'visible';
  if (hidden(element) && !hidden(form)) return false;
  for (let at: HTMLElement | null = element; at && at !== form; at = at.parentElement) {
    if (getComputedStyle(at).display === 'none') return false;
  }
  return true;
}

function kindOf(controls: readonly FieldControl[]): FieldKind | undefined {
  const [control] = controls;
  if (!control) return undefined;
  const { type } = control as HTMLInputElement;
  if (controls.some((other) => (other as HTMLInputElement).type !== type)) return undefined;
  if (type === 'radio') return 'radios';
  if (controls.length > 1) return type === 'checkbox' ? 'boxes' : undefined;
  if (isCustom(control)) return 'custom';
  switch (type) {
    case 'checkbox':
      return 'box';
    case 'select-one':
      return 'choice';
    case 'select-multiple':
      return 'choices';
    case 'number':
    case 'range':
      return 'number';
    default:
      return type === 'email' && (control as HTMLInputElement).multiple ? 'texts' : 'text';
  }
}

function warn(form: HTMLFormElement, name: string, message: string): void {
  devWarning(
    'oui:form_field',
    () => `The field "${name}" of <form id="${form.getAttribute('id')}"> ${message}.`,
  );
}
