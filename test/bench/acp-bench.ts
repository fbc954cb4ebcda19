import * as acpSdk from '@agentclientprotocol/sdk';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { AgentSession } from 'oui-elements/agent-ui';
import { acp } from 'oui-elements/agent-ui/adapters/acp';
import { completed } from './clients.js';
import { contest } from './contest.js';
import { cpuMs, type Report } from './measure.js';

const SIZES = [4_000, 8_000, 16_000];
const URL = 'ws://localhost/acp';

/** A turn of `n` pieces of text, with a tool call every twenty, as an agent sends it. */
function turn(n: number): string[] {
  const frames: string[] = [];
  const update = (value: object) =>
    frames.push(
      JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: value } }),
    );
  for (let i = 0; i < n; i++) {
    const content = { type: 'text', text: `w${i % 1000} ` };
    update({ sessionUpdate: 'agent_message_chunk', messageId: `m${Math.floor(i / 20)}`, content });
    if (i % 20 !== 19) continue;
    const toolCallId = `t${i}`;
    const head = { toolCallId, title: 'Read', kind: 'read', rawInput: { i } };
    update({ sessionUpdate: 'tool_call', status: 'in_progress', ...head });
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: 'ok' });
  }
  return frames;
}

/** A socket whose agent answers at once: the prompt with these frames and its end, in the pieces of a network. */
function socketWith(frames: readonly string[]) {
  return class Socket extends EventTarget {
    onopen: ((event: never) => void) | null = null;
    onclose: ((event: never) => void) | null = null;
    onerror: ((event: never) => void) | null = null;
    onmessage: ((event: never) => void) | null = null;

    constructor() {
      super();
      queueMicrotask(() => {
        this.onopen?.({} as never);
        this.dispatchEvent(new Event('open'));
      });
    }

    send(data: string): void {
      const { id, method } = JSON.parse(data) as { id: number; method: string };
      if (method === 'initialize') this.#say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
      else if (method === 'session/new') this.#say({ id, result: { sessionId: 's' } });
      else if (method === 'session/prompt') void this.#prompt(id);
    }

    close(): void {}

    async #prompt(id: number): Promise<void> {
      for (let at = 0; at < frames.length; at += 64) {
        for (const frame of frames.slice(at, at + 64)) this.#deliver(frame);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      this.#say({ id, result: { stopReason: 'end_turn' } });
    }

    #say(message: object): void {
      queueMicrotask(() => this.#deliver(JSON.stringify({ jsonrpc: '2.0', ...message })));
    }

    #deliver(data: string): void {
      this.onmessage?.({ data } as never);
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  };
}

async function ours(frames: readonly string[]): Promise<number> {
  const session = new AgentSession(acp({ url: URL, WebSocket: socketWith(frames) as never }));
  while (session.snapshot().sessions.length === 0)
    await new Promise<void>((resolve) => setImmediate(resolve));
  const ms = await cpuMs(async () => {
    await Promise.all([session.send({ text: 'go' }), completed(session)]);
  });
  const { messages } = session.snapshot();
  check(
    frames,
    messages.reduce((sum, { role, text }) => sum + (role === 'user' ? 0 : String(text).length), 0),
  );
  await session.close();
  return ms;
}

/** The protocol's own client, which checks each message; what it hears is kept as the plainest page would. */
async function theirs(frames: readonly string[]): Promise<number> {
  const texts = new Map<string, string>();
  const tools = new Map<string, unknown>();
  const stream = createWebSocketStream(URL, { WebSocket: socketWith(frames) as never });
  let ms = 0;
  await acpSdk
    .client({ name: 'bench' })
    .onNotification(acpSdk.methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
        const id = update.messageId ?? '';
        texts.set(id, (texts.get(id) ?? '') + update.content.text);
      } else if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        tools.set(update.toolCallId, { ...(tools.get(update.toolCallId) as object), ...update });
      }
    })
    .connectWith(stream, async (agent) => {
      await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await agent.request('session/new', { cwd: '/', mcpServers: [] });
      ms = await cpuMs(async () => {
        await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
      });
    });
  check(
    frames,
    [...texts.values()].reduce((sum, { length }) => sum + length, 0),
  );
  return ms;
}

function check(frames: readonly string[], chars: number): void {
  const wanted = frames.reduce((sum, frame) => sum + (/"text":"(w\d+ )"/.exec(frame)?.[1]?.length ?? 0), 0);
  if (chars !== wanted) throw new Error(`${chars} characters came of ${wanted}`);
}

/** ACP: from the frames of a socket to facts, beside the protocol's own client. */
export async function benchAcp(report: Report): Promise<void> {
  report.heading('ACP: a turn with tool calls, in CPU milliseconds');
  await contest(report, {
    name: 'a turn in pieces',
    sizes: SIZES,
    ours: (n) => ours(turn(n)),
    theirs: (n) => theirs(turn(n)),
  });
}
