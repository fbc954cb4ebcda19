import type { ActionRequest, ActionResultPayload } from '../protocol/messages.js';

const CAPACITY = 1000;

interface Answered {
  last?: ActionResultPayload;
}

/**
 * The requests of one client, so that the same `requestId` runs once (OUI-S21). Each client has its own: ids of
 * careless peers, such as counters, must not meet those of others.
 */
export class AnsweredRequests {
  readonly #requests = new Map<string, Answered>();

  /** Runs a new request; for a known one sends its last answer again, or lets the one under way serve for both. */
  once(
    payload: ActionRequest['payload'],
    send: (result: ActionResultPayload) => void,
    run: (reply: (result: ActionResultPayload) => void) => void,
  ): void {
    const known = this.#requests.get(payload.requestId);
    if (known) {
      if (known.last) send(known.last);
      return;
    }
    const answered: Answered = {};
    this.#requests.set(payload.requestId, answered);
    this.#forgetOldest();
    run((result) => {
      answered.last = result;
      send(result);
    });
  }

  #forgetOldest(): void {
    if (this.#requests.size <= CAPACITY) return;
    for (const [requestId, { last }] of this.#requests) {
      if (!last || last.interim) continue;
      this.#requests.delete(requestId);
      return;
    }
  }
}
