import { AgentCard, SendMessageRequest } from '@a2a-js/sdk';
import { JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { AgentSession } from 'oui-elements/agent-ui';
import { a2a } from 'oui-elements/agent-ui/adapters/a2a';
import { completed } from './clients.js';
import { count, cpuMs, exponent, median, times, type Report } from './measure.js';

const SIZES = [4_000, 8_000, 16_000];
const ROUNDS = 5;
const MAX_GROWTH = 1.15;
/** Two runs of the same code differ by so much on a shared machine. */
const NOISE = 0.9;
const URL = 'http://localhost/rpc';

/** A task that writes an artifact in `n` pieces and reports every twenty, as server-sent events. */
function task(n: number): Uint8Array {
  const ids = { taskId: 'T', contextId: 'C' };
  const frames: object[] = [{ task: { id: 'T', contextId: 'C', status: { state: 'TASK_STATE_SUBMITTED' } } }];
  for (let i = 0; i < n; i++) {
    const artifact = {
      artifactId: 'a',
      name: 'a.md',
      parts: [{ text: `w${i % 1000} `, mediaType: 'text/markdown' }],
    };
    frames.push({ artifactUpdate: { ...ids, artifact, append: i > 0, lastChunk: i === n - 1 } });
    if (i % 20 !== 19) continue;
    const message = { messageId: `m${i}`, role: 'ROLE_AGENT', parts: [{ text: `step ${i}` }], ...ids };
    frames.push({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING', message } } });
  }
  frames.push({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } });
  const lines = frames.map((result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`);
  return new TextEncoder().encode(lines.join(''));
}

/** The bytes in the pieces of a network. */
function answer(bytes: Uint8Array): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += 16_384)));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function ours(bytes: Uint8Array, chars: number): Promise<number> {
  const fetch = async () => answer(bytes);
  const session = new AgentSession(a2a({ url: URL, cardUrl: false, fetch }));
  const ms = await cpuMs(async () => {
    await Promise.all([session.send({ text: 'go' }), completed(session)]);
  });
  check(chars, (await session.detail('a2a:artifact:T/a')).text.length);
  await session.close();
  return ms;
}

/** The protocol's own client; what it hears is kept as the plainest page would. */
async function theirs(bytes: Uint8Array, chars: number): Promise<number> {
  const factory = new JsonRpcTransportFactory({ fetchImpl: async () => answer(bytes) });
  const transport = await factory.create(URL, AgentCard.fromJSON({ name: 'bench' }));
  const pieces: string[] = [];
  const reports = new Map<string, unknown>();
  const request = SendMessageRequest.fromJSON({
    message: { messageId: 'u', role: 'ROLE_USER', parts: [{ text: 'go' }] },
  });
  const ms = await cpuMs(async () => {
    for await (const { payload } of transport.sendMessageStream(request)) {
      if (payload?.$case === 'artifactUpdate')
        for (const { content } of payload.value.artifact?.parts ?? [])
          if (content?.$case === 'text') pieces.push(content.value);
      if (payload?.$case === 'statusUpdate') {
        const message = payload.value.status?.message;
        if (message) reports.set(message.messageId, message);
      }
    }
  });
  check(chars, pieces.join('').length);
  return ms;
}

function check(wanted: number, chars: number): void {
  if (chars !== wanted) throw new Error(`${chars} characters came of ${wanted}`);
}

/** A2A: from the bytes of a stream to facts, beside the protocol's own client. */
export async function benchA2a(report: Report): Promise<void> {
  report.heading('A2A: a task with a long artifact, in CPU milliseconds');
  const points: { n: number; ms: number; peer: number }[] = [];
  const charsOf = (n: number) =>
    Array.from({ length: n }, (_, i) => `w${i % 1000} `.length).reduce((a, b) => a + b);
  for (const client of [ours, theirs])
    for (let round = 0; round < 3; round++) await client(task(SIZES[0]), charsOf(SIZES[0]));
  for (const n of SIZES) {
    const bytes = task(n);
    const mine: number[] = [];
    const other: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      mine.push(await ours(bytes, charsOf(n)));
      other.push(await theirs(bytes, charsOf(n)));
    }
    points.push({ n, ms: median(mine), peer: median(other) });
    const { ms, peer } = points.at(-1)!;
    const seen = `${count(n)} pieces: ours ${count(ms)}, its SDK ${count(peer)}`;
    // What every session costs once weighs on the small ones.
    if (n < SIZES[SIZES.length - 1]) report.line(seen, times(peer / ms));
    else report.line(seen, times(peer / ms), `at least ${NOISE}×`, peer >= ms * NOISE);
  }
  const growth = exponent(points[0], points[points.length - 1]);
  report.line('growth', `n^${growth.toFixed(2)}`, `at most n^${MAX_GROWTH}`, growth <= MAX_GROWTH);
}
