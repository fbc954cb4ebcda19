import { Client } from '@langchain/langgraph-sdk';
import { AgentSession } from 'oui-elements/agent-ui';
import { langgraph } from 'oui-elements/agent-ui/adapters/langgraph';
import { completed } from './clients.js';
import { contest } from './contest.js';
import { cpuMs, type Report } from './measure.js';
import { benchProtocol } from './langgraph-protocol-bench.js';
import { readsOf } from './wires.js';

const SIZES = [4_000, 8_000, 16_000];

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

/** Answers a request for a run with these frames. */
function server(frames: readonly Frame[]): typeof fetch {
  const text = frames.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return readsOf(new TextEncoder().encode(text));
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
    const { ms, chars } = await client(frames);
    if (chars !== wanted) throw new Error(`${client.name}: ${chars} characters instead of ${wanted}`);
    return ms;
  };
  await contest(report, {
    name: 'a run with tools, classic',
    sizes: SIZES,
    ours: (n) => cost(ours, n),
    theirs: (n) => cost(theirs, n),
  });
  await benchProtocol(report, SIZES);
}
