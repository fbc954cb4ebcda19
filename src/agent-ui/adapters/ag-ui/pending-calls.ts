import type { HistoryCall } from './history.js';
import type { Mapping } from './mapping.js';
import type { Question } from './open-questions.js';

/** Calls that wait for this page: those named, else those that this run started and nobody answered. */
export function pendingCalls(
  { facts, history, hasRun }: Mapping,
  started: readonly HistoryCall[],
  named: readonly unknown[],
  questions: readonly Question[],
): HistoryCall[] {
  const asked = new Set(questions.map(({ fact }) => fact.toolCallId));
  const candidates = new Set(started);
  for (const id of named) {
    const call = typeof id === 'string' ? history.calls.get(id) : undefined;
    if (call) candidates.add(call);
    else facts.diagnose('unknown_pending_call', 'RUN_FINISHED', 'A call that nobody knows is said to wait.');
  }
  const pending: HistoryCall[] = [];
  for (const call of candidates) {
    if (call.result || asked.has(call.toolCallId)) continue;
    if (!call.client) {
      const text = 'The run ended with a call that nobody has answered.';
      facts.diagnose('unanswered_call', call.name ?? '', text);
    } else if (!hasRun(call.toolCallId)) pending.push(call);
  }
  return pending;
}
