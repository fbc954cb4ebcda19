import { compareStamps, isBefore } from '../order.js';
import type { PartRecord } from '../turn-log.js';
import type {
  ApprovalRecord,
  Ordered,
  ProjectionState,
  QueueState,
  RunRecord,
  ToolRecord,
  TurnRecord,
} from '../records.js';
import type { SelectorContext } from './selector-context.js';
import type { RowStatus, ToolState } from '../view-models.js';

const PERMISSION = new Set(['permission_grant', 'delegated_permission']);
const PLAN = new Set(['plan_decision', 'teammate_plan_decision']);

/** The stage to show (§2.3): the end, else what waits for a person, else what goes on, else the owner's word. */
export function stageOf(state: ProjectionState, run: RunRecord): string {
  if (run.outcome !== undefined) return endStage(run.outcome);
  const waiting = pendingIn(state, run.turnId)[0];
  if (waiting) {
    if (PLAN.has(waiting.actionType)) return 'plan_ready';
    return PERMISSION.has(waiting.actionType) ? 'permission_required' : 'action_required';
  }
  if (activeToolOf(state, run)) return 'tool_running';
  const { stageStamp } = run;
  const textStamp = state.turns.get(run.turnId)?.textAt.get(run.runId);
  if (textStamp && (!stageStamp || isBefore(stageStamp, textStamp))) return 'streaming';
  return run.stage;
}

function endStage(outcome: string): string {
  switch (outcome) {
    case 'success':
      return 'completed';
    case 'interrupt':
      return 'interrupted';
    case 'cancelled':
    case 'failed':
      return outcome;
    default:
      return 'finished';
  }
}

export function isActive(run: RunRecord): boolean {
  return run.outcome === undefined;
}

/** The runs of a turn, in the owner's order. */
export function runsOf({ runs }: ProjectionState, { runIds }: TurnRecord): RunRecord[] {
  const found = runIds.map((id) => runs.get(id)!);
  return found.length > 1 ? found.sort((a, b) => compareStamps(a.first, b.first)) : found;
}

/** R6: a newer snapshot of its session did not list it, and nobody has spoken of it since. */
export function isStale(
  state: ProjectionState,
  record: Ordered & { sessionId?: string },
  id: string,
): boolean {
  const listed = state.listed.get(record.sessionId ?? '');
  return listed !== undefined && isBefore(record.last, listed.stamp) && !listed.ids.has(id);
}

/** A turn goes on while one of its runs does; one without any, while something in it has begun and not ended. */
export function isTurnActive(state: ProjectionState, turn: TurnRecord): boolean {
  if (turn.runIds.length > 0) return turn.runIds.some((id) => isActive(state.runs.get(id)!));
  return turn.live && turn.log.parts.some((part) => isUnderWay(state, part));
}

function isUnderWay(
  { tools, approvals }: ProjectionState,
  { type, entityId = '', open }: PartRecord,
): boolean {
  if (type === 'tool_call') return tools.get(entityId)?.end === undefined;
  if (type === 'action_required') return approvals.get(entityId)?.state === 'pending';
  return open;
}

/** The queue of the session that is shown. */
export function queueOf({ state, sessionId }: SelectorContext): QueueState | undefined {
  return (state.queues.get(sessionId) ?? state.queues.get(''))?.log.value;
}

/** Questions of a turn that nobody has answered, oldest first. */
export function pendingIn(state: ProjectionState, turnId: string): ApprovalRecord[] {
  return pendingApprovals(state).filter((approval) => approval.turnId === turnId);
}

export function pendingApprovals(state: ProjectionState): ApprovalRecord[] {
  return [...state.approvals.values()].filter(
    (approval) => approval.required && approval.state === 'pending',
  );
}

export function activeToolOf(state: ProjectionState, run: RunRecord): ToolRecord | undefined {
  let active: ToolRecord | undefined;
  for (const part of state.turns.get(run.turnId)?.log.parts ?? []) {
    const tool = part.entityId === undefined ? undefined : state.tools.get(part.entityId);
    if (tool && isWorking(toolState(state, tool))) active = tool;
  }
  return active;
}

function isWorking(state: ToolState): boolean {
  return state === 'running' || state === 'progress';
}

/** §2.3: the owner's end, else what waits, else what the end of its run makes of an open call. */
export function toolState(state: ProjectionState, tool: ToolRecord): ToolState {
  if (tool.end !== undefined) return tool.end;
  const approval = state.approvalOfTool.get(tool.toolCallId);
  if (approval?.required && approval.state === 'pending') return 'awaiting-approval';
  const run = tool.runId === undefined ? undefined : state.runs.get(tool.runId);
  if (run?.outcome !== undefined && !run.continues) {
    return run.outcome === 'cancelled' || run.outcome === 'interrupt' ? 'cancelled' : 'unknown';
  }
  return tool.state as ToolState;
}

/** `workbench-ux.md`, status table. A waiting row never says "Running". */
export function rowStatus(state: ToolState, declined: boolean): RowStatus {
  if (declined) return 'declined';
  switch (state) {
    case 'pending':
    case 'input-available':
      return 'queued';
    case 'input-streaming':
      return 'preparing';
    case 'awaiting-approval':
      return 'needs-you';
    case 'running':
    case 'progress':
      return 'running';
    case 'output-available':
      return 'done';
    case 'output-error':
      return 'failed';
    default:
      return state;
  }
}
