import type { ControlReceipt } from '../../agent-ui/events/control-request.js';
import type { JsonObject } from '../../base/json.js';
import type { Pattern } from '../pattern.js';

/**
 * One case of the Agent UI acceptance suite, as plain JSON: events in, facts and controls out. It says nothing of how
 * anything looks.
 */
export interface AgentUiScenario {
  /** The standard's number, such as `AC-03`, with a letter where it has several cases. */
  id: string;
  /** Such as `M-011`, `N-012`, `R4`. */
  rules: readonly string[];
  /** What must be so, in a sentence. */
  title: string;
  steps: readonly AgentUiStep[];
}

/** The lists of a snapshot of the facts, by name; see `SessionSnapshot` of `oui-elements/agent-ui`. */
export type FactPatterns = Readonly<Record<string, readonly Pattern[]>>;

export type AgentUiStep =
  /** The owner says these, in this order. */
  | { events: readonly JsonObject[] }
  /** A person asks for something, so often; the owner answers with `receipt`. */
  | { ask: JsonObject & { kind: string }; receipt?: ControlReceipt; times?: number }
  /** So many requests have reached the owner by now, and these are they. */
  | { sent: readonly Pattern[] }
  /**
   * Each pattern is met by a record of its list (`facts`), or by none (`none`); lists have so many records (`count`);
   * these texts are nowhere in any of them (`lacks`).
   */
  | {
      facts?: FactPatterns;
      none?: FactPatterns;
      count?: Readonly<Record<string, number>>;
      lacks?: readonly string[];
    };
