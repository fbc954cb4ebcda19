import { validatorNow, validatorReady, withDefaults } from '../../base/json-schema/validate.js';
import { messageOf } from '../../base/coded-error.js';
import { isJsonObject, toJsonSafe } from '../../base/json.js';
import { RateLimiter } from '../../base/rate-limit.js';
import type { Runtime } from '../../base/runtime.js';
import { paramsError } from '../manifest/check-params.js';
import type { OuiErrorCode } from '../protocol/error-codes.js';
import type { InvocationLog } from '../protocol/invocation-log.js';
import { DEFAULT_RATE_LIMIT, LEAVE_GRACE_MS } from '../protocol/limits.js';
import type { ActionManifest } from '../protocol/manifest.js';
import type { ActionRequest, ActionResultPayload, ResultError } from '../protocol/messages.js';
import { OUI_SURFACE_ID } from '../protocol/page-queries.js';
import { ActionJob, type ClientState } from '../surface/action-job.js';
import { needsApproval, type ApprovalPolicy, type GateRequest } from '../surface/approval-policy.js';
import { failure, failureOf, type Outcome } from '../surface/outcome.js';
import type { Surface } from '../surface/surface.js';
import type { ClientPolicy } from './connect-options.js';
import { unavailable } from './unavailable.js';

export interface RequestDeskPorts {
  runtime: Runtime;
  log: InvocationLog;
  /** Asks whoever must say yes; answers with what stands against the request. */
  approve(policy: ApprovalPolicy, asked: GateRequest, signal: AbortSignal): Promise<ResultError | undefined>;
  actionTimeoutMs: number;
  /** For async actions; none unless the page wants one (OUI-S11). */
  jobTimeoutMs: number | undefined;
  surface(surfaceId: string): Surface | undefined;
  /** Answers a request to the reserved surface (OUI-E6). */
  reserved(request: ActionRequest['payload']): Promise<Outcome>;
  settle(): Promise<ClientState>;
  /** A surface has one action more or less under way. */
  changed(surface: Surface): void;
}

type Reply = (result: ActionResultPayload) => void;
type Request = ActionRequest['payload'];

/** Deeper params are nothing that a form could ask for, and would exhaust what walks them. */
const MAX_DEPTH = 100;

/** What may run, with the defaults filled in. */
interface Admission {
  surface: Surface;
  action: ActionManifest;
  params: Record<string, unknown>;
}

/** Decides about each request: refused with a clear reason, or a job (OUI-S6, OUI-S7, OUI-S20). */
export class RequestDesk {
  readonly #ports: RequestDeskPorts;
  readonly #reservedLimiter: RateLimiter;
  /** How many wait for the validator. */
  #early = 0;

  constructor(ports: RequestDeskPorts) {
    this.#ports = ports;
    this.#reservedLimiter = new RateLimiter(DEFAULT_RATE_LIMIT, ports.runtime);
  }

  accept(received: Request, policy: ClientPolicy, send: Reply): void {
    const { runtime, log } = this.#ports;
    const tooDeep = isDeeperThan(received.params, MAX_DEPTH);
    const params = tooDeep ? {} : (toJsonSafe(received.params) as Record<string, unknown>);
    const request = { ...received, params };
    const note = log.open(request, runtime.now(), policy.name);
    const reply: Reply = (result) => {
      note(result);
      send(result);
    };
    if (tooDeep) {
      const message = `The params are nested more than ${MAX_DEPTH} levels deep.`;
      this.#answer(request, failure('VALIDATION_ERROR', message), reply);
    } else this.#whenReady(() => this.#decide(received, request, policy, reply));
  }

  /** A client gives up a request of its own. */
  cancel(given: unknown, client: ClientPolicy): void {
    const { surfaceId, requestId } = isJsonObject(given) ? given : {};
    const surface = this.#ports.surface(surfaceId as string);
    for (const job of surface?.jobs ?? []) {
      if (job.answers(client, requestId as string)) job.cancel(LEAVE_GRACE_MS);
    }
  }

