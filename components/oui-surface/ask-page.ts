import type { ActionContext } from '../../src/oui/index.js';
import { OuiInvokeEvent } from '../shared/oui-invoke-event.js';

/** Asks the page's listeners of `oui-invoke`; `undefined` when none of them took it. */
export function ask(
  target: HTMLElement,
  params: Record<string, unknown>,
  context: ActionContext,
): (() => Promise<unknown>) | undefined {
  const event = new OuiInvokeEvent(params, context);
  // What a listener throws goes to the window and not to the dispatcher; it is the action's failure all the same.
  const thrown: unknown[] = [];
  const catchError = ({ error }: ErrorEvent) => thrown.push(error);
  const view = target.ownerDocument.defaultView;
  view?.addEventListener('error', catchError);
  target.dispatchEvent(event);
  view?.removeEventListener('error', catchError);
  const { answer } = event;
  if (answer) return () => answer;
  return thrown.length > 0 ? () => Promise.reject(thrown[0] as Error) : undefined;
}
