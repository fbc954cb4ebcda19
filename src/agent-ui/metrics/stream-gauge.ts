import type { Runtime } from '../../base/runtime.js';
import type { AgentUiEvent } from '../events/event.js';
import type { MetricName } from './metric-names.js';

/** §5.5: behind by more than this, a stream is shown in leaps. */
const CATCH_UP_DEPTH = 200;
const CATCH_UP_AGE_MS = 250;
/** Back into catching up sooner than this after leaving it is worth knowing. */
const RAPID_MS = 1_000;

/** How well what is shown keeps up with what comes (agent-ui §7); the worst of a run, told at its end. */
export class StreamGauge {
  readonly #runtime: Runtime;
  readonly #record: (name: MetricName, value: number | string, runId?: string) => void;
  /** Text deltas that no frame has shown yet. */
  #depth = 0;
  #chars = 0;
  #oldest: number | undefined;
  #flushedAt: number | undefined;
  #leftCatchUpAt = -Infinity;
  #mode: 'smooth' | 'catch-up' = 'smooth';
  readonly #worst = { depth: 0, chars: 0, age: 0, interval: 0, transitions: 0, rapid: 0 };
  #seen = false;

  constructor(runtime: Runtime, record: (name: MetricName, value: number | string, runId?: string) => void) {
    this.#runtime = runtime;
    this.#record = record;
  }

  observe(event: AgentUiEvent): void {
    if (event.type === 'text.delta') this.#delta(event);
    else if ((event.type === 'run.finished' || event.type === 'run.failed') && this.#seen) {
      this.#tell(event.runId);
    }
  }

  /** A frame has shown all that came before it. */
  flushed(): void {
    if (this.#depth === 0) return;
    const now = this.#runtime.monotonic();
    const age = now - (this.#oldest ?? now);
    const { depth, chars, age: oldest, interval } = this.#worst;
    Object.assign(this.#worst, {
      depth: Math.max(depth, this.#depth),
      chars: Math.max(chars, this.#chars),
      age: Math.max(oldest, age),
      interval: Math.max(interval, now - (this.#flushedAt ?? now)),
    });
    this.#enter(this.#depth > CATCH_UP_DEPTH || age > CATCH_UP_AGE_MS ? 'catch-up' : 'smooth', now);
    this.#flushedAt = now;
    this.#depth = this.#chars = 0;
    this.#oldest = undefined;
  }

  #delta(event: AgentUiEvent): void {
    const { delta } = (event.payload ?? {}) as { delta?: unknown };
    this.#seen = true;
    this.#depth++;
    if (typeof delta === 'string') this.#chars += delta.length;
    this.#oldest ??= this.#runtime.monotonic();
  }

  #enter(mode: 'smooth' | 'catch-up', now: number): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#worst.transitions++;
    if (mode === 'smooth') this.#leftCatchUpAt = now;
    else if (now - this.#leftCatchUpAt < RAPID_MS) this.#worst.rapid++;
  }

  #tell(runId: string | undefined): void {
    this.flushed();
    const { depth, chars, age, interval, transitions, rapid } = this.#worst;
    this.#record('text_delta.queue_depth', depth, runId);
    this.#record('text_delta.oldest_unrendered_age_ms', age, runId);
    this.#record('stream.render_mode', transitions > 0 ? 'catch-up' : 'smooth', runId);
    this.#record('stream.mode_transition_count', transitions, runId);
    this.#record('stream.rapid_reentry_count', rapid, runId);
    this.#record('stream.flush_interval_ms', interval, runId);
    this.#record('stream.buffer_chars', chars, runId);
    Object.assign(this.#worst, { depth: 0, chars: 0, age: 0, interval: 0, transitions: 0, rapid: 0 });
    this.#flushedAt = undefined;
    this.#mode = 'smooth';
    this.#seen = false;
  }
}
