import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent, EventFamily, KnownEvent } from '../events/event.js';
import { familyOf } from '../events/event.js';
import type { Owner, Phase } from '../events/enums.js';
import type { AdapterSink } from './adapter.js';

/** The run that a fact belongs to, and the turn that this run answers. */
export interface RunRef {
  readonly runId: string;
  readonly turnId: string;
}

export interface FactScope {
  /** The adapter's id; diagnostic codes begin with it. */
  source: string;
  sessionId?: string;
  threadId?: string;
  /** The source numbers its own facts; ours among them get no number. */
  unnumbered?: boolean;
  /** The agent of facts that name none. */
  agentId?: string;
  runtime: Runtime;
}

const OWNERS: Partial<Record<EventFamily, Owner>> = {
  session: 'session',
  run: 'runtime',
  text: 'model',
  reasoning: 'model',
  tool: 'tool',
  action: 'action',
  queue: 'runtime',
  state: 'runtime',
  messages: 'session',
  diagnostic: 'diagnostics',
};

const PHASES: Partial<Record<KnownEvent['type'], Phase>> = {
  'run.started': 'submitted',
  'run.failed': 'failed',
  'text.delta': 'producing',
  'text.final': 'reconciling',
  'reasoning.delta': 'reasoning',
  'reasoning.summary': 'reasoning',
  'tool.started': 'acting',
  'tool.args': 'acting',
  'tool.progress': 'acting',
  'tool.result': 'completed',
  'tool.failed': 'failed',
  'action.required': 'waiting',
  'queue.changed': 'waiting',
  'messages.snapshot': 'reconciling',
};

/** Distinct diagnostics of one connection; a peer that invents new names for ever fills no memory. */
const MAX_DIAGNOSTICS = 200;

/** Stamps facts with sequence, time, scope, owner and phase, and pushes them in batches. */
export class FactWriter {
  #batch: AgentUiEvent[] = [];
  #sequence = 0;
  #timestamp = '';
  #closed = false;
  readonly #diagnostics = new Map<string, { count: number; told: number; fact: () => KnownEvent }>();

  constructor(
    private readonly sink: AdapterSink,
    private readonly scope: FactScope,
  ) {}

  /** Keys that the fact has itself win over those of `run`, also when they are there and `undefined`. */
  add(run: Partial<RunRef> | undefined, fact: KnownEvent): void {
    const { sessionId, threadId, agentId, runtime, unnumbered } = this.scope;
    if (this.#batch.length === 0) this.#timestamp = new Date(runtime.now()).toISOString();
    this.#batch.push({
      sequence: unnumbered ? undefined : ++this.#sequence,
      timestamp: this.#timestamp,
      sessionId,
      threadId,
      runId: run?.runId,
      turnId: run?.turnId,
      agentId,
      owner: OWNERS[familyOf(fact.type)],
      phase: PHASES[fact.type],
      ...fact,
    });
  }

  /**
   * Reports something odd: once for each code and key when it first occurs, and once more with the count
   * when the run is over. Never give it a value from a message: it may be a secret.
   */
  diagnose(code: string, key: string, message: string, level: 'info' | 'warn' = 'warn'): void {
    const full = this.#diagnostics.size >= MAX_DIAGNOSTICS;
    const name = `${this.scope.source}.${code}`;
    const id = full && !this.#diagnostics.has(`${name}:${key}`) ? name : `${name}:${key.slice(0, 80)}`;
    const known = this.#diagnostics.get(id);
    if (known) {
      known.count++;
      return;
    }
    const entry = {
      count: 1,
      told: 1,
      fact: (): KnownEvent => ({
        type: 'diagnostic.changed',
        diagnosticId: id,
        payload: { level, code: name, message, count: entry.count },
      }),
    };
    this.#diagnostics.set(id, entry);
    this.add(undefined, entry.fact());
  }

  /** Tells the counts that have grown since they were told. */
  settleDiagnostics(): void {
    for (const entry of this.#diagnostics.values()) {
      if (entry.count === entry.told) continue;
      entry.told = entry.count;
      this.add(undefined, entry.fact());
    }
  }

  flush(): void {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    if (!this.#closed) this.sink.push(batch);
  }

  /** Nothing is pushed after this. */
  close(): void {
    this.#closed = true;
  }
}
