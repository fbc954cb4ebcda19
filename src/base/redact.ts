import { isJsonObject, isPollutingKey, type JsonObject } from './json.js';

const SECRET_KEY =
  /(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|auth(?:orization)?|credentials?|cookie|cvv|cvc|card[-_]?number|ssn|otp|one[-_]?time[-_]?code)$/i;
/** Words that end like a secret and are not one, such as counts of tokens. */
const NOT_SECRET = /(?:max|min|total|input|output|prompt|completion|cached|reasoning|count)[-_]?tokens?$/i;
/** A credential begins where a word does: a run of such characters is then read once (it can be megabytes). */
const SECRET_VALUE =
  /(?<![\w-])(?:sk|pk|rk|ghp|gho|ghs|xox[abp])[-_][A-Za-z0-9_-]{6,}|\bBearer\s+[A-Za-z0-9._~+/=-]{8,}|(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g;

/** The shortest text that has a credential's shape, such as `sk-abcdef`. */
const MIN_SECRET = 9;

/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

/** The same few names come again and again; only so many are worth remembering. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 2_000;

export function isSecretKey(key: string): boolean {
  let secret = known.get(key);
  if (secret === undefined) {
    secret = SECRET_KEY.test(key) && !NOT_SECRET.test(key);
    if (known.size < MAX_KNOWN && key.length < 50) known.set(key, secret);
  }
  return secret;
}

/** Text without the credentials that have a recognisable shape. */
export function redactText(text: string): string {
  return text.length < MIN_SECRET ? text : text.replace(SECRET_VALUE, REDACTED);
}

/**
 * A copy of a JSON value in which members with a secret's name, and texts with a credential's shape, are
 * replaced, and members that could reach a prototype are left out (R12). It runs before anything foreign is stored (M-006, N-013, OUI-X2).
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (!isPollutingKey(key)) result[key] = isSecretKey(key) ? REDACTED : redact(value[key]);
  }
  return result;
}
