import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { HistoryCall } from './history.js';
import type { Question } from './open-questions.js';

/** How a run ended, and what the client has to do about it. */
export interface RunEnd {
  outcome: 'success' | 'interrupt' | 'cancelled' | 'failed';
  /** Calls that this page must run and answer, in order. */
  pending: readonly HistoryCall[];
  /** What a person must answer before anything else is sent. */
  questions: readonly Question[];
}

export interface WireOutcome {
  outcome: 'success' | 'interrupt' | 'cancelled';
  interrupts: readonly unknown[];
  pendingToolCallIds: readonly unknown[];
  malformed: boolean;
}

/** An absent outcome means success; one that nobody knows counts as absent (1.0). */
export function readOutcome(event: JsonObject): WireOutcome {
  const { outcome } = event;
  const said = isJsonObject(outcome) ? outcome : {};
  const { type, interrupts, pendingToolCallIds } = said;
  const known = type === 'success' || type === 'interrupt' || type === 'cancelled';
  const list = Array.isArray(interrupts) ? interrupts : [];
  return {
    outcome: known ? type : 'success',
    interrupts: type === 'interrupt' ? list : [],
    pendingToolCallIds: Array.isArray(pendingToolCallIds) ? pendingToolCallIds : [],
    malformed:
      (outcome !== undefined && outcome !== null && !known) || (type === 'interrupt' && list.length === 0),
  };
}
