import type { ActionContext } from '../../src/oui/index.js';

/**
 * An agent has invoked an action that has no `handler` property. Dispatched on the `<oui-action>`, or on the
 * `<oui-surface>` when its manifest is JSON; it bubbles out of shadow roots and is cancelable. Answer with
 * `respondWith()`; `preventDefault()` alone means "done, and there is nothing to report".
 * @example
 * surface.addEventListener('oui-invoke', (event) => {
 *   if (event.actionId === 'add_todo') event.respondWith(save(event.params, { signal: event.signal }));
 * });
 */
export class OuiInvokeEvent extends Event {
  /** Checked against the action's `input`, defaults filled in. */
  readonly params: Record<string, unknown>;
  readonly surfaceId: string;
  readonly actionId: string;
  readonly requestId: string;
  /** Aborted when the time limit passes or the surface leaves. */
  readonly signal: AbortSignal;
  #context: ActionContext;
  #answer: Promise<unknown> | undefined;

  constructor(params: Record<string, unknown>, context: ActionContext) {
    super('oui-invoke', { bubbles: true, composed: true, cancelable: true });
    this.params = params;
    this.surfaceId = context.surfaceId;
    this.actionId = context.actionId;
    this.requestId = context.requestId;
    this.signal = context.signal;
    this.#context = context;
  }

  /** What the page answers; `undefined` when nobody took the event. */
  get answer(): Promise<unknown> | undefined {
    return this.#answer ?? (this.defaultPrevented ? Promise.resolve() : undefined);
  }

  /**
   * The result of the action, or a promise of it; a rejection fails the action. The first call counts.
   * @throws Error when the event is over: call it before the listener's first `await`
   */
  respondWith(result: unknown): void {
    if (this.eventPhase === Event.NONE) {
      throw new Error(
        'respondWith() came too late: call it while "oui-invoke" is dispatched, with a promise.',
      );
    }
    this.#answer ??= Promise.resolve(result);
    this.preventDefault();
  }

  /** Reports how far an async action has come (OUI-S11). */
  progress(value: unknown): void {
    this.#context.progress(value);
  }

  /** Acknowledges an async action with its tracking data, such as `{ jobId }` (OUI-S11). */
  acknowledge(data: unknown): void {
    this.#context.acknowledge(data);
  }
}

declare global {
  interface HTMLElementEventMap {
    'oui-invoke': OuiInvokeEvent;
  }
}
