import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { RunWriter, type AgUiEvent, type RunInput } from '../../demo/ag-ui-run.js';
import { openAiAgent, openAiFromEnvironment } from '../../demo/openai-agent.js';

const KEY = 'sk-test-0123456789';

interface ChatRequest {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; stream: boolean; messages: Record<string, unknown>[]; tools?: unknown[] };
}

const INPUT: RunInput = {
  threadId: 't',
  runId: 'r',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'add milk' }] },
    { role: 'reasoning', content: 'Hm.' },
    {
      role: 'assistant',
      content: 'Yes.',
      toolCalls: [{ id: 'c0', function: { name: 'add_todo', arguments: '{"title":"milk"}' } }],
    },
    { role: 'tool', toolCallId: 'c0', content: '{"ok":true}' },
  ],
  tools: [{ name: 'add_todo', description: 'Adds.', parameters: { type: 'object' } }],
  context: [{ description: 'The list', value: '[]' }],
};

describe('the demo’s model agent', () => {
  let server: Server;
  let baseUrl: string;
  let requests: ChatRequest[];
  /** What the fake server answers. */
  let answer: { status: number; body: string };

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const { authorization } = request.headers;
        requests.push({ path: request.url, authorization, body: JSON.parse(body) as ChatRequest['body'] });
        response.writeHead(answer.status).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function readBody(request: IncomingMessage): Promise<string> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    return body;
  }

  function stream(...chunks: object[]): void {
    answer = {
      status: 200,
      body: [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
        .map((data) => `data: ${data}\n\n`)
        .join(''),
    };
  }

  const delta = (part: object, finish: string | null = null) => ({
    choices: [{ delta: part, finish_reason: finish }],
  });

  async function run(input = INPUT): Promise<AgUiEvent[]> {
    const events: AgUiEvent[] = [];
    const writer = new RunWriter(input, (event) => events.push(event));
    await openAiAgent({ apiKey: KEY, baseUrl, model: 'some-model' })(
      input,
      writer,
      new AbortController().signal,
    );
    writer.finish();
    return events;
  }

  it('DEMO sends the history, the context and the page’s tools to the chat API', async () => {
    stream(delta({ content: 'Done.' }, 'stop'));
    await run();
    const [{ path, authorization, body }] = requests as [ChatRequest];
    expect(path).to.equal('/v1/chat/completions');
    expect(authorization).to.equal(`Bearer ${KEY}`);
    expect(body).to.deep.include({ model: 'some-model', stream: true });
    expect(body.tools).to.deep.equal([
      {
        type: 'function',
        function: { name: 'add_todo', description: 'Adds.', parameters: { type: 'object' } },
      },
    ]);
    expect(body.messages[0]!['content']).to.include('The list:\n[]');
    expect(body.messages.slice(1)).to.deep.equal([
      { role: 'user', content: 'add milk' },
      {
        role: 'assistant',
        content: 'Yes.',
        tool_calls: [
          { id: 'c0', type: 'function', function: { name: 'add_todo', arguments: '{"title":"milk"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c0', content: '{"ok":true}' },
    ]);
    await run({ ...INPUT, tools: [] });
    expect(requests[1]!.body).to.not.have.property('tools');
  });

  it('DEMO turns reasoning, text and parallel tool calls into AG-UI events', async () => {
    const call = (index: number, id: string | undefined, name: string | undefined, args: string) =>
      delta({ tool_calls: [{ index, id, function: { name, arguments: args } }] });
    stream(
      delta({ reasoning_content: 'Let me see.' }),
      delta({ content: 'I add ' }),
      delta({ content: 'both.' }),
      call(0, 'c1', 'add_todo', '{"title":'),
      call(0, undefined, undefined, '"milk"}'),
      call(1, 'c2', 'add_todo', '{"title":"bread"}'),
      delta({}, 'tool_calls'),
    );
    const events = await run();
    expect(
      events.map(({ type, delta: part, toolCallId }) => [type, part ?? toolCallId].filter(Boolean)),
    ).to.deep.equal([
      ['REASONING_START'],
      ['REASONING_MESSAGE_START'],
      ['REASONING_MESSAGE_CONTENT', 'Let me see.'],
      ['REASONING_MESSAGE_END'],
      ['REASONING_END'],
      ['TEXT_MESSAGE_START'],
      ['TEXT_MESSAGE_CONTENT', 'I add '],
      ['TEXT_MESSAGE_CONTENT', 'both.'],
      ['TEXT_MESSAGE_END'],
      ['TOOL_CALL_START', 'c1'],
      ['TOOL_CALL_ARGS', '{"title":'],
      ['TOOL_CALL_ARGS', '"milk"}'],
      ['TOOL_CALL_START', 'c2'],
      ['TOOL_CALL_ARGS', '{"title":"bread"}'],
      ['TOOL_CALL_END', 'c1'],
      ['TOOL_CALL_END', 'c2'],
      ['RUN_FINISHED'],
    ]);
    expect(events.at(-1)!['outcome']).to.deep.equal({ type: 'success', pendingToolCallIds: ['c1', 'c2'] });
  });

  async function failure(): Promise<string> {
    return run().then(
      () => 'it worked',
      (error: unknown) => (error as Error).message,
    );
  }

  it('DEMO every failure is a sentence, and the key is in none of them', async () => {
    answer = { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }) };
    expect(await failure()).to.equal('The model server answered 401: Incorrect API key: [key]');
    answer = { status: 502, body: '<html>Bad gateway</html>' };
    expect(await failure()).to.include('answered 502');
    stream(delta({ content: 'Half' }), { error: { message: `Overloaded ${KEY}` } });
    expect(await failure()).to.equal('The model server failed: Overloaded [key]');
    stream(delta({ content: 'Half' }, 'length'));
    expect(await failure()).to.include('longer than it may be');
    stream(delta({}, 'content_filter'));
    expect(await failure()).to.include('content filter');
    answer = { status: 200, body: `data: ${JSON.stringify(delta({ content: 'Half' }))}\n\n` };
    expect(await failure()).to.include('too soon');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failure()).to.include('cannot be reached');
  });

  it('DEMO is chosen by the environment', () => {
    expect(openAiFromEnvironment({})).to.equal(undefined);
    expect(
      openAiFromEnvironment({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://x/v1', OPENAI_MODEL: 'm' }),
    ).to.deep.equal({
      apiKey: 'k',
      baseUrl: 'http://x/v1',
      model: 'm',
    });
  });
});
