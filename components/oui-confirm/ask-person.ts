import { defineElement, prefixOf, type ElementClass } from '../shared/define-element.js';
import { confirmDialogs, type ConfirmDialog } from './confirm-dialogs.js';
import { OuiConfirm } from './oui-confirm.js';
import type { PersonQuestion } from './question-queue.js';

/**
 * Asks the person at a page, in the page's own `<oui-confirm>`, or in one that is made now. Anything but `true` is no.
 * @param doc the page's own document by default
 * @param asker the element of ours that asks: a dialog that is made now has its prefix
 */
export function askPerson(
  question: PersonQuestion,
  doc: Document = document,
  asker?: Element,
): Promise<boolean> {
  const dialog = [...confirmDialogs(doc)].find(isVisible) ?? doc.body.appendChild(make(doc, asker));
  return dialog.ask(question);
}

/** Nobody has to have thought of it: the tag is registered when the first question comes. */
function make(doc: Document, asker: Element | undefined): ConfirmDialog {
  const prefix = asker ? prefixOf(asker.localName, asker.constructor as Partial<ElementClass>) : '';
  const tag = prefix + OuiConfirm.tag;
  defineElement(tag, OuiConfirm);
  return doc.createElement(tag) as OuiConfirm;
}

/** A dialog in a part of the page that is not rendered could not be seen. */
function isVisible(dialog: ConfirmDialog): boolean {
  const root = dialog.getRootNode();
  const around = dialog.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  return dialog.isConnected && !dialog.hidden && (around?.checkVisibility() ?? false);
}
