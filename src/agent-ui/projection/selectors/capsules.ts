import { writeKey } from '../../events/control-request.js';
import { isJsonObject } from '../../../base/json.js';
import { sorted } from '../entity-facts.js';
import { isBefore } from '../order.js';
import type { ApprovalRecord, Entity, RunRecord } from '../records.js';
import type { Attention } from '../view-models.js';
import type { CapsuleState, CapsuleView, TaskCapsuleView } from '../work-view-models.js';
import { byAttention, nameOf, pendingFor, row, text } from './cells.js';
import { currentRun } from './runtime-status.js';
import type { SelectorContext } from './selector-context.js';
import { pendingIn, queueOf, stageOf } from './stage.js';
import { standingOf, teammate } from './team.js';

/** §2.3, §9.4: what a capsule makes of its owner's words. Anything else is `unknown`, never `running`. */
const STATES: Readonly<Record<CapsuleState, string>> = {
  queued: 'draft accepted queued submitted scheduled open claimed assigned waiting',
  running:
    'preparing running cancelling retrying working active waking reviewing routing waiting_provider streaming ' +
    'tool_running progress spawning',
  steering: '',
  needs_input: 'waiting_input needs_input input_required auth_required action_required',
  permission_required: 'waiting_permission permission_required',
  plan_ready: 'plan_ready',
  blocked: 'waiting_resource blocked',
  failed: 'failed timed_out rejected killed',
  cancelled: 'cancelled canceled aborted terminated interrupted closed',
  completed: 'completed archived done',
  stale: 'lost stale',
  paused: 'paused',
  sleeping: 'sleeping',
  unknown: 'unknown finished',
};
const STATE_OF = new Map(
  Object.entries(STATES).flatMap(([state, words]) =>
    words.split(' ').map((word) => [word, state as CapsuleState]),
  ),
);
const ATTENTION: Partial<Record<CapsuleState, Attention>> = {
  needs_input: 'high',
  plan_ready: 'high',
  permission_required: 'high',
  failed: 'high',
  blocked: 'high',
  queued: 'medium',
  steering: 'medium',
  stale: 'medium',
  running: 'low',
};

function finish(view: CapsuleView, asked: readonly ApprovalRecord[], ended: boolean): CapsuleView {
  const [first] = asked;
  if (first && !ended) {
    view.state = asking(first);
    view.actionId = first.actionId;
    view.since = first.requestedAt;
    view.agentName ??= first.agentName;
  }
  view.attention = ATTENTION[view.state] ?? 'hidden';
  return view;
}

function asking({ actionType }: ApprovalRecord): CapsuleState {
  if (actionType.includes('plan')) return 'plan_ready';
  return /permission|tool_approval/.test(actionType) ? 'permission_required' : 'needs_input';
}

function taskCapsule(context: SelectorContext, task: Entity): CapsuleView {
  const { state } = context;
  const view: CapsuleView = row(context, task, 'title status', 'interrupt retry stop close');
  view.key = `task:${task.id}`;
  view.kind = 'task';
  view.id = task.id;
  view.label = text(task, 'title') ?? text(task, 'objective');
  const status = standingOf(task);
  view.state = STATE_OF.get(status) ?? 'unknown';
  view.status = status;
  const ended = task.status?.value.end !== undefined;
  // Its runtime may say that it waits while the board still says that it runs.
  const coarse = text(task, 'runtimeStatus') ?? '';
  const told = task.stamps['runtimeStatus'];
  const later = task.status?.entries.at(-1)?.stamp;
  if (!ended && told && !(later && isBefore(told, later)) && /needs_input|plan_ready/.test(coarse))
    view.state = coarse as CapsuleState;
  view.reason ??= text(task, 'statusReason') ?? text(task, 'blocker');
  view.agentName ??= nameOf(state, view.agentId);
  const { lastError } = task.facts;
  if (isJsonObject(lastError) && lastError['retryable'] === true) view.retryable ??= true;
  view.runId = view.attempts?.at(-1)?.runId ?? text(task, 'currentRunId') ?? view.runId;
  view.attemptId = view.attempts?.at(-1)?.attemptId ?? view.attemptId;
  view.deliveryPending =
    view.state === 'completed' && text(task, 'deliveryState') === 'pending' ? true : undefined;
  return finish(view, pendingFor(state, { taskId: task.id }, view.agentId), ended);
}

