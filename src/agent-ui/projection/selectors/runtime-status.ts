import { writeKey } from '../../events/control-request.js';
import type { ProjectionState, RunRecord } from '../records.js';
import type { RunStatusView } from '../view-models.js';
import type { SelectorContext } from './selector-context.js';
import { activeToolOf, isActive, pendingApprovals, runsOf, stageOf } from './stage.js';

const HIGH = new Set(['action_required', 'permission_required', 'plan_ready', 'failed', 'blocked']);
const MEDIUM = new Set(['queued', 'tool_running', 'retrying', 'waiting']);
const QUIET = new Set(['completed', 'binding', 'idle']);

/** The run to speak of: the newest that goes on, else the newest of all. */
export function currentRun(state: ProjectionState): RunRecord | undefined {
  let newest: RunRecord | undefined;
  let active: RunRecord | undefined;
  for (const run of state.runs.values()) {
    newest = run;
    if (isActive(run)) active = run;
  }
  return active ?? newest;
}

/** `session.view('runtime_status')` (§3.4). */
export function runtimeStatus(context: SelectorContext): RunStatusView {
  const { state, connection, capabilities } = context;
  const run = currentRun(state);
  const waiting = context.optimistic.some((message) => message.state === 'optimistic');
  const active = waiting || (run !== undefined && isActive(run));
  // Before the runtime has said anything, "submitted" is the only stage the client may show (§2.3).
  const stage = waiting && !(run && isActive(run)) ? 'submitted' : run ? stageOf(state, run) : 'idle';
  const tool = run && isActive(run) ? activeToolOf(state, run) : undefined;
  const shown = stage === 'submitted' ? undefined : run;
  return {
    runId: shown?.runId,
    turnId: shown?.turnId,
    stage,
    title: shown?.title,
    detail: shown?.detail,
    model: shown?.model,
    retryCount: shown?.retryCount,
    queuePosition: shown?.queuePosition,
    runtimeStatus: shown?.runtimeStatus,
    runtimeId: shown?.runtimeId,
    sessionId: shown?.sessionId,
    threadId: shown?.threadId,
    taskId: shown?.taskId,
    attention: HIGH.has(stage) ? 'high' : MEDIUM.has(stage) ? 'medium' : QUIET.has(stage) ? 'hidden' : 'low',
    active,
    startedAt: shown && turnStart(state, shown),
    finishedAt: shown?.finishedAt,
    outcome: shown?.outcome,
    error: shown?.error,
    activeTool: tool && { toolCallId: tool.toolCallId, name: tool.name, title: tool.title },
    pendingApprovals: pendingApprovals(state).length,
    usage: shown?.usage,
    canInterrupt: active && capabilities.controls.interrupt !== undefined,
    interrupt: active ? context.write(writeKey('interrupt', run?.runId)) : undefined,
    connection: connection.state,
    connectionDetail: connection.detail,
    fallback: stage === 'unknown' ? { token: 'unknown', reason: 'run.stage_missing' } : undefined,
  };
}

/** A turn that goes through several runs counts from its first. */
function turnStart(state: ProjectionState, run: RunRecord): string | undefined {
  const turn = state.turns.get(run.turnId);
  return (turn && runsOf(state, turn)[0]?.startedAt) ?? run.startedAt;
}
