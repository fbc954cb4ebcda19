import type { MessageExtras } from '../events/control-request.js';
import type { FactWriter } from './fact-writer.js';

/** Something a person wants to say when the agent is done. */
export interface QueuedText extends MessageExtras {
  /** The client's id of it, which is also the item's. */
  clientId: string;
  text: string;
  createdAt: string;
}

/** For runtimes without a queue: this one is kept here, and told whole at each change. */
export class LocalQueue {
  readonly #items: QueuedText[] = [];

  constructor(private readonly facts: FactWriter) {}

  get size(): number {
    return this.#items.length;
  }

  add(item: QueuedText): void {
    if (this.#items.some(({ clientId }) => clientId === item.clientId)) return;
    this.#items.push(item);
    this.#tell();
  }

  edit(clientId: string, text: string): boolean {
    const item = this.#items.find((other) => other.clientId === clientId);
    if (item) item.text = text;
    if (item) this.#tell();
    return item !== undefined;
  }

  remove(clientId: string): boolean {
    const at = this.#items.findIndex((item) => item.clientId === clientId);
    if (at < 0) return false;
    this.#items.splice(at, 1);
    this.#tell();
    return true;
  }

  /** It goes next. */
  promote(clientId: string): boolean {
    const at = this.#items.findIndex((item) => item.clientId === clientId);
    if (at < 0) return false;
    this.#items.unshift(...this.#items.splice(at, 1));
    this.#tell();
    return true;
  }

  take(): QueuedText | undefined {
    const item = this.#items.shift();
    if (item) this.#tell();
    return item;
  }

  /** It could not be sent: it waits again, before the others. */
  putBack(item: QueuedText, reason: string): void {
    this.#items.unshift(item);
    this.#tell(reason);
  }

  #tell(reason?: string): void {
    this.facts.add(undefined, {
      type: 'queue.changed',
      payload: {
        queued: this.#items.map(({ clientId, text, createdAt }, index) => ({
          id: clientId,
          preview: text,
          position: index + 1,
          mode: 'queue',
          state: 'queued',
          editable: true,
          removable: true,
          createdAt,
        })),
        ...(reason === undefined ? {} : { reason }),
      },
    });
    this.facts.flush();
  }
}
