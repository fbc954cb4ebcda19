import { messageOf } from '../../base/coded-error.js';
import type { ControlReceipt, ControlRequest, WriteState } from '../events/control-request.js';

/** Where a request goes: to the owner of the fact. */
export type Gateway = (request: ControlRequest) => Promise<ControlReceipt>;

/**
 * Requests on their way (§4.1). Each has an idempotency key: while it is pending or awaits its fact, asking
 * again answers with the first and sends nothing. A receipt is never the effect; only a failure ends it here.
 */
export class Writes {
  readonly #states = new Map<string, WriteState>();
  readonly #running = new Map<string, Promise<ControlReceipt>>();

  constructor(
    private readonly gateway: Gateway,
    private readonly changed: () => void,
  ) {}

  state(key: string): WriteState | undefined {
    return this.#states.get(key);
  }

  /** Sends `request` once for `key`. Never rejects: what goes wrong is a receipt with its reason. */
  send(key: string, request: ControlRequest): Promise<ControlReceipt> {
    const running = this.#running.get(key);
    if (running) return running;
    const sent = this.#send(key, request);
    this.#running.set(key, sent);
    return sent;
  }

  /** The fact has come, or nobody waits for it any more. */
  settle(key: string): void {
    this.#running.delete(key);
    if (this.#states.delete(key)) this.changed();
  }

  async #send(key: string, request: ControlRequest): Promise<ControlReceipt> {
    this.#set(key, { state: 'submitting' });
    let receipt: ControlReceipt;
    try {
      receipt = await this.gateway(request);
    } catch (error) {
      receipt = { status: 'rejected', reason: messageOf(error) };
    }
    if (receipt.status === 'accepted') {
      if (this.#states.has(key)) this.#set(key, { state: 'awaiting-confirmation' });
    } else {
      this.#running.delete(key);
      this.#set(key, { state: 'failed', reason: receipt.reason });
    }
    return receipt;
  }

  #set(key: string, state: WriteState): void {
    this.#states.set(key, state);
    this.changed();
  }
}
