import type { Runtime } from '../../base/runtime.js';
import type { ActionRequest, ActionResultPayload, ResultError } from '../../oui/protocol/messages.js';
import { CANCEL_MESSAGE } from '../../oui/protocol/page-queries.js';

/** How many outcomes are kept for those who were told "still running". */
const MOST_STATES = 100;

interface Call {
  resolve(result: ActionResultPayload): void;
  /** What is known so far of an async action. */
  interim?: ActionResultPayload;
  /** It has been held long enough: whatever is known is the answer. */
  late?: boolean;
}

/** The calls of tools that wait for their results. Each is answered once. */
export class CallList {
  readonly #runtime: Runtime;
  readonly #holdMs: number;
  readonly #deliver: (message: object) => void;
  readonly #calls = new Map<string, Call>();
  /** What became of those that were answered before their end. */
  readonly #states = new Map<string, ActionResultPayload>();

  constructor(runtime: Runtime, holdMs: number, deliver: (message: object) => void) {
    this.#runtime = runtime;
    this.#holdMs = holdMs;
    this.#deliver = deliver;
  }

  /** Sends a request, and waits for its result; of an async action so long only, then for its acknowledgement. */
  async call(
    request: Omit<ActionRequest['payload'], 'requestId' | 'timestamp'>,
    isAsync: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ActionResultPayload> {
    const requestId = this.#runtime.uuid();
    const { surfaceId } = request;
    if (signal?.aborted)
      return this.#failure(requestId, { code: 'oui:cancelled', message: 'It was cancelled.' });
    const cancel = () => this.#deliver({ type: CANCEL_MESSAGE, payload: { surfaceId, requestId } });
    signal?.addEventListener('abort', cancel);
    let release = () => {};
    const result = await new Promise<ActionResultPayload>((resolve) => {
      const call: Call = { resolve };
      this.#calls.set(requestId, call);
      if (isAsync) {
        release = this.#runtime.after(this.#holdMs, () => {
          call.late = true;
          this.#handOver(requestId, call);
        });
      }
      this.#deliver({
        type: 'action:request',
        payload: { requestId, timestamp: this.#runtime.now(), ...request },
      });
    });
    release();
    signal?.removeEventListener('abort', cancel);
    return result;
  }

  receive(result: ActionResultPayload): void {
    const { requestId } = result;
    const call = this.#calls.get(requestId);
    if (!call) {
      const state = this.#states.get(requestId);
      if (state) this.#states.set(requestId, result.interim ? { ...state, ...result } : result);
    } else if (result.interim) {
      call.interim = { ...call.interim, ...result };
      this.#handOver(requestId, call);
    } else {
      this.#calls.delete(requestId);
      call.resolve(result);
    }
  }

  /** The last that is known of an action whose call was answered while it ran. */
  stateOf(requestId: unknown): ActionResultPayload | undefined {
    return this.#states.get(requestId as string);
  }

  endAll(error: ResultError): void {
    for (const [requestId, { resolve }] of this.#calls) resolve(this.#failure(requestId, error));
    this.#calls.clear();
    this.#states.clear();
  }

  #handOver(requestId: string, { late, interim, resolve }: Call): void {
    if (!late || !interim) return;
    this.#calls.delete(requestId);
    this.#states.set(requestId, interim);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MOST_STATES) break;
      this.#states.delete(oldest);
    }
    resolve(interim);
  }

  #failure(requestId: string, error: ResultError): ActionResultPayload {
    return { requestId, success: false, error, durationMs: 0, timestamp: this.#runtime.now() };
  }
}
