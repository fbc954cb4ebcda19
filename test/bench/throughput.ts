import { agUiClient, aiSdkChat, ours, type Client } from './clients.js';
import { count, exponent, median, times, type Report } from './measure.js';
import { WORKLOADS, type Workload } from './steps.js';

const FACTORS = [1, 2, 4];
const ROUNDS = 5;
const MAX_GROWTH = 1.1;
/** What grows faster than this counts as quadratic. */
const QUADRATIC = 1.5;
const WANTED = 100;

interface Point {
  n: number;
  ms: number;
}

/** The same content over server-sent events, through our adapter and store and through the others' clients. */
export async function benchThroughput(report: Report, full: boolean): Promise<void> {
  report.heading('The same content, through us and through the others, in CPU milliseconds');
  for (const workload of WORKLOADS) {
    console.log(`\n  ${workload.name}`);
    const mine = await measure(ours, workload, FACTORS, ROUNDS);
    show('ours', mine, workload);
    const largest = mine[mine.length - 1];
    const growth = exponent(mine[0], largest);
    report.line('  growth', `n^${growth.toFixed(2)}`, `at most n^${MAX_GROWTH}`, growth <= MAX_GROWTH);
    for (const [name, client] of [
      ['@ag-ui/client', agUiClient],
      ["AI SDK's Chat", aiSdkChat],
    ] as const) {
      const theirs = await measure(client, workload, full ? workload.full : workload.peers, 1);
      show(name, theirs, workload);
      compare(report, largest, theirs);
    }
  }
}

async function measure(
  client: Client,
  workload: Workload,
  factors: readonly number[],
  rounds: number,
): Promise<Point[]> {
  // Nobody is to pay for being the first.
  for (let round = 0; round < rounds; round++) await client(workload, Math.round(workload.n * factors[0]));
  const points: Point[] = [];
  for (const factor of factors) {
    const n = Math.round(workload.n * factor);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) costs.push(await client(workload, n));
    points.push({ n, ms: median(costs) });
  }
  return points;
}

function show(name: string, points: readonly Point[], { unit }: Workload): void {
  const cells = points.map(({ n, ms }, i) => {
    const growth = i > 0 ? ` (n^${exponent(points[i - 1], points[i]).toFixed(2)})` : '';
    return `${count(n)} ${ms < 10 ? ms.toFixed(1) : count(ms)} ms${growth}`;
  });
  console.log(`    ${name.padEnd(16)}${cells.join('   ')}${name === 'ours' ? `   (${unit})` : ''}`);
}

/**
 * How many times as much we take in. A peer that slows down as it grows is not run at the largest size without
 * `--full`: what it does at its own largest is then the least that can be said, and its growth says the rest.
 */
function compare(report: Report, mine: Point, theirs: readonly Point[]): void {
  const last = theirs[theirs.length - 1];
  const growth = exponent(theirs[0], last);
  const steepest = Math.max(growth, exponent(theirs[theirs.length - 2], last));
  const measured = last.ms / last.n / (mine.ms / mine.n);
  const reckoned = measured * (mine.n / last.n) ** Math.max(growth - 1, 0);
  const quadratic = steepest >= QUADRATIC;
  const needed = quadratic ? WANTED : 1;
  const apart = last.n < mine.n;
  const seen = apart ? `≥ ${times(measured)}, ~${times(reckoned)}` : times(measured);
  report.line(
    `    ours against it at ${count(mine.n)}${quadratic ? ', where it is quadratic' : ''}`,
    seen,
    `at least ${needed}×`,
    (apart ? reckoned : measured) >= needed,
  );
}
