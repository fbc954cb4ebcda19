/** User and system time in milliseconds: other programs on the machine do not count. */
export async function cpuMs(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return sinceMs(before);
}

export function sinceMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** `x` of cost ~ n^x, from the cost at two sizes. */
export function exponent(small: { n: number; ms: number }, large: { n: number; ms: number }): number {
  return Math.log(large.ms / small.ms) / Math.log(large.n / small.n);
}

export const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
export const times = (value: number) => `${value >= 100 ? count(value) : value.toFixed(value < 10 ? 2 : 1)}×`;

/** What was wanted and what was seen; says at the end whether anything was missed. */
export class Report {
  missed = 0;

  heading(text: string): void {
    console.log(`\n${text}`);
  }

  /** `ok` is left out where nothing in particular is wanted. */
  line(what: string, seen: string, wanted = '', ok?: boolean): void {
    if (ok === false) this.missed++;
    const verdict = ok === undefined ? '' : ok ? 'ok' : 'MISSED';
    console.log(`  ${what.padEnd(66)}${seen.padStart(18)}   ${wanted.padEnd(20)}${verdict}`.trimEnd());
  }
}
