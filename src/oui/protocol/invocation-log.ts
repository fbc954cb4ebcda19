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

/** Dispatched as `invocation` for each new state of an invocation. */
export class InvocationEvent extends Event {
  constructor(readonly invocation: Invocation) {
    super('invocation');
  }
}

const CAPACITY = 200;
const LONGEST_VALUE = 16 * 1024;

/** The last invocations at one end, oldest first. Each entry is replaced, never changed. */
export class InvocationLog {
  readonly #entries: { invocation: Invocation }[] = [];
  readonly #announce: (invocation: Invocation) => void;

  constructor(announce: (invocation: Invocation) => void) {
    this.#announce = announce;
  }

  get entries(): readonly Invocation[] {
    return this.#entries.map((entry) => entry.invocation);
  }

  /** Opens an entry; the returned function notes each result, interim or final. */
  open(
    request: Pick<Invocation, 'requestId' | 'surfaceId' | 'actionId'> & { params: unknown },
    startedAt: number,
  ): (result: ActionResultPayload) => void {
    const params = brief(request.params);
    const { requestId, surfaceId, actionId } = request;
    const entry = {
      invocation: {
        requestId,
        surfaceId,
        actionId,
        params: isJsonObject(params) ? params : { value: params },
        state: 'running' as Invocation['state'],
        startedAt,
      } as Invocation,
    };
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    this.#announce(entry.invocation);
    return (result) => {
      entry.invocation = { ...entry.invocation, ...noteOf(result) };
      this.#announce(entry.invocation);
    };
  }
}

function noteOf(result: ActionResultPayload): Partial<Invocation> {
  const note: Partial<Invocation> = {};
  if (result.data !== undefined) note.data = brief(result.data);
  if (result.progress !== undefined) note.progress = brief(result.progress);
  if (result.interim) return { ...note, state: 'acknowledged' };
  note.state = result.success ? 'succeeded' : 'failed';
  note.durationMs = result.durationMs;
  if (result.error) {
    const { code, message, details } = result.error;
    note.error = { code, message: redactText(message) };
    if (details !== undefined) note.error.details = brief(details);
  }
  return note;
}

function brief(value: unknown): unknown {
  const safe = toJsonSafe(value);
  const length = JSON.stringify(safe)?.length ?? 0;
  return length > LONGEST_VALUE ? `[${length} characters left out]` : redact(safe);
}
