import { OuiError } from '../../src/oui/index.js';
import { wayOfSubmit } from './submission.js';

/** Between a person's press and the submission a page may do, or ask, something of its own. */
const PRESS_COUNTS_MS = 30_000;
/** A button that says nothing of submitting may still be the page's own way to it. */
const OTHER_PRESS_COUNTS_MS = 1_000;
const SUBMITTER = 'button:not([type="button" i], [type="reset" i]), [type="submit" i], [type="image" i]';
const OTHER = '[type="button" i], [role="button"]';

/**
 * Waits until a person submits the form by their own hand: with a press that the browser knows to be theirs. What a
 * script submits meanwhile is stopped, so that no agent gets round it by another action.
 * @returns the `submit` event, before the page's own listeners have it; `undefined` when the form left the document
 * for good
 * @throws OuiError `ACTION_DENIED` when the person resets the form or presses Escape in it
 */
export function personSubmits(form: HTMLFormElement, signal: AbortSignal): Promise<SubmitEvent | undefined> {
  const over = new AbortController();
  const listening = { capture: true, signal: over.signal };
  const waiting = new Promise<SubmitEvent | undefined>((resolve, reject) => {
    const deny = (what: string) => reject(new OuiError('ACTION_DENIED', `A person ${what}.`));
    let countsUntil = -Infinity;
    const hear = (event: Event) => {
      // Enter may end the writing of a Chinese word, or be held down since before.
      const key = event as Partial<KeyboardEvent>;
      if (!event.isTrusted || key.isComposing || key.repeat || !isWithin(event, form)) return;
      const counts = countsFor(event, form);
      if (counts > 0) countsUntil = Math.max(countsUntil, event.timeStamp + counts);
      else if (key.key === 'Escape') deny('pressed Escape instead of submitting the form');
    };
    const onSubmit = (event: Event) => {
      if (event.target !== form) return;
      if (event.timeStamp < countsUntil) return resolve(event as SubmitEvent);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // From outside, nobody sees into a closed shadow root.
    const listen = () => {
      const way = wayOfSubmit(form);
      way.addEventListener('click', hear, listening);
      way.addEventListener('keydown', hear, listening);
      way.addEventListener('submit', onSubmit, listening);
    };
    listen();
    form.addEventListener(
      'reset',
      (event) => {
        // A listener may yet prevent it.
        if (event.target === form) setTimeout(() => event.defaultPrevented || deny('reset the form'));
      },
      listening,
    );
    followMoves(form, over.signal, listen, () => resolve(undefined));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
    if (signal.aborted) reject(signal.reason as Error);
  });
  return waiting.finally(() => over.abort());
}

/** Also a button outside that belongs to the form. */
function isWithin(event: Event, form: HTMLFormElement): boolean {
  return event
    .composedPath()
    .some((node) => node === form || (node as Partial<HTMLInputElement>).form === form);
}

/** How long a press speaks for a submission, in milliseconds: of a button, or Enter in a field of one line. */
function countsFor(event: Event, form: HTMLFormElement): number {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const end = path.indexOf(form);
  const pressed = (selector: string) =>
    path.slice(0, end < 0 ? undefined : end).some((node) => node.matches(selector));
  if (event.type === 'keydown') {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent;
    const submits = key === 'Enter' && (ctrlKey || metaKey || !pressed('textarea, [contenteditable]'));
    return submits ? PRESS_COUNTS_MS : 0;
  }
  if (pressed(SUBMITTER)) return PRESS_COUNTS_MS;
  return pressed(OTHER) ? OTHER_PRESS_COUNTS_MS : 0;
}

/** A form that is moved leaves and returns within one task. */
function followMoves(form: HTMLFormElement, signal: AbortSignal, moved: () => void, gone: () => void): void {
  const observer = new MutationObserver(() => {
    watch();
    moved();
    if (!form.isConnected) setTimeout(() => form.isConnected || gone());
  });
  const watch = () => {
    observer.disconnect();
    let root: Node = form.getRootNode();
    while (root instanceof ShadowRoot) {
      observer.observe(root, { childList: true, subtree: true });
      root = root.host.getRootNode();
    }
    observer.observe(root, { childList: true, subtree: true });
  };
  watch();
  signal.addEventListener('abort', () => observer.disconnect());
}
