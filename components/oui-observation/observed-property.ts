import type { JsonSchema } from '../../src/oui/index.js';

/** What a person would call the value of an element. */
export function defaultProperty(element: HTMLElement): string {
  switch (element.localName) {
    case 'input':
      return inputProperty((element as HTMLInputElement).type);
    case 'select':
    case 'textarea':
    case 'meter':
    case 'progress':
      return 'value';
    case 'details':
    case 'dialog':
      return 'open';
    default:
      return 'textContent';
  }
}

function inputProperty(type: string): string {
  if (type === 'checkbox' || type === 'radio') return 'checked';
  return type === 'number' || type === 'range' ? 'valueAsNumber' : 'value';
}

/** The DOM events after which an element may have another value. */
export function defaultEvents(element: HTMLElement): string[] {
  if (['input', 'select', 'textarea'].includes(element.localName)) return ['input', 'change'];
  return ['details', 'dialog'].includes(element.localName) ? ['toggle', 'close'] : ['input', 'change'];
}

/** The value now: texts without the white space around them, `null` for a number field that holds none. */
export function readProperty(element: HTMLElement, property = defaultProperty(element)): unknown {
  const value = (element as unknown as Record<string, unknown>)[property];
  if (typeof value === 'number' && Number.isNaN(value)) return null;
  if (typeof value === 'string' && property.startsWith('text')) return value.trim();
  return value;
}

export function schemaOfValue(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array' };
  const type = typeof value;
  return ['string', 'number', 'boolean', 'object'].includes(type) ? { type } : {};
}
