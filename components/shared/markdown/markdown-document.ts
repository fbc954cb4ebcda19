import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';
import { deepEqual } from '../../../src/base/deep-equal.js';
import { heal } from './heal.js';
import { syntax } from './syntax.js';

/** A block of a document: one paragraph, list, table, code fence … */
export interface MarkdownBlock {
  /** Its place; a block that changes keeps it. */
  readonly id: number;
  readonly token: Token;
}

type Links = Record<string, Pick<Tokens.Link, 'href' | 'title'>>;

/** Characters that go through the parser at a time: some engines search all that follows for each rule and each block. */
const PIECE = 4096;

const LINE_BREAK = /^<br\s*\/?>/i;

/** HTML stays text, whatever it is; a line break alone is understood, because models put it into tables. */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }
  override tag(src: string): Tokens.Tag | undefined {
    const raw = LINE_BREAK.exec(src)?.[0];
    return raw === undefined ? undefined : ({ type: 'br', raw } as unknown as Tokens.Tag);
  }
}

/**
 * The blocks of a text that grows. Blocks that can no longer change are closed: they keep their identity, and
 * their text is never read again (known-failures 9 and 11). Only the open tail, which is the last block and at
 * most the one before it, goes through the parser with each delta.
 */
export class MarkdownDocument {
  /** Characters that the last update gave to the parser. */
  parsedLength = 0;
  /** The first block that the last update may have changed; those before it are as they were. */
  changedFrom = 0;
  #closed: MarkdownBlock[] = [];
  /** Where each closed block ends in the text, with the space after it. */
  #ends: number[] = [];
  #closedText = '';
  #blocks: readonly MarkdownBlock[] = [];
  #links: Links = Object.create(null) as Links;
  /** The footnotes that are defined, and the ones that the closed blocks know of. */
  #notes = new Set<string>();
  #knownNotes = new Set<string>();
  #syntax = syntax(this.#notes);
  #source: string | undefined;
  #streaming = false;
  /** The parser gave up on this text (too deeply nested): the rest of it is shown as it came. */
  #plain = false;

  /** @param pieceSize characters that go through the parser at a time, unless a block is longer */
  constructor(private readonly pieceSize = PIECE) {}

