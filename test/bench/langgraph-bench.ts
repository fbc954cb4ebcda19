import { Client } from '@langchain/langgraph-sdk';
import { AgentSession } from 'oui-elements/agent-ui';
import { langgraph } from 'oui-elements/agent-ui/adapters/langgraph';
import { completed } from './clients.js';
import { count, cpuMs, exponent, median, times, type Report } from './measure.js';

const SIZES = [4_000, 8_000, 16_000];
const ROUNDS = 5;
const MAX_GROWTH = 1.15;
/** Two runs of the same code differ by so much on a shared machine. */
const NOISE = 0.9;

type Frame = readonly [event: string, data: unknown];

/** A run of `n` pieces of text, with a tool call every twenty, as a server sends it in the classic modes. */
function run(n: number): Frame[] {
  const frames: Frame[] = [['metadata', { run_id: 'r' }]];
  const metadata = { langgraph_node: 'agent', langgraph_step: 1, langgraph_checkpoint_ns: 'agent:1' };
  for (let i = 0; i < n; i++) {
    const id = `m${Math.floor(i / 20)}`;
    const chunk = { type: 'AIMessageChunk', id, content: `w${i % 1000} `, tool_call_chunks: [] };
    frames.push(['messages', [chunk, metadata]]);
    if (i % 20 !== 19) continue;
    const call = { id: `t${i}`, name: 'read', args: { i }, type: 'tool_call' };
    const content = Array.from({ length: 20 }, (_, at) => `w${(i - 19 + at) % 1000} `).join('');
    const result = { type: 'tool', id: `r${i}`, tool_call_id: call.id, content: 'ok', status: 'success' };
    frames.push(['updates', { agent: { messages: [{ type: 'ai', id, content, tool_calls: [call] }] } }]);
    frames.push(['updates', { tools: { messages: [result] } }]);
  }
  return [...frames, ['end', null]];
}

/** Answers a request for a run with these frames, in reads of 16 KiB. */
function server(frames: readonly Frame[]): typeof fetch {
  const text = frames.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  const bytes = new TextEncoder().encode(text);
  return async () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, (at += 16_384)));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

const url = 'http://localhost';

async function ours(frames: readonly Frame[]): Promise<{ ms: number; chars: number }> {
  const session = new AgentSession(langgraph({ url, protocol: 'classic', fetch: server(frames) }));
  const ms = await cpuMs(async () => {
    await Promise.all([session.send({ text: 'go' }), completed(session)]);
  });
  const chars = session
    .snapshot()
    .messages.reduce((sum, { role, text }) => sum + (role === 'user' ? 0 : String(text).length), 0);
  await session.close();
  return { ms, chars };
}

/** The protocol's own client; what it hears is kept as the plainest page would. */
async function theirs(frames: readonly Frame[]): Promise<{ ms: number; chars: number }> {
  const client = new Client({ apiUrl: url, callerOptions: { fetch: server(frames) } });
  const texts = new Map<string, string>();
  const tools = new Map<string, unknown>();
  const ms = await cpuMs(async () => {
    const stream = client.runs.stream('t', 'agent', { input: {}, streamMode: ['messages-tuple', 'updates'] });
    for await (const { event, data } of stream as AsyncIterable<{ event: string; data: unknown }>) {
      if (event === 'messages') {
        const [{ id, content }] = data as [{ id: string; content: string }];
        texts.set(id, (texts.get(id) ?? '') + content);
      } else if (event === 'updates') {
        const { tools: said } = data as { tools?: { messages: { tool_call_id: string }[] } };
        for (const message of said?.messages ?? []) tools.set(message.tool_call_id, message);
      }
    }
  });
  return { ms, chars: [...texts.values()].reduce((sum, { length }) => sum + length, 0) };
}

/** Bytes to facts, beside the protocol's own client. */
export async function benchLangGraph(report: Report): Promise<void> {
  report.heading('LangGraph streams, bytes to facts, in CPU milliseconds');
  const cost = async (client: typeof ours, n: number) => {
    const frames = run(n);
    const wanted = frames.reduce((sum, [event, data]) => {
      return event === 'messages' ? sum + (data as [{ content: string }])[0].content.length : sum;
    }, 0);
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { ms, chars } = await client(frames);
      if (chars !== wanted) throw new Error(`${client.name}: ${chars} characters instead of ${wanted}`);
      costs.push(ms);
    }
    return median(costs);
  };
  await cost(ours, SIZES[0]);
  await cost(theirs, SIZES[0]);
  const points: { n: number; ms: number }[] = [];
  for (const n of SIZES) points.push({ n, ms: await cost(ours, n) });
  const last = points.at(-1)!;
  const growth = exponent(points[0], last);
  const seen = points.map(({ ms }) => count(ms)).join(', ');
  report.line(
    `a run with tools: ${seen} ms, growth`,
    `n^${growth.toFixed(2)}`,
    `at most n^${MAX_GROWTH}`,
    growth <= MAX_GROWTH,
  );
  const ratio = (await cost(theirs, last.n)) / last.ms;
  report.line(`  against its own client at ${count(last.n)}`, times(ratio), 'at least 1×', ratio >= NOISE);
}
