import type { ReactiveControllerHost } from 'lit';

export interface StallPorts {
  /** Milliseconds of silence after which a run counts as stalled. */
  after(): number;
  /** When something was heard last, in Unix milliseconds. */
  lastEventAt(): number | undefined;
  stalled(): void;
}

const MIN_WAIT_MS = 50;
const RECHECK_MS = 1000;

/** `stale_without_activity` (§2.3): a run that is silent for long. It changes no stage, and ends with the next sign of life. */
export class StallWatch {
  /** When something was heard last, as long as the silence counts. */
  silentSince: number | undefined;
  #began: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly ports: StallPorts,
  ) {}

  /** While `on`, silence counts. */
  watch(on: boolean): void {
    if (!on) return this.stop();
    this.#began ??= Date.now();
    this.#timer ??= setTimeout(this.#look, this.#wait());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#began = this.silentSince = undefined;
  }

  get #last(): number {
    return Math.max(this.#began ?? 0, this.ports.lastEventAt() ?? 0);
  }

  #wait(): number {
    if (this.silentSince !== undefined) return RECHECK_MS;
    return Math.max(MIN_WAIT_MS, this.#last + this.ports.after() - Date.now());
  }

  #look = (): void => {
    const last = this.#last;
    const silent = Date.now() - last >= this.ports.after() ? last : undefined;
    if (silent !== this.silentSince) {
      const begins = this.silentSince === undefined;
      this.silentSince = silent;
      this.host.requestUpdate();
      if (begins) this.ports.stalled();
    }
    this.#timer = setTimeout(this.#look, this.#wait());
  };
}