function runCapsule({ state, write }: SelectorContext, run: RunRecord): CapsuleView {
  const stage = stageOf(state, run);
  const { runId, turnId, taskId, sessionId, threadId, runtimeId, agentId } = run;
  const interrupt = write(writeKey('interrupt', runId));
  const evidence = sorted(state.evidence)
    .filter(({ facts }) => facts['runId'] === runId)
    .map(({ id }) => id);
  const view: CapsuleView = {
    ...{ runId, turnId, taskId, sessionId, threadId, runtimeId, agentId },
    key: `run:${runId}`,
    kind: 'run',
    id: runId,
    label: run.label,
    // A run that was taken on is at work; only one in a queue waits.
    state: /^(accepted|submitted)$/.test(stage) ? 'running' : (STATE_OF.get(stage) ?? 'unknown'),
    status: stage,
    attention: 'hidden',
    activity: run.title ?? run.detail,
    reason: run.error?.message,
    retryable: run.error?.retryable,
    retryCount: run.retryCount,
    since: run.startedAt,
    evidenceRefs: evidence.length > 0 ? evidence : undefined,
    writes: interrupt && { interrupt },
    fallbacks: stage === 'unknown' ? { state: { token: 'unknown', reason: 'run.stage_missing' } } : undefined,
  };
  return finish(view, pendingIn(state, turnId), run.outcome !== undefined);
}

/** `session.view('task_capsule')` (§3.7): what goes on and what asks, wherever it is. */
export function taskCapsules(context: SelectorContext): TaskCapsuleView {
  const { state, sessionId } = context;
  const tasks = sorted(state.tasks).filter(
    ({ facts }) => !/^(hidden|internal)$/.test(String(facts['visibility'])),
  );
  const shown = tasks
    .map((task) => taskCapsule(context, task))
    .filter((view, i) => tasks[i]!.facts['runtimeEntity'] !== 'work_item' || view.attention === 'high');
  const taskRuns = new Set(tasks.map(({ facts }) => facts['currentRunId']));
  const last = currentRun(state);
  const runs = [...new Set([...state.activeRuns, ...(last ? [last] : [])])]
    .filter((run) => !taskRuns.has(run.runId))
    .map((run) => runCapsule(context, run));
  const covered = new Set(shown.map(({ agentId }) => agentId));
  const agents = sorted(state.agents)
    .filter(({ id }) => !covered.has(id))
    .map((agent) => teammate(context, agent))
    .filter(({ attention, ended, state: at }) => attention === 'high' && (!ended || at === 'failed'))
    .map(({ key, label, state: at, agentId, agentName, pendingActions, reason, error, writes, taskId }) => {
      const view: CapsuleView = {
        ...{
          key: `agent:${key}`,
          kind: 'agent',
          id: key,
          label,
          agentId,
          agentName,
          taskId,
          writes,
          status: at,
        },
        state: STATE_OF.get(at) ?? 'unknown',
        attention: 'high',
        reason: reason ?? error,
      };
      return finish(
        view,
        pendingActions.map((id) => state.approvals.get(id)!),
        false,
      );
    });
  const queue = queueOf(context);
  const queued = (queue?.items ?? []).map((item, i): CapsuleView => {
    const id = item.id ?? String(i + 1);
    const writing = (['queue.edit', 'queue.remove', 'queue.promote'] as const).map((kind) => [
      kind,
      context.write(writeKey(kind, id)),
    ]);
    const { preview, position, editable, removable, createdAt } = item;
    return {
      ...{
        key: `queued:${id}`,
        kind: 'queued',
        id,
        label: preview,
        preview,
        editable,
        removable,
        since: createdAt,
        sessionId,
      },
      position: position ?? i + 1,
      state: 'queued',
      attention: 'medium',
      writes: writing.some(([, write]) => write)
        ? Object.fromEntries(writing.filter(([, write]) => write))
        : undefined,
      fallbacks: item.id === undefined ? { id: { token: 'unknown', reason: 'queue.id_missing' } } : undefined,
    };
  });
  const steers = (queue?.steers ?? [])
    .filter(({ state: at }) => at === 'pending' || at === undefined)
    .map(({ id = '', text: label, targetRunId }): CapsuleView => ({
      ...{ key: `steer:${id}`, kind: 'steer', id, label, preview: label, runId: targetRunId, sessionId },
      state: 'steering',
      attention: 'medium',
    }));
  const exporting = sorted(state.evidence)
    .filter((evidence) => text(evidence, 'status') === 'exporting')
    .map(({ id, facts }): CapsuleView => ({
      ...{
        key: `evidence:${id}`,
        kind: 'evidence',
        id,
        label: String(facts['title'] ?? id),
        evidenceRefs: [id],
      },
      state: 'running',
      status: 'exporting',
      progress: facts['progress'],
      attention: 'low',
    }));
  return { capsules: byAttention([...shown, ...runs, ...agents, ...queued, ...steers, ...exporting]) };
}
