import type { Fact } from '../fact.js';
import { spec } from '../keep.js';
import { errorTextOf, textOf } from '../payload.js';

const KEYS = spec({
  text:
    'status model cardRef capabilityRef currentTask reason spawnReason isolation parentAgentId childSessionId ' +
    'childThreadId role source color avatar resultRef connection transcriptCursor wakeReason',
  number: 'durationMs toolCount',
  list: 'pendingInput recentMessages',
  any: 'policy capability toolActivity usage error progress schedule lastRun',
});
const HANDOFF = spec({ text: 'from to reason resumeTarget state acceptedAt summary', any: 'boundary' });
const NOTIFICATION = spec({
  text: 'status summary resultRef transcriptRef',
  number: 'durationMs toolCount',
  any: 'usage',
});

/** §5.5: what is kept of a teammate's transcript; the rest is behind its reference. */
const TRANSCRIPT_WINDOW = 20;

/** `agent.*` and `worker.notification`: facts of teammates, and never words of anybody (M-009, M-037, N-003). */
export function reduceAgent(fact: Fact): void {
  const { event } = fact;
  const { agentId, taskId } = event;
  const from = textOf(event.payload, 'from');
  const to = textOf(event.payload, 'to');
  switch (event.type) {
    case 'agent.handoff':
      return linked(fact, 'handoff', event.handoffId ?? (from && to && `${from}>${to}`));
    case 'worker.notification':
      return linked(
        fact,
        'notification',
        event.workerNotificationId ?? (taskId && agentId && `${taskId}:${agentId}`),
      );
    default:
      if (agentId === undefined) missing(fact);
      else agent(fact, agentId);
  }
}

function missing(fact: Fact): void {
  fact.diagnose('warn', `${fact.event.type}.id_missing`, `${fact.event.type} without its id is not shown`);
}

function linked(fact: Fact, kind: 'handoff' | 'notification', id: string | undefined): void {
  if (!id) return missing(fact);
  if (kind === 'handoff') fact.refer('agent_handoff', fact.entity('handoffs', id, 'handoffId', HANDOFF));
  else
    fact.refer('worker_notification', fact.entity('notifications', id, 'workerNotificationId', NOTIFICATION));
}

function agent(fact: Fact, agentId: string): void {
  const { event } = fact;
  const { payload, type } = event;
  const record = fact.entity('agents', agentId, 'agentId', KEYS);
  const messages = record.facts['recentMessages'];
  if (Array.isArray(messages) && messages.length > TRANSCRIPT_WINDOW)
    record.facts['recentMessages'] = messages.slice(-TRANSCRIPT_WINDOW);
  const said = textOf(payload, 'status') ?? event.runtimeStatus;
  if (type === 'agent.completed') {
    // C11: the class says that it ended, its status says how; none is `unknown`, never a success.
    const { resultRef, durationMs } = payload;
    fact.standing(record, said ?? 'unknown', true, {
      error: errorTextOf(payload),
      resultRef,
      durationMs,
    });
  } else
    fact.standing(record, said ?? (type === 'agent.spawned' ? 'spawning' : undefined), said === 'closed');
}
