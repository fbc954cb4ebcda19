import { messageOf } from '../../base/coded-error.js';
import { toJsonSafe } from '../../base/json.js';
import { redactText } from '../../base/redact.js';
import { isErrorCode } from '../protocol/error-codes.js';
import type { ResultError } from '../protocol/messages.js';
import { shorten } from '../../base/shorten.js';

/** How an action ended. */
export type Outcome = { success: true; data?: unknown } | { success: false; error: ResultError };

/** An outcome is never cut on its way (OUI-E7), so what is thrown must not be without end. */
const LONGEST_MESSAGE = 2000;
const LONGEST_DETAILS = 64 * 1024;

export function failure(code: ResultError['code'], message: string): Outcome & { success: false } {
  return { success: false, error: { code, message } };
}

/** OUI-S9: the error's own code when its author chose one; whatever was thrown, a sentence. Never throws. */
export function failureOf(thrown: unknown): Outcome {
  // An error's message may be anything: it is an ordinary property.
  const sentence: unknown = messageOf(thrown);
  const message = redactText(
    shorten(typeof sentence === 'string' ? sentence : typeof sentence, LONGEST_MESSAGE),
  );
  const code = memberOf(thrown, 'code');
  if (!isErrorCode(code)) return failure('EXECUTION_ERROR', message || 'The action failed.');
  const details = toJsonSafe(memberOf(thrown, 'details'));
  const error: ResultError = { code, message };
  if (details === undefined) return { success: false, error };
  const { length } = JSON.stringify(details);
  const brief = length > LONGEST_DETAILS ? `[${length} characters left out]` : details;
  return { success: false, error: { ...error, details: brief } };
}

function memberOf(thrown: unknown, key: string): unknown {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}
