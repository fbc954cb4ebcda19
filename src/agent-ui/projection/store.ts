import type { Runtime } from '../../base/runtime.js';
import { loadGraph, saveGraph } from '../../base/object-graph.js';
import { Signal } from '../../base/signals.js';
import { normalizeEvent, type NormalEvent } from '../events/normalize-event.js';
import { Changes } from './changes.js';
import { Fact, type Slice } from './fact.js';
import { Order } from './order.js';
import { emptyState, ENTITY_LISTS, type ProjectionState } from './records.js';
import { reduce } from './reduce.js';
import { STATEFUL_CLASSES } from './stateful-classes.js';

const SLICES: readonly Slice[] = [
  ...ENTITY_LISTS,
  'runs',
  'messages',
  'turns',
  'tools',
  'approvals',
  'queue',
  'diagnostics',
];

/**
 * Holds the facts of a session and nothing else (M-001). `dispatch` writes plain records in constant time for
 * each event; signals are set once a frame, so that a thousand events between two frames cost one render.
 */
export class ProjectionStore {
  readonly #state: ProjectionState;
  #order: Order;
  /** Everything, packed, while nobody looks at it. */
  #asleep: (() => string) | undefined;
  /** What views must look at again. */
  readonly changes = new Changes();
  readonly #versions = new Map(SLICES.map((slice) => [slice, new Signal.State(0)]));
  readonly #listeners = new Set<() => void>();
  #cancelFrame: (() => void) | undefined;

  /** @param saved the facts of a store of before; this one goes on where that one was */
  constructor(
    private readonly runtime: Runtime,
    saved?: Pick<ProjectionStore, 'state' | 'order'>,
  ) {
    this.#state = saved?.state ?? emptyState();
    this.#order = saved?.order ?? new Order();
  }

  /** Read by selectors; never handed out. It is the same object all its life. */
  get state(): ProjectionState {
    this.#wake();
    return this.#state;
  }

  /** Where each stream has come to. */
  get order(): Order {
    this.#wake();
    return this.#order;
  }

  /** Whether its records have been put away. */
  get suspended(): boolean {
    return this.#asleep !== undefined;
  }

  /**
   * Puts all records away until somebody reads or writes one (M-056). Views that have been read keep what they showed.
   * @param pack makes a text small, and gives it back when asked
   */
  suspend(pack: (text: string) => () => string): void {
    if (this.suspended) return;
    this.flush();
    const graph = saveGraph({ state: this.#state, order: this.#order }, STATEFUL_CLASSES);
    this.#asleep = pack(JSON.stringify(graph));
    Object.assign(this.#state, emptyState());
    this.#order = new Order();
    this.changes.forget();
  }

  #wake(): void {
    if (this.#asleep === undefined) return;
    const { state, order } = loadGraph(JSON.parse(this.#asleep()), STATEFUL_CLASSES) as {
      state: ProjectionState;
      order: Order;
    };
    this.#asleep = undefined;
    Object.assign(this.#state, state);
    this.#order = order;
  }

  /** Takes events as they come, in any order, any number of times. Never throws (N-027). */
  dispatch(events: readonly unknown[]): void {
    for (const input of events) {
      try {
        const event = normalizeEvent(input);
        if (typeof event === 'string') this.#fault('event.malformed', event);
        else this.#ingest(event);
      } catch {
        // Too deep, or a getter that throws: the rest of the stream goes on.
        this.#fault('event.unreadable', 'an event could not be projected');
      }
    }
    if (this.changes.slices.size > 0) this.#cancelFrame ??= this.runtime.frame(() => this.flush());
  }

  #ingest(event: NormalEvent): void {
    const stamp = this.order.stamp(event);
    const arrival = this.order.arrival(stamp, event, entityOf(event));
    if (arrival === 'duplicate') return;
    const fact = new Fact(this.state, event, stamp, this.changes);
    if (arrival !== 'next') {
      const [level, code, message] = ARRIVALS[arrival];
      fact.diagnose(level, code, message, stamp.stream.key);
    }
    if (arrival !== 'too-late') reduce(fact);
  }

  #fault(code: string, sentence: string): void {
    const event: NormalEvent = { type: 'diagnostic.changed', payload: {} };
    new Fact(this.state, event, this.order.stamp(event), this.changes).diagnose(
      'warn',
      code,
      sentence,
      sentence,
    );
  }

  /** Sets the signals of what changed since the last frame; does it now. */
  flush(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    if (this.changes.slices.size === 0) return;
    for (const slice of this.changes.take()) {
      const version = this.#versions.get(slice)!;
      version.set(Signal.subtle.untrack(() => version.get()) + 1);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Makes whoever computes now depend on these lists, and be sure that they are there. */
  track(slices: readonly Slice[]): void {
    this.#wake();
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

/** R4: what is told of an event that does not come next. */
const ARRIVALS = {
  gap: ['info', 'sequence.gap', 'events are missing before one that came'],
  late: ['info', 'sequence.late', 'an event came late and took its place'],
  'too-late': ['warn', 'sequence.too_late', 'an event older than the look-back was left out'],
} as const;

/** What an event is about, for telling duplicates apart (R2). */
function entityOf(event: NormalEvent): string | undefined {
  return (
    event.toolCallId ??
    event.actionId ??
    event.messageId ??
    event.artifactId ??
    event.workItemId ??
    event.taskId ??
    event.agentId ??
    event.evidenceId ??
    event.runId
  );
}
