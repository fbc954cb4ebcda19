/** What a handler is given beside its params. */
export interface ActionContext {
  /** Aborted when the time limit passes or the surface leaves. */
  signal: AbortSignal;
  requestId: string;
  surfaceId: string;
  actionId: string;
  /** Reports how far an async action has come (OUI-S11). Ignored for a synchronous action and after the end. */
  progress(value: unknown): void;
  /**
   * Acknowledges an async action with its tracking data, such as `{ jobId }` (OUI-S11). Without a call,
   * `{ requestId }` is sent after a second or with the outcome.
   */
  acknowledge(data: unknown): void;
}

/**
 * Runs an action. What it returns, or what its promise resolves to, becomes `data`. To fail on purpose, throw
 * an `OuiError`.
 */
export type ActionHandler = (params: Record<string, unknown>, context: ActionContext) => unknown;
