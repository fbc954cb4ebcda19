/** Chunks that no stream has twice in a row: one that comes again has been delivered twice. */
const ONCE =
  /^(?:start|start-step|finish-step|finish|abort|(?:text|reasoning)-(?:start|end)|tool-(?:input-start|input-available|output-error|output-denied))$/;

/**
 * Tells what is news from what comes again. The protocol numbers nothing; but a resumed stream repeats the first from
 * its beginning, word for word, and what delivers twice delivers everything twice.
 */
export class FrameLog {
  #frames: string[] = [];
  /** Where the first `start` is. */
  #start = -1;
  /** Of a repetition: where it began, how far it has come, how far it goes. */
  #repeat: { from: number; at: number; to: number } | undefined;
  /** What looked like a repetition was none. */
  #merged = false;
  /** Everything comes twice, and whether the twin of the last frame is still to come. */
  #doubled = false;
  #twin = false;

  /** A new stream says again what the last one said, from the beginning. */
  replay(): void {
    this.#doubled = false;
    const to = this.#frames.length;
    this.#repeat = to > 0 ? { from: 0, at: 0, to } : undefined;
  }

  /** `diverged`: what was taken for a repetition is none, and `skipped()` has what was left out. */
  next(frame: string, type: string): 'new' | 'again' | 'diverged' {
    const repeat = this.#repeat;
    if (repeat) {
      if (this.#frames[repeat.at] !== frame) return 'diverged';
      if (++repeat.at === repeat.to) this.#repeat = undefined;
      return 'again';
    }
    if (this.#isTwin(frame, type)) return 'again';
    if (type === 'start' && frame === this.#frames[this.#start] && !this.#merged) {
      this.#repeat = { from: this.#start, at: this.#start + 1, to: this.#end() };
      return 'again';
    }
    if (type === 'start' && this.#start < 0) this.#start = this.#frames.length;
    this.#frames.push(frame);
    return 'new';
  }

  get doubled(): boolean {
    return this.#doubled;
  }

  /** What was taken for a repetition until now. */
  skipped(): readonly string[] {
    const { from, at } = this.#repeat ?? { from: 0, at: 0 };
    this.#repeat = undefined;
    this.#merged = true;
    return this.#frames.slice(from, at);
  }

  #isTwin(frame: string, type: string): boolean {
    const same = frame === this.#frames.at(-1);
    if (!this.#doubled) {
      this.#doubled = same && ONCE.test(type);
      this.#twin = false;
      return this.#doubled;
    }
    this.#twin = !this.#twin;
    if (this.#twin) return false;
    this.#doubled = same;
    return same;
  }

  /** A repetition goes as far as the last chunk that may stand only once; data may come beside a stream. */
  #end(): number {
    return this.#frames.findLastIndex((frame) => !frame.startsWith('{"type":"data-')) + 1;
  }
}
