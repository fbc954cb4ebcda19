import { createParser } from 'eventsource-parser';
import { CodedError } from '../../base/coded-error.js';

/** An unfinished frame may not grow beyond this many characters. */
const MAX_FRAME = 10 * 1024 * 1024;

/**
 * Reads server-sent events from the body of a fetch, one network read at a time: LF, CRLF and CR, a byte
 * order mark, comments, and frames split anywhere. `event:`, `id:` and `retry:` are not used.
 */
export class EventStreamReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #batch: string[] = [];
  #tooLarge = false;
  #ended = false;
  readonly #parser = createParser({
    maxBufferSize: MAX_FRAME,
    onEvent: ({ data }) => {
      // Some servers close with the marker of another protocol.
      if (data !== '' && data !== '[DONE]') this.#batch.push(data);
    },
    onError: ({ type }) => {
      this.#tooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /**
   * The `data` of all events that one network read completed; `undefined` at the end. Rejects with a
   * `CodedError`: `network` when the connection broke, `frame_too_large`. What was complete by then has been
   * handed out.
   */
  async next(): Promise<readonly string[] | undefined> {
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
      // A last frame without its blank line, or with half a CRLF, still counts.
      this.#parser.feed(bytes ? this.#decoder.decode(bytes, { stream: true }) : '\n\n');
    }
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

  /** Ends the reading; a `next()` under way resolves as at the end. */
  cancel(): void {
    this.#ended = true;
    this.#reader.cancel().catch(() => {});
  }
}