  /** @param streaming the text is not at its end: incomplete syntax is completed for show, see `heal` */
  update(text: string, streaming: boolean): readonly MarkdownBlock[] {
    const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (source === this.#source && streaming === this.#streaming) return this.#blocks;
    this.#source = source;
    this.#streaming = streaming;
    this.changedFrom = this.#closed.length;
    this.parsedLength = 0;
    if (!source.startsWith(this.#closedText)) this.#reopen(source);
    this.#closePieces(source);
    const tail = source.slice(this.#closedText.length);
    const { tokens, links } = this.#lex(streaming ? heal(tail) : tail);
    const open = this.#close(source, tokens);
    // While it streams, a definition in the tail may still be half of one.
    if (!streaming) for (const [tag, link] of Object.entries(links)) this.#learnLink(tag, link);
    this.#learnNotes();
    this.#blocks = [...this.#closed, ...this.#reuse(open)];
    return this.#blocks;
  }

  /** The text is no continuation (its owner replaced it): keeps the blocks before the difference. */
  #reopen(source: string): void {
    while (this.#closed.length > 0 && !source.startsWith(this.#closedText)) {
      this.#closed.pop();
      this.#ends.pop();
      this.#closedText = this.#closedText.slice(0, this.#ends.at(-1) ?? 0);
    }
    this.#plain = false;
    this.changedFrom = this.#closed.length;
    if (this.#closed.length > 0) return;
    this.#links = Object.create(null) as Links;
    this.#notes.clear();
    this.#knownNotes.clear();
  }

  /**
   * A long text, as if it came piece by piece. They end with a blank line, which decides most of what is open; where a piece
   * closes nothing, the next one is twice as long.
   */
  #closePieces(source: string): void {
    let size = this.pieceSize;
    for (;;) {
      const from = this.#closedText.length;
      const end = source.indexOf('\n\n', from + size);
      if (end < 0) return;
      this.#close(source, this.#lex(source.slice(from, end + 2)).tokens);
      size = this.#closedText.length > from ? this.pieceSize : 2 * (end - from);
    }
  }

  #lex(source: string): { tokens: Token[]; links: Links } {
    this.parsedLength += source.length;
    if (!this.#plain) {
      try {
        const lexer = new Lexer({ gfm: true, tokenizer: new PlainTokenizer(), extensions: this.#syntax });
        Object.assign(lexer.tokens.links, this.#links);
        return { tokens: lexer.lex(source), links: lexer.tokens.links as Links };
      } catch {
        this.#plain = true;
      }
    }
    const text: Tokens.Text = { type: 'text', raw: source, text: source };
    return { tokens: [{ type: 'paragraph', raw: source, text: source, tokens: [text] }], links: {} };
  }

  /** Closes what can no longer change, and answers with the tokens that can. */
  #close(source: string, tokens: readonly Token[]): readonly Token[] {
    const last = lastBlock(tokens, tokens.length);
    if (last < 0) return [];
    const settled = standsAlone(tokens, last) ? last : lastBlock(tokens, last);
    let end = this.#closedText.length;
    let next = 0;
    for (; next < settled; next++) {
      const token = tokens[next]!;
      if (!source.startsWith(token.raw, end)) break;
      end += token.raw.length;
      if (token.type === 'def') this.#learnLink((token as Tokens.Def).tag, token as Tokens.Def);
      if (isBlock(token)) this.#closed.push(this.#blockAt(this.#closed.length, token));
      if (this.#closed.length > 0) this.#ends[this.#closed.length - 1] = end;
    }
    this.#closedText = source.slice(0, end);
    return tokens.slice(next).filter(isBlock);
  }

  #reuse(tokens: readonly Token[]): MarkdownBlock[] {
    return tokens.map((token, index) => this.#blockAt(this.#closed.length + index, token));
  }

  /** The block that stood there, when it has not changed: its identity says that nothing is to be drawn. */
  #blockAt(id: number, token: Token): MarkdownBlock {
    const known = this.#blocks[id];
    if (known?.token.type !== token.type || known.token.raw !== token.raw) return { id, token };
    // A definition elsewhere may have made a link of the same words.
    return !token.raw.includes('[') || deepEqual(known.token, token) ? known : { id, token };
  }

  /** A definition may stand far below the blocks that refer to it: those, and only those, are read again. */
  #learnLink(tag: string, { href, title }: Links[string]): void {
    if (this.#links[tag]) return;
    this.#links[tag] = { href, title };
    this.#readAgain(`[${tag}`);
  }

  #learnNotes(): void {
    for (const tag of this.#notes) {
      if (this.#knownNotes.has(tag)) continue;
      this.#knownNotes.add(tag);
      this.#readAgain(`[^${tag.toLowerCase()}`);
    }
  }

  #readAgain(mention: string): void {
    for (const [index, { id, token }] of this.#closed.entries()) {
      if (!token.raw.toLowerCase().includes(mention)) continue;
      const again = this.#lex(token.raw).tokens.find(isBlock);
      if (!again) continue;
      this.#closed[index] = { id, token: again };
      this.changedFrom = Math.min(this.changedFrom, index);
    }
  }
}

function isBlock(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def';
}

const BLANK_LINE = /\n[ \t]*\n[ \t]*$/;
const ONE_LINE = /\n/;
const TWO_LINES = /\n[^\n]*\n/;

/**
 * Whether the block at `index` can no longer turn out to continue the one before it. After a blank line its
 * first line decides that; without one it takes two, because a table shows itself only with its second.
 */
function standsAlone(tokens: readonly Token[], index: number): boolean {
  const apart = BLANK_LINE.test(rawOf(tokens.slice(Math.max(0, index - 2), index)));
  return (apart ? ONE_LINE : TWO_LINES).test(rawOf(tokens.slice(index)));
}

function rawOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('');
}

function lastBlock(tokens: readonly Token[], before: number): number {
  let index = before - 1;
  while (index >= 0 && tokens[index]!.type === 'space') index--;
  return index;
}
