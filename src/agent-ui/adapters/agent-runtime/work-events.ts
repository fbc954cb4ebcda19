import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { RuntimeStatus } from '../../events/enums.js';
import type { Mapping } from './run-events.js';
import { compact, note, Said, type Row } from './said.js';
import { answerOf, questionOf } from './tool-events.js';

/** §9.4: what each of the runtime's task states is among the standard's coarse ones. */
const COARSE: Readonly<Record<string, RuntimeStatus>> = {
  draft: 'queued',
  accepted: 'accepted',
  queued: 'queued',
  scheduled: 'queued',
  preparing: 'preparing',
  running: 'running',
  retrying: 'running',
  cancelling: 'running',
  waiting_input: 'needs_input',
  waiting_permission: 'needs_input',
  waiting_resource: 'waiting',
  blocked: 'waiting',
  paused: 'waiting',
  cancelled: 'cancelled',
  timed_out: 'failed',
  failed: 'failed',
  completed: 'completed',
  archived: 'completed',
};

/** What an event's name says of the state, where the event does not say it itself. */
const STATES: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  queued: 'queued',
  started: 'running',
  resumed: 'running',
  blocked: 'blocked',
  paused: 'paused',
  retrying: 'retrying',
  cancel_requested: 'cancelling',
  cancelled: 'cancelled',
  timed_out: 'timed_out',
  failed: 'failed',
  lost: 'lost',
  completed: 'completed',
  archived: 'archived',
};

const TASK_FACTS = [
  'title',
  'objective',
  'taskKind',
  'taskFamily',
  'visibility',
  'priority',
  'requestedBy',
  'owner',
  'assignee',
  'scope',
  'acceptance',
  'progress',
  'currentRunId',
  'parentTaskId',
  'rootTaskId',
  'relationships',
  'evidenceRefs',
  'deliveryState',
  'lastError',
  'statusReason',
  'nativeStatus',
  'createdAt',
  'updatedAt',
  'startedAt',
  'endedAt',
];

const ATTEMPT_FACTS = [
  'attemptId',
  'runId',
  'status',
  'worker',
  'inputRefs',
  'outputRefs',
  'checkpointRefs',
  'startedAt',
  'endedAt',
  'attemptCount',
  'lastError',
  'completionSummary',
  'retryable',
  'failureCategory',
  'nextAttemptPolicy',
];

export function coarseOf(status: string | undefined): RuntimeStatus | undefined {
  if (status === undefined) return undefined;
  return Object.hasOwn(COARSE, status) ? COARSE[status] : 'unknown';
}

/** A task as the runtime keeps it (TaskSnapshot, §9.4), with its own words. */
export function taskRow(said: Said, state?: string): Row {
  const nested = said.object('task');
  const task = nested ? new Said({ ...said.event, payload: { ...nested, ...said.payload } }) : said;
  const status = task.text('status') ?? state;
  const attempts = task.list('attempts')?.filter(isJsonObject).map(attemptOf);
  const artifacts = task
    .list('artifacts')
    ?.map((artifact) => (isJsonObject(artifact) ? (artifact['artifactId'] ?? artifact['id']) : artifact))
    .filter((id) => typeof id === 'string');
  return {
    type: 'task.changed',
    ...compact({ runtimeStatus: coarseOf(status) }),
    payload: compact({
      ...task.pick(...TASK_FACTS),
      status,
      reason: task.text('reason', 'statusReason'),
      dependencies: task.list('dependencies') ?? related(task, 'blocked_by'),
      blocker: task.any('blocker') ?? related(task, 'blocked_by')?.[0],
      attempts,
      artifactRefs: artifacts,
      progress: task.any('progress', 'taskProgress'),
      retryCount: task.number('retryCount'),
    }),
  };
}

function attemptOf(attempt: JsonObject): JsonObject {
  return new Said({ payload: attempt }).pick(...ATTEMPT_FACTS);
}

