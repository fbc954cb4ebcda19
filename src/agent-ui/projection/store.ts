import type { Runtime } from '../../base/runtime.js';
import { Signal } from '../../base/signals.js';
import { normalizeEvent, type NormalEvent } from '../events/normalize-event.js';
import { Fact, type Slice } from './fact.js';
import { Order } from './order.js';
import { emptyState } from './records.js';
import { reduce } from './reduce.js';

const SLICES: readonly Slice[] = ['sessions', 'runs', 'turns', 'tools', 'approvals', 'queue', 'diagnostics'];

/**
 * Holds the facts of a session and nothing else (M-001). `dispatch` writes plain records in constant time for
 * each event; signals are set once a frame, so that a thousand events between two frames cost one render.
 */
export class ProjectionStore {
  /** Read by selectors; never handed out. */
  readonly state = emptyState();
  readonly #order = new Order();
  readonly #dirty = new Set<Slice>();
  readonly #versions = new Map(SLICES.map((slice) => [slice, new Signal.State(0)]));
  readonly #listeners = new Set<() => void>();
  #cancelFrame: (() => void) | undefined;

  constructor(private readonly runtime: Runtime) {}

  /** Takes events as they come, in any order, any number of times. Never throws (N-027). */
  dispatch(events: readonly unknown[]): void {
    for (const input of events) {
      const event = normalizeEvent(input);
      if (typeof event === 'string') this.#fault(event);
      else this.#ingest(event);
    }
    if (this.#dirty.size > 0) this.#cancelFrame ??= this.runtime.frame(() => this.flush());
  }

  #ingest(event: NormalEvent): void {
    const stamp = this.#order.stamp(event);
    const arrival = this.#order.arrival(stamp, event, entityOf(event));
    if (arrival === 'duplicate') return;
    const fact = new Fact(this.state, event, stamp, arrival === 'late', this.#dirty);
    if (arrival === 'too-late') {
      fact.diagnose(
        'warn',
        'sequence.too_late',
        'an event older than the look-back was left out',
        stamp.stream.key,
      );
      return;
    }
    try {
      reduce(fact);
    } catch {
      fact.diagnose('warn', 'reducer.fault', `${event.type} could not be projected`, event.type);
    }
  }

  #fault(sentence: string): void {
    const event: NormalEvent = { type: 'diagnostic.changed', payload: {} };
    new Fact(this.state, event, this.#order.stamp(event), false, this.#dirty).diagnose(
      'warn',
      'event.malformed',
      sentence,
      sentence,
    );
  }

  /** Sets the signals of what changed since the last frame; does it now. */
  flush(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    if (this.#dirty.size === 0) return;
    const changed = [...this.#dirty];
    this.#dirty.clear();
    for (const slice of changed) {
      const version = this.#versions.get(slice)!;
      version.set(Signal.subtle.untrack(() => version.get()) + 1);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Makes whoever computes now depend on these lists. */
  track(slices: readonly Slice[]): void {
    for (const slice of slices) this.#versions.get(slice)!.get();
  }

  /** Calls back after each flush. */
  onFlush(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#listeners.clear();
  }
}

/** What an event is about, for telling duplicates apart (R2). */
function entityOf(event: NormalEvent): string | undefined {
  return (
    event.toolCallId ?? event.actionId ?? event.messageId ?? event.artifactId ?? event.taskId ?? event.runId
  );
}
