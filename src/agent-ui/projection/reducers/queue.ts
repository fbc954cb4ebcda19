import { isJsonObject } from '../../../base/json.js';
import { redact } from '../../../base/redact.js';
import type { QueuedItem, SteerItem } from '../../events/queue-events.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';

/** `queue.changed`: the whole queue as its owner says it is. Never a message (AC-07). */
export function reduceQueue(fact: Fact): void {
  const { queue } = fact.state;
  const { payload } = fact.event;
  if (queue.stamp && isBefore(fact.stamp, queue.stamp)) return;
  queue.stamp = fact.stamp;
  if (Array.isArray(payload['queued']))
    queue.items = redact(payload['queued'].filter(isJsonObject)) as QueuedItem[];
  if (Array.isArray(payload['steer']))
    queue.steers = redact(payload['steer'].filter(isJsonObject)) as SteerItem[];
  fact.mark('queue');
}
