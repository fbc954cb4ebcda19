import { AgentSession } from 'oui-elements/agent-ui';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { HttpAgent } from '@ag-ui/client';
import { benchOui } from './oui-bench.js';

/**
 * `npm run bench`: the same bytes through our adapter and store and through `@ag-ui/client`, at N, 2N and 4N in
 * one run. Times depend on the machine; the ratios are what counts. `-- --full` runs the peer at 4N too, which
 * takes it minutes.
 */
interface Workload {
  name: string;
  n: number;
  events: (n: number) => object[];
  /** What the result must contain, so that nobody is fast by doing nothing. */
  size: (n: number) => number;
}

const WORKLOADS: readonly Workload[] = [
  {
    name: 'text deltas into one message',
    n: 10_000,
    events: (n) => [
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      ...Array.from({ length: n }, (_, i) => ({
        type: 'TEXT_MESSAGE_CONTENT',
        messageId: 'm',
        delta: `w${i % 1000} `,
      })),
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    ],
    size: (n) => Array.from({ length: n }, (_, i) => `w${i % 1000} `.length).reduce((a, b) => a + b, 0),
  },
  {
    name: 'tool calls of 20 argument chunks',
    n: 500,
    events: (n) =>
      Array.from({ length: n }, (_, call) => [
        { type: 'TOOL_CALL_START', toolCallId: `c${call}`, toolCallName: 'work', parentMessageId: 'm' },
        { type: 'TOOL_CALL_ARGS', toolCallId: `c${call}`, delta: '{"items":[0' },
        ...Array.from({ length: 18 }, (_, i) => ({
          type: 'TOOL_CALL_ARGS',
          toolCallId: `c${call}`,
          delta: `,${i}`,
        })),
        { type: 'TOOL_CALL_ARGS', toolCallId: `c${call}`, delta: ']}' },
        { type: 'TOOL_CALL_END', toolCallId: `c${call}` },
        {
          type: 'TOOL_CALL_RESULT',
          messageId: `r${call}`,
          toolCallId: `c${call}`,
          content: 'ok',
          role: 'tool',
        },
      ]).flat(),
    size: (n) => n,
  },
];

const FACTORS = [1, 2, 4];
const full = process.argv.includes('--full');

/** A server's answer: the run as SSE, in reads of 16 KiB. */
function answering(events: readonly object[]): typeof fetch {
  const run = { threadId: 't', runId: 'r' };
  const all = [{ type: 'RUN_STARTED', ...run }, ...events, { type: 'RUN_FINISHED', ...run }];
  const bytes = new TextEncoder().encode(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  return () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += 16_384)));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

/** User and system time in milliseconds: other programs on the machine do not count. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function ours(events: readonly object[], size: number): Promise<void> {
  const session = new AgentSession(agUi({ url: 'http://localhost/agent', fetch: answering(events) }));
  const ended = new Promise<void>((resolve) => {
    session.view('runtime_status').subscribe(({ stage }) => stage === 'completed' && resolve());
  });
  await session.send({ text: 'go' });
  await ended;
  const { messages, tools } = session.snapshot();
  const answer = messages.find(({ role, text }) => role === 'assistant' && text)?.['text'] as
    string | undefined;
  check((answer?.length ?? 0) + tools.filter(({ state }) => state === 'output-available').length, size);
  await session.close();
}

async function peer(events: readonly object[], size: number): Promise<void> {
  const agent = new HttpAgent({ url: 'http://localhost/agent', fetch: answering(events) });
  agent.addMessage({ id: 'u', role: 'user', content: 'go' });
  await agent.runAgent();
  const [text, results] = agent.messages.reduce(
    ([length, count], { role, content }) =>
      role === 'assistant'
        ? [length + ((content as string | undefined)?.length ?? 0), count]
        : [length, count + (role === 'tool' ? 1 : 0)],
    [0, 0],
  );
  check(text + results, size);
}

function check(got: number, wanted: number): void {
  if (got !== wanted) throw new Error(`the result has ${got}, and should have ${wanted}`);
}

const ms = (value: number) => value.toFixed(0).padStart(9);
const exponent = (before: number, now: number) => Math.log2(now / before).toFixed(2);

await ours(WORKLOADS[0].events(1000), WORKLOADS[0].size(1000));
await peer(WORKLOADS[0].events(1000), WORKLOADS[0].size(1000));

for (const { name, n, events, size } of WORKLOADS) {
  console.log(`\n${name}\n        N   ours ms   growth   peer ms   growth   peer/ours`);
  let [oursBefore, peerBefore] = [0, 0];
  for (const factor of FACTORS) {
    const stream = events(n * factor);
    const oursMs = await cpuMs(() => ours(stream, size(n * factor)));
    const runPeer = factor < 4 || full;
    const peerMs = runPeer ? await cpuMs(() => peer(stream, size(n * factor))) : Number.NaN;
    console.log(
      String(n * factor).padStart(9),
      ms(oursMs),
      (oursBefore ? `n^${exponent(oursBefore, oursMs)}` : '').padStart(8),
      runPeer ? ms(peerMs) : '  --full '.padStart(9),
      (peerBefore && runPeer ? `n^${exponent(peerBefore, peerMs)}` : '').padStart(8),
      runPeer ? `${(peerMs / oursMs).toFixed(1)}×`.padStart(11) : '',
    );
    [oursBefore, peerBefore] = [oursMs, peerMs];
  }
}

await benchOui();
process.exit(0);
