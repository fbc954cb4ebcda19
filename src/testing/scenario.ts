import type { Pattern } from './pattern.js';

/**
 * One case of the conformance suite, as plain JSON: who sends what, and what must come back within which bounds.
 * Texts in `send` and in patterns may refer: `"$now"` is the time, `"$name/json/pointer"` is a part of the message
 * that a step named with `as`.
 */
export interface Scenario {
  /** Unique in the suite, such as `page-s7-unknown-action`. */
  id: string;
  /** Who is under test; the runner plays the other end. */
  side: 'page' | 'agent';
  /** Such as `OUI-S7`. */
  rules: readonly string[];
  /** What must be so, in a sentence. */
  title: string;
  steps: readonly Step[];
}

export type Step =
  /** Sends a message, or whatever else JSON can be; `times` over, each with `$n` as 1, 2, 3 …. */
  | { send: unknown; times?: number }
  /**
   * Waits for a message that matches and that no earlier step has taken, and takes it. `after`: it must have come
   * later than that named message.
   */
  | { expect: Pattern; withinMs: number; as?: string; after?: string }
  /** Waits so long; then so many of all messages that have come match, those taken included. */
  | { count: Pattern; forMs: number; min?: number; max?: number };
