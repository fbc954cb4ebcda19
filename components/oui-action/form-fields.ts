import { devWarning } from '../../src/base/dev-warning.js';
import { isSecretField } from '../shared/secret-field.js';

export type FieldControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** One parameter of a form: a control, or the radio buttons of one name. */
export interface FormField {
  readonly name: string;
  readonly controls: readonly [FieldControl, ...FieldControl[]];
}

const NEVER = new Set(['button', 'submit', 'reset', 'image', 'file']);

/** The form's controls, also when one of them is called "elements". */
export function controlsOf(form: HTMLFormElement): Element[] {
  const elements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements');
  return [...(elements?.get?.call(form) as HTMLFormControlsCollection)];
}

/**
 * The fields of a form that an agent may fill: named, enabled, changeable, reachable for the person, and no secret
 * (OUI-X2), in document order.
 */
export function formFields(form: HTMLFormElement): FormField[] {
  const groups = new Map<string, FieldControl[]>();
  for (const control of controlsOf(form)) {
    if (!isFillable(control)) continue;
    groups.set(control.name, [...(groups.get(control.name) ?? []), control]);
  }
  const fields: FormField[] = [];
  for (const [name, [first, ...rest]] of groups) {
    if (!first) continue;
    const isRadioGroup = first.type === 'radio' && rest.every((control) => control.type === 'radio');
    if ((rest.length > 0 && !isRadioGroup) || first.type === 'select-multiple') {
      devWarning(
        'field-left-out',
        `The field "${name}" of <form id="${form.id}"> takes several values; agents cannot fill it. Give the action ` +
          'an input schema and a handler instead.',
      );
      continue;
    }
    fields.push({ name, controls: [first, ...rest] });
  }
  return fields;
}

function isFillable(element: Element): element is FieldControl {
  if (!['input', 'select', 'textarea'].includes(element.localName)) return false;
  const control = element as FieldControl;
  return (
    control.name.trim() !== '' &&
    !NEVER.has(control.type) &&
    !isSecretField(control) &&
    !control.matches(':disabled') &&
    !('readOnly' in control && control.readOnly) &&
    !control.closest('[hidden], [inert]')
  );
}
