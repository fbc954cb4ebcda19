import { Backoff } from '../../../base/backoff.js';
import type { JsonObject } from '../../../base/json.js';
import type { Runtime } from '../../../base/runtime.js';
import type { ConnectionState } from '../adapter.js';
import type { ServerFailure } from '../http-answer.js';
import type { Response } from './interrupts.js';
import type { Refusal } from './requests.js';
import type { GraphEvent } from './wire.js';

/** What a run is asked for with. */
export interface RunRequest {
  /** The graph's input; `null` goes on from where the thread is. */
  input: unknown;
  /** Answers to interrupts, in place of an input. */
  responses?: readonly Response[];
  config: JsonObject;
}

/** Where a transport puts what it hears. */
export interface TransportPorts {
  runtime: Runtime;
  /** The events of one network read. */
  take(events: readonly (GraphEvent | undefined)[]): void;
  /** Whether a run is at work, so that a stream that ends was cut. */
  atWork(): boolean;
  /** Where a stream of numbered events goes on. */
  lastSeq(): number | undefined;
  runId(id: string): void;
  state(state: ConnectionState, detail?: string): void;
  /** Nothing more comes of the run: it has said its end, or its connection is lost. */
  ended(failure?: ServerFailure): void;
}

/** One way to ask for runs of a thread, and to hear of them. */
export interface Transport {
  start(request: RunRequest, signal: AbortSignal): Promise<{ accepted: true } | Refusal>;
  /** Listens to what goes on in the thread. */
  join(signal: AbortSignal): Promise<ServerFailure | undefined>;
  /** Says something to a graph that is at work; absent where that cannot be done. */
  inject?(
    text: string,
    namespace: readonly string[],
    signal: AbortSignal,
  ): Promise<ServerFailure | undefined>;
  close(): void;
}

/** How often a stream that broke off is asked for again. */
const MAX_RESUMES = 6;

/** The stream of a run that is at work has ended: it is asked for `again`, until it is there or nobody has it. */
export async function recover(
  { runtime, state, ended }: TransportPorts,
  signal: AbortSignal,
  failure: ServerFailure,
  again: () => Promise<Refusal | undefined>,
): Promise<void> {
  const backoff = new Backoff({ initialMs: 250, maxMs: 8_000 });
  let why = failure;
  for (let attempt = 0; attempt < MAX_RESUMES && why.retryable; attempt++) {
    state('reconnecting');
    await wait(runtime, backoff.next(), signal);
    if (signal.aborted) return;
    const refusal = await again();
    if (!refusal || signal.aborted) return;
    why = refusal.failure;
  }
  ended(why);
}

/** A stream that ended before its run did, though nothing broke. */
export const TRUNCATED: ServerFailure = {
  code: 'truncated',
  message: 'The agent server closed the connection before the run had ended.',
  retryable: true,
};

function wait(runtime: Runtime, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = runtime.after(ms, resolve);
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
  });
}
