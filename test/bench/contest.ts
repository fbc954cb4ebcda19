import { count, exponent, times, type Report } from './measure.js';

const MAX_GROWTH = 1.15;
/** Of so many rounds the quickest counts: what other programs do can only add to the time. */
const ROUNDS = 9;

/** One way to read a protocol, beside another; each feeds a client a workload of a size, for CPU milliseconds. */
export interface Contest {
  name: string;
  sizes: readonly number[];
  ours: (n: number) => Promise<number>;
  theirs: (n: number) => Promise<number>;
  /** Where the others are met, if they slow down as they grow. Default: at the largest size. */
  meetAt?: number;
}

/** Says how long ours takes and how that grows, and how much longer the protocol's own client takes for the same. */
export async function contest(report: Report, { name, sizes, ours, theirs, meetAt }: Contest): Promise<void> {
  const [smallest] = sizes;
  const largest = sizes[sizes.length - 1];
  const met = meetAt ?? largest;
  for (let round = 0; round < 4; round++) {
    await ours(Math.min(smallest, met));
    await theirs(Math.min(smallest, met));
  }
  const least = new Map(sizes.map((n) => [n, Infinity]));
  let mine = Infinity;
  let other = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    for (const n of sizes) least.set(n, Math.min(least.get(n)!, await ours(n)));
    mine = Math.min(mine, met === largest ? least.get(met)! : await ours(met));
    other = Math.min(other, await theirs(met));
  }
  const growth = exponent({ n: smallest, ms: least.get(smallest)! }, { n: largest, ms: least.get(largest)! });
  report.line(
    `${name}: ${sizes.map((n) => count(least.get(n)!)).join(', ')} ms, growth`,
    `n^${growth.toFixed(2)}`,
    `at most n^${MAX_GROWTH}`,
    growth <= MAX_GROWTH,
  );
  const seen = `  at ${count(met)}: ours ${mine.toFixed(1)} ms, its own client ${other.toFixed(1)} ms`;
  report.line(seen, times(other / mine), 'at least 1×', other >= mine);
}
