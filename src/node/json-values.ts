/** One value of a file, as text, and the line where it begins. */
export interface JsonText {
  text: string;
  line: number;
}

/** A value that is longer than this is left out. */
export const MAX_VALUE_CHARS = 10 * 1024 * 1024;

const LINE_END = 10;
const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACKET_END = 93;
const BRACE = 123;
const BRACE_END = 125;

/**
 * Cuts a file into JSON texts while it is being read: a value in each line, or the items of one array over many lines.
 * Which of the two it is, the first character says; arrays and values after one another come out as well.
 */
export class JsonValues {
  #mode: 'unknown' | 'lines' | 'items' = 'unknown';
  #line = 1;
  #pieces: string[] = [];
  #length = 0;
  #startLine = 1;
  #inArray = false;
  /** Of an item: how many braces and brackets are open. */
  #depth = 0;
  #inText = false;
  #escaped = false;

  /** The values that this piece of the file has completed. */
  feed(piece: string): JsonText[] {
    const text = this.#mode === 'unknown' ? piece.replace(/^\uFEFF/, '') : piece;
    if (this.#mode === 'unknown') {
      const first = /\S/.exec(text)?.[0];
      if (first !== undefined) this.#mode = first === '[' ? 'items' : 'lines';
    }
    return this.#mode === 'items' ? this.#items(text) : this.#lines(text);
  }

  /** What is left at the end of the file. */
  finish(): JsonText[] {
    return this.#end([]);
  }

  #lines(text: string): JsonText[] {
    const found: JsonText[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#add(text.slice(from, end));
      this.#end(found);
      this.#startLine = ++this.#line;
      from = end + 1;
    }
    this.#add(text.slice(from));
    return found;
  }

  #items(text: string): JsonText[] {
    const found: JsonText[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_END) this.#line++;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inText = false;
        continue;
      }
      if (this.#depth === 0 && this.#separates(code)) {
        this.#add(text.slice(from, at));
        this.#end(found);
        from = at + 1;
        continue;
      }
      if (this.#depth === 0 && this.#length === 0 && from === at) this.#startLine = this.#line;
      if (code === QUOTE) this.#inText = true;
      else if (code === BRACE || code === BRACKET) this.#depth++;
      else if ((code === BRACE_END || code === BRACKET_END) && --this.#depth === 0) {
        this.#add(text.slice(from, at + 1));
        this.#end(found);
        from = at + 1;
      }
    }
    this.#add(text.slice(from));
    return found;
  }

  /** Between items: blanks, commas, and the brackets of the array that they are in. */
  #separates(code: number): boolean {
    if (code === BRACKET && !this.#inArray) return (this.#inArray = true);
    if (code === BRACKET_END) {
      this.#inArray = false;
      return true;
    }
    return code <= BLANK || code === COMMA;
  }

  #add(text: string): void {
    if (text === '') return;
    this.#length += text.length;
    // Enough of it is kept to be told that it is too long.
    if (this.#length <= MAX_VALUE_CHARS + text.length) this.#pieces.push(text);
  }

  #end(found: JsonText[]): JsonText[] {
    const text = this.#pieces.join('').trim();
    if (text !== '') found.push({ text, line: this.#startLine });
    this.#pieces = [];
    this.#length = 0;
    return found;
  }
}
