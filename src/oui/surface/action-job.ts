import { toJsonSafe } from '../../base/json.js';
import type { Runtime } from '../../base/runtime.js';
import type { SerialQueue } from '../../base/serial-queue.js';
import { OuiError } from '../protocol/error-codes.js';
import { ACKNOWLEDGE_AFTER_MS } from '../protocol/limits.js';
import type { ActionRequest, ActionResultPayload, OuiSnapshot, ResultError } from '../protocol/messages.js';
import type { ActionContext, ActionHandler } from './action-handler.js';
import { failure, failureOf, type Outcome } from './outcome.js';

/** The client's state after an action's effects (OUI-S13). */
export type ClientState = Pick<OuiSnapshot, 'surfaces' | 'surfacesHash' | 'observations'> & {
  settled: boolean;
};

export interface JobPorts {
  runtime: Runtime;
  /** Whose request it is: those of two clients may have the same id. */
  client: object;
  /** From the start of the handler to its end; none for background work unless the page wants one. */
  timeoutMs: number | undefined;
  /** Asks whoever must say yes first (OUI-E2); answers with what stands against it. */
  approve?: ((signal: AbortSignal) => Promise<ResultError | undefined>) | undefined;
  /** A person's own act is still to come (see `RegisterOptions.asksItself`). */
  owed?: boolean;
  /** Its turn has come: what stands against it now, after it has waited. */
  begin(): ResultError | undefined;
  /** Looked up when the action runs, so that no handler sees what was true at registration. */
  handler(): ActionHandler | undefined;
  reply(result: ActionResultPayload): void;
  /** Waits until the page has come to rest. */
  settle(): Promise<ClientState>;
  /** The final result has gone. */
  done(): void;
}

const CANCELLED = failure('oui:cancelled', 'The agent gave up the request.');

/** One accepted request, from its place in the queue to its one final result (OUI-S8 to OUI-S13, OUI-E10). */
export class ActionJob {
  readonly #request: ActionRequest['payload'];
  readonly #async: boolean;
  readonly #ports: JobPorts;
  readonly #startedAt: number;
  #abort: AbortController | undefined;
  readonly #cancels = new Set<() => void>();
  #phase: 'waiting' | 'running' | 'ended' = 'waiting';
  #acknowledged = false;
  /** What its handler came to, while the page comes to rest. */
  #settling: Outcome | undefined;
  /** A person is being asked. */
  #asking = false;
  #cancelled = false;
  /** The page is being replaced. */
  #leaving = false;
  #leaveQueue = () => {};
  #cancelLeave: (() => void) | undefined;

  /** `request.params` have been checked, and their defaults filled in. */
  constructor(request: ActionRequest['payload'], isAsync: boolean, ports: JobPorts) {
    this.#request = request;
    this.#async = isAsync;
    this.#ports = ports;
    this.#startedAt = ports.runtime.monotonic();
  }

  get actionId(): string {
    return this.#request.actionId;
  }

  /** Made when somebody asks: most handlers never look at their signal. */
  get #controller(): AbortController {
    return (this.#abort ??= new AbortController());
  }

  /**
   * Runs when its turn comes (OUI-S19). What a person must approve takes its place in the queue with their yes:
   * others need not wait for an answer.
   */
  enter(queue: SerialQueue): void {
    if (this.#async) this.#later(ACKNOWLEDGE_AFTER_MS, () => this.#acknowledgeByItself());
    const { approve } = this.#ports;
    if (!approve) {
      this.#line(queue);
      return;
    }
    this.#asking = true;
    void approve(this.#controller.signal).then((error) => {
      this.#asking = false;
      if (this.#phase !== 'waiting') return;
      if (error) this.#end({ success: false, error });
      else this.#line(queue);
    });
  }

  #line(queue: SerialQueue): void {
    this.#leaveQueue = queue.enter(() => this.#run());
    this.#letOthersIn();
  }

  /** A newer run takes its place (OUI-E10). What has returned is left to end as it did. */
  supersede(): void {
    if (this.#phase === 'running') {
      this.#end(failure('oui:superseded', 'A newer request for this action took its place.'));
    }
  }

  /** Whether it is the answer to this request of this client. */
  answers(client: object, requestId: string): boolean {
    return client === this.#ports.client && requestId === this.#request.requestId;
  }

