import { isServer, type ReactiveControllerHost } from 'lit';

/** Draws a long list over several frames, so that none of them is held up by it. */
export class Gradual {
  #limit: number;
  #waiting = false;

  /** @param step how many are drawn in one frame */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly step: number,
  ) {
    this.#limit = step;
  }

  /** As many as are drawn by now; the next frame draws more. */
  part<T>(all: readonly T[]): readonly T[] {
    if (all.length <= this.#limit) return all;
    if (!this.#waiting && !isServer) {
      this.#waiting = true;
      requestAnimationFrame(() => {
        this.#waiting = false;
        this.#limit += this.step;
        this.host.requestUpdate();
      });
    }
    return all.slice(0, this.#limit);
  }
}
