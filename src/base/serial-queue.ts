/** Lets so many in at once, the others in order of arrival (OUI-S19, OUI-R9). */
export class SerialQueue {
  /** How many may be in at once; a change takes effect with the next that enters or leaves. */
  concurrency: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(concurrency = 1) {
    this.concurrency = concurrency;
  }

  /**
   * Calls `start` when there is room, at once if there is. The returned function leaves, or gives up waiting;
   * calling it twice is harmless.
   */
  enter(start: () => void): () => void {
    let inside = false;
    let left = false;
    const go = () => {
      inside = true;
      this.#inside++;
      start();
    };
    this.#waiting.add(go);
    this.#admit();
    return () => {
      if (left) return;
      left = true;
      this.#waiting.delete(go);
      if (!inside) return;
      this.#inside--;
      this.#admit();
    };
  }

  #admit(): void {
    for (const go of this.#waiting) {
      if (this.#inside >= this.concurrency) return;
      this.#waiting.delete(go);
      go();
    }
  }
}
