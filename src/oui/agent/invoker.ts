import { messageOf } from '../../base/coded-error.js';
import { devWarning } from '../../base/dev-warning.js';
import { toJsonSafe } from '../../base/json.js';
import { RateLimiter } from '../../base/rate-limit.js';
import type { Runtime } from '../../base/runtime.js';
import { SerialQueue } from '../../base/serial-queue.js';
import { paramsError } from '../manifest/check-params.js';
import type { InvocationLog } from '../protocol/invocation-log.js';
import type { RateLimit, TimeLimits } from '../protocol/limits.js';
import type { ActionManifest, SurfaceManifest } from '../protocol/manifest.js';
import type { ActionRequest, ActionResultPayload, ResultError } from '../protocol/messages.js';
import type { ClientView } from './client-view.js';
import { isConfirmed, needsConfirmation, type Confirm } from './confirmation.js';
import { PendingRequest } from './pending-request.js';

export interface InvokeOptions {
  /** Gives up waiting: the result is then `oui:cancelled`. What the page is doing goes on. */
  signal?: AbortSignal;
  /** The acknowledgement and the progress of an async action (OUI-S11). */
  onInterim?: (result: ActionResultPayload) => void;
  /** Asks instead of the constructor's `confirm`, for this call. */
  confirm?: Confirm;
}

export interface InvokerPorts {
  runtime: Runtime;
  limits: TimeLimits;
  rateLimit: RateLimit | 'off';
  confirm: Confirm | undefined;
  view: ClientView;
  log: InvocationLog;
  /** False when it could not be sent. */
  send(message: ActionRequest): boolean;
}

/** Takes an invocation from the call to its result: check, ask, wait for its turn, send, time (OUI-R2 to OUI-R9). */
export class Invoker {
  readonly #ports: InvokerPorts;
  /** Every invocation that has no result yet, by `requestId` (OUI-R4). */
  readonly #pending = new Map<string, PendingRequest>();
  readonly #limiters = new Map<string, RateLimiter>();
  readonly #queues = new Map<string, SerialQueue>();

  constructor(ports: InvokerPorts) {
    this.#ports = ports;
  }

