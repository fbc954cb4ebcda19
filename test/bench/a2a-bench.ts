import { AgentCard, SendMessageRequest } from '@a2a-js/sdk';
import { JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { AgentSession } from 'oui-elements/agent-ui';
import { a2a } from 'oui-elements/agent-ui/adapters/a2a';
import { completed } from './clients.js';
import { contest } from './contest.js';
import { cpuMs, type Report } from './measure.js';
import { readsOf } from './wires.js';

const SIZES = [4_000, 8_000, 16_000];
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

async function ours(bytes: Uint8Array, chars: number): Promise<number> {
  const fetch = readsOf(bytes);
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
  const factory = new JsonRpcTransportFactory({ fetchImpl: readsOf(bytes) });
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
  const charsOf = (n: number) =>
    Array.from({ length: n }, (_, i) => `w${i % 1000} `.length).reduce((a, b) => a + b);
  await contest(report, {
    name: 'a task in pieces',
    sizes: SIZES,
    ours: (n) => ours(task(n), charsOf(n)),
    theirs: (n) => theirs(task(n), charsOf(n)),
  });
}
