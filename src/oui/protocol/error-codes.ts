import { CodedError } from '../../base/coded-error.js';

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

/** One fault of a value: where, what, and what would be right (OUI-S6). */
export interface FieldFault {
  /** JSON pointer without the leading slash, dots between members: `dueDate`, `items.0.title`; `` is the root. */
  field: string;
  /** The JSON Schema keyword that failed, such as `required` or `maxLength`. */
  constraint: string;
  expected: unknown;
  /** A short description of what was there; never the value of a secret field. */
  actual: unknown;
  message: string;
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
