/** A fenced block of a guide. What stands behind the language says how it is proved. */
export interface Block {
  language: string;
  /** `run`, `run page`, `run server`, `run file=<name>`, `from=<path>`, or nothing: it is only shown. */
  info: string;
  code: string;
  /** The line of the guide on which its code begins. */
  line: number;
}

export function blocksOf(guide: string): Block[] {
  return [...guide.matchAll(/^```(\w+)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1],
    info: match[2].trim(),
    code: match[3],
    line: guide.slice(0, match.index).split('\n').length + 1,
  }));
}

/** `expression; // → value`: what a reader is told to see. */
const PROMISE = /^(\s*)((?!const |let |import |export ).*);\s*\/\/ → (.+)$/;

/** Handed to the code of a block; fails unless the expression comes to have the value. */
export const CHECK = `
  async (line, read, wanted, waits) => {
    const text = (value) => JSON.stringify(value, (_, each) => (each === undefined ? null : each));
    const right = text(wanted);
    const end = Date.now() + 10000;
    for (;;) {
      const found = text(await read());
      if (found === right) return;
      if (!waits || Date.now() > end) throw new Error('line ' + line + ' is ' + found + ', and is said to be ' + right);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }`;

/**
 * The code of a block, with each promise checked. An expression that does something (it awaits) is evaluated once; one
 * that only looks is looked at until it is so.
 */
export function checked({ code, line }: Block): string {
  return code
    .split('\n')
    .map((text, index) =>
      text.replace(PROMISE, (_, indent: string, expression: string, wanted: string) => {
        const waits = !expression.includes('await ');
        return `${indent}await check(${line + index}, async () => (${expression}), (${wanted}), ${waits});`;
      }),
    )
    .join('\n');
}

export const promises = (code: string): number =>
  code.split('\n').filter((text) => PROMISE.test(text)).length;

/** The pieces of code between lines with `…`. */
export function piecesOf(code: string): string[] {
  return code
    .split(/^.*…\s*(?:-->|\*\/\}?)?$/m)
    .map(flat)
    .filter((piece) => piece !== '');
}

/** Code with single spaces: a guide may cut a piece out of a deeper place, and its lines may break elsewhere. */
export const flat = (code: string): string => code.replace(/\s+/g, ' ').trim();
