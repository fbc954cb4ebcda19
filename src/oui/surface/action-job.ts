import { messageOf } from '../../base/coded-error.js';
import { toJsonSafe } from '../../base/json.js';
import { redactText } from '../../base/redact.js';
import type { Runtime } from '../../base/runtime.js';
import type { SerialQueue } from '../../base/serial-queue.js';
import { isErrorCode } from '../protocol/error-codes.js';
import { ACKNOWLEDGE_AFTER_MS } from '../protocol/limits.js';
import type { ActionRequest, ActionResultPayload, OuiSnapshot, ResultError } from '../protocol/messages.js';
import type { ActionContext, ActionHandler } from './action-handler.js';

/** The client's state after an action's effects (OUI-S13). */
export type ClientState = Pick<OuiSnapshot, 'surfaces' | 'observations'> & { settled: boolean };

export interface JobPorts {
  runtime: Runtime;
  timeoutMs: number;
  /** Looked up when the action runs, so that no handler sees what was true at registration. */
  handler(): ActionHandler | undefined;
  reply(result: ActionResultPayload): void;
  /** Waits until the page has come to rest. */
  settle(): Promise<ClientState>;
  /** The final result has gone. */
  done(): void;
}

type Outcome = { success: true; data?: unknown } | { success: false; error: ResultError };

/** One accepted request, from its place in the queue to its one final result (OUI-S8 to OUI-S13, OUI-E10). */
export class ActionJob {
  readonly #request: ActionRequest['payload'];
  readonly #async: boolean;
  readonly #ports: JobPorts;
  readonly #startedAt: number;
  readonly #abort = new AbortController();
  readonly #cancels = new Set<() => void>();
  #phase: 'waiting' | 'running' | 'ended' = 'waiting';
  #acknowledged = false;
  #leaveQueue = () => {};
  #cancelLeave: (() => void) | undefined;

  /** `request.params` have been checked, and their defaults filled in. */
  constructor(request: ActionRequest['payload'], isAsync: boolean, ports: JobPorts) {
    this.#request = request;
    this.#async = isAsync;
    this.#ports = ports;
    this.#startedAt = ports.runtime.monotonic();
  }

  /** Runs when its turn comes (OUI-S19). */
  enter(queue: SerialQueue): void {
    if (this.#async) this.#later(ACKNOWLEDGE_AFTER_MS, () => this.#acknowledgeByItself());
    this.#leaveQueue = queue.enter(() => this.#run());
  }

  /**
   * The surface leaves: what has not started ends now, what runs has `graceMs` to return, because an action
   * may navigate away from its own surface and still succeed.
   */
  leave(graceMs: number): void {
    const end = () =>
      this.#end(failure('SURFACE_UNAVAILABLE', 'The surface left before the action was done.'));
    if (this.#phase === 'waiting' || graceMs === 0) end();
    else if (this.#phase === 'running') this.#cancelLeave ??= this.#later(graceMs, end);
  }

  /** The surface came back in time. */
  stay(): void {
    this.#cancelLeave?.();
    this.#cancelLeave = undefined;
  }

  #run(): void {
    this.#phase = 'running';
    if (this.#acknowledged) this.#leaveQueue();
    if (!this.#async) {
      const { timeoutMs } = this.#ports;
      this.#later(timeoutMs, () => {
        this.#end(failure('TIMEOUT', `The action did not finish within ${timeoutMs} ms.`));
      });
    }
    // A promise in between: handlers run asynchronously on every transport (OUI-S8), and a throw is caught.
    void Promise.resolve()
      // It may have been given its turn by a job that ended for a reason that ends this one as well.
      .then(() => (this.#phase === 'running' ? this.#call() : undefined))
      .then(
        (data) => this.#returned({ success: true, data: toJsonSafe(data) }),
        (thrown: unknown) => this.#returned(failureOf(thrown)),
      );
  }

  #call(): unknown {
    const handler = this.#ports.handler();
    if (!handler) throw new Error('This action has no handler on the page.');
    const { requestId, surfaceId, actionId, params } = this.#request;
    const context: ActionContext = {
      signal: this.#abort.signal,
      requestId,
      surfaceId,
      actionId,
      progress: (value) => this.#interim({ progress: toJsonSafe(value) }),
      acknowledge: (data) => this.#acknowledge(data),
    };
    return handler(params, context);
  }

  async #returned(outcome: Outcome): Promise<void> {
    if (this.#phase !== 'running') return;
    this.#acknowledgeByItself();
    this.#close();
    const state = await this.#ports.settle();
    this.#finish(outcome, state);
  }

  /** Ends it without its handler. */
  #end(outcome: Outcome): void {
    if (this.#phase === 'ended') return;
    this.#close();
    this.#abort.abort(new Error('The action was given up.'));
    this.#finish(outcome);
  }

  #close(): void {
    this.#phase = 'ended';
    for (const cancel of this.#cancels) cancel();
  }

  #finish(outcome: Outcome, state?: ClientState): void {
    const { data, ...rest } = outcome as { data?: unknown };
    this.#reply({ ...rest, ...(data === undefined ? {} : { data }), ...state } as Outcome);
    this.#leaveQueue();
    this.#ports.done();
  }

  #acknowledgeByItself(): void {
    if (!this.#acknowledged) this.#acknowledge({ requestId: this.#request.requestId });
  }

  #acknowledge(data: unknown): void {
    this.#interim({ data: toJsonSafe(data) });
    if (!this.#async) return;
    this.#acknowledged = true;
    // What goes on in the background must not keep the surface's other actions waiting.
    if (this.#phase === 'running') this.#leaveQueue();
  }

  #interim(content: { data?: unknown; progress?: unknown }): void {
    if (this.#async && this.#phase !== 'ended') this.#reply({ success: true, interim: true, ...content });
  }

  #reply(content: Partial<ActionResultPayload> & { success: boolean }): void {
    const { runtime } = this.#ports;
    this.#ports.reply({
      requestId: this.#request.requestId,
      ...(this.#async ? { interim: false } : {}),
      ...content,
      durationMs: Math.round(runtime.monotonic() - this.#startedAt),
      timestamp: runtime.now(),
    });
  }

  #later(ms: number, callback: () => void): () => void {
    const cancel = this.#ports.runtime.after(ms, callback);
    this.#cancels.add(cancel);
    return cancel;
  }
}

function failure(code: ResultError['code'], message: string): Outcome {
  return { success: false, error: { code, message } };
}

/** OUI-S9: the error's own code when its author chose one; whatever was thrown, a sentence. */
function failureOf(thrown: unknown): Outcome {
  const code = memberOf(thrown, 'code');
  if (!isErrorCode(code)) return failure('EXECUTION_ERROR', redactText(messageOf(thrown)));
  const details = toJsonSafe(memberOf(thrown, 'details'));
  const error: ResultError = { code, message: redactText(messageOf(thrown)) };
  return { success: false, error: details === undefined ? error : { ...error, details } };
}

function memberOf(thrown: unknown, key: string): unknown {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}
