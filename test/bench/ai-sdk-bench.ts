import { AgentSession } from 'oui-elements/agent-ui';
import { aiSdk } from 'oui-elements/agent-ui/adapters/ai-sdk';
import { aiSdkChat, completed, type Client } from './clients.js';
import { count, cpuMs, exponent, median, times, type Report } from './measure.js';
import { contentOf, WORKLOADS } from './steps.js';
import { aiSdkChunks, sse } from './wires.js';

const FACTORS = [1, 2, 4];
const ROUNDS = 3;
const MAX_GROWTH = 1.15;
/** Two runs of the same code differ by so much on a shared machine. */
const NOISE = 0.9;

const ours: Client = async (workload, n) => {
  const session = new AgentSession(
    aiSdk({ url: 'http://localhost/chat', fetch: sse(aiSdkChunks(workload.steps(n))) }),
  );
  const ms = await cpuMs(async () => {
    await Promise.all([session.send({ text: 'go' }), completed(session)]);
  });
  const chars = session
    .snapshot()
    .messages.reduce((sum, { role, text }) => sum + (role === 'user' ? 0 : String(text).length), 0);
  const wanted = contentOf(workload.steps(n)).chars;
  if (chars !== wanted) throw new Error(`ours, ${workload.name}: ${chars} characters instead of ${wanted}`);
  await session.close();
  return ms;
};

/** Bytes to facts, beside the protocol's own client, which makes messages of the same bytes. */
export async function benchAiSdk(report: Report): Promise<void> {
  report.heading('AI SDK streams, bytes to facts, in CPU milliseconds');
  for (const workload of WORKLOADS.filter(({ native, history }) => !native && !history)) {
    const n = Math.min(workload.n, 8_000) / 4;
    const cost = async (client: Client, size: number) => {
      const costs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) costs.push(await client(workload, size));
      return median(costs);
    };
    await cost(ours, n);
    const points: { n: number; ms: number }[] = [];
    for (const factor of FACTORS) points.push({ n: n * factor, ms: await cost(ours, n * factor) });
    const last = points.at(-1)!;
    const growth = exponent(points[0], last);
    report.line(
      `${workload.name}: ${points.map(({ ms }) => count(ms)).join(', ')} ms, growth`,
      `n^${growth.toFixed(2)}`,
      `at most n^${MAX_GROWTH}`,
      growth <= MAX_GROWTH,
    );
    // It slows down as it grows, so it is met where it is still quick.
    const small = Math.round(workload.n * workload.peers[0]);
    const ratio = (await cost(aiSdkChat, small)) / (await cost(ours, small));
    report.line(`  against its own client at ${count(small)}`, times(ratio), 'at least 1×', ratio >= NOISE);
  }
}
