import { devWarning } from '#dev-warning';
import { toJsonSafe } from '../../src/base/json.js';
import { describe, labelOf } from './field-description.js';
import type { CustomControl, FormField } from './form-fields.js';

export type Schema = Record<string, unknown>;

const HOURS = '([01]\\d|2[0-3]):[0-5]\\d';
const DAY = '\\d{4,6}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const LOCAL = 'local time, no zone';

/** Some is said in words, because JSON Schema cannot. */
interface Told {
  schema: Schema;
  notes?: string[];
}

/** The JSON Schema of one field. */
export function fieldSchema(field: FormField): Schema {
  const { schema, notes = [] } = valueSchema(field);
  const words = describe(field) || (schema['description'] as string | undefined) || '';
  const aside = notes.filter(Boolean).join(', ');
  const description = words && aside ? `${words} (${aside})` : words || aside;
  return { ...schema, ...(description && { description }) };
}

function valueSchema({ name, kind, controls }: FormField): Told {
  const [control] = controls;
  const input = control as HTMLInputElement;
  switch (kind) {
    case 'box':
      // HTML means "must be ticked", for instance to accept terms.
      return { schema: { type: 'boolean', ...(input.required && { const: true }) } };
    case 'boxes':
    case 'radios': {
      const boxes = controls as readonly HTMLInputElement[];
      if (boxes.length > 1 && boxes.some((box) => !box.hasAttribute('value'))) {
        devWarning(
          'oui:form_field',
          () => `Give each box of "${name}" a value; without one, all of them mean "on".`,
        );
      }
      const schema = choices(
        boxes.map((box) => ({ value: box.value, title: labelOf(box) || (box.ariaLabel ?? '') })),
      );
      return { schema: kind === 'radios' ? schema : listOf(schema) };
    }
    case 'choice':
      return { schema: choices(options(control as HTMLSelectElement)) };
    case 'choices':
      return {
        schema: {
          ...listOf(choices(options(control as HTMLSelectElement))),
          ...(input.required && { minItems: 1 }),
        },
      };
    case 'number':
      return { schema: { ...numberSchema(input), ...suggestions(input, Number) } };
    case 'texts':
      return { schema: { type: 'array', items: textSchema(input) } };
    case 'custom':
      return { schema: toJsonSafe((control as CustomControl).constructor.ouiParamSchema) as Schema };
    case 'text':
      return {
        schema: { ...textSchema(input), ...suggestions(input, String) },
        notes: [...limits(input), ...(/^(?:time|datetime-local)$/.test(input.type) ? [LOCAL] : [])],
      };
  }
}

function listOf(items: Schema): Schema {
  return { type: 'array', items, uniqueItems: true, maxItems: (items['enum'] as unknown[]).length };
}

interface Choice {
  value: string;
  title: string;
  /** The words of its `<optgroup>`. */
  group?: string;
}

export function choices(all: readonly Choice[]): Schema {
  const known = new Map<string, Choice>();
  for (const choice of all) if (!known.has(choice.value)) known.set(choice.value, choice);
  const list = [...known.values()];
  const differ = list.some(({ value, title, group }) => group || (title && title !== value));
  return {
    type: 'string',
    enum: [...known.keys()],
    ...(differ && {
      oneOf: list.map(({ value, title, group }) => ({
        const: value,
        title: title || value,
        ...(group && { description: group }),
      })),
    }),
  };
}

/** What a person can choose; the empty option of a required select only says that one must. */
function options(select: HTMLSelectElement): Choice[] {
  return [...select.options]
    .filter((option) => !isDisabled(option) && !(select.required && option.value === ''))
    .map((option) => {
      const group = option.closest('optgroup')?.label;
      return { value: option.value, title: option.label, ...(group && { group }) };
    });
}

export function isDisabled(option: HTMLOptionElement): boolean {
  return option.matches(':disabled, :disabled > option');
}

/** A select without anything to choose takes no parameter. */
export function isEmpty({ kind, controls }: FormField): boolean {
  return kind.startsWith('choice') && options(controls[0] as HTMLSelectElement).length === 0;
}

function numberSchema(input: HTMLInputElement): Schema {
  const isRange = input.type === 'range';
  const minimum = limit(input.min) ?? (isRange ? 0 : undefined);
  const maximum = limit(input.max) ?? (isRange ? 100 : undefined);
  const base = limit(input.min) ?? limit(input.getAttribute('value') ?? '') ?? 0;
  const any = input.step.toLowerCase() === 'any';
  const step = Number(input.step) > 0 ? Number(input.step) : 1;
  const whole = !any && Number.isInteger(step) && Number.isInteger(base);
  const multiple = Math.abs(base / step - Math.round(base / step)) < 1e-9;
  return {
    type: whole ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(!any && multiple && !(whole && step === 1) && { multipleOf: step }),
  };
}

function limit(text: string): number | undefined {
  return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

function textSchema(control: HTMLInputElement): Schema {
  const { minLength, maxLength } = control;
  return {
    type: 'string',
    ...(minLength > 0 && { minLength }),
    ...(maxLength >= 0 && { maxLength }),
    ...patternOf(control),
    ...formOf(control),
  };
}

/** HTML matches the whole value, JSON Schema any part of it. A browser passes over a pattern that does not compile. */
function patternOf(control: HTMLInputElement): Schema | undefined {
  const pattern = control.localName === 'input' && control.getAttribute('pattern');
  if (!pattern || !/^(?:text|search|tel|url|email)$/.test(control.type)) return undefined;
  try {
    for (const flags of ['u', 'v']) new RegExp(pattern, flags);
    return { pattern: `^(?:${pattern})$` };
  } catch {
    return undefined;
  }
}

/** Texts whose form the browser fixes; HTML has no time zone in any of them. */
function formOf(input: HTMLInputElement): Schema | undefined {
  const clock = () => `${HOURS}${secondsOf(input)}`;
  switch (input.type) {
    case 'email':
      return { format: 'email' };
    case 'url':
      return { format: 'uri' };
    case 'date':
      return { format: 'date' };
    case 'time':
      return { pattern: `^${clock()}$` };
    case 'datetime-local':
      return { pattern: `^${DAY}T${clock()}$` };
    case 'month':
      return { pattern: '^\\d{4,6}-(0[1-9]|1[0-2])$' };
    case 'week':
      return { pattern: '^\\d{4,6}-W(0[1-9]|[1-4]\\d|5[0-3])$' };
    case 'color':
      return { pattern: '^#[0-9a-fA-F]{6}$' };
    default:
      return undefined;
  }
}

function secondsOf({ step }: HTMLInputElement): string {
  const every = step.toLowerCase() === 'any' ? 0 : Number(step) > 0 ? Number(step) : 60;
  if (every >= 60 && every % 60 === 0) return '';
  return every % 1 === 0 && every > 0 ? '(:[0-5]\\d)?' : '(:[0-5]\\d(\\.\\d{1,3})?)?';
}

/** The bounds of dates and times. */
function limits({ type, min, max }: HTMLInputElement): string[] {
  if (!/^(?:date|month|week|time|datetime-local)$/.test(type)) return [];
  return [min && `from ${min}`, max && `to ${max}`];
}

/** A `<datalist>` suggests, and limits nothing. */
function suggestions<T>({ list }: HTMLInputElement, as: (value: string) => T): Schema | undefined {
  const examples = [...(list?.options ?? [])].filter((option) => !option.disabled && option.value);
  return examples.length > 0 ? { examples: examples.map(({ value }) => as(value)) } : undefined;
}
