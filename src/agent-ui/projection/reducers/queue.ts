import { isJsonObject, type JsonObject } from '../../../base/json.js';
import type { QueuedItem, SteerItem } from '../../events/queue-events.js';
import { objects, type Fact } from '../fact.js';
import { keep } from '../keep.js';
import { OrderedLog } from '../ordered-log.js';
import { numberOf, textOf } from '../payload.js';
import type { QueueChange, QueueRecord, QueueState } from '../records.js';

/** Older changes than these have settled, and are let go when the whole queue is told again. */
const KEPT = 512;

/** `queue.changed`: the queue as its owner says it is, whole or by one change. Never a message (AC-07). */
export function reduceQueue(fact: Fact): void {
  const { event, stamp, state } = fact;
  const { sessionId } = event;
  if (sessionId === undefined && event.threadId === undefined)
    fact.diagnose('warn', 'queue.id_missing', 'queue.changed names no session and no thread');
  // Without a session it is the queue of the one that is shown.
  const id = sessionId ?? '';
  const payload = keep(event.payload, Infinity) as JsonObject;
  let queue = state.queues.get(id);
  if (!queue) {
    queue = { version: 0, sessionId, log: new QueueLog() };
    state.queues.set(id, queue);
  }
  queue.log.add({ stamp, payload, count: event.queuedTurnCount, reason: event.queueReason });
  trim(queue);
  fact.mark('queue', queue);
}

export class QueueLog extends OrderedLog<QueueChange, QueueState> {
  protected empty(): QueueState {
    return { items: [], steers: [] };
  }

  protected step(queue: QueueState, { payload, count, reason }: QueueChange): void {
    if (Array.isArray(payload['queued'])) queue.items = objects(payload['queued']).map(queuedItem);
    if (Array.isArray(payload['steer'])) queue.steers = objects(payload['steer']) as SteerItem[];
    if (isJsonObject(payload['mutation'])) queue.items = mutated(queue.items, payload['mutation']);
    queue.count = count ?? numberOf(payload, 'queuedTurnCount') ?? queue.count;
    queue.reason = reason ?? textOf(payload, 'reason') ?? queue.reason;
  }
}

/** C21: `reject` is the queue page's word for `blocked`. */
function queuedItem(item: JsonObject): QueuedItem {
  return (item['mode'] === 'reject' ? { ...item, mode: 'blocked' } : item) as unknown as QueuedItem;
}

/** One change of one item: `add`, `edit`, `promote`, `remove`, `start`; any other word changes the item's facts. */
function mutated(items: readonly QueuedItem[], { op, item }: JsonObject): readonly QueuedItem[] {
  if (!isJsonObject(item)) return items;
  const next = queuedItem(item);
  const at = items.findIndex(({ id }) => id !== undefined && id === next.id);
  if (op === 'remove' || op === 'start') return items.filter((_, i) => i !== at);
  if (at < 0) return [...items, next];
  const changed = { ...items[at], ...next };
  const others = items.filter((_, i) => i !== at);
  return op === 'promote' ? [changed, ...others] : items.map((known, i) => (i === at ? changed : known));
}

function trim({ log }: QueueRecord): void {
  const { entries } = log;
  const whole = ({ payload }: (typeof entries)[number]) => payload['queued'] && payload['steer'];
  if (entries.length > KEPT && whole(entries[KEPT / 2]!)) entries.splice(0, KEPT / 2);
}
