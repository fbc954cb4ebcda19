import { CodedError } from '../../base/coded-error.js';

export type { FieldFault } from '../../base/json-schema/field-fault.js';

/** OUI 0.1 §2. An application's own codes are namespaced (`app:quota_exceeded`). */
export type OuiErrorCode =
  /** The surface has no action of that id. */
  | 'ACTION_NOT_FOUND'
  /** `params` broke the action's `input`; details name field, constraint, expected and actual. */
  | 'VALIDATION_ERROR'
  /** What the action needs is not so now. */
  | 'PRECONDITION_FAILED'
  /** A person said no, or nobody could be asked. */
  | 'ACTION_DENIED'
  /** OUI-E3: the request carries no grant for exactly these params. */
  | 'APPROVAL_REQUIRED'
  /** The handler threw. */
  | 'EXECUTION_ERROR'
  /** A time limit passed. */
  | 'TIMEOUT'
  /** The surface is inactive, unknown, switched off, or gone. */
  | 'SURFACE_UNAVAILABLE'
  /** OUI-S20, OUI-R13: too many requests; details say when to try again. */
  | 'RATE_LIMITED'
  /** A fault of this library. */
  | 'INTERNAL_ERROR'
  | `${string}:${string}`;

const CODES = new Set<unknown>([
  'ACTION_NOT_FOUND',
  'VALIDATION_ERROR',
  'PRECONDITION_FAILED',
  'ACTION_DENIED',
  'APPROVAL_REQUIRED',
  'EXECUTION_ERROR',
  'TIMEOUT',
  'SURFACE_UNAVAILABLE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
]);

/** True for the codes above and for namespaced ones. Other libraries' codes (`ENOENT`) are not ours to pass on. */
export function isErrorCode(code: unknown): code is OuiErrorCode {
  return CODES.has(code) || (typeof code === 'string' && /^[a-z][a-z0-9-]*:\S+$/.test(code));
}

/**
 * Thrown by handlers to fail on purpose, and by this library for faults of use.
 * @example throw new OuiError('app:quota_exceeded', 'No room left', { limit: 1000 });
 */
export class OuiError extends CodedError {
  constructor(code: OuiErrorCode, message: string, details?: unknown) {
    super(code, message, details);
  }
}
