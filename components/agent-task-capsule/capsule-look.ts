import type { CapsuleState, CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey, Wording } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

/** §2.3: how each state looks, and its word. */
const LOOKS: Readonly<Record<CapsuleState, readonly [Status, StringKey]>> = {
  running: ['running', 'status.running'],
  queued: ['queued', 'status.queued'],
  steering: ['preparing', 'capsule.steering'],
  needs_input: ['needs-you', 'status.needsYou'],
  plan_ready: ['needs-you', 'stage.planReady'],
  permission_required: ['needs-you', 'stage.permission'],
  blocked: ['blocked', 'status.blocked'],
  failed: ['failed', 'status.failed'],
  cancelled: ['cancelled', 'status.cancelled'],
  completed: ['done', 'status.done'],
  stale: ['disconnected', 'capsule.stale'],
  paused: ['cancelled', 'capsule.paused'],
  sleeping: ['idle', 'capsule.sleeping'],
  unknown: ['unknown', 'status.unknown'],
};

/** What its owner says more exactly than its state does. */
const EXACT: Readonly<Record<string, readonly [Status, StringKey]>> = {
  retrying: ['blocked', 'stage.retrying'],
  timed_out: ['timed-out', 'status.timedOut'],
  preparing: ['preparing', 'status.preparing'],
  cancelling: ['running', 'composer.stopping'],
  scheduled: ['queued', 'status.queued'],
};

const KINDS: Readonly<Record<CapsuleView['kind'], StringKey>> = {
  run: 'capsule.kindRun',
  task: 'capsule.kindTask',
  agent: 'capsule.kindAgent',
  queued: 'capsule.kindQueued',
  steer: 'capsule.kindSteer',
  evidence: 'capsule.kindEvidence',
};

export function capsuleLook({ state, status }: CapsuleView): readonly [Status, StringKey] {
  const exact = status === undefined ? undefined : EXACT[status];
  return exact && (state === 'running' || state === 'failed' || state === 'queued') ? exact : LOOKS[state];
}

export function capsuleLabel({ label, kind, agentName }: CapsuleView, { t }: Wording): string {
  return label ?? (kind === 'agent' ? agentName : undefined) ?? t(KINDS[kind]);
}

/** Over, and nothing of it is left to fetch: it folds away (§3.7). */
export function isFinished(capsule: CapsuleView): boolean {
  if (capsule.state === 'cancelled') return true;
  const results = (capsule.artifactRefs?.length ?? 0) + (capsule.evidenceRefs?.length ?? 0);
  return capsule.state === 'completed' && results === 0 && !capsule.deliveryPending;
}

const COUNTS: readonly (readonly [readonly CapsuleState[], StringKey])[] = [
  [['needs_input', 'plan_ready', 'permission_required'], 'approval.pending'],
  [['failed'], 'capsule.countFailed'],
  [['running', 'steering'], 'capsule.countRunning'],
  [['queued'], 'capsule.countQueued'],
];

/** "1 needs you, 2 running": all of them in a line. */
export function capsuleCounts(capsules: readonly CapsuleView[], { t }: Wording): string[] {
  return COUNTS.flatMap(([states, key]) => {
    const count = capsules.filter(({ state }) => states.includes(state)).length;
    return count > 0 ? [t(key, { count })] : [];
  });
}
