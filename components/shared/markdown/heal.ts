import { inlineMath, isOpenMath } from './syntax.js';

/**
 * Makes the end of a text that is still being written fit to show: what looks like the beginning of syntax is
 * completed or held back, so that readers do not see raw marks appear and vanish. Only the last block of the
 * text changes; what comes before it stays as it is.
 */
export function heal(text: string): string {
  const fence = openFence(text);
  if (fence) return holdBackFenceEnd(text, fence);
  const start = lastBlockStart(text);
  const before = text.slice(0, start);
  const block = text.slice(start);
  if (isBeginningOfTable(block)) return before;
  if (isOpenMath(block)) return text;
  // What was held back may leave another mark alone.
  return before + holdBackMarker(closeInline(holdBackMarker(block)));
}

/** Fences may stand in a list item or a quote. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)$/gm;

/** The marks of the fence that is open at the end of the text. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const [, marks = '', info = ''] of text.matchAll(FENCE)) {
    if (open === undefined) {
      if (marks[0] === '~' || !info.includes('`')) open = marks;
    } else if (marks[0] === open[0] && marks.length >= open.length && info.trim() === '') {
      open = undefined;
    }
  }
  return open;
}

/** The first marks of a closing fence are not code. */
function holdBackFenceEnd(text: string, fence: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart).trim();
  return lineStart > 0 && line.length > 0 && line.length < fence.length && fence.startsWith(line)
    ? text.slice(0, lineStart)
    : text;
}

const BLANK_LINE = /\n[ \t]*\n/g;

function lastBlockStart(text: string): number {
  let start = 0;
  for (const blank of text.matchAll(BLANK_LINE)) start = blank.index + blank[0].length;
  return start;
}

const TABLE_START = /^ {0,3}\|[^\n]*(?:\n[ \t|:-]*)?$/;

/** A row of cells becomes a table with the line after it; until then nothing can be shown. */
function isBeginningOfTable(block: string): boolean {
  return TABLE_START.test(block);
}

/** Alone on the last line: marks of a list, rule, heading, quote, fence or underline that is still to come. */
const LONE_MARKER = /(^|\n)[ \t]*(?:[-=*_+~`#>|$]{1,2}|=+|#{3,6}|\\|\[\^[^\]\s]*\]?)[ \t]*$/;

function holdBackMarker(block: string): string {
  return block.replace(LONE_MARKER, '$1');
}

/** Where the piece begins in which inline syntax may be open: the last paragraph, list item, heading or row. */
const PIECE_START = /(?:^|\n)[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+)+|\n[ \t]*\|/g;

interface Opening {
  /** What ends it. */
  close: string;
  at: number;
}

function closeInline(block: string): string {
  let start = 0;
  for (const match of block.matchAll(PIECE_START)) start = match.index + match[0].length;
  const piece = block.slice(start);
  const { text, open } = scan(piece);
  if (open.length === 0) return block.slice(0, start) + text;
  const ends = open.map(({ close }) => close).reverse();
  const trimmed = text.trimEnd();
  const last = open.at(-1)!;
  // Marks with nothing after them yet are not shown at all.
  if (last.at + last.close.length >= trimmed.length) {
    return block.slice(0, start) + closeInline(trimmed.slice(0, last.at)).trimEnd();
  }
  return block.slice(0, start) + trimmed + ends.join('');
}

/** Walks through one piece: takes half links and images away, and lists the emphasis and code still open. */
function scan(piece: string): { text: string; open: Opening[] } {
  let text = piece;
  const open: Opening[] = [];
  for (let at = 0; at < text.length;) {
    const char = text[at]!;
    const math = char === '$' || char === '\\' ? inlineMath(text.slice(at)) : undefined;
    if (math) {
      at += math.raw.length;
    } else if (char === '\\' && text[at + 1] === '(') {
      open.push({ close: '\\)', at });
      break;
    } else if (char === '\\') {
      at += 2;
    } else if (char === '`') {
      const marks = runAt(text, at);
      const end = codeEnd(text, at + marks.length, marks);
      if (end < 0) {
        open.push({ close: marks, at });
        break;
      }
      at = end;
    } else if (char === '[' || (char === '!' && text[at + 1] === '[')) {
      const half = halfLink(text, at);
      if (half === undefined) {
        at += char === '!' ? 2 : 1;
      } else {
        text = text.slice(0, at) + half;
      }
    } else if (char === '*' || char === '_' || char === '~') {
      at += emphasis(text, at, open);
    } else {
      at++;
    }
  }
  return { text, open };
}

/** A run of the same mark. */
function runAt(text: string, at: number): string {
  let end = at;
  while (text[end] === text[at]) end++;
  return text.slice(at, end);
}

function codeEnd(text: string, from: number, marks: string): number {
  for (let at = text.indexOf(marks, from); at >= 0;) {
    const run = runAt(text, at);
    if (run.length === marks.length) return at + run.length;
    at = text.indexOf(marks, at + run.length);
  }
  return -1;
}

/** What to show for a link or image that ends with the text; undefined when it is whole, or none. */
function halfLink(text: string, at: number): string | undefined {
  const image = text[at] === '!';
  const rest = text.slice(at + (image ? 2 : 1));
  // The mark of a footnote comes whole or not at all.
  if (/^\^[^\]\s]*$/.test(rest)) return '';
  const bracket = rest.search(/(?<!\\)\]/);
  if (bracket < 0) {
    // "[ ]" and "[x]" of a task are short and soon complete; any other open bracket near the end is a label.
    return image ? '' : rest.includes('\n') ? undefined : rest;
  }
  const after = rest.slice(bracket + 1);
  if (!after.startsWith('(')) return undefined;
  if (/^\((?:[^()\n]|\([^()\n]*\))*\)/.test(after) || after.includes('\n')) return undefined;
  return image ? '' : rest.slice(0, bracket);
}

const SPACE = /^\s?$/;
const WORD = /[\p{L}\p{N}]/u;

/** Opens or closes emphasis at a run of marks; answers with the length of the run. */
function emphasis(text: string, at: number, open: Opening[]): number {
  const run = runAt(text, at);
  const before = text[at - 1] ?? '';
  const after = text[at + run.length] ?? '';
  const close = run[0] === '~' ? '~~' : run.slice(0, 3);
  const usable = run[0] === '~' ? run.length === 2 : run.length <= 3;
  if (!usable) return run.length;
  const top = open.at(-1);
  // "snake_case" and "2*3" are no emphasis.
  const insideWord = (run[0] === '_' || run === '*') && WORD.test(before) && WORD.test(after);
  if (top?.close === close && !SPACE.test(before)) open.pop();
  else if ((!SPACE.test(after) || at + run.length === text.length) && !insideWord) open.push({ close, at });
  return run.length;
}
