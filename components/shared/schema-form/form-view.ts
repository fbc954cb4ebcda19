import type { Field } from './field.js';
import type { Wording } from '../localize.js';

/** What the templates of a form need of it. */
export interface FormView {
  readonly wording: Wording;
  readonly disabled: boolean;
  /** Whether fields that differ from what they began with say so. */
  readonly marksChanges: boolean;
  /** What is wrong there, in words; nothing while the person has not been there. */
  faultsOf(field: Field): readonly string[];
  /**
   * Makes a change that the person asked for.
   * @param focus the element to go to once it is drawn
   */
  change(field: Field, make: () => void, focus?: string): void;
  /** Within a change: the elements to go to once it is drawn, the first of them that can take the focus. */
  focusNext(...ids: string[]): void;
  /** The person has left the field. */
  leave(field: Field): void;
  say(text: string): void;
}

/** How a field is called where it stands. */
export interface FieldLabel {
  text: string;
  /** The member's name, where `text` is its title. */
  name?: string;
  description?: string;
  /** The name is there for screen readers only: something around the field shows it. */
  hidden?: boolean;
  /** What can be done with the field as a whole. */
  tools?: unknown;
}

/** The words that a schema has for a place. */
export function labelOf(field: Field, otherwise?: string): FieldLabel {
  const { schema, name } = field.place;
  const title = typeof schema['title'] === 'string' ? schema['title'] : undefined;
  return {
    text: title ?? (name || otherwise || ''),
    ...(title && name && title !== name && { name }),
    ...(typeof schema['description'] === 'string' && { description: schema['description'] }),
  };
}
