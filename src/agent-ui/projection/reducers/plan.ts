import type { Fact } from '../fact.js';
import { spec } from '../keep.js';
import { textOf } from '../payload.js';
import { TextLog } from '../text-pieces.js';

const KEYS = spec({
  text: 'title risk planRef',
  flag: 'requiresDecision',
  list: 'steps expectedOutputs',
  any: 'scope cost',
});

/** `plan.*`: process, or the matter of a plan decision; never answer (M-042). */
export function reducePlan(fact: Fact): void {
  const { event, stamp } = fact;
  const { payload } = event;
  const of = event.runId ?? event.turnId ?? event.messageId;
  const id = event.partId ?? (of && `plan:${of}`);
  if (!id) {
    fact.diagnose('warn', 'plan.id_missing', `${event.type} names no part, run, turn or message`);
    return;
  }
  const plan = fact.entity('plans', id, 'planId', KEYS);
  const delta = textOf(payload, 'delta');
  if (delta !== undefined) (plan.text ??= new TextLog()).add({ stamp, text: delta, replaces: false });
  if (event.type === 'plan.final') fact.write(plan, plan.facts, { final: true });
  fact.refer('plan', plan);
}
