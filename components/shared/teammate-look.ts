import type { StringKey, Wording } from './localize.js';
import type { Status } from './status.js';

/** How a teammate or its work stands. Without a word of ours it is shown in its owner's (agent-ui section 2.3). */
export interface TeammateLook {
  status: Status;
  word?: StringKey;
}

/** Agents, background jobs and remote tasks have states of their own; the same icon and colour means the same. */
const LOOKS: Readonly<Record<string, readonly [Status, StringKey?]>> = {
  // People are here or not, in their own words.
  active: ['running'],
  away: ['idle'],
  spawning: ['preparing', 'team.spawning'],
  accepted: ['queued', 'team.accepted'],
  submitted: ['queued', 'team.submitted'],
  queued: ['queued', 'status.queued'],
  scheduled: ['queued', 'team.scheduled'],
  preparing: ['preparing', 'status.preparing'],
  waking: ['preparing', 'team.waking'],
  running: ['running', 'status.running'],
  working: ['running', 'team.working'],
  retrying: ['blocked', 'stage.retrying'],
  waiting: ['blocked', 'team.waiting'],
  blocked: ['blocked', 'status.blocked'],
  needs_input: ['needs-you', 'status.needsYou'],
  input_required: ['needs-you', 'status.needsYou'],
  auth_required: ['needs-you', 'team.authRequired'],
  plan_ready: ['needs-you', 'stage.planReady'],
  reviewing: ['in-review', 'status.inReview'],
  in_review: ['in-review', 'status.inReview'],
  idle: ['idle', 'status.idle'],
  sleeping: ['idle', 'capsule.sleeping'],
  paused: ['cancelled', 'capsule.paused'],
  shutdown_requested: ['blocked', 'team.shuttingDown'],
  completed: ['done', 'status.done'],
  done: ['done', 'status.done'],
  failed: ['failed', 'status.failed'],
  timed_out: ['timed-out', 'status.timedOut'],
  rejected: ['declined', 'team.rejected'],
  killed: ['cancelled', 'team.killed'],
  cancelled: ['cancelled', 'status.cancelled'],
  canceled: ['cancelled', 'status.cancelled'],
  closed: ['cancelled', 'team.closed'],
  lost: ['disconnected', 'capsule.stale'],
  stale: ['disconnected', 'capsule.stale'],
  disconnected: ['disconnected', 'status.disconnected'],
  unreconciled: ['disconnected', 'team.unreconciled'],
  unknown: ['unknown', 'status.unknown'],
};

/**
 * @param asks a question of its waits for a person: a waiting row never says "Running"
 */
export function teammateLook(state: string, asks = false): TeammateLook {
  const [status, word] = (Object.hasOwn(LOOKS, state) && LOOKS[state]) || ['unknown' as const];
  return asks && status !== 'needs-you' ? { status: 'needs-you', word: 'status.needsYou' } : { status, word };
}

export function teammateWord({ word }: TeammateLook, state: string, { t }: Wording): string {
  return word ? t(word) : state;
}

/** M-038, `workbench-ux.md`: who needs the person, what failed, reviews, waits, works, idles; then what is over. */
const ORDER: readonly (readonly Status[])[] = [
  ['needs-you'],
  ['failed', 'timed-out'],
  ['in-review'],
  ['blocked', 'disconnected', 'queued'],
  ['running', 'preparing'],
  ['unknown'],
  ['idle'],
  ['done'],
  ['cancelled', 'declined'],
];

/** Less stands further up. */
export function teammateRank({ status }: TeammateLook): number {
  return ORDER.findIndex((each) => each.includes(status));
}

/** Attention first; those that ask for the same keep their order. */
export function byTeammateRank<T>(rows: readonly T[], lookOf: (row: T) => TeammateLook): T[] {
  const ranks = new Map(rows.map((row) => [row, teammateRank(lookOf(row))]));
  return rows.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!);
}

/** Nobody can be talked to any more who was closed or killed; who is done, or failed, may be told to go on (W6). */
export function isGone({ state }: { state: string }): boolean {
  return state === 'closed' || state === 'killed';
}
