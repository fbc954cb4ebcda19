import type { Runtime } from '../../base/runtime.js';
import type { ControlReceipt, ControlRequest } from './adapter.js';
import type { FactWriter } from './fact-writer.js';
import { Late } from './late.js';
import type { LocalQueue, QueuedText } from './local-queue.js';

const QUEUE = new Late(async () => {
  const [{ LocalQueue: Queue }, { queueControl }] = await Promise.all([
    import('./local-queue.js'),
    import('./queue-controls.js'),
  ]);
  return { Queue, queueControl };
});

/** W18, where the queue is kept here; it is fetched with the first request that is about it. */
export class LateQueue {
  #queue: LocalQueue | undefined;

  constructor(
    private readonly facts: FactWriter,
    private readonly runtime: Runtime,
    /** Something waits that was not there before. */
    private readonly onAdded: () => void,
  ) {}

  /** `undefined`: the request is about something else. */
  async control(request: ControlRequest): Promise<ControlReceipt | undefined> {
    if (!/^queue(?:\.|$)/.test(request.kind)) return undefined;
    const { Queue, queueControl } = QUEUE.value ?? (await QUEUE.load());
    this.#queue ??= new Queue(this.facts);
    if (request.kind !== 'queue') return queueControl(this.#queue, request);
    const { clientId, text, attachments, contextRefs, mode } = request;
    const createdAt = new Date(this.runtime.now()).toISOString();
    this.#queue.add({ clientId, text, attachments, contextRefs, mode, createdAt });
    this.onAdded();
    return { status: 'accepted' };
  }

  take(): QueuedText | undefined {
    return this.#queue?.take();
  }

  /** It could not be sent: it waits again, before the others. */
  putBack(item: QueuedText, reason: string): void {
    this.#queue?.putBack(item, reason);
  }
}
