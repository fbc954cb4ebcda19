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
  /**
   * `given`: a person has said yes here (OUI-E2, OUI-E3). `owed`: see `RegisterOptions.asksItself`; nothing may happen
   * before the person does it themselves. Absent: nobody was asked here.
   */
  approval?: 'given' | 'owed' | undefined;
  /**
   * What the action has begun replaces this page. The result goes at once, without the state of a page that is going:
   * after the usual wait nobody would be here to send it.
   */
  leaving?(): void;
}

/**
 * Runs an action. What it returns, or what its promise resolves to, becomes `data`. To fail on purpose, throw
 * an `OuiError`.
 */
export type ActionHandler = (params: Record<string, unknown>, context: ActionContext) => unknown;
