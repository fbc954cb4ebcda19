import { messageOf } from '../base/coded-error.js';

/** What whoever runs a server must know of, in production too: a callback threw, or there is no room left. */
export interface ServerFault {
  /** A page of `docs/warnings.md`: `oui:listener_failed`, `agent-events:callback_failed`, … */
  readonly code: string;
  readonly message: string;
  /** What was thrown. */
  readonly cause?: unknown;
}

export interface FaultOptions {
  /** Default: each fault is written to the console, with the stack of what was thrown. */
  onFault?: (fault: ServerFault) => void;
}

/** Never throws, whatever the listener does. */
export function reportFault({ onFault = toConsole }: FaultOptions, fault: ServerFault): void {
  try {
    onFault(fault);
  } catch (thrown) {
    toConsole({ ...fault, message: `${fault.message} onFault threw as well: ${messageOf(thrown)}` });
  }
}

/** A callback threw: `what`. */
export function reportThrown(options: FaultOptions, code: string, what: string, cause: unknown): void {
  reportFault(options, { code, message: `${what}: ${messageOf(cause)}`, cause });
}

/** The stack alone: what else an error carries may be a secret, such as the headers of a request. */
function toConsole({ code, message, cause }: ServerFault): void {
  const stack = cause instanceof Error ? `\n${cause.stack}` : '';
  console.error(`[oui-elements] ${code}: ${message}${stack}`);
}
