import type { JsonObject } from '../../../base/json.js';
import { objects, type Fact } from '../fact.js';
import { keep, spec } from '../keep.js';

const KEYS = spec({
  text:
    'title objective nativeStatus visibility currentRunId parentTaskId rootTaskId reason statusReason wakeReason ' +
    'taskKind deliveryState timeoutPolicy createdAt updatedAt startedAt endedAt',
  texts: 'dependencies blockedBy artifactRefs waitFor',
  list: 'comments acceptance relationships items',
  number: 'retryCount',
  flag: 'retryable',
  any: 'status priority owner assignee progress blocker schedule lastRun lastError requestedBy scope risk',
});

/** §2.3: after these a task goes on only in a new attempt or run. */
const ENDS = new Set(
  'completed failed cancelled canceled rejected timed_out archived done terminated killed closed'.split(' '),
);

/** `task.changed`: work items, background jobs, remote and child tasks, by their own ids (M-045, M-051). */
export function reduceTask(fact: Fact): void {
  const { event } = fact;
  const { payload } = event;
  const id = event.taskId ?? event.workItemId;
  if (id === undefined) {
    fact.diagnose('warn', 'task.id_missing', 'task.changed without a taskId or workItemId is not shown');
    return;
  }
  const task = fact.entity('tasks', id, event.taskId === undefined ? 'workItemId' : 'taskId', KEYS);
  const status = payload['status'];
  fact.standing(task, status, typeof status === 'string' && ENDS.has(status));
  // Attempts only ever grow: a failed one stays, and does not fail the task (N-015).
  for (const attempt of objects(payload['attempts'])) append(fact, attempt, task);
  if (event.attemptId !== undefined)
    append(fact, { attemptId: event.attemptId, runId: event.runId, status }, task);
}

function append(fact: Fact, attempt: JsonObject, task: Parameters<Fact['sub']>[0]): void {
  const id = attempt['attemptId'] ?? attempt['runId'];
  if (typeof id === 'string') fact.sub(task, 'attempts', id, keep(attempt) as JsonObject);
}
