import type { ControlReceipt, ControlRequest } from './adapter.js';
import type { LocalQueue } from './local-queue.js';

/** W18, where the queue is kept here. `undefined`: the request is about something else. */
export function queueControl(queue: LocalQueue, request: ControlRequest): ControlReceipt | undefined {
  switch (request.kind) {
    case 'queue.edit':
      return told(queue.edit(request.itemId, request.text));
    case 'queue.remove':
      return told(queue.remove(request.itemId));
    case 'queue.promote':
      return told(queue.promote(request.itemId));
    default:
      return undefined;
  }
}

function told(known: boolean): ControlReceipt {
  return known ? { status: 'accepted' } : { status: 'rejected', reason: 'It is not in the queue any more.' };
}