  /**
   * Its client gave up. What a person is asked about is denied, what waits ends now; what runs sees it by its signal,
   * and has `graceMs` to return what it has done so far.
   */
  cancel(graceMs: number): void {
    if (this.#phase === 'ended' || this.#cancelled) return;
    this.#cancelled = true;
    if (this.#asking || this.#phase === 'running') this.#controller.abort(new Error('The agent gave up.'));
    if (this.#phase === 'running') this.#later(graceMs, () => this.#end(CANCELLED));
    else if (!this.#asking) this.#end(CANCELLED);
  }

  /** The page is torn down: the one final result goes now (OUI-E10). */
  tearDown(): void {
    if (this.#settling) this.#finish(this.#settling);
    else this.#end(failure('SURFACE_UNAVAILABLE', 'The page was closed before the action was done.'));
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
    this.#letOthersIn();
    const { timeoutMs } = this.#ports;
    if (timeoutMs !== undefined) {
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
        (thrown: unknown) => this.#returned(this.#failure(thrown)),
      );
  }

  /** Whatever a handler makes of its signal, it was the client who ended it, unless its author says more. */
  #failure(thrown: unknown): Outcome {
    const outcome = failureOf(thrown);
    const own = !outcome.success && outcome.error.code !== 'EXECUTION_ERROR';
    return this.#cancelled && !own ? CANCELLED : outcome;
  }

  #call(): unknown {
    const error = this.#ports.begin();
    if (error) throw new OuiError(error.code, error.message, error.details);
    const handler = this.#ports.handler();
    if (!handler) throw new Error('This action has no handler on the page.');
    const { requestId, surfaceId, actionId, params } = this.#request;
    const signal = () => this.#controller.signal;
    const context: ActionContext = {
      get signal() {
        return signal();
      },
      requestId,
      surfaceId,
      actionId,
      progress: (value) => this.#interim({ progress: toJsonSafe(value) }),
      acknowledge: (data) => this.#acknowledge(data),
      approval: this.#ports.owed ? 'owed' : this.#ports.approve && 'given',
      leaving: () => (this.#leaving = true),
    };
    return handler(params, context);
  }

  async #returned(outcome: Outcome): Promise<void> {
    if (this.#phase !== 'running') return;
    this.#acknowledgeByItself();
    this.#close();
    this.#settling = outcome;
    const state = this.#leaving ? undefined : await this.#ports.settle().catch(() => undefined);
    if (this.#settling) this.#finish(outcome, state);
  }

  /** Ends it without its handler. */
  #end(outcome: Outcome): void {
    if (this.#phase === 'ended') return;
    this.#close();
    this.#controller.abort(new Error('The action was given up.'));
    this.#finish(outcome);
  }

  #close(): void {
    this.#phase = 'ended';
    for (const cancel of this.#cancels) cancel();
  }

  #finish(outcome: Outcome, state?: ClientState): void {
    this.#settling = undefined;
    this.#reply(outcome, state);
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
    this.#letOthersIn();
  }

  /** What goes on in the background must not keep the surface's other actions waiting. */
  #letOthersIn(): void {
    if (this.#acknowledged && this.#phase === 'running') this.#leaveQueue();
  }

  #interim(content: { data?: unknown; progress?: unknown }): void {
    if (this.#async && this.#phase !== 'ended') this.#reply({ success: true, interim: true, ...content });
  }

  #reply(content: Partial<ActionResultPayload> & { success: boolean }, state?: ClientState): void {
    const { runtime } = this.#ports;
    const result: ActionResultPayload = {
      requestId: this.#request.requestId,
      success: content.success,
      durationMs: Math.round(runtime.monotonic() - this.#startedAt),
      timestamp: runtime.now(),
    };
    if (this.#async) result.interim = content.interim ?? false;
    if (content.data !== undefined) result.data = content.data;
    if (content.error) result.error = content.error;
    if (content.progress !== undefined) result.progress = content.progress;
    this.#ports.reply(Object.assign(result, state));
  }

  #later(ms: number, callback: () => void): () => void {
    const cancel = this.#ports.runtime.after(ms, callback);
    this.#cancels.add(cancel);
    return cancel;
  }
}
