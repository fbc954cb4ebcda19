import { HttpAgent } from '@ag-ui/client';
import { AbstractChat, DefaultChatTransport, type ChatState, type ChatStatus, type UIMessage } from 'ai';
import { AgentSession } from 'oui-elements/agent-ui';
import { agentEvents } from 'oui-elements/agent-ui/adapters/agent-events';
import { agUi } from 'oui-elements/agent-ui/adapters/ag-ui';
import { cpuMs } from './measure.js';
import { contentOf, words, type Content, type Workload } from './steps.js';
import { agUiEvents, aiSdkChunks, native, sse } from './wires.js';

/** Feeds a client a workload of this size over server-sent events; CPU milliseconds. */
export type Client = (workload: Workload, n: number) => Promise<number>;

const URL = 'http://localhost/agent';

const history = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `h${i}`,
    role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: words(i),
  }));

export const ours: Client = async (workload, n) => {
  const steps = workload.steps(n);
  const before = workload.history?.(n) ?? 0;
  const answers = [
    ...(before > 0
      ? [
          sse([
            { type: 'RUN_STARTED', threadId: 't', runId: 'before' },
            { type: 'MESSAGES_SNAPSHOT', messages: history(before) },
            { type: 'RUN_FINISHED', threadId: 't', runId: 'before' },
          ]),
        ]
      : []),
    sse(workload.native ? native(steps) : agUiEvents(steps)),
  ];
  const fetch = () => answers.shift()!();
  let session!: AgentSession;
  if (before > 0) {
    session = new AgentSession(agUi({ url: URL, fetch }));
    await say(session);
  }
  const ms = await cpuMs(async () => {
    session ??= new AgentSession(
      workload.native ? agentEvents({ url: URL, fetch }) : agUi({ url: URL, fetch }),
    );
    await (workload.native ? completed(session) : say(session));
  });
  const { messages, tools, state } = session.snapshot();
  const answer = messages.filter(({ messageId }) => !String(messageId).startsWith('h'));
  const rows = (state[0]?.['state'] as { rows?: unknown[] } | undefined)?.rows;
  check('ours', workload, n, {
    chars: answer.reduce((sum, { role, text }) => sum + (role === 'user' ? 0 : String(text).length), 0),
    results: tools.filter((tool) => tool['state'] === 'output-available').length,
    rows: rows?.length ?? 0,
  });
  await session.close();
  return ms;
};

/** Says something, and waits for the end of the run that answers. */
async function say(session: AgentSession): Promise<void> {
  const said = session.send({ text: 'go' });
  await Promise.all([completed(session), said]);
}

/** Until what is shown as the run has ended. */
export function completed(session: AgentSession): Promise<void> {
  const status = session.view('runtime_status');
  return new Promise((resolve) => {
    const stop = status.subscribe(({ stage }) => {
      if (stage !== 'completed') return;
      stop();
      resolve();
    });
  });
}

export const agUiClient: Client = async (workload, n) => {
  const agent = new HttpAgent({
    url: URL,
    fetch: sse(agUiEvents(workload.steps(n))),
    initialMessages: history(workload.history?.(n) ?? 0),
  });
  agent.addMessage({ id: 'u', role: 'user', content: 'go' });
  const ms = await cpuMs(async () => void (await agent.runAgent()));
  const content: Content = { chars: 0, results: 0, rows: (agent.state as { rows: unknown[] }).rows.length };
  for (const { id, role, content: text } of agent.messages) {
    if (role === 'tool') content.results++;
    if (role === 'assistant' && !id.startsWith('h')) content.chars += String(text ?? '').length;
  }
  check('@ag-ui/client', workload, n, content);
  return ms;
};

/** Keeps messages as `useChat` of React does: each change replaces the list, and the message by a clone. */
class Messages implements ChatState<UIMessage> {
  status: ChatStatus = 'ready';
  error: Error | undefined;
  messages: UIMessage[];

  constructor(messages: UIMessage[]) {
    this.messages = messages;
  }

  pushMessage = (message: UIMessage) => void (this.messages = [...this.messages, message]);
  popMessage = () => void (this.messages = this.messages.slice(0, -1));
  replaceMessage = (index: number, message: UIMessage) =>
    void (this.messages = this.messages.with(index, this.snapshot(message)));
  snapshot = <T>(value: T): T => structuredClone(value);
}

class Chat extends AbstractChat<UIMessage> {}

export const aiSdkChat: Client = async (workload, n) => {
  const fetch = sse(aiSdkChunks(workload.steps(n)), { 'x-vercel-ai-ui-message-stream': 'v1' });
  const known = history(workload.history?.(n) ?? 0).map(({ id, role, content }): UIMessage => ({
    id,
    role,
    parts: [{ type: 'text', text: content }],
  }));
  const chat = new Chat({
    state: new Messages(known),
    transport: new DefaultChatTransport({ api: URL, fetch }),
  });
  const ms = await cpuMs(() => chat.sendMessage({ text: 'go' }));
  if (chat.error) throw chat.error;
  const content: Content = { chars: 0, results: 0, rows: 0 };
  for (const part of chat.lastMessage?.parts ?? []) {
    if (part.type === 'text') content.chars += part.text.length;
    else if (part.type === 'data-row') content.rows++;
    else if ('state' in part && part.state === 'output-available') content.results++;
  }
  check("AI SDK's Chat", workload, n, content);
  return ms;
};

function check(who: string, workload: Workload, n: number, got: Content): void {
  const wanted = contentOf(workload.steps(n));
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${who}, ${workload.name}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
}
