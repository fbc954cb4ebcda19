/** The specification this package implements (OUI-T9). */
export const OUI_VERSION = '0.1';
/** The WebSocket subprotocol (OUI-T9). */
export const OUI_SUBPROTOCOL = 'oui.v1';

/** OUI-R6: time limits in milliseconds, each configurable. */
export interface TimeLimits {
  /** From request to result of a synchronous action. Default 30 000. */
  action: number;
  /** From request to the acknowledgement of an async action. Default 5 000. */
  acknowledgement: number;
  /** From connection to the first registration. Default 10 000. */
  registration: number;
  /** From `observation:request` to its answer. Default 5 000. */
  observation: number;
  /** For a person's answer, at whichever end asks. Default 300 000. */
  confirmation: number;
}

export const DEFAULT_TIME_LIMITS: TimeLimits = {
  action: 30_000,
  acknowledgement: 5_000,
  registration: 10_000,
  observation: 5_000,
  confirmation: 300_000,
};

/** So many requests in a window of so many milliseconds. */
export interface RateLimit {
  requests: number;
  perMs: number;
}

/** `rate-limit="30/10s"` of `<oui-surface>`. */
export const DEFAULT_RATE_LIMIT: RateLimit = { requests: 30, perMs: 10_000 };

/** OUI-T6: 1 MB of UTF-8 for one message. */
export const DEFAULT_MAX_MESSAGE_BYTES = 1024 * 1024;

/** OUI-S14: an `on-change` observation is sent at most ten times a second. */
export const MIN_UPDATE_INTERVAL_MS = 100;

/** OUI-S13: the UI counts as settled after this long without a change, and is reported by the deadline anyway. */
export const SETTLE_QUIET_MS = 50;
export const SETTLE_DEADLINE_MS = 2_000;

/** OUI-S11: an async action that has not acknowledged by itself is acknowledged after this long. */
export const ACKNOWLEDGE_AFTER_MS = 1_000;

/** How long a running action may go on after its surface left, so that it can say how it ended. */
export const LEAVE_GRACE_MS = 1_000;

/** A token travels as a subprotocol of this beginning, then base64url; it is never chosen by the server. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'oui.token.';

/** OUI-E7: bytes of UTF-8 JSON. */
export const DEFAULT_RESULT_BUDGET_BYTES = 480 * 1024;
export const DEFAULT_SNAPSHOT_BUDGET_BYTES = 256 * 1024;