function related(task: Said, kind: string): unknown[] | undefined {
  const relationships = task.list('relationships')?.filter(isJsonObject);
  const found = relationships?.filter((item) => item['kind'] === kind).map((item) => item['targetId']);
  return found && found.length > 0 ? found : undefined;
}

const task: Mapping = (said) => [taskRow(said, STATES[said.type.slice('task.'.length)])];

const retrying: Mapping = (said) => [
  ...task(said),
  ...(said.text('turnId') === undefined
    ? []
    : [
        { type: 'run.status' as const, payload: compact({ stage: 'retrying', reason: said.text('reason') }) },
      ]),
];

/** An attempt is a row of its task. Only the start of one says how the task stands; an end never does. */
const attempt: Mapping = (said) => {
  const runId = said.text('runId');
  const running = said.type === 'task.attempt.started';
  const status = said.text('status') ?? (running ? 'running' : said.type.slice('task.attempt.'.length));
  const row = attemptOf({ ...said.pick(...ATTEMPT_FACTS), status });
  return [
    {
      type: 'task.changed',
      ...(running ? { runtimeStatus: 'running' as const } : {}),
      payload: compact({
        attempts: [row],
        ...(running ? { status: 'running', currentRunId: runId } : {}),
        parentTaskId: said.text('parentTaskId'),
      }),
    },
  ];
};

const delegated: Mapping = (said) => [
  ...task(said),
  ...(said.text('subagentId') === undefined ? [] : [spawnedRow(said)]),
];

const spawnedRow = (said: Said): Row => ({
  type: 'agent.spawned',
  runtimeEntity: 'subagent_turn',
  ...compact({
    agentName: said.text('nickname', 'agentName'),
    agentRole: said.text('role', 'agentRole'),
    // The runtime speaks of a child in its parent's session (C16).
    sessionId: said.text('childSessionId', 'sessionId'),
    threadId: said.text('childThreadId', 'threadId'),
    parentSessionId: said.text('parentSessionId', 'sessionId'),
    parentThreadId: said.text('parentThreadId', 'threadId'),
    runtimeStatus: coarseOf(said.text('status')),
    transcriptRef: said.text('transcriptRef'),
  }),
  payload: said.pick(
    'status',
    'spawnReason',
    'model',
    'policy',
    'isolation',
    'role',
    'childSessionId',
    'childThreadId',
  ),
});

/** A child agent, from an event or from a snapshot. */
export function spawned(said: Said): Row[] {
  const taskId = said.text('taskId');
  return [spawnedRow(said), ...(taskId === undefined ? [] : [childTask(said)])];
}

const childTask = (said: Said): Row => ({
  type: 'task.changed',
  runtimeEntity: 'subagent_turn',
  payload: said.pick('parentTaskId', 'rootTaskId', 'objective', 'title'),
});

const agentChanged: Mapping = (said) => {
  const status = said.text('status');
  return [
    {
      type: 'agent.changed',
      ...compact({ runtimeStatus: coarseOf(status), agentName: said.text('nickname') }),
      payload: said.pick('status', 'model', 'policy', 'currentTask', 'toolActivity', 'reason', 'progress'),
    },
  ];
};

const agentInput: Mapping = (said) => {
  const pending = said.list('pendingInput') ?? [said.pick('inputId', 'text', 'prompt', 'state')];
  return [{ type: 'agent.changed', payload: { pendingInput: pending } }];
};

const agentEnded =
  (status: string): Mapping =>
  (said) => [
    {
      type: 'agent.completed',
      transcriptRef: said.text('transcriptRef'),
      payload: compact({
        status: said.text('status') ?? status,
        error: said.error('error', 'lastError'),
        ...said.pick('resultRef', 'usage', 'durationMs'),
      }),
    },
    ...(said.flag('notification') === true
      ? [
          {
            type: 'worker.notification' as const,
            workerNotificationId: said.text('notificationId', 'eventId'),
            payload: compact({ status, ...said.pick('summary', 'resultRef', 'usage', 'durationMs') }),
          },
        ]
      : []),
  ];

