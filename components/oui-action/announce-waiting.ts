import { wordingOf } from '../shared/localize.js';

/** Tells a screen reader, where the person is, that a form waits for them. Returns what takes the words away again. */
export function announceWaiting(form: HTMLFormElement, action: string): () => void {
  const region = form.ownerDocument.createElement('div');
  region.setAttribute('role', 'status');
  // What is outside an open dialog is not spoken. Set by script, which a strict policy allows.
  Object.assign(region.style, { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' });
  region.style.clipPath = 'inset(50%)';
  (form.closest('dialog') ?? form.ownerDocument.body).append(region);
  // A region that comes with its words is not a change.
  const timer = setTimeout(() => (region.textContent = wordingOf(form).t('action.waiting', { action })), 100);
  return () => {
    clearTimeout(timer);
    region.remove();
  };
}
