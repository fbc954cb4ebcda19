import { devWarning } from '#dev-warning';
import type { JsonSchema } from '../../src/oui/index.js';
import { choices, fieldSchema, isEmpty, type Schema } from './field-schema.js';
import { defaultOf } from './field-value.js';
import { formFields, namedSubmitters, type FormField } from './form-fields.js';

/** The parameter that says which button submits. */
export const SUBMIT_WITH = 'submit_with';

export interface FormSchemaOptions {
  /** The author says that what the form begins with is not private. */
  readonly defaults?: boolean;
  /** Agents choose among the named submit buttons. */
  readonly submitWith?: boolean;
  /** What is left out stays as it is: then there are no defaults. */
  readonly keep?: boolean;
}

/** The input of an action that fills a form. What is in the form is no default, unless its author says so: it may be private. */
export function formSchema(form: HTMLFormElement, given: FormSchemaOptions = {}): JsonSchema {
  return fieldsSchema(
    formFields(form),
    given.defaults && !given.keep,
    given.submitWith ? submitWith(form) : undefined,
  );
}

/** The input of an action that fills these fields, and perhaps one parameter more. */
export function fieldsSchema(
  fields: readonly FormField[],
  defaults = false,
  more?: Record<string, Schema>,
): JsonSchema {
  const filled = fields.filter((field) => !isEmpty(field));
  const required = filled.filter(isRequired).map(({ name }) => name);
  // An own member, whatever the name is: `fromEntries` defines and does not assign.
  const properties = Object.fromEntries(filled.map((field) => [field.name, withDefault(field, defaults)]));
  for (const [name, schema] of Object.entries(more ?? {})) {
    if (Object.hasOwn(properties, name)) {
      devWarning(
        'oui:form_field',
        () => `A field is called "${name}" already; agents cannot choose the button.`,
      );
    } else properties[name] = schema;
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function isRequired({ controls }: FormField): boolean {
  return controls.some(
    (control) => (control as HTMLInputElement).required || control.hasAttribute('required'),
  );
}

function withDefault(field: FormField, wanted: boolean): Schema {
  const value = wanted ? defaultOf(field) : undefined;
  const nothing = value === undefined || value === null || value === '';
  return { ...fieldSchema(field), ...(!nothing && { default: value }) };
}

function submitWith(form: HTMLFormElement): Record<string, Schema> | undefined {
  const buttons = namedSubmitters(form);
  if (buttons.size < 2) return undefined;
  const all = [...buttons].map(([value, button]) => ({ value, title: titleOf(button) }));
  return {
    [SUBMIT_WITH]: { ...choices(all), default: all[0]?.value, description: 'The button to submit with.' },
  };
}

function titleOf(button: HTMLButtonElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent).replace(/\s+/g, ' ').trim();
}
