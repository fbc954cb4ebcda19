import type { RunStatusView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

/** How a stage looks, and its word (§2.3, §3.4). */
const STAGES: Readonly<Record<string, readonly [Status, StringKey]>> = {
  idle: ['idle', 'status.ready'],
  submitted: ['preparing', 'stage.submitted'],
  binding: ['preparing', 'stage.submitted'],
  queued: ['queued', 'status.queued'],
  accepted: ['preparing', 'status.preparing'],
  routing: ['preparing', 'stage.routing'],
  preparing: ['preparing', 'status.preparing'],
  waiting_provider: ['preparing', 'stage.waitingProvider'],
  running: ['running', 'status.running'],
  streaming: ['running', 'stage.streaming'],
  tool_running: ['running', 'stage.toolRunning'],
  action_required: ['needs-you', 'status.needsYou'],
  permission_required: ['needs-you', 'stage.permission'],
  plan_ready: ['needs-you', 'stage.planReady'],
  waiting: ['blocked', 'stage.waiting'],
  blocked: ['blocked', 'status.blocked'],
  retrying: ['blocked', 'stage.retrying'],
  completed: ['done', 'status.done'],
  finished: ['done', 'stage.finished'],
  failed: ['failed', 'status.failed'],
  cancelled: ['cancelled', 'status.cancelled'],
  interrupted: ['cancelled', 'status.cancelled'],
};

export interface RunLook {
  status: Status;
  word: StringKey;
  /** Wants to be seen: action_required, failed, permission_required and plan_ready, nothing else. */
  attention: boolean;
}

/** A run that waits for a person never says "Running", whatever its stage says. */
export function runLook(view: RunStatusView): RunLook {
  const [status, word] = STAGES[view.stage] ?? (['unknown', 'status.unknown'] as const);
  if (view.active && view.pendingApprovals > 0 && status !== 'needs-you') {
    return { status: 'needs-you', word: 'status.needsYou', attention: true };
  }
  return { status, word, attention: status === 'needs-you' || status === 'failed' };
}
