import { CodedError } from '../../base/coded-error.js';

/** An unfinished frame may not grow beyond this many characters. */
export const MAX_FRAME = 10 * 1024 * 1024;

/** Reads the body of a fetch one network read at a time; what a frame is, the protocol says. */
export abstract class BodyReader<T> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #batch: T[] = [];
  #tooLarge = false;
  #ended = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /**
   * All frames that one network read completed; `undefined` at the end. Rejects with a `CodedError`: `network`
   * when the connection broke, `frame_too_large`. What was complete by then has been handed out.
   */
  async next(): Promise<readonly T[] | undefined> {
    for (;;) {
      if (this.#batch.length > 0) {
        const batch = this.#batch;
        this.#batch = [];
        return batch;
      }
      if (this.#tooLarge) {
        this.cancel();
        throw new CodedError('frame_too_large', 'The agent server sent an event that is too large.');
      }
      if (this.#ended) return undefined;
      const bytes = await this.#read();
      if (bytes) this.feed(this.#decoder.decode(bytes, { stream: true }));
      else this.finish();
    }
  }

  /** Ends the reading; a `next()` under way resolves as at the end. */
  cancel(): void {
    this.#ended = true;
    this.#reader.cancel().catch(() => {});
  }

  protected abstract feed(text: string): void;

  /** The body has ended: what is left over is a frame, or it is not. */
  protected abstract finish(): void;

  protected take(frame: T): void {
    this.#batch.push(frame);
  }

  protected refuse(): void {
    this.#tooLarge = true;
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read();
      if (!done) return value;
    } catch {
      this.#ended = true;
      throw new CodedError('network', 'The connection to the agent server was lost.');
    }
    this.#ended = true;
    return undefined;
  }
}
