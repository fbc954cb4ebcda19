import type { DeclarationFault } from './declaration.js';
import type { QuietElement } from './quiet-element.js';

/**
 * Frameworks that set a property of an element that is not defined yet write an attribute, which nothing reads: an
 * action would be offered without the parameters or the handler that its author gave it.
 */
export function lostProperties(element: QuietElement): DeclarationFault[] {
  const { properties } = element.constructor as typeof QuietElement;
  const values = element as unknown as Record<string, unknown>;
  return Object.entries(properties)
    .filter(
      ([name, { attribute }]) =>
        attribute === false && element.hasAttribute(name) && values[name] === undefined,
    )
    .map(([member]) => ({
      member,
      message:
        `is an attribute, and only the property is read: a framework set it before <${element.localName}> was ` +
        'defined. Import the definition before the first rendering, or set a property (Vue: .prop, React: a ref, ' +
        'Svelte: an attachment).',
    }));
}
