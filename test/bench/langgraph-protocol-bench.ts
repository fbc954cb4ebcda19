import { Client } from '@langchain/langgraph-sdk';
import { AgentSession } from 'oui-elements/agent-ui';
import { langgraph } from 'oui-elements/agent-ui/adapters/langgraph';
import { completed } from './clients.js';
import { contest } from './contest.js';
import { cpuMs, type Report } from './measure.js';

const url = 'http://localhost';
const word = (i: number) => `w${i % 1000} `;

/** A run of `n` pieces of text, with a tool call every twenty, as events of the streaming protocol, version 3. */
function run(n: number): Uint8Array {
  const events: object[] = [];
  let seq = 0;
  const add = (method: string, namespace: readonly string[], data: object, node?: string) =>
    events.push({
      type: 'event',
      seq,
      method,
      params: { namespace, timestamp: 1_796_036_161_853 + seq++, ...(node ? { node } : {}), data },
    });
  add('lifecycle', [], { event: 'running', graph_name: 'root' });
  for (let i = 0; i < n; i += 20) {
    const at = [`agent:${i}`];
    const say = (data: object) => add('messages', at, { ...data, run_id: 'model' }, 'agent');
    say({ event: 'message-start', id: `m${i}` });
    say({ event: 'content-block-start', index: 0, content: { type: 'text', text: '' } });
    for (let k = i; k < i + 20; k++) {
      const delta = { type: 'text-delta', text: word(k) };
      say({ event: 'content-block-delta', index: 0, delta });
    }
    const text = Array.from({ length: 20 }, (_, k) => word(i + k)).join('');
    say({ event: 'content-block-finish', index: 0, content: { type: 'text', text } });
    say({ event: 'message-finish', reason: 'stop' });
    const output = { type: 'ToolMessage', id: `r${i}`, name: 'read', content: 'ok', tool_call_id: `t${i}` };
    add('tools', [`tools:${i}`], {
      event: 'tool-started',
      tool_call_id: `t${i}`,
      tool_name: 'read',
      input: '{}',
    });
    add('tools', [`tools:${i}`], { event: 'tool-finished', tool_call_id: `t${i}`, output });
  }
  add('lifecycle', [], { event: 'completed', graph_name: 'root' });
  return new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

/** One stream of events for the thread, which begins with the run and stays open after it. */
function server(bytes: Uint8Array): typeof fetch {
  let start!: () => void;
  const started = new Promise<void>((resolve) => (start = resolve));
  return (address, request) => {
    if (!String(address).endsWith('/stream/events')) {
      const { id } = JSON.parse(String(request?.body)) as { id: number };
      start();
      return Promise.resolve(Response.json({ type: 'success', id, result: { run_id: 'r' } }));
    }
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await started;
        if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += 16_384)));
        else await new Promise(() => {});
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

async function ours(bytes: Uint8Array): Promise<{ ms: number; chars: number }> {
  const session = new AgentSession(langgraph({ url, fetch: server(bytes) }));
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
async function theirs(bytes: Uint8Array): Promise<{ ms: number; chars: number }> {
  const client = new Client({ apiUrl: url });
  const thread = client.threads.stream('t', { assistantId: 'agent', fetch: server(bytes) });
  const texts: string[] = [];
  const tools = new Map<string, unknown>();
  const ms = await cpuMs(async () => {
    const heard = await thread.subscribe(['messages', 'tools', 'lifecycle']);
    void thread.run.start({ input: {} });
    for await (const { method, params } of heard) {
      const data = params.data as { event: string; delta?: { text: string }; tool_call_id: string };
      if (method === 'messages' && data.event === 'content-block-delta') texts.push(data.delta!.text);
      if (method === 'tools') tools.set(data.tool_call_id, data);
      if (method === 'lifecycle' && data.event === 'completed' && params.namespace.length === 0) break;
    }
  });
  await thread.close();
  return { ms, chars: texts.join('').length };
}

/** The streaming protocol, version 3. */
export async function benchProtocol(report: Report, sizes: readonly number[]): Promise<void> {
  const cost = async (client: typeof ours, n: number) => {
    const wanted = Array.from({ length: n }, (_, i) => word(i).length).reduce((a, b) => a + b);
    const { ms, chars } = await client(run(n));
    if (chars !== wanted) throw new Error(`${client.name}: ${chars} characters instead of ${wanted}`);
    return ms;
  };
  await contest(report, {
    name: 'a run with tools, version 3',
    sizes,
    ours: (n) => cost(ours, n),
    theirs: (n) => cost(theirs, n),
  });
}