  /** In order of arrival, also while the validator is on its way. */
  #whenReady(decide: () => void): void {
    if (validatorNow() && this.#early === 0) {
      decide();
      return;
    }
    this.#early++;
    void validatorReady().then(() => {
      this.#early--;
      decide();
    });
  }

  #decide(received: Request, request: Request, policy: ClientPolicy, reply: Reply): void {
    const unwelcome = turnedAway(request, policy);
    if (unwelcome) this.#answer(request, { success: false, error: unwelcome }, reply);
    else if (request.surfaceId === OUI_SURFACE_ID) this.#answer(request, this.#reserved(request), reply);
    else {
      const admission = this.#admit(request);
      if ('code' in admission) this.#answer(request, { success: false, error: admission }, reply);
      else this.#start(received, request, admission, policy, reply);
    }
  }

  /** Even a refusal comes later, never while the message is still being handed over (OUI-S8). */
  #answer({ requestId }: Request, outcome: Outcome | Promise<Outcome>, reply: Reply): void {
    const { runtime } = this.#ports;
    const start = runtime.monotonic();
    void Promise.resolve(outcome)
      .catch(failureOf)
      .then((settled) => {
        const durationMs = Math.round(runtime.monotonic() - start);
        reply({ requestId, ...settled, durationMs, timestamp: runtime.now() });
      });
  }

  #reserved(request: Request): Outcome | Promise<Outcome> {
    const error = limited(this.#reservedLimiter, request.surfaceId);
    return error ? { success: false, error } : this.#ports.reserved(request);
  }

  #admit(request: Request): ResultError | Admission {
    const surface = this.#ports.surface(request.surfaceId);
    const found = findAction(surface, request);
    if ('code' in found || !surface) return found as ResultError;
    const error = limited(surface.limiter, surface.id) ?? paramsError(found, request.params);
    if (error) return error;
    try {
      const params = withDefaults(found.input, request.params) as Record<string, unknown>;
      return { surface, action: found, params };
    } catch (thrown) {
      return because('VALIDATION_ERROR', `The params of ${found.id} are wrong: ${messageOf(thrown)}.`);
    }
  }

  #start(
    received: Request,
    request: Request,
    { surface, action, params }: Admission,
    policy: ClientPolicy,
    reply: Reply,
  ): void {
    const { runtime, actionTimeoutMs, jobTimeoutMs } = this.#ports;
    const asked = { request: received, action, params };
    const asks = needsApproval(policy, asked);
    const owed =
      asks &&
      policy.confirmBy === 'page' &&
      received.approval === undefined &&
      surface.options.asksItself?.(action.id) === true;
    const job = new ActionJob({ ...request, params }, action.async === true, {
      runtime,
      client: policy,
      timeoutMs: action.async ? jobTimeoutMs : actionTimeoutMs,
      approve: asks && !owed ? (signal) => this.#ports.approve(policy, asked, signal) : undefined,
      owed,
      begin: () => {
        // A person or a queue may have kept it waiting.
        const error = turnedAway(request, policy) ?? switchedOff(surface, action.id);
        if (!error && surface.options.supersede?.includes(action.id)) {
          for (const other of [...surface.jobs]) {
            if (other !== job && other.actionId === action.id) other.supersede();
          }
        }
        return error;
      },
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

function findAction(
  surface: Surface | undefined,
  { surfaceId, actionId }: Request,
): ResultError | ActionManifest {
  if (!surface?.active || !surface.mounted) {
    const { message, details } = unavailable(surfaceId, surface);
    return because('SURFACE_UNAVAILABLE', message, details);
  }
  const action = surface.action(actionId);
  if (!action) {
    const ids = surface.wire.actions.map(({ id }) => id).join(', ');
    return because('ACTION_NOT_FOUND', `The surface ${surfaceId} has no action ${actionId}. It has: ${ids}.`);
  }
  return switchedOff(surface, actionId) ?? action;
}

function switchedOff(surface: Surface, actionId: string): ResultError | undefined {
  if (surface.actionEnabled(actionId)) return undefined;
  return because('ACTION_DENIED', `A person has switched ${actionId} off.`);
}

/** OUI-E9. */
function turnedAway(request: Request, { accept }: ClientPolicy): ResultError | undefined {
  const welcome = accept.every((rule) => {
    try {
      return rule(request) === true;
    } catch {
      return false;
    }
  });
  if (welcome) return undefined;
  return because('ACTION_DENIED', 'The page does not accept this request now; its turn may have ended.');
}

function limited(limiter: RateLimiter, surfaceId: string): ResultError | undefined {
  const retryAfterMs = limiter.take();
  if (retryAfterMs === 0) return undefined;
  return because('RATE_LIMITED', `Too many requests to ${surfaceId}; try again in ${retryAfterMs} ms.`, {
    retryAfterMs,
  });
}

function because(code: OuiErrorCode, message: string, details?: unknown): ResultError {
  return details === undefined ? { code, message } : { code, message, details };
}

/** It looks no deeper than `most`, so that no depth exhausts the stack, and at what is there twice once. */
function isDeeperThan(value: unknown, most: number, seen = new Map<object, number>()): boolean {
  if (typeof value !== 'object' || value === null || most >= (seen.get(value) ?? Infinity)) return false;
  seen.set(value, most);
  return most === 0 || Object.values(value).some((item) => isDeeperThan(item, most - 1, seen));
}
