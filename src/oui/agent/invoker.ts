import { deepEqual } from '../../base/deep-equal.js';
import { reportThrown } from '#dev-warning';
import { validatorNow, validatorReady } from '../../base/json-schema/validate.js';
import { toJsonSafe } from '../../base/json.js';
import { RateLimiter } from '../../base/rate-limit.js';
import type { Runtime } from '../../base/runtime.js';
import { SerialQueue } from '../../base/serial-queue.js';
import { paramsError } from '../manifest/check-params.js';
import { needsConfirmation } from '../protocol/confirmation.js';
import type { InvocationLog } from '../protocol/invocation-log.js';
import type { RateLimit, TimeLimits } from '../protocol/limits.js';
import type { ActionManifest, SurfaceManifest } from '../protocol/manifest.js';
import type { ActionRequest, ActionResultPayload, ResultError } from '../protocol/messages.js';
import type { Delivery } from '../protocol/transport.js';
import { OUI_SURFACE_ID } from '../protocol/page-queries.js';
import { shorten } from '../../base/shorten.js';
import type { AgentSwitches } from './agent-switches.js';
import { MAX_ERROR_TEXT, MAX_SURFACES } from './bounds.js';
import type { ClientView } from './client-view.js';
import { isConfirmed, type Confirm } from './confirmation.js';
import { PendingRequest } from './pending-request.js';
import type { KnownAction } from './read-manifest.js';

export interface InvokeOptions {
  /** Gives up waiting: the result is then `oui:cancelled`. What the page is doing goes on. */
  signal?: AbortSignal;
  /** The acknowledgement and the progress of an async action (OUI-S11). */
  onInterim?: (result: ActionResultPayload) => void;
  /** Asks instead of the constructor's `confirm`, for this call. */
  confirm?: Confirm;
  /** The turn of the conversation that this belongs to (OUI-E9). Default: `agent.turnId` at the time of the call. */
  turnId?: string;
  /**
   * Names the grant by which a page lets this run (OUI-E3). It answers no question at this end.
   */
  approval?: { approvalId: string; argsHash: string };
}

export interface InvokerPorts {
  runtime: Runtime;
  limits: TimeLimits;
  rateLimit: RateLimit | 'off';
  confirm: Confirm | undefined;
  view: ClientView;
  switches: AgentSwitches;
  log: InvocationLog;
  turnId(): string | undefined;
  /** Fetches the definition of an action that is only known by the index. Never rejects. */
  describe(surfaceId: string, actionId: string): Promise<void>;
  /** False when it could not be sent; a promise where the peer says whether it took it. Never throws. */
  send(message: ActionRequest): boolean | Promise<Delivery>;
}

