import type { ActionRequest, ActionResultPayload } from '../protocol/messages.js';

const CAPACITY = 1000;
/** Of all answers together, in UTF-16 units of JSON. */
const MAX_LENGTH = 16 * 1024 * 1024;

interface Answered {
  last?: ActionResultPayload;
  length: number;
}

/**
 * The requests of one client, so that the same `requestId` runs once (OUI-S21). Each client has its own: ids of
 * careless peers, such as counters, must not meet those of others.
 */
export class AnsweredRequests {
  readonly #requests = new Map<string, Answered>();
  #length = 0;

  /**
   * Runs a new request; for a known one sends its last answer again, or lets the one under way serve for both.
   * `send` returns how long the answer is.
   */
  once(
    payload: ActionRequest['payload'],
    send: (result: ActionResultPayload) => number,
    run: (reply: (result: ActionResultPayload) => void) => void,
  ): void {
    const known = this.#requests.get(payload.requestId);
    if (known) {
      if (known.last) send(known.last);
      return;
    }
    const answered: Answered = { length: 0 };
    this.#requests.set(payload.requestId, answered);
    run((result) => {
      answered.last = result;
      this.#length -= answered.length;
      answered.length = send(result);
      this.#length += answered.length;
      this.#forgetOldest();
    });
  }

  #forgetOldest(): void {
    for (const [requestId, { last, length }] of this.#requests) {
      if (this.#requests.size <= CAPACITY && this.#length <= MAX_LENGTH) return;
      if (!last || last.interim) continue;
      this.#requests.delete(requestId);
      this.#length -= length;
    }
  }
}
