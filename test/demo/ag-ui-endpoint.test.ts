import { expect } from 'chai';
import { HttpAgent, type BaseEvent } from '@ag-ui/client';
import { EventSchemas } from '@ag-ui/core/schemas';
import { scriptedRun } from '../../demo/scripted-run.js';
import { createDemoServer, type DemoServer } from '../../demo/server.js';

const TODAY = '2026-11-30';
const TOOLS = ['add_todo', 'complete_todo', 'delete_todo', 'bulk_complete'].map((name) => ({
  name: `todo-app_${name}`,
  description: name,
  parameters: { type: 'object' },
}));
const CONTEXT = [
  {
    description: 'OUI surface todo-app: Todo Application',
    value: JSON.stringify({
      todo_list: [{ id: 'milk-1', title: '*milk*', completed: false, priority: 'medium' }],
      stats: { total: 1 },
    }),
  },
];

type AgUiEvent = BaseEvent & Record<string, unknown>;

function message(role: string, content: string, more: object = {}): object {
  return { id: crypto.randomUUID(), role, content, ...more };
}

describe('the demo’s AG-UI endpoint', () => {
  let server: DemoServer;
  let address: string;

  beforeEach(async () => {
    server = createDemoServer({
      today: () => TODAY,
      agent: scriptedRun({ today: () => TODAY, wordDelayMs: 0 }),
    });
    address = await server.listen(0);
  });

  afterEach(() => server.close());

  async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${address}/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function run(messages: readonly object[], tools: readonly object[] = TOOLS): Promise<AgUiEvent[]> {
    const response = await post({ threadId: 't', runId: 'r', messages, tools, context: CONTEXT, state: {} });
    expect(response.headers.get('content-type')).to.equal('text/event-stream');
    const frames = (await response.text()).split('\n\n').filter(Boolean);
    return frames.map((frame) => JSON.parse(frame.replace(/^data: /, '')) as AgUiEvent);
  }

  function textOf(events: readonly AgUiEvent[]): string {
    return events
      .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
      .map(({ delta }) => delta as string)
      .join('');
  }

  it('DEMO streams reasoning, text and tool calls, and every event is valid AG-UI 1.0', async () => {
    const events = await run([message('user', 'add milk and bread')]);
    for (const event of events) EventSchemas.parse(event);
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).to.deep.equal([
      'RUN_STARTED',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ]);
    const starts = events.filter(({ type }) => type === 'TOOL_CALL_START');
    expect(starts.map(({ toolCallName }) => toolCallName)).to.deep.equal(Array(2).fill('todo-app_add_todo'));
    const ids = starts.map(({ toolCallId }) => toolCallId);
    expect(events.at(-1)!['outcome']).to.deep.equal({ type: 'success', pendingToolCallIds: ids });
  });

  it('DEMO is understood by the official client, and continues with the results of its tools', async () => {
    const agent = new HttpAgent({ url: `${address}/agent`, threadId: 't' });
    agent.addMessage({ id: 'u1', role: 'user', content: 'finish milk and add call the bank, due tomorrow' });
    await agent.runAgent({ tools: TOOLS, context: CONTEXT });
    const calls = agent.messages.flatMap((each) => (each.role === 'assistant' ? (each.toolCalls ?? []) : []));
    expect(
      calls.map(({ function: { name, arguments: text } }) => [name, JSON.parse(text) as unknown]),
    ).to.deep.equal([
      ['todo-app_complete_todo', { todoId: 'milk-1' }],
      ['todo-app_add_todo', { title: 'call the bank', dueDate: '2026-12-01' }],
    ]);
    const results = [
      '{"ok":false,"error":{"code":"EXECUTION_ERROR","message":"It broke."}}',
      '{"ok":true,"value":{}}',
    ];
    calls.forEach(({ id }, index) => {
      agent.addMessage({ id: `r${index}`, role: 'tool', toolCallId: id, content: results[index]! });
    });
    await agent.runAgent({ tools: TOOLS, context: CONTEXT });
    expect(agent.messages.at(-1)!.content).to.equal(
      'Added “call the bank” (due tomorrow). “\\*milk\\*”: not finished. It broke. (`EXECUTION_ERROR`)',
    );
  });

  it('DEMO a server that was started anew still reports results, by what the client sends back', async () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'todo-app_add_todo', arguments: '{"title":"tea"}' },
    };
    const events = await run([
      message('user', 'add tea'),
      message('assistant', '', { toolCalls: [call] }),
      message('tool', '{"ok":true}', { toolCallId: 'c1' }),
    ]);
    expect(textOf(events)).to.equal('Added “tea”.');
    expect(events.at(-1)).to.deep.include({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
  });

  it('DEMO names in answers are no Markdown', async () => {
    expect(textOf(await run([message('user', 'what is open?')]))).to.include('- \\*milk\\*');
  });

  it('DEMO calls no tool that the page does not offer', async () => {
    const events = await run([message('user', 'add milk')], TOOLS.slice(1));
    expect(events.some(({ type }) => type === 'TOOL_CALL_START')).to.be.false;
    expect(textOf(events)).to.include('does not offer `add_todo`');
  });

  it('DEMO says what is wrong with a request, and takes none from a foreign page', async () => {
    for (const body of ['not JSON', '[]', '{}', '{"threadId":"t","runId":"r","messages":{}}']) {
      const response = await post(body);
      expect(response.status).to.equal(400);
      expect(((await response.json()) as { error: string }).error).to.match(/\.$/);
    }
    expect((await post({}, { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await fetch(`${address}/agent`)).status).to.equal(405);
  });

  it('DEMO an agent that fails ends the run with its sentence', async () => {
    await server.close();
    server = createDemoServer({
      agent: async (_input, writer) => {
        writer.text('Half');
        throw Object.assign(new Error('It broke.'), { code: 'broken' });
      },
    });
    address = await server.listen(0);
    const events = await run([message('user', 'add milk')]);
    expect(events.at(-1)).to.deep.equal({ type: 'RUN_ERROR', message: 'It broke.', code: 'broken' });
  });
});
