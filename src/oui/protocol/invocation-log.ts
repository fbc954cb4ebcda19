import { isJsonObject, toJsonSafe } from '../../base/json.js';
import { redact, redactText } from '../../base/redact.js';
import type { ActionResultPayload, ResultError } from './messages.js';

/** One invocation of an action, for people to read (OUI-R12). Secrets are redacted, long values left out. */
export interface Invocation {
  requestId: string;
  surfaceId: string;
  actionId: string;
  params: Record<string, unknown>;
  /** The client that asked, at the page's end, where it has a name. */
  client?: string;
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
interface Entry extends Pick<Invocation, 'requestId' | 'surfaceId' | 'actionId' | 'startedAt' | 'client'> {
  readonly params: string;
  state: Invocation['state'];
  durationMs?: number | undefined;
  data?: string;
  progress?: string;
  error?: ResultError & { details?: string };
  /** As it was read since the last result: the same object for the same state. */
  reading?: Invocation | undefined;
}

/** Dispatched as `invocation` for each new state of an invocation. */
export class InvocationEvent extends Event {
  /** The invocation as it stood then. */
  readonly invocation: Invocation;

  /** Made by this library only. */
  constructor(invocation: Invocation) {
    super('invocation');
    this.invocation = invocation;
  }
}

const CAPACITY = 200;
const LONGEST_VALUE = 16 * 1024;

/** The last invocations at one end, oldest first. */
export class InvocationLog {
  readonly #entries: Entry[] = [];
  readonly #announce: (make: () => InvocationEvent) => void;

  constructor(announce: (make: () => InvocationEvent) => void) {
    this.#announce = announce;
  }

  get entries(): readonly Invocation[] {
    return this.#entries.map(read);
  }

  /** Opens an entry; the returned function notes each result, interim or final. */
  open(
    request: Pick<Invocation, 'requestId' | 'surfaceId' | 'actionId'> & { params: unknown },
    startedAt: number,
    client?: string,
  ): (result: ActionResultPayload) => void {
    const { requestId, surfaceId, actionId } = request;
    const params = written(request.params);
    const entry: Entry = { requestId, surfaceId, actionId, params, state: 'running', startedAt };
    if (client !== undefined) entry.client = client;
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    const announce = () => this.#announce(() => new InvocationEvent(read(entry)));
    announce();
    return (result) => {
      note(entry, result);
      announce();
    };
  }
}

function note(
  entry: Entry,
  { data, progress, interim, success, durationMs, error }: ActionResultPayload,
): void {
  if (data !== undefined) entry.data = written(data);
  if (progress !== undefined) entry.progress = written(progress);
  entry.state = interim ? 'acknowledged' : success ? 'succeeded' : 'failed';
  if (!interim) entry.durationMs = durationMs;
  if (error && !interim) {
    const { code, message, details } = error;
    entry.error = details === undefined ? { code, message } : { code, message, details: written(details) };
  }
  entry.reading = undefined;
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

function read(entry: Entry): Invocation {
  if (entry.reading) return entry.reading;
  const { requestId, surfaceId, actionId, client, state, startedAt } = entry;
  const { durationMs, data, progress, error } = entry;
  const params = valueOf(entry.params);
  const invocation: Invocation = {
    requestId,
    surfaceId,
    actionId,
    params: isJsonObject(params) ? params : { value: params },
    ...(client === undefined ? {} : { client }),
    state,
    startedAt,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(data === undefined ? {} : { data: valueOf(data) }),
    ...(progress === undefined ? {} : { progress: valueOf(progress) }),
    ...(error === undefined ? {} : { error: errorOf(error) }),
  };
  return (entry.reading = invocation);
}

function errorOf({ code, message, details }: NonNullable<Entry['error']>): ResultError {
  const error: ResultError = { code, message: redactText(message) };
  if (details !== undefined) error.details = valueOf(details);
  return error;
}

function valueOf(text: string): unknown {
  try {
    return redact(JSON.parse(text));
  } catch {
    return '[too deep]';
  }
}
