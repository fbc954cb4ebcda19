import { redact } from '../../base/redact.js';

/** What a session was told, in order of arrival, without secrets: the same events give the same facts. */
export class Recording {
  readonly #events: unknown[] = [];
  readonly #most: number;
  #complete: boolean;

  /**
   * @param most how many events are kept
   * @param complete nothing came before
   */
  constructor(most: number, complete: boolean) {
    this.#most = most;
    this.#complete = complete;
  }

  get events(): readonly unknown[] {
    return this.#events;
  }

  /** False when older events are missing. */
  get complete(): boolean {
    return this.#complete;
  }

  note(events: readonly unknown[]): void {
    for (const event of events) this.#events.push(redact(event));
    const over = this.#events.length - this.#most;
    if (over <= 0) return;
    this.#events.splice(0, over);
    this.#complete = false;
  }
}