  async invoke(
    surfaceId: string,
    actionId: string,
    params: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<ActionResultPayload> {
    const { runtime, log } = this.#ports;
    const requestId = runtime.uuid();
    const note = log.open({ requestId, surfaceId, actionId, params }, runtime.now());
    const pending = new PendingRequest(requestId, surfaceId, runtime);
    this.#pending.set(requestId, pending);
    pending.whenOver(() => this.#pending.delete(requestId));
    pending.onInterim((result) => {
      note(result);
      tell(options.onInterim, result);
    });
    watch(options.signal, pending);
    void this.#start(pending, actionId, params, options);
    const result = await pending.result;
    note(result);
    return result;
  }

  /** False for an unknown or late result: it is nobody's (OUI-R4). */
  receive(result: ActionResultPayload): boolean {
    const pending = this.#pending.get(result.requestId);
    pending?.receive(result);
    return pending !== undefined;
  }

  /** OUI-R7. */
  failAll(surfaceIds: readonly string[], message: string): void {
    for (const pending of [...this.#pending.values()]) {
      if (surfaceIds.includes(pending.surfaceId)) pending.fail({ code: 'SURFACE_UNAVAILABLE', message });
    }
  }

  async #start(
    pending: PendingRequest,
    actionId: string,
    given: Record<string, unknown>,
    { confirm = this.#ports.confirm, signal }: InvokeOptions,
  ): Promise<void> {
    if (pending.over) return;
    const { surfaceId } = pending;
    const surface = this.#ports.view.surface(surfaceId);
    const action = surface?.actions.find(({ id }) => id === actionId);
    if (!surface || !action) {
      pending.fail(unknownTarget(surface, surfaceId, actionId));
      return;
    }
    // A copy, so that what was checked and confirmed is what is sent.
    const params = toJsonSafe(given) as Record<string, unknown>;
    const error = paramsError(action, params) ?? this.#limited(surfaceId);
    if (error) {
      pending.fail(error);
      return;
    }
    if (needsConfirmation(action) && !(await isConfirmed(confirm, surfaceId, action, params))) {
      pending.fail({ code: 'ACTION_DENIED', message: `A person did not allow ${actionId}.` });
    }
    if (pending.over) return;
    const leave = this.#queue(surface).enter(() => {
      // Whoever left the queue before may have gone for a reason that holds for this one as well.
      if (signal?.aborted || !this.#ports.view.surface(surfaceId)) return;
      this.#request(pending, action, params, () => leave());
    });
    pending.whenOver(leave);
  }

  /** Its turn has come (OUI-R9): sends it, and starts its time limit (OUI-R6). */
  #request(
    pending: PendingRequest,
    action: ActionManifest,
    params: Record<string, unknown>,
    leave: () => void,
  ): void {
    const { runtime, limits, send } = this.#ports;
    const limit = action.async ? limits.acknowledgement : limits.action;
    const what = action.async ? 'acknowledge' : 'finish';
    const cancel = runtime.after(limit, () => {
      const message = `The page did not ${what} ${action.id} within ${limit} ms.`;
      pending.fail({ code: 'TIMEOUT', message });
    });
    pending.whenOver(cancel);
    if (action.async) {
      // An acknowledged job has no time limit, and the surface is free for others.
      pending.onInterim(() => {
        cancel();
        leave();
      });
    }
    const { requestId, surfaceId } = pending;
    const payload = { requestId, surfaceId, actionId: action.id, params, timestamp: runtime.now() };
    if (send({ type: 'action:request', payload })) return;
    const message = 'The request could not be sent: not connected, or too large for the connection.';
    pending.fail({ code: 'SURFACE_UNAVAILABLE', message });
  }

  #limited(surfaceId: string): ResultError | undefined {
    let limiter = this.#limiters.get(surfaceId);
    if (!limiter) {
      limiter = new RateLimiter(this.#ports.rateLimit, this.#ports.runtime);
      this.#limiters.set(surfaceId, limiter);
    }
    const retryAfterMs = limiter.take();
    if (retryAfterMs === 0) return undefined;
    return {
      code: 'RATE_LIMITED',
      message: `Too many requests to ${surfaceId}; try again in ${retryAfterMs} ms.`,
      details: { retryAfterMs },
    };
  }

  #queue({ id, concurrency = 1 }: SurfaceManifest): SerialQueue {
    let queue = this.#queues.get(id);
    if (!queue) {
      queue = new SerialQueue();
      this.#queues.set(id, queue);
    }
    queue.concurrency = Number.isInteger(concurrency) && concurrency > 1 ? concurrency : 1;
    return queue;
  }
}

function unknownTarget(
  surface: SurfaceManifest | undefined,
  surfaceId: string,
  actionId: string,
): ResultError {
  if (!surface)
    return { code: 'SURFACE_UNAVAILABLE', message: `The surface ${surfaceId} is not active now.` };
  const ids = surface.actions.map(({ id }) => id).join(', ');
  return {
    code: 'ACTION_NOT_FOUND',
    message: `The surface ${surfaceId} has no action ${actionId}. It has: ${ids}.`,
  };
}

function watch(signal: AbortSignal | undefined, pending: PendingRequest): void {
  if (!signal) return;
  const cancel = () => {
    const message = 'The agent gave up waiting; the action may still run on the page.';
    pending.fail({ code: 'oui:cancelled', message });
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  pending.whenOver(() => signal.removeEventListener('abort', cancel));
}

/** A listener's fault is not the connection's. */
function tell(
  listener: ((result: ActionResultPayload) => void) | undefined,
  result: ActionResultPayload,
): void {
  try {
    listener?.(result);
  } catch (thrown) {
    devWarning('oui:listener_failed', `onInterim threw: ${messageOf(thrown)}`);
  }
}
