/** So many characters a pattern of the kind below may be matched against: some milliseconds at the worst. */
const LONGEST_GUARDED = 20;
const HALF = LONGEST_GUARDED / 2;
/** Holds at a place of a text that is short enough; on any other it fails at once, wherever it is tried. */
const GUARD = `(?<=^[^]{0,${HALF}})(?=[^]{0,${HALF}}$)`;

/**
 * A regular expression can take longer than the universe over forty characters (`^(\w+\s?)*$`), and nothing
 * can stop it. Such a pattern is legal, so it is admitted, and only matched against short texts: a longer one
 * does not match. Every other pattern stays as it is, and where the text has a `maxLength` it holds for it too.
 */
export function guardPattern(pattern: string, maxLength?: unknown): string {
  if (isExplosive(pattern)) return `${GUARD}(?:${pattern})`;
  // Many patterns take time with the square of a text: one that is too long anyway is not looked at.
  return typeof maxLength === 'number' ? `^(?=[^]{0,${maxLength}}$)[^]*?(?:${pattern})` : pattern;
}

const LIMITED = /^\^\(\?=\[\^\]\{0,\d+\}\$\)\[\^\]\*\?\(\?:(.*)\)$/s;

/** The author's pattern again. */
export function unguardedPattern(pattern: string): string {
  if (pattern.startsWith(GUARD)) return pattern.slice(GUARD.length + 3, -1);
  return LIMITED.exec(pattern)?.[1] ?? pattern;
}

/** One element of a sequence: which sample characters it can begin with, and how often it may come. */
interface Piece {
  /** The source of a single-character element; none for a group. */
  atom?: string;
  group?: Piece[][];
  optional: boolean;
  /** It has a quantifier. */
  counted: boolean;
  unbounded: boolean;
}

/** Enough of each kind of character that common classes can be told apart. */
const SAMPLES = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
  '\n',
  '\t',
  'é',
  '漢',
  '😀',
];

/**
 * True when some part repeats without end, and can be read in two ways within one repetition or across two: then
 * the number of readings doubles with every character. It errs towards true for what it cannot read.
 */
export function isExplosive(pattern: string): boolean {
  const reader = new PatternReader(pattern);
  return anyPiece(
    reader.alternatives(),
    ({ group, unbounded }) => unbounded && !!group && isAmbiguous(group),
  );
}

function anyPiece(alternatives: readonly Piece[][], found: (piece: Piece) => boolean): boolean {
  return alternatives.flat().some((piece) => found(piece) || (piece.group && anyPiece(piece.group, found)));
}

/** Whether a group that repeats has more than one reading of the same text. */
function isAmbiguous(group: readonly Piece[][]): boolean {
  const heads = group.map((sequence) => charactersOf(firstPieces(sequence)));
  for (const [index, head] of heads.entries()) {
    const alike = (other: Set<string>, at: number) =>
      at > index && overlap(head, other) && !isToldApart(group[index]!, group[at]!);
    if (heads.some(alike)) return true;
  }
  return group.some((sequence) => {
    const loops = sequence.filter((piece) => repeats(piece));
    if (loops.length === 0) return false;
    // What must stand between two loops keeps them apart, if no loop can swallow it.
    const swallowed = charactersOf(loops);
    const fences = sequence.filter((piece) => !piece.optional && !repeats(piece));
    return !fences.some((fence) => !overlap(charactersOf([fence]), swallowed));
  });
}

/** Whether two alternatives that begin alike differ in a later character, before either ends or repeats. */
function isToldApart(a: readonly Piece[], b: readonly Piece[]): boolean {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const pair = [a[at]!, b[at]!];
    if (pair.some(({ group, optional, counted, unbounded }) => group || optional || counted || unbounded))
      return false;
    if (!overlap(charactersOf([pair[0]!]), charactersOf([pair[1]!]))) return true;
  }
  return false;
}

function repeats(piece: Piece): boolean {
  return (
    piece.unbounded || (piece.group !== undefined && anyPiece(piece.group, ({ unbounded }) => unbounded))
  );
}

function firstPieces(sequence: readonly Piece[]): Piece[] {
  const end = sequence.findIndex((piece) => !piece.optional);
  return end < 0 ? [...sequence] : sequence.slice(0, end + 1);
}

function charactersOf(pieces: readonly Piece[]): Set<string> {
  const found = new Set<string>();
  for (const { atom, group } of pieces) {
    if (group) for (const one of charactersOf(group.flat())) found.add(one);
    else if (atom !== undefined) for (const one of samplesOf(atom)) found.add(one);
  }
  return found;
}

const samples = new Map<string, readonly string[]>();

function samplesOf(atom: string): readonly string[] {
  let found = samples.get(atom);
  if (!found) {
    const test = new RegExp(`^(?:${atom})$`, 'u');
    const one = [...SAMPLES, atom].filter((text) => [...text].length === 1);
    found = one.filter((text) => test.test(text));
    if (samples.size > 500) samples.clear();
    samples.set(atom, found);
  }
  return found;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

const GROUP_START = /^\((?:\?(?::|<?[=!]|<[^>]*>))?/;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|.)/su;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;

/** Reads a regular expression that is known to compile, as far as the question needs it. */
class PatternReader {
  #rest: string;

  constructor(pattern: string) {
    this.#rest = pattern;
  }

  alternatives(): Piece[][] {
    const all: Piece[][] = [[]];
    while (this.#rest !== '' && !this.#rest.startsWith(')')) {
      if (this.#take(/^\|/)) all.push([]);
      else if (!this.#take(/^(?:[$^]|\\[bB])/)) all.at(-1)!.push(this.#piece());
    }
    return all;
  }

  #piece(): Piece {
    const piece: Piece = { optional: false, counted: false, unbounded: false };
    const opening = this.#take(GROUP_START);
    if (opening) {
      piece.group = this.alternatives();
      this.#take(/^\)/);
      // An assertion takes no characters, so nothing can be read twice by it.
      if (/[=!]$/.test(opening)) piece.optional = true;
    } else {
      const atom = this.#take(CLASS) ?? this.#take(ESCAPE) ?? this.#take(/^./su)!;
      // What a back-reference takes is not known here: anything.
      piece.atom = /^\\[1-9k]/.test(atom) ? '[^]' : atom;
    }
    const quantifier = this.#take(QUANTIFIER);
    if (quantifier) {
      piece.counted = true;
      piece.optional ||= /^[*?]|^\{0/.test(quantifier);
      const most = Number(/(\d+)\}/.exec(quantifier)?.[1] ?? 1);
      piece.unbounded = /^[*+]|,\}/.test(quantifier) || (/,/.test(quantifier) && most > LONGEST_GUARDED);
      // What repeats within it, repeats in as many ways as it comes.
      if (most > 1 && repeats(piece)) piece.unbounded = true;
    }
    return piece;
  }

  #take(token: RegExp): string | undefined {
    const found = token.exec(this.#rest)?.[0];
    if (found !== undefined) this.#rest = this.#rest.slice(found.length);
    return found;
  }
}
