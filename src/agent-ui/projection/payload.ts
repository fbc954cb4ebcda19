import type { JsonObject } from '../../base/json.js';
import { isJsonObject } from '../../base/json.js';
import type { MessageAttachment } from '../events/control-request.js';
import { keep } from './keep.js';

/** Reads of a payload that somebody else wrote: the value if it has the right type, else nothing. */

/** A text that may be stored: without what has a credential's shape, and bounded (R8). */
export function textOf(payload: JsonObject, key: string): string | undefined {
  const value = payload[key];
  return typeof value === 'string' ? (keep(value) as string) : undefined;
}

/** A piece of a stream, or somebody's own words, as they are. */
export function rawTextOf(payload: JsonObject, key: string): string | undefined {
  const value = payload[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(payload: JsonObject, key: string): number | undefined {
  const value = payload[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(payload: JsonObject, key: string): boolean | undefined {
  const value = payload[key];
  return typeof value === 'boolean' ? value : undefined;
}

export function textsOf(payload: JsonObject, key: string): readonly string[] | undefined {
  const value = payload[key];
  return Array.isArray(value)
    ? (keep(value.filter((item) => typeof item === 'string')) as readonly string[])
    : undefined;
}

/** The sentence of an error, whether it came as a text or as an object with a `message`. */
export function errorTextOf(payload: JsonObject): string | undefined {
  const { error } = payload;
  if (isJsonObject(error)) return textOf(error, 'message') ?? textOf(payload, 'message');
  return textOf(payload, 'error') ?? textOf(payload, 'message');
}

export function errorCodeOf(payload: JsonObject): string | undefined {
  const { error } = payload;
  const inner = isJsonObject(error) ? textOf(error, 'code') : undefined;
  return textOf(payload, 'code') ?? inner;
}

/** Copies the entries that are there: a later event adds facts and never takes one away. */
export function assignKnown<T extends object>(target: T, facts: Partial<T>): void {
  for (const key in facts) if (facts[key] !== undefined) target[key] = facts[key] as T[typeof key];
}

/** More files than these do not go with one message. */
const MAX_ATTACHMENTS = 100;

/** Files that go with a person's words: what they are and where, never what is in them (N-012). */
export function attachmentsOf({ attachments }: JsonObject): readonly MessageAttachment[] | undefined {
  if (!Array.isArray(attachments)) return undefined;
  const files = attachments
    .slice(0, MAX_ATTACHMENTS)
    .filter(isJsonObject)
    .map((file) => {
      const url = textOf(file, 'url');
      const facts = {
        id: textOf(file, 'id') ?? url ?? textOf(file, 'name') ?? '',
        name: textOf(file, 'name'),
        mimeType: textOf(file, 'mimeType'),
        size: numberOf(file, 'size'),
        url: url && !/^data:/i.test(url) ? url : undefined,
      };
      return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
    });
  return files.length > 0 ? (files as unknown as readonly MessageAttachment[]) : undefined;
}
