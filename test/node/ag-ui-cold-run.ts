import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import { FakeRuntime } from '../fake-runtime.js';

/** What a run of these events tells, each list of them in a network read of its own. */
export async function told(reads: readonly (readonly object[])[]): Promise<string[]> {
  const facts: string[] = [];
  let over = () => {};
  const ended = new Promise<void>((resolve) => (over = resolve));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const events of reads) {
        const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
        controller.enqueue(new TextEncoder().encode(text));
      }
      controller.close();
    },
  });
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const sink = {
    push(events: readonly AgentUiEvent[]) {
      for (const event of events) facts.push(JSON.stringify(event));
      if (events.some(({ type }) => type === 'run.finished' || type === 'run.failed')) over();
    },
    capabilities() {},
    state() {},
  };
  const connection = await agUi({ url: '/agent', fetch }).connect(sink, {
    signal: new AbortController().signal,
    sessionId: 's',
    runtime: new FakeRuntime(),
    clientTools: () => undefined,
  });
  await connection.control({ kind: 'send', clientId: 'c', text: 'go', idempotencyKey: 'k' });
  await ended;
  await connection.close();
  return facts;
}

if (!isMainThread) parentPort!.postMessage(await told(workerData as readonly object[][]));