/** Of the invocation that a request belongs to. */
interface Call {
  pending: PendingRequest;
  actionId: string;
  given: Record<string, unknown>;
  options: InvokeOptions;
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
    given: Record<string, unknown>,
    options: InvokeOptions,
  ): Promise<ActionResultPayload> {
    const { turnId = this.#ports.turnId() } = options;
    const { pending, note } = this.#open(surfaceId, actionId, given, options.signal);
    pending.onInterim((result) => {
      note(result);
      tell(options.onInterim, result);
    });
    void this.#start({ pending, actionId, given, options: { ...options, turnId } });
    const result = await pending.result;
    note(result);
    return result;
  }

  /** Asks the page's reserved surface (OUI-E6), which answers at once and outside of every queue. */
  async query(
    actionId: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<ActionResultPayload> {
    const { limits } = this.#ports;
    const { pending, note } = this.#open(OUI_SURFACE_ID, actionId, params, signal);
    const error = this.#limited(OUI_SURFACE_ID);
    if (error) pending.fail(error);
    else this.#send({ pending, actionId, given: params, options: {} }, params, limits.observation, 'answer');
    const result = await pending.result;
    note(result);
    return result;
  }

  /** False for an unknown or late result: it is nobody's (OUI-R4). */
  receive(result: ActionResultPayload): boolean {
    const pending = this.#pending.get(result.requestId);
    if (!pending?.sent) return false;
    pending.receive(result);
    return true;
  }

  /** OUI-R7. Without a list of surfaces: everything. */
  failAll(message: string, surfaceIds?: readonly string[]): void {
    if (surfaceIds?.length === 0) return;
    for (const pending of [...this.#pending.values()]) {
      if (surfaceIds && !surfaceIds.includes(pending.surfaceId)) continue;
      pending.fail({ code: 'SURFACE_UNAVAILABLE', message });
    }
    // Nothing waits there any more.
    for (const surfaceId of surfaceIds ?? [...this.#queues.keys()]) this.#queues.delete(surfaceId);
  }

  #open(surfaceId: string, actionId: string, params: Record<string, unknown>, signal?: AbortSignal) {
    const { runtime, log } = this.#ports;
    const requestId = runtime.uuid();
    const note = log.open({ requestId, surfaceId, actionId, params }, runtime.now());
    const pending = new PendingRequest(requestId, surfaceId, runtime);
    this.#pending.set(requestId, pending);
    pending.whenOver(() => this.#pending.delete(requestId));
    watch(signal, pending);
    return { pending, note };
  }

  async #start(call: Call): Promise<void> {
    const { pending, actionId, given, options } = call;
    const { surfaceId } = pending;
    let action = this.#admitted(pending, actionId);
    if (action?.indexed) {
      await this.#ports.describe(surfaceId, actionId);
      action = this.#admitted(pending, actionId);
    }
    if (!action) return;
    // A copy, so that what was checked and confirmed is what is sent.
    const params = toJsonSafe(given) as Record<string, unknown>;
    if (!validatorNow()) await validatorReady();
    if (pending.over) return;
    const error = paramsError(action, params) ?? this.#limited(surfaceId);
    if (error) {
      pending.fail(error);
      return;
    }
    const { confirm = this.#ports.confirm } = options;
    if (needsConfirmation(action) && !this.#pageConfirms) {
      const { runtime, limits } = this.#ports;
      const yes = await isConfirmed(confirm, surfaceId, action, params, runtime, limits.confirmation);
      if (!yes) pending.fail({ code: 'ACTION_DENIED', message: `A person did not allow ${actionId}.` });
      // The yes was to what the person has read.
      else if (!deepEqual(this.#admitted(pending, actionId), action)) {
        const message = `The page changed ${actionId} while a person was asked; it did not run. Try again.`;
        pending.fail({ code: 'PRECONDITION_FAILED', message });
      }
    }
    const surface = this.#ports.view.surface(surfaceId);
    if (pending.over || !surface) return;
    const leave = this.#queue(surface).enter(() => {
      // Whoever left the queue before may have gone for a reason that holds for this one as well.
      if (options.signal?.aborted || !this.#ports.view.surface(surfaceId)) return;
      if (!this.#admitted(pending, actionId)) return;
      this.#request(call, action, params, () => leave());
    });
    pending.whenOver(leave);
  }

  /** The action, when it may run now; otherwise the invocation has failed. */
  #admitted(pending: PendingRequest, actionId: string): KnownAction | undefined {
    if (pending.over) return undefined;
    const { surfaceId } = pending;
    const surface = this.#ports.view.surface(surfaceId);
    const action = surface?.actions.find(({ id }) => id === actionId);
    if (!surface || !action) {
      pending.fail(unknownTarget(surface, surfaceId, actionId));
      return undefined;
    }
    if (this.#ports.switches.isOn(surfaceId, actionId)) return action;
    pending.fail({ code: 'ACTION_DENIED', message: `A person has switched ${actionId} off.` });
    return undefined;
  }

  /** OUI-E2: then nobody is asked twice. */
  get #pageConfirms(): boolean {
    const { confirmBy } = this.#ports.view;
    return confirmBy === 'page' || confirmBy === 'grant';
  }

  /** Its turn has come (OUI-R9). */
  #request(call: Call, action: ActionManifest, params: Record<string, unknown>, leave: () => void): void {
    const { limits } = this.#ports;
    // The page's person needs time as well.
    const asking = this.#pageConfirms && needsConfirmation(action) ? limits.confirmation : 0;
    if (!action.async) {
      this.#send(call, params, limits.action + asking, 'finish');
      return;
    }
    const cancel = this.#send(call, params, limits.acknowledgement, 'acknowledge');
    // An acknowledged job has no time limit, and the surface is free for others.
    call.pending.onInterim(() => {
      cancel();
      leave();
    });
  }

  /** Sends it, and starts its time limit (OUI-R6); returns what ends that. */
  #send(call: Call, params: Record<string, unknown>, limitMs: number, what: string): () => void {
    const { runtime, send, view } = this.#ports;
    const { pending, actionId, options } = call;
    const cancel = runtime.after(limitMs, () => {
      pending.fail({
        code: 'TIMEOUT',
        message: `The page did not ${what} ${actionId} within ${limitMs} ms.`,
      });
    });
    pending.whenOver(cancel);
    const { requestId, surfaceId } = pending;
    const payload: ActionRequest['payload'] = {
      requestId,
      surfaceId,
      actionId,
      params,
      timestamp: runtime.now(),
    };
    const { turnId, approval } = options;
    if (turnId !== undefined) payload.turnId = turnId;
    if (approval !== undefined) payload.approval = approval;
    if (view.surfacesHash !== undefined) payload.knownSurfaces = view.surfacesHash;
    pending.sent = true;
    const unsent = (message: string) => pending.fail({ code: 'SURFACE_UNAVAILABLE', message });
    const delivery = send({ type: 'action:request', payload });
    if (!delivery) unsent('The request could not be sent: not connected, or too large for the connection.');
    else if (delivery !== true) void delivery.then(({ ok }) => ok || unsent('The peer refused the request.'));
    return cancel;
  }

  #limited(surfaceId: string): ResultError | undefined {
    let limiter = this.#limiters.get(surfaceId);
    if (!limiter) {
      limiter = new RateLimiter(this.#ports.rateLimit, this.#ports.runtime);
      this.#limiters.set(surfaceId, limiter);
      // They outlive their surfaces, or leaving and coming back would lift the limit; but not without end.
      for (const oldest of this.#limiters.keys()) {
        if (this.#limiters.size <= MAX_SURFACES) break;
        this.#limiters.delete(oldest);
      }
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
  const ids = shorten(surface.actions.map(({ id }) => id).join(', '), MAX_ERROR_TEXT);
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
    reportThrown('oui:listener_failed', 'onInterim()', thrown);
  }
}
