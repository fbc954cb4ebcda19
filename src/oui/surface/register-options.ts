import type { RateLimit } from '../protocol/limits.js';

/** How a surface is run; nothing here but `concurrency` is told to agents. */
export interface RegisterOptions {
  /** Reads an observation when it is asked for (`polling`, OUI-S15). May return a promise. */
  read?: Record<string, () => unknown>;
  /** How many actions may run at once (OUI-S19). Default 1. */
  concurrency?: number;
  /** OUI-S20. Default 30 requests in 10 s. */
  rateLimit?: RateLimit | 'off';
  /**
   * Actions of which only the newest run counts: when one starts, an earlier one that is still under way ends
   * with `oui:superseded` and its signal is aborted (OUI-E10). Meant for `async` actions.
   */
  supersede?: readonly string[];
  /**
   * Whether an action waits for the person's own act by itself, such as their press of the button of a form that it
   * has filled. Where this page asks (OUI-E2 `page`), that act is the yes, and no question comes before it: the
   * handler is told so by `approval: 'owed'`. Asked when a request arrives.
   */
  asksItself?: (actionId: string) => boolean;
  /** The application's own yes or no, which stands for the entity and the prose condition. Default true. */
  active?: boolean;
}
