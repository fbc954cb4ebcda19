import { AgentSession } from 'oui-elements/agent-ui';
import { aiSdk } from 'oui-elements/agent-ui/adapters/ai-sdk';
import { aiSdkChat, completed, type Client } from './clients.js';
import { contest } from './contest.js';
import { cpuMs, type Report } from './measure.js';
import { contentOf, WORKLOADS } from './steps.js';
import { aiSdkChunks, sse } from './wires.js';

const FACTORS = [1, 2, 4];

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
    await contest(report, {
      name: workload.name,
      sizes: FACTORS.map((factor) => n * factor),
      ours: (size) => ours(workload, size),
      theirs: (size) => aiSdkChat(workload, size),
      meetAt: Math.round(workload.n * workload.peers[0]),
    });
  }
}
