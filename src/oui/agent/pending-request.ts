import { isJsonObject } from '../../base/json.js';
import type { Runtime } from '../../base/runtime.js';
import type { OuiErrorCode } from '../protocol/error-codes.js';
import type { ActionResultPayload, ResultError } from '../protocol/messages.js';
import { shorten } from '../../base/shorten.js';
import { MAX_ERROR_DETAILS, MAX_ERROR_TEXT, MAX_ID, weigh } from './bounds.js';

const ALIASES: Record<string, OuiErrorCode> = {
  SURFACE_NOT_MOUNTED: 'SURFACE_UNAVAILABLE',
  ACTION_EXECUTION_ERROR: 'EXECUTION_ERROR',
  INVALID_PARAMS: 'VALIDATION_ERROR',
};

/** A peer's result as this package's own would be (OUI-E11, OUI-S10). */
function normalResult(given: ActionResultPayload): ActionResultPayload {
  const result = given.interim ? { ...given, interim: false } : given;
  if (result.success) {
    const { error, ...rest } = result;
    return error === undefined ? result : rest;
  }
  const { code, message, details }: Partial<ResultError> = isJsonObject(result.error) ? result.error : {};
  const error: ResultError = {
    code: code && typeof code === 'string' ? known(code) : 'INTERNAL_ERROR',
    message: typeof message === 'string' ? shorten(message, MAX_ERROR_TEXT) : 'The page gave no reason.',
  };
  if (details !== undefined) {
    // They go to a model and into a log.
    const fits = weigh(details, MAX_ERROR_DETAILS) !== undefined;
    error.details = fits ? details : '[too large; left out]';
  }
  return { ...result, error };
}

function known(code: string): OuiErrorCode {
  return Object.hasOwn(ALIASES, code) ? ALIASES[code]! : (shorten(code, MAX_ID) as OuiErrorCode);
}

/** One invocation from the call to its result. It is resolved once, by whatever comes first. */
export class PendingRequest {
  readonly requestId: string;
  readonly surfaceId: string;
  readonly result: Promise<ActionResultPayload>;
  /** Until it has gone out, nothing that comes in can be its result. */
  sent = false;
  readonly #runtime: Runtime;
  readonly #startedAt: number;
  readonly #cleanups = new Set<() => void>();
  readonly #interims = new Set<(result: ActionResultPayload) => void>();
  #resolve!: (result: ActionResultPayload) => void;
  #over = false;

  constructor(requestId: string, surfaceId: string, runtime: Runtime) {
    this.requestId = requestId;
    this.surfaceId = surfaceId;
    this.#runtime = runtime;
    this.#startedAt = runtime.monotonic();
    this.result = new Promise((resolve) => (this.#resolve = resolve));
  }

  get over(): boolean {
    return this.#over;
  }

  /** Calls back with the acknowledgement and the progress of an async action. */
  onInterim(listener: (result: ActionResultPayload) => void): void {
    this.#interims.add(listener);
  }

  /** Runs when the result is there; at once when it is already. */
  whenOver(cleanup: () => void): void {
    if (this.#over) cleanup();
    else this.#cleanups.add(cleanup);
  }

  /** Takes a result from the page. */
  receive(result: ActionResultPayload): void {
    if (this.#over) return;
    if (result.interim !== true) {
      this.#end(normalResult(result));
      return;
    }
    for (const listener of this.#interims) listener(result);
  }

  /** Makes the result here, because the page did not. */
  fail(error: ResultError): void {
    this.#end({
      requestId: this.requestId,
      success: false,
      error,
      durationMs: Math.round(this.#runtime.monotonic() - this.#startedAt),
      timestamp: this.#runtime.now(),
    });
  }

  #end(result: ActionResultPayload): void {
    if (this.#over) return;
    this.#over = true;
    for (const cleanup of this.#cleanups) cleanup();
    this.#resolve(result);
  }
}
