import { isJsonObject, toJsonSafe } from '../../base/json.js';
import { redact, redactText } from '../../base/redact.js';
import type { ActionResultPayload, ResultError } from './messages.js';

/** One invocation of an action, for people to read (OUI-R12). Secrets are redacted, long values left out. */
export interface Invocation {
  requestId: string;
  surfaceId: string;
  actionId: string;
  params: Record<string, unknown>;
  /** `running` until the final result; `acknowledged` when an async action has answered once. */
  state: 'running' | 'acknowledged' | 'succeeded' | 'failed';
  /** Unix epoch, milliseconds. */
  startedAt: number;
  /** Milliseconds; with the final result. */
  durationMs?: number;
  /** Of the last progress report. */
  progress?: unknown;
  /** Of the acknowledgement, then of the final result. */
  data?: unknown;
  /** Of the final result, on failure. */
  error?: ResultError;
}

/**
 * What is kept of an invocation until somebody reads it: values as their JSON, which costs little, cannot change
 * any more, and is redacted when it is read.
 */
interface Entry extends Pick<
  Invocation,
  'requestId' | 'surfaceId' | 'actionId' | 'state' | 'startedAt' | 'durationMs'
> {
  readonly params: string;
  readonly data?: string;
  readonly progress?: string;
  readonly error?: { code: ResultError['code']; message: string; details?: string };
}

/** Dispatched as `invocation` for each new state of an invocation. */
export class InvocationEvent extends Event {
  readonly #entry: Entry;

  /** Made by this library only. */
  constructor(entry: Entry) {
    super('invocation');
    this.#entry = entry;
  }

  /** The invocation as it stood then. */
  get invocation(): Invocation {
    return read(this.#entry);
  }
}

const CAPACITY = 200;
const LONGEST_VALUE = 16 * 1024;

/** The last invocations at one end, oldest first. Each entry is replaced, never changed. */
export class InvocationLog {
  readonly #entries: { now: Entry }[] = [];
  readonly #announce: (event: InvocationEvent) => void;

  constructor(announce: (event: InvocationEvent) => void) {
    this.#announce = announce;
  }

  get entries(): readonly Invocation[] {
    return this.#entries.map((entry) => read(entry.now));
  }

  /** Opens an entry; the returned function notes each result, interim or final. */
  open(
    request: Pick<Invocation, 'requestId' | 'surfaceId' | 'actionId'> & { params: unknown },
    startedAt: number,
  ): (result: ActionResultPayload) => void {
    const { requestId, surfaceId, actionId } = request;
    const params = written(request.params);
    const entry: { now: Entry } = {
      now: { requestId, surfaceId, actionId, params, state: 'running', startedAt },
    };
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    this.#announce(new InvocationEvent(entry.now));
    return (result) => {
      entry.now = { ...entry.now, ...noteOf(result) };
      this.#announce(new InvocationEvent(entry.now));
    };
  }
}

function noteOf(result: ActionResultPayload): Partial<Entry> {
  const { data, progress, interim, success, durationMs, error } = result;
  return {
    ...(data === undefined ? {} : { data: written(data) }),
    ...(progress === undefined ? {} : { progress: written(progress) }),
    ...(interim ? { state: 'acknowledged' } : { state: success ? 'succeeded' : 'failed', durationMs }),
    ...(error && !interim
      ? { error: { ...error, ...(error.details === undefined ? {} : { details: written(error.details) }) } }
      : {}),
  } as Partial<Entry>;
}

/** A value as JSON, or a note as JSON where it is long. */
function written(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = JSON.stringify(toJsonSafe(value));
  }
  if (text === undefined) return 'null';
  return text.length > LONGEST_VALUE ? JSON.stringify(`[${text.length} characters left out]`) : text;
}

const readings = new WeakMap<Entry, Invocation>();

/** The same object for the same entry. */
function read(entry: Entry): Invocation {
  let invocation = readings.get(entry);
  if (!invocation) {
    const { data, progress, error, ...rest } = entry;
    const params = valueOf(entry.params);
    invocation = {
      ...rest,
      params: isJsonObject(params) ? params : { value: params },
      ...(data === undefined ? {} : { data: valueOf(data) }),
      ...(progress === undefined ? {} : { progress: valueOf(progress) }),
      ...(error === undefined ? {} : { error: errorOf(error) }),
    };
    readings.set(entry, invocation);
  }
  return invocation;
}

function errorOf({ code, message, details }: NonNullable<Entry['error']>): ResultError {
  const error: ResultError = { code, message: redactText(message) };
  if (details !== undefined) error.details = valueOf(details);
  return error;
}

function valueOf(text: string): unknown {
  return redact(JSON.parse(text));
}