const channel =
  (connection: string): Mapping =>
  (said) => {
    const agentId = said.text('agentId', 'subagentId', 'peerId');
    if (agentId === undefined) return [note('info', said.type, `A channel is ${connection}.`)];
    // A line that is down says nothing of who was at its other end (N-020).
    const payload = { connection, ...(connection === 'disconnected' ? { stale: true } : {}) };
    return [{ type: 'agent.changed', agentId, agentSource: 'remote', payload }];
  };

const forwarded: Mapping = (said) => [
  {
    type: 'action.required',
    ...compact({
      agentId: said.text('agentId', 'subagentId', 'peerId'),
      agentName: said.text('peerName', 'nickname'),
    }),
    payload: { ...questionOf(said), actionType: 'delegated_permission' },
  },
];

const peerTask: Mapping = (said) => [
  {
    ...taskRow(said),
    runtimeEntity: 'external_task',
    ...compact({
      remoteTaskId: said.text('remoteTaskId', 'peerTaskId'),
      agentId: said.text('agentId', 'peerId'),
    }),
  },
];

const JOB_STATES: Readonly<Record<string, string>> = { ...STATES, created: 'scheduled' };

const job: Mapping = (said) => {
  const taskId = said.text('taskId', 'jobId');
  if (taskId === undefined) return [note('warn', 'adapter.missing_id', `${said.type} names no job.`)];
  const row: Row = {
    ...taskRow(said, JOB_STATES[said.type.slice('job.'.length)]),
    taskId,
    runtimeEntity: 'automation_job',
  };
  return [{ ...row, payload: { ...row.payload, ...said.pick('schedule', 'wakeReason', 'lastRun') } }];
};

/** An item's state is its own, and never the job's. */
const jobItem: Mapping = (said) => {
  const taskId = said.text('taskId', 'jobId');
  if (taskId === undefined) return [note('warn', 'adapter.missing_id', `${said.type} names no job.`)];
  const state = said.text('status') ?? STATES[said.type.slice('job.item.'.length)];
  const item = compact({ id: said.text('jobItemId'), status: state, ...said.pick('title', 'lastError') });
  return [{ type: 'task.changed', taskId, runtimeEntity: 'automation_job', payload: { items: [item] } }];
};

const each = (mapping: Mapping, prefix: string, names: string): Record<string, Mapping> =>
  Object.fromEntries(names.split(' ').map((name) => [`${prefix}.${name}`, mapping]));

/** Tasks, subagents, channels and jobs (§9.2). */
export const WORK_EVENTS: Readonly<Record<string, Mapping>> = {
  ...each(task, 'task', 'created updated progress waiting dependency.updated'),
  ...each(task, 'task', Object.keys(STATES).join(' ')),
  'task.retrying': retrying,
  'task.delegated': delegated,
  ...each(attempt, 'task.attempt', 'started completed failed'),
  'subagent.spawned': spawned,
  'subagent.status': agentChanged,
  'subagent.input': agentInput,
  'subagent.completed': agentEnded('completed'),
  'subagent.failed': agentEnded('failed'),
  'subagent.closed': agentEnded('closed'),
  'channel.connected': channel('connected'),
  'channel.resumed': channel('connected'),
  'channel.disconnected': channel('disconnected'),
  'channel.message': (said) => [note('info', said.type, 'A message went over a channel.')],
  'channel.permission_forwarded': forwarded,
  'channel.permission_returned': (said) => [{ type: 'action.resolved', payload: answerOf(said) }],
  'channel.peer_task.linked': peerTask,
  'channel.peer_task.updated': peerTask,
  ...each(job, 'job', 'created started progress completed failed cancelled'),
  ...each(jobItem, 'job.item', 'started completed failed'),
};
