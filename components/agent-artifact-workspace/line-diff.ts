/** Neighbouring lines that differ. Line numbers count from 0. */
export interface Hunk {
  /** Its place among the others. */
  readonly index: number;
  readonly baseStart: number;
  readonly base: readonly string[];
  readonly headStart: number;
  readonly head: readonly string[];
}

type Range = readonly [baseFrom: number, baseTo: number, headFrom: number, headTo: number];

/** Pairs of lines that are compared with one another, all in all: beyond it a stretch counts as replaced. */
const PAIRS = 2_000_000;

/**
 * What changed from one text to another, line by line. Lines that occur once in both hold the rest in place, so that
 * long texts cost little; a stretch without any is compared pair by pair.
 */
export function lineDiff(base: string, head: string): Hunk[] {
  const [a, b] = [base.split('\n'), head.split('\n')];
  const ranges: Range[] = [];
  const budget = { pairs: PAIRS };
  compare(a, b, [0, a.length, 0, b.length], ranges, budget);
  return joined(ranges).map(([baseStart, baseEnd, headStart, headEnd], index) => ({
    index,
    baseStart,
    base: a.slice(baseStart, baseEnd),
    headStart,
    head: b.slice(headStart, headEnd),
  }));
}

/** The base with those hunks in it that `takes` says yes to. */
export function withHunks(base: string, hunks: readonly Hunk[], takes: (hunk: Hunk) => boolean): string {
  const lines = base.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    result.push(...lines.slice(at, hunk.baseStart), ...(takes(hunk) ? hunk.head : hunk.base));
    at = hunk.baseStart + hunk.base.length;
  }
  return [...result, ...lines.slice(at)].join('\n');
}

function compare(
  a: readonly string[],
  b: readonly string[],
  [aFrom, aTo, bFrom, bTo]: Range,
  found: Range[],
  budget: { pairs: number },
): void {
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom++;
    bFrom++;
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo--;
    bTo--;
  }
  if (aFrom === aTo && bFrom === bTo) return;
  const range: Range = [aFrom, aTo, bFrom, bTo];
  if (aFrom === aTo || bFrom === bTo) {
    found.push(range);
    return;
  }
  const anchors = anchorsIn(a, b, range);
  if (anchors.length === 0) {
    pairByPair(a, b, range, found, budget);
    return;
  }
  let [aAt, bAt] = [aFrom, bFrom];
  for (const [inA, inB] of [...anchors, [aTo, bTo] as const]) {
    compare(a, b, [aAt, inA, bAt, inB], found, budget);
    [aAt, bAt] = [inA + 1, inB + 1];
  }
}

/** Lines that occur once on either side, as many as keep their order. */
function anchorsIn(
  a: readonly string[],
  b: readonly string[],
  [aFrom, aTo, bFrom, bTo]: Range,
): [number, number][] {
  const once = new Map<string, { a: number; b: number }>();
  for (let i = aFrom; i < aTo; i++) once.set(a[i]!, { a: once.has(a[i]!) ? -1 : i, b: -1 });
  for (let i = bFrom; i < bTo; i++) {
    const line = once.get(b[i]!);
    if (line) line.b = line.b === -1 ? i : -2;
  }
  const pairs = [...once.values()].filter((line) => line.a >= 0 && line.b >= 0);
  return longestRise(pairs.map((line): [number, number] => [line.a, line.b]));
}

/** The longest part of the pairs, in the order of their first, whose second rise too. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  /** The pair with the lowest end of each length, and what stands before each. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [i, [, second]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < second) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = i;
  }
  const rise: [number, number][] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) rise.push(pairs[i]!);
  return rise.reverse();
}

function pairByPair(
  a: readonly string[],
  b: readonly string[],
  range: Range,
  found: Range[],
  budget: { pairs: number },
): void {
  const [aFrom, aTo, bFrom, bTo] = range;
  const [rows, columns] = [aTo - aFrom, bTo - bFrom];
  budget.pairs -= rows * columns;
  if (budget.pairs < 0) {
    found.push(range);
    return;
  }
  // How many lines the two have in common from each pair on.
  const width = columns + 1;
  const common = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      common[i * width + j] =
        a[aFrom + i] === b[bFrom + j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  let [i, j] = [0, 0];
  while (i < rows || j < columns) {
    const [iFrom, jFrom] = [i, j];
    while (i < rows || j < columns) {
      if (i < rows && j < columns && a[aFrom + i] === b[bFrom + j]) break;
      if (j === columns || (i < rows && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) i++;
      else j++;
    }
    if (i > iFrom || j > jFrom) found.push([aFrom + iFrom, aFrom + i, bFrom + jFrom, bFrom + j]);
    while (i < rows && j < columns && a[aFrom + i] === b[bFrom + j]) {
      i++;
      j++;
    }
  }
}

/** Ranges that touch are one change. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last?.[1] === range[0] && last[3] === range[2])
      all[all.length - 1] = [last[0], range[1], last[2], range[3]];
    else all.push(range);
  }
  return all;
}
