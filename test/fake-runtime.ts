import { validatorReady } from '../src/base/json-schema/validate.js';
import type { Runtime } from '../src/base/runtime.js';

interface Timer {
  at: number;
  order: number;
  callback: () => void;
}

/** A clock that stands still until `advance`; every test owns its own time. */
export class FakeRuntime implements Runtime {
  #time = 0;
  #order = 0;
  #uuids = 0;
  readonly #timers = new Set<Timer>();
  /** What `now()` says at the start: any moment, as long as it is the same in every run. */
  readonly #epoch = Date.UTC(2026, 0, 2, 3, 4, 5);

  now(): number {
    return this.#epoch + this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#time + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  frame(callback: () => void): () => void {
    return this.after(16, callback);
  }

  uuid(): string {
    const tail = String(++this.#uuids).padStart(12, '0');
    return `00000000-0000-4000-8000-${tail}`;
  }

  /** How many timers wait: none may be left when everything is over. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets `ms` pass: timers run in order, and between them whatever they set off. */
  async advance(ms: number): Promise<void> {
    const end = this.#time + ms;
    await flush();
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#time = Math.max(this.#time, timer.at);
      timer.callback();
      await flush();
    }
    this.#time = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers]
      .filter(({ at }) => at <= end)
      .sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }
}

/** Runs every promise callback that is due now; what pages load when it is needed is there. */
export async function flush(): Promise<void> {
  await Promise.all([validatorReady(), import('../src/oui/bus/request-desk.js')]);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
