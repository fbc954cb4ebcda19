import type { JsonSchema } from '../../src/oui/index.js';
import { isSecretField } from '../shared/secret-field.js';

/** Any control of a form; what a kind has not is missing. */
type Control = HTMLElement &
  Partial<Pick<HTMLInputElement, 'name' | 'type' | 'value' | 'checked' | 'valueAsNumber'>> &
  Partial<Pick<HTMLSelectElement, 'selectedOptions'>>;
type Read = readonly [value: unknown, schema: JsonSchema];

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const BOOLEAN = { type: 'boolean' };
const NUMBER = { type: 'number' };

/** Controls that hold nothing a person has entered, and files, whose names may tell of their owner. */
const VALUELESS = /^(?:submit|button|reset|image|file|fieldset)$/;
/** No text for people, or the value of a field. */
const UNSEEN = 'script,style,template,noscript,textarea,select,datalist,[hidden]';
const LINE =
  /^(?:p|div|li|tr|br|h\d|d[tld]|[uo]l|pre|table|caption|section|article|header|footer|main|nav|aside|form|fieldset|legend|details|summary|blockquote|figure|figcaption|hr)$/;

/**
 * What an element is worth, and of which kind that is: `property`, or else what a person would call its value. A form
 * is an object of its fields, without its secrets (OUI-X2).
 */
export function observe(element: HTMLElement, property = defaultProperty(element)): Read {
  if (isText(property)) return [textOf(element), TEXT];
  if (property === 'elements') return fieldsOf(element);
  const value = (element as unknown as Record<string, unknown>)[property];
  if (property === 'value') return fieldOf(element);
  return [value, schemaOfValue(value)];
}

/** Its changes are told by the nodes in it. */
export function isText(property: string): boolean {
  return /^(?:textContent|(?:inn|out)erText)$/.test(property);
}

export function defaultProperty(element: HTMLElement): string {
  const { localName } = element;
  if (/^(?:form|fieldset)$/.test(localName)) return 'elements';
  if (/^(?:details|dialog)$/.test(localName)) return 'open';
  if (/^(?:input|select|textarea|meter|progress)$/.test(localName)) return 'value';
  return localName.includes('-') && 'value' in element ? 'value' : 'textContent';
}

export function schemaOfValue(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array' };
  const type = typeof value;
  return value !== null && ['string', 'number', 'boolean', 'object'].includes(type) ? { type } : {};
}

function fieldOf(control: Control): Read {
  const { type, value, valueAsNumber = NaN } = control;
  if (type === 'checkbox' || type === 'radio') return [control.checked, BOOLEAN];
  if (type === 'number' || type === 'range')
    return [Number.isNaN(valueAsNumber) ? null : valueAsNumber, NUMBER];
  if (type === 'select-multiple') return [[...control.selectedOptions!].map((option) => option.value), TEXTS];
  return [value, schemaOfValue(value)];
}

function fieldsOf(holder: HTMLElement): Read {
  const fields = new Map<string, Control[]>();
  for (const control of controlsOf(holder)) {
    const name = control.name ?? control.getAttribute('name');
    if (!name || VALUELESS.test(control.type ?? '') || isSecretField(control)) continue;
    fields.set(name, [...(fields.get(name) ?? []), control]);
  }
  const all = [...fields].map(([name, controls]) => [name, groupOf(controls)] as const);
  const member = (index: 0 | 1) => Object.fromEntries(all.map(([name, read]) => [name, read[index]]));
  return [member(0), { type: 'object', properties: member(1) }];
}

/** Controls of one name are one field: the chosen radio button, the ticked boxes. */
function groupOf(controls: readonly Control[]): Read {
  const ticked = controls.filter((control) => control.checked).map((control) => control.value);
  const { type } = controls[0]!;
  if (type === 'radio') return [ticked[0] ?? null, { type: ['string', 'null'] }];
  if (controls.length === 1) {
    const [value, schema] = fieldOf(controls[0]!);
    return [value, schema === NUMBER ? { type: ['number', 'null'] } : schema];
  }
  if (type === 'checkbox') return [ticked, TEXTS];
  return [controls.map((control) => fieldOf(control)[0]), { type: 'array' }];
}

/** By the prototype: a control may be called "elements". */
function controlsOf(holder: HTMLElement): Control[] {
  const { prototype } = holder.localName === 'form' ? HTMLFormElement : HTMLFieldSetElement;
  return [...(Reflect.get(prototype, 'elements', holder) as HTMLCollectionOf<Control>)];
}

/** The text as a person reads it: a line for each row, item and paragraph, cells apart by a tab. */
function textOf(element: HTMLElement): string {
  return piece(element)
    .replace(/ +/g, ' ')
    .replace(/ ?\t ?/g, '\t')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

function piece(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue!.replace(/\s+/g, ' ');
  const text = [...node.childNodes]
    .filter((child) => !(child instanceof Element && child.matches(UNSEEN)))
    .map(piece)
    .join('');
  const { localName } = node as Element;
  if (/^t[dh]$/.test(localName)) return `${text.trim()}\t`;
  return LINE.test(localName) ? `\n${text}\n` : text;
}
