import type { WorkItemView } from '../../src/agent-ui/projection/view-models.js';
import type { StringKey, Wording } from '../shared/localize.js';
import type { Status } from '../shared/status.js';

export interface BoardColumn {
  /** The owner's word. */
  status: string;
  look: Status;
  items: readonly WorkItemView[];
}

/** Section 2.3: how the words of boards look. An owner's other word stays as it is. */
const LOOKS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  failed: ['failed', 'status.failed'],
  timed_out: ['timed-out', 'status.timedOut'],
  needs_input: ['needs-you', 'status.needsYou'],
  plan_ready: ['needs-you', 'stage.planReady'],
  open: ['queued', 'board.open'],
  queued: ['queued', 'status.queued'],
  assigned: ['queued', 'board.assigned'],
  claimed: ['queued', 'board.claimed'],
  running: ['running', 'status.running'],
  blocked: ['blocked', 'status.blocked'],
  reviewing: ['in-review', 'status.inReview'],
  commented: ['in-review', 'board.commented'],
  paused: ['cancelled', 'capsule.paused'],
  done: ['done', 'status.done'],
  completed: ['done', 'board.completed'],
  cancelled: ['cancelled', 'status.cancelled'],
  unknown: ['unknown', 'status.unknown'],
};

/** There even while nothing is in them: an item can be moved to them. */
const ALWAYS = ['open', 'claimed', 'running', 'blocked', 'reviewing', 'done'];
const ORDER = Object.keys(LOOKS);
/** An owner's own word stands before what is over. */
const OTHERS_AT = ORDER.indexOf('paused');

/** Words are of others: `constructor` is one, too. */
function lookOf(status: string) {
  return Object.hasOwn(LOOKS, status) ? LOOKS[status] : undefined;
}

export function statusLook(status: string): Status {
  return lookOf(status)?.[0] ?? 'unknown';
}

export function boardWord(status: string, { t }: Wording): string {
  const key = lookOf(status)?.[1];
  return key ? t(key) : status;
}

/** One column for each status of the owner's, in the order in which work goes; items as their owner has them. */
export function boardColumns(items: readonly WorkItemView[]): BoardColumn[] {
  const columns = new Map<string, WorkItemView[]>(ALWAYS.map((status) => [status, []]));
  for (const item of items) {
    const column = columns.get(item.status);
    if (column) column.push(item);
    else columns.set(item.status, [item]);
  }
  const place = (status: string) => {
    const at = ORDER.indexOf(status);
    return at < 0 ? OTHERS_AT - 0.5 : at;
  };
  return [...columns]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([status, own]) => ({ status, look: statusLook(status), items: own }));
}

/** What a person looks for. */
export interface BoardFilter {
  text: string;
  /** `+` and an id, or one of the other two answers to "whose". */
  whose: string;
}

export function passes({ text, whose }: BoardFilter): (item: WorkItemView) => boolean {
  const sought = text.trim().toLocaleLowerCase();
  return ({ key, title = '', assignment, assignedTo }) =>
    (sought === '' || `${title} ${key}`.toLocaleLowerCase().includes(sought)) &&
    (whose === '' || (whose.startsWith('+') ? assignedTo?.id === whose.slice(1) : assignment === whose));
}
