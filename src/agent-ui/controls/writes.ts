import { messageOf } from '../../base/coded-error.js';
import { deepEqual } from '../../base/deep-equal.js';
import type { Runtime } from '../../base/runtime.js';
import {
  controlKey,
  type ControlKind,
  type ControlReceipt,
  type ControlRequest,
  type SentControl,
  type WriteState,
} from '../events/control-request.js';
import type { AgentUiEvent } from '../events/event.js';
import { missingFact, verdictOf } from './control-rules.js';

/** Where a request goes: to the owner of the fact. */
export type Gateway = (request: SentControl) => Promise<ControlReceipt>;

/** What became of a request, for people to look up (§4.1, 5). It says nothing of what was in it. */
export interface WriteRecord {
  /** See `controlKey`. */
  key: string;
  kind: ControlKind;
  state: WriteState['state'] | 'confirmed';
  reason?: string;
  /** Unix epoch, milliseconds. */
  startedAt: number;
  endedAt?: number;
}

interface Write {
  readonly request: SentControl;
  readonly record: WriteRecord;
  /** The same object as long as it says the same, so that views need not be made anew. */
  shown: WriteState | undefined;
  receipt: Promise<ControlReceipt>;
  cancelTimer: () => void;
}

/** A question takes one answer, whatever the second would be; elsewhere other words are another request. */
function isSame({ idempotencyKey: _, ...known }: SentControl, request: ControlRequest): boolean {
  return request.kind.startsWith('respond') || deepEqual(known, request);
}

/** How many ended writes are remembered. */
const REMEMBERED = 200;

/**
 * Requests on their way (§4.1). Each has an idempotency key: while it is pending or awaits its fact, asking
 * again answers with the first and sends nothing. A receipt is never the effect: the owner's fact is.
 */
export class Writes {
  readonly #gateway: Gateway;
  readonly #runtime: Runtime;
  readonly #confirmWithinMs: number;
  readonly #changed: () => void;
  /** Those that have not been confirmed, by `controlKey`. */
  readonly #open = new Map<string, Write>();
  readonly #ended: WriteRecord[] = [];

  constructor(gateway: Gateway, runtime: Runtime, confirmWithinMs: number, changed: () => void) {
    this.#gateway = gateway;
    this.#runtime = runtime;
    this.#confirmWithinMs = confirmWithinMs;
    this.#changed = changed;
  }

  /** Oldest first: what has been confirmed, then what has not. */
  get records(): readonly WriteRecord[] {
    return [...this.#ended, ...Array.from(this.#open.values(), ({ record }) => ({ ...record }))];
  }

  /** Where the request of this key stands, while it has not been confirmed. */
  state(key: string): WriteState | undefined {
    return this.#open.get(key)?.shown;
  }

  /** Sends `request` once. Never rejects: what goes wrong is a receipt with its reason. */
  send(request: ControlRequest): Promise<ControlReceipt> {
    const missing = missingFact(request);
    if (missing) return Promise.resolve({ status: 'rejected', reason: missing });
    const key = controlKey(request);
    const known = this.#open.get(key);
    if (known) {
      if (known.record.state !== 'failed' && isSame(known.request, request)) return known.receipt;
      this.#end(known);
    }
    const startedAt = this.#runtime.now();
    const sent = { ...request, idempotencyKey: this.#runtime.uuid() };
    return this.#start(key, sent, { key, kind: request.kind, state: 'submitting', startedAt });
  }

  /** Sends what failed, or was never confirmed, once more, with the key that it had (§4.1, 6). */
  again(key: string): Promise<ControlReceipt> {
    const write = this.#open.get(key);
    const { state } = write?.record ?? {};
    if (!write || (state !== 'failed' && state !== 'unconfirmed')) {
      return Promise.resolve({ status: 'rejected', reason: 'there is nothing to send again' });
    }
    const { kind, startedAt } = write.record;
    write.cancelTimer();
    return this.#start(key, write.request, { key, kind, startedAt, state: 'submitting' });
  }

  /** Lets go of what failed, or was never confirmed. */
  dismiss(key: string): void {
    const write = this.#open.get(key);
    if (write && write.record.state !== 'submitting') this.#end(write);
  }

  /** Looks whether an event is the fact that a write waits for. */
  observe(event: AgentUiEvent): void {
    if (this.#open.size === 0) return;
    for (const write of [...this.#open.values()]) {
      const verdict = verdictOf(write.request, event);
      if (verdict === 'confirmed') this.#confirm(write);
      else if (verdict === 'failed') this.#fail(write, 'the owner reported a failure');
    }
  }

  /** Nothing is waited for any more. */
  close(): void {
    for (const write of this.#open.values()) write.cancelTimer();
  }

  #start(key: string, request: SentControl, record: WriteRecord): Promise<ControlReceipt> {
    const write: Write = {
      request,
      record,
      shown: { state: 'submitting' },
      receipt: Promise.resolve({ status: 'accepted' }),
      cancelTimer: this.#runtime.after(this.#confirmWithinMs, () => {
        if (record.state !== 'failed') this.#mark(write, 'unconfirmed');
      }),
    };
    this.#open.set(key, write);
    this.#changed();
    write.receipt = this.#submit(write);
    return write.receipt;
  }

  async #submit(write: Write): Promise<ControlReceipt> {
    let receipt: ControlReceipt;
    try {
      receipt = await this.#gateway(write.request);
    } catch (error) {
      receipt = { status: 'rejected', reason: messageOf(error) };
    }
    // Its fact may have come before the receipt.
    if (write.record.state === 'confirmed') return receipt;
    if (receipt.status !== 'accepted') this.#fail(write, receipt.reason);
    else if (write.record.state === 'submitting') this.#mark(write, 'awaiting-confirmation');
    return receipt;
  }

  #confirm(write: Write): void {
    write.record.state = 'confirmed';
    this.#end(write);
  }

  #fail(write: Write, reason: string | undefined): void {
    write.cancelTimer();
    write.record.endedAt = this.#runtime.now();
    this.#mark(write, 'failed', reason);
  }

  #mark(write: Write, state: WriteState['state'], reason?: string): void {
    write.record.state = state;
    if (reason !== undefined) write.record.reason = reason;
    write.shown = reason === undefined ? { state } : { state, reason };
    this.#changed();
  }

  #end({ record, cancelTimer }: Write): void {
    cancelTimer();
    record.endedAt ??= this.#runtime.now();
    this.#open.delete(record.key);
    this.#ended.push({ ...record });
    if (this.#ended.length > REMEMBERED) this.#ended.shift();
    this.#changed();
  }
}
