import { toJsonSafe } from '../../src/base/json.js';
import { isDisabled } from './field-schema.js';
import type { FieldControl, FormField, NativeControl } from './form-fields.js';

/** What a custom element held before an agent first filled it, where it does not say what it begins with. */
const beginnings = new WeakMap<FieldControl, unknown>();

/** What a field begins with, as an agent would give it; `null`: nothing. */
export function defaultOf({ kind, controls }: FormField): unknown {
  const [control] = controls;
  const boxes = controls as readonly HTMLInputElement[];
  switch (kind) {
    case 'box':
      return boxes[0]?.defaultChecked;
    case 'boxes':
      return boxes.filter((box) => box.defaultChecked).map((box) => box.value);
    case 'radios':
      return boxes.find((radio) => radio.defaultChecked)?.value ?? null;
    case 'choice': {
      const all = [...(control as HTMLSelectElement).options];
      const first =
        (control as HTMLSelectElement).size > 1 ? undefined : all.find((each) => !isDisabled(each));
      return (all.findLast((option) => option.defaultSelected) ?? first)?.value ?? null;
    }
    case 'choices':
      return [...(control as HTMLSelectElement).options]
        .filter((option) => option.defaultSelected)
        .map((option) => option.value);
    case 'custom':
      if ('defaultValue' in control) return control.defaultValue;
      return control.getAttribute('value') ?? beginnings.get(control) ?? toJsonSafe(control.value);
    default:
      return fromText(kind, (control as HTMLInputElement).defaultValue);
  }
}

/** What is in a field now, as an agent would give it. */
export function valueOf({ kind, controls }: FormField): unknown {
  const [control] = controls;
  const boxes = controls as readonly HTMLInputElement[];
  switch (kind) {
    case 'box':
      return boxes[0]?.checked;
    case 'boxes':
      return boxes.filter((box) => box.checked).map((box) => box.value);
    case 'radios':
      return boxes.find((radio) => radio.checked)?.value ?? null;
    case 'choices':
      return [...(control as HTMLSelectElement).selectedOptions].map((option) => option.value);
    case 'custom':
      return toJsonSafe(control.value);
    default:
      return fromText(kind, (control as NativeControl).value);
  }
}

function fromText(kind: FormField['kind'], text: string): unknown {
  if (kind === 'number') return text === '' ? null : Number(text);
  return kind === 'texts' ? text.split(',').filter(Boolean) : text;
}

/** An author's own schema may say "integer" of a field of text: what is meant is clear. */
export function coerce({ kind }: FormField, value: unknown): unknown {
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '') {
    return Number.isFinite(Number(value)) ? Number(value) : value;
  }
  const isText = kind === 'text' || kind === 'choice' || kind === 'radios';
  return isText && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value;
}

/**
 * Puts a value of the field's type in, with the events that frameworks listen to; they are untrusted. `null` empties it.
 * @returns false when the page did not let a box be changed
 */
export function setValue({ kind, controls }: FormField, value: unknown): boolean {
  const [control] = controls;
  const boxes = controls as readonly HTMLInputElement[];
  switch (kind) {
    case 'box':
      return setChecked(boxes[0], value === true);
    case 'boxes':
      return boxes.every((box) => setChecked(box, (value as string[]).includes(box.value)));
    case 'radios':
      // A group may have one value twice: the first of them is meant.
      return choose(
        boxes,
        boxes.find((radio) => radio.value === value),
      );
    case 'choice':
    case 'choices':
      select(control as HTMLSelectElement, kind === 'choice' ? [value] : (value as unknown[]));
      return true;
    case 'custom':
      if (!beginnings.has(control)) beginnings.set(control, toJsonSafe(control.value));
      if (same(valueOf({ kind, controls } as FormField), value)) return true;
      (control as { value: unknown }).value = value;
      tell(control);
      return true;
    default:
      setText(control as HTMLInputElement, textOf(value));
      return true;
  }
}

/** What a text field would hold. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A click is what every framework hears of boxes; only taking a radio's mark away has no click. */
function setChecked(input: HTMLInputElement | undefined, checked: boolean): boolean {
  if (!input || input.checked === checked) return true;
  if (checked || input.type === 'checkbox') input.click();
  else nativeSet(input, 'checked', false);
  return input.checked === checked;
}

function choose(radios: readonly HTMLInputElement[], wanted: HTMLInputElement | undefined): boolean {
  return wanted ? setChecked(wanted, true) : radios.every((radio) => setChecked(radio, false));
}

function select(control: HTMLSelectElement, values: readonly unknown[]): void {
  const all = [...control.options];
  const wanted = new Set(
    values.map((value) => {
      const options = all.filter((option) => option.value === value);
      return options.find((option) => !isDisabled(option)) ?? options[0];
    }),
  );
  const isNew = all.some((option) => option.selected !== wanted.has(option));
  if (!isNew) return;
  if (control.multiple) for (const option of all) option.selected = wanted.has(option);
  else
    nativeSet(
      control,
      'selectedIndex',
      all.findIndex((option) => wanted.has(option)),
    );
  tell(control);
}

function setText(control: HTMLInputElement, text: string): void {
  if (control.value === text) return;
  nativeSet(control, 'value', text);
  tell(control);
}

/** Past whatever a framework put on the element itself, so that it sees the change. */
export function nativeSet(control: HTMLElement, property: string, value: unknown): void {
  let at = Object.getPrototypeOf(control) as object | null;
  while (at && !Object.hasOwn(at, property)) at = Object.getPrototypeOf(at) as object | null;
  if (at) Object.getOwnPropertyDescriptor(at, property)?.set?.call(control, value);
}

function tell(control: HTMLElement): void {
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
