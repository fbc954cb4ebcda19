import type { Lexer, Token, Tokens, TokenizerThis } from 'marked';

/** A definition of a footnote. */
export interface NoteToken extends Tokens.Generic {
  type: 'note';
  tag: string;
  tokens: Token[];
}

/** What marks a footnote in the text. */
export interface NoteMarkToken extends Tokens.Generic {
  type: 'noteMark';
  tag: string;
}

/** A formula, as it was written. */
export interface MathToken extends Tokens.Generic {
  type: 'math';
  text: string;
  block: boolean;
}

const NOTE = /^\[\^([^\]\s]{1,40})\]:[ \t]*([^\n]*(?:\n[ \t]{2,}\S[^\n]*)*)(?:\n+|$)/;
const NOTE_MARK = /^\[\^([^\]\s]{1,40})\]/;

const MATH_LINES = /^ {0,3}(\$\$|\\\[)/;
const CLOSING: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };
const BLANK_LINE = /\n[ \t]*\n/;

/** `\(x\)`, `\[x\]`, `$$x$$` and `$x$`: the last not for prices, see `isPrice`. */
const INLINE_MATH =
  /^(?:\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([^$]+)\$\$|\$(?![\s$])((?:\\[^\n]|[^$\\\n])*?[^\s$\\]|[^\s$\\])\$(?![\d$]))/;

/** The formula at the beginning of `text`, with its marks; undefined when there is none. */
export function inlineMath(text: string): { raw: string; text: string } | undefined {
  const match = INLINE_MATH.exec(text);
  if (!match) return undefined;
  const [raw, round, square, double, single] = match;
  if (single !== undefined && isPrice(single)) return undefined;
  return { raw, text: (round ?? square ?? double ?? single)!.trim() };
}

/** "$5 and 6$": begins like a sum of money, and has nothing of a formula. */
function isPrice(text: string): boolean {
  return /^\d/.test(text) && !/[\\^_={}]/.test(text);
}

/** Whether a text begins with a formula on lines of its own whose end has not come. */
export function isOpenMath(block: string): boolean {
  const start = MATH_LINES.exec(block);
  return (
    !!start && !block.includes(CLOSING[start[1]!]!, start[0].length) && !BLANK_LINE.test(block.trimEnd())
  );
}

/**
 * What models write beyond GitHub's Markdown: footnotes, and formulas, whose marks must not be taken for emphasis.
 * @param notes the footnotes that are defined; only those have marks. What is defined is added.
 */
export function syntax(notes: Set<string>) {
  return {
    renderers: {},
    childTokens: {},
    block: [
      function (this: TokenizerThis, src: string): NoteToken | undefined {
        const match = (this.lexer as Lexer).state.top ? NOTE.exec(src) : null;
        if (!match) return undefined;
        const [raw, tag, text] = match;
        notes.add(tag!);
        const token: NoteToken = { type: 'note', raw, tag: tag!, tokens: [] };
        this.lexer.inline(text!.replace(/\n[ \t]+/g, '\n'), token.tokens);
        return token;
      },
      mathLines,
    ],
    inline: [
      (src: string): NoteMarkToken | undefined => {
        const match = NOTE_MARK.exec(src);
        return match && notes.has(match[1]!)
          ? { type: 'noteMark', raw: match[0], tag: match[1]! }
          : undefined;
      },
      (src: string): MathToken | undefined => {
        const math = src[0] === '$' || src[0] === '\\' ? inlineMath(src) : undefined;
        return math && { type: 'math', block: false, ...math };
      },
    ],
    startInline: [(src: string) => src.indexOf('$')],
  };
}

/** A formula on lines of its own. A blank line ends its block, as it ends a paragraph, whether it is closed or not. */
function mathLines(src: string): MathToken | undefined {
  const start = MATH_LINES.exec(src);
  if (!start) return undefined;
  const from = start[0].length;
  const end = src.indexOf(CLOSING[start[1]!]!, from);
  const blank = BLANK_LINE.exec(src.slice(from, end < 0 ? undefined : end));
  if (blank && src.slice(from + blank.index).trim() !== '') return undefined;
  if (end < 0) return { type: 'math', block: true, raw: src, text: src.slice(from).trim() };
  const rest = /^[ \t]*(?:\n+|$)/.exec(src.slice(end + 2));
  if (!rest) return undefined;
  return {
    type: 'math',
    block: true,
    raw: src.slice(0, end + 2) + rest[0],
    text: src.slice(from, end).trim(),
  };
}
