import { BodyReader, MAX_FRAME } from './body-reader.js';
import type { IdentifiedFrame } from './event-stream.js';

/** Reads newline-delimited JSON from the body of a fetch: LF and CRLF, blank lines, a last line without its end. */
export class LineStream extends BodyReader<IdentifiedFrame> {
  #pieces: string[] = [];
  #length = 0;

  protected feed(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#pieces.push(text.slice(from, end));
      this.#end();
      from = end + 1;
    }
    const rest = text.slice(from);
    if (rest === '') return;
    this.#pieces.push(rest);
    this.#length += rest.length;
    if (this.#length <= MAX_FRAME) return;
    this.#pieces = [];
    this.refuse();
  }

  protected finish(): void {
    this.#end();
  }

  #end(): void {
    const data = this.#pieces.join('').trim();
    this.#pieces = [];
    this.#length = 0;
    if (data !== '') this.take({ data });
  }
}
