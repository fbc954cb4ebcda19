import type { PersonQuestion } from './question-queue.js';

/** What asks a person. */
export interface ConfirmDialog extends HTMLElement {
  ask(question: PersonQuestion): Promise<boolean>;
}

const KEY = Symbol.for('oui.confirm');

/** The dialogs that a document has, in order of connection; shared by all copies of the library. */
export function confirmDialogs(doc: Document): Set<ConfirmDialog> {
  const holder = doc as Document & { [KEY]?: Set<ConfirmDialog> };
  if (!holder[KEY]) Object.defineProperty(holder, KEY, { value: new Set<ConfirmDialog>() });
  return holder[KEY]!;
}
