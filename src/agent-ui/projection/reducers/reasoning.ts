import type { Fact } from '../fact.js';
import { flagOf, rawTextOf, textOf } from '../payload.js';

/** `reasoning.delta`, `reasoning.summary`: process, never answer (M-041). */
export function reduceReasoning(fact: Fact): void {
  const { event, stamp } = fact;
  const { payload, agentId } = event;
  const turn = fact.turn();
  const partId = event.partId ?? event.messageId;
  if (event.type === 'reasoning.delta') {
    turn.log.add({
      kind: 'reasoning',
      stamp,
      partId,
      agentId,
      delta: rawTextOf(payload, 'delta') ?? '',
      summaryOnly: payload['visibility'] === 'summary_only',
    });
  } else {
    const summary = textOf(payload, 'summary') ?? '';
    turn.log.add({
      kind: 'summary',
      stamp,
      partId,
      agentId,
      summary,
      complete: flagOf(payload, 'complete') ?? true,
    });
  }
  fact.mark('turns', turn);
}
