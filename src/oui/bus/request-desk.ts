import { applyDefaults } from '../../base/json-schema/defaults.js';
import { toJsonSafe } from '../../base/json.js';
import type { Runtime } from '../../base/runtime.js';
import { paramsError } from '../manifest/check-params.js';
import type { OuiErrorCode } from '../protocol/error-codes.js';
import type { InvocationLog } from '../protocol/invocation-log.js';
import type { ActionRequest, ActionResultPayload, ResultError } from '../protocol/messages.js';
import { ActionJob, type ClientState } from '../surface/action-job.js';
import type { Surface } from '../surface/surface.js';

export interface RequestDeskPorts {
  runtime: Runtime;
  log: InvocationLog;
  actionTimeoutMs: number;
  surface(surfaceId: string): Surface | undefined;
  settle(): Promise<ClientState>;
  /** A surface has one action more or less under way. */
  changed(surface: Surface): void;
}

type Reply = (result: ActionResultPayload) => void;

/** Decides about each request: refused with a clear reason, or a job (OUI-S6, OUI-S7, OUI-S20). */
export class RequestDesk {
  readonly #ports: RequestDeskPorts;

  constructor(ports: RequestDeskPorts) {
    this.#ports = ports;
  }

  accept(request: ActionRequest['payload'], send: Reply): void {
    const { runtime, log } = this.#ports;
    const note = log.open(request, runtime.now());
    const reply: Reply = (result) => {
      note(result);
      send(result);
    };
    const params = toJsonSafe(request.params) as Record<string, unknown>;
    const surface = this.#ports.surface(request.surfaceId);
    const error = refusal(surface, request, params);
    if (error || !surface) {
      const { requestId } = request;
      // Even a refusal comes later, never while the message is still being handed over (OUI-S8).
      queueMicrotask(() => {
        reply({ requestId, success: false, error, durationMs: 0, timestamp: runtime.now() });
      });
      return;
    }
    const action = surface.action(request.actionId)!;
    const filled = applyDefaults(action.input, params) as Record<string, unknown>;
    const job = new ActionJob({ ...request, params: filled }, action.async === true, {
      runtime,
      timeoutMs: this.#ports.actionTimeoutMs,
      handler: () => surface.handler(action.id),
      reply,
      settle: () => this.#ports.settle(),
      done: () => {
        surface.jobs.delete(job);
        this.#ports.changed(surface);
      },
    });
    surface.jobs.add(job);
    this.#ports.changed(surface);
    job.enter(surface.queue);
  }
}

function refusal(
  surface: Surface | undefined,
  { surfaceId, actionId }: ActionRequest['payload'],
  params: Record<string, unknown>,
): ResultError | undefined {
  if (!surface?.active || !surface.mounted) {
    return because('SURFACE_UNAVAILABLE', `The surface ${surfaceId} is not active now.`);
  }
  const action = surface.action(actionId);
  if (!action) {
    const ids = surface.wire.actions.map(({ id }) => id).join(', ');
    return because('ACTION_NOT_FOUND', `The surface ${surfaceId} has no action ${actionId}. It has: ${ids}.`);
  }
  if (!surface.actionEnabled(actionId)) {
    return because('ACTION_DENIED', `A person has switched ${actionId} off.`);
  }
  const retryAfterMs = surface.limiter.take();
  if (retryAfterMs > 0) {
    return because('RATE_LIMITED', `Too many requests to ${surfaceId}; try again in ${retryAfterMs} ms.`, {
      retryAfterMs,
    });
  }
  return paramsError(action, params);
}

function because(code: OuiErrorCode, message: string, details?: unknown): ResultError {
  return details === undefined ? { code, message } : { code, message, details };
}
