import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type { MetricName } from './metric-names.js';

export type RecordMetric = (name: MetricName, value: number, runId?: string) => void;

interface Submit {
  readonly origin: number;
  readonly marks: Map<MetricName, number>;
  runId: string | undefined;
  answered: boolean;
}

/** What of an event is the first of its kind after a submit. */
const FIRSTS: Readonly<Record<string, readonly MetricName[]>> = {
  'run.started': ['runtime.start_ms', 'first_runtime_status_ms'],
  'run.status': ['first_runtime_status_ms'],
  'text.delta': ['first_text_delta_ms'],
};

/**
 * Times what follows a submit, from one origin (agent-ui §7). Nothing is recorded before the runtime has said
 * something: what a person asks for changes no fact, not even a metric.
 */
export class SubmitTimer {
  readonly #runtime: Runtime;
  readonly #record: RecordMetric;
  #submit: Submit | undefined;
  /** When each queued text was queued, by its `clientId`. */
  readonly #queued = new Map<string, number>();

  constructor(runtime: Runtime, record: RecordMetric) {
    this.#runtime = runtime;
    this.#record = record;
  }

  begin(): void {
    this.#submit = { origin: this.#runtime.monotonic(), marks: new Map(), runId: undefined, answered: false };
  }

  /** `clientId` waits in the queue from now on. */
  queued(clientId: string): void {
    this.#queued.set(clientId, this.#runtime.monotonic());
  }

  /** Marks the first time of something since the submit. */
  mark(name: MetricName): void {
    const submit = this.#submit;
    if (!submit || submit.marks.has(name)) return;
    const value = this.#runtime.monotonic() - submit.origin;
    submit.marks.set(name, value);
    if (submit.answered) this.#record(name, value, submit.runId);
  }

  observe(event: AgentUiEvent): void {
    if (event.type === 'metric.changed' || event.type === 'diagnostic.changed') return;
    this.#answer(event);
    for (const name of FIRSTS[event.type] ?? []) this.mark(name);
    if (event.type === 'run.started') this.#unqueue(event);
  }

  #answer(event: AgentUiEvent): void {
    const submit = this.#submit;
    if (!submit) return;
    submit.runId ??= event.runId;
    if (submit.answered) return;
    submit.answered = true;
    for (const [name, value] of submit.marks) this.#record(name, value, submit.runId);
    this.mark('first_event_ms');
  }

  #unqueue(event: AgentUiEvent): void {
    const { clientId } = (event.payload ?? {}) as { clientId?: unknown };
    const since = typeof clientId === 'string' ? this.#queued.get(clientId) : undefined;
    if (since === undefined) return;
    this.#queued.delete(clientId as string);
    this.#record('queue.wait_ms', this.#runtime.monotonic() - since, event.runId);
  }
}
