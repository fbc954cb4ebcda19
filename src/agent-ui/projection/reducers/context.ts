import type { Fact } from '../fact.js';
import { spec } from '../keep.js';
import { textOf } from '../payload.js';

const KEYS = spec({
  text: 'teamMemoryRef',
  list: 'refs missing retrieval tools',
  any: 'budget memoryWrite',
});
const BOUNDARY = spec({
  text: 'trigger summary summaryRef',
  number: 'tokensBefore tokensAfter',
  texts: 'preservedActions preservedEvidence',
  list: 'affectedTurns',
  any: 'resume error',
});
const PERMISSION = spec({
  text: 'mode risk decision expiresAt',
  any: 'sandbox scope waiver retention limits differences budget approval planMode',
});

/** `context.*` and `permission.changed`: chips, meters, boundaries and policy; never answer text (M-046). */
export function reduceContext(fact: Fact): void {
  const { event } = fact;
  const { payload, type } = event;
  const scope = event.agentId ?? event.threadId ?? event.sessionId ?? event.runId ?? event.taskId;
  if (scope === undefined) {
    fact.diagnose('warn', 'scope.missing', `${type} names nothing that it is about`);
    return;
  }
  if (type === 'permission.changed') fact.entity('permissions', scope, 'scopeId', PERMISSION);
  else if (type === 'context.changed') fact.entity('context', scope, 'contextId', KEYS);
  else {
    const id = textOf(payload, 'boundaryId') ?? `boundary:${event.turnId ?? scope}`;
    const boundary = fact.entity('context', id, 'boundaryId', BOUNDARY);
    const ended = type === 'context.compaction.completed';
    fact.standing(boundary, ended ? (payload['error'] ? 'failed' : 'completed') : 'running', ended);
    fact.refer('context_event', boundary);
  }
}
