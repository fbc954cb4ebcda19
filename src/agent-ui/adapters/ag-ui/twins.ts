/**
 * Tells what is delivered twice. The wire numbers nothing, and words that repeat are words; but no server starts a run
 * twice in a row, word for word. From there on every second frame is left out while it is the same as the first.
 */
export class Twins {
  #last = '';
  #doubled = false;
  /** The twin of the last frame is still to come. */
  #due = false;

  isTwin(frame: string): boolean {
    const same = frame === this.#last;
    this.#last = frame;
    if (!this.#doubled) {
      this.#doubled = same && frame.includes('"RUN_STARTED"');
      this.#due = false;
      return false;
    }
    this.#due = !this.#due;
    if (this.#due) return false;
    this.#doubled = same;
    return same;
  }
}
