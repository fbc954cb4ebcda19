import { expect } from 'chai';
import type { ClientToolCall } from 'oui-elements/agent-ui';
import { Driver, frame, type OpenStream } from './driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

let seq = 0;
const event = (method: string, data: unknown, namespace: string[] = []): string =>
  frame(
    JSON.stringify({
      type: 'event',
      seq: seq++,
      method,
      params: { namespace, timestamp: 1796036162399 + seq, data },
    }),
  );
const lifecycle = (said: string, more: object = {}, namespace: string[] = []) =>
  event('lifecycle', { event: said, ...more }, namespace);
const answer = (id: string, text: string, more: object = {}, namespace: string[] = []) =>
  [
    { event: 'message-start', id, role: 'ai' },
    { event: 'content-block-start', index: 0, content: { type: 'text', text: '' } },
    { event: 'content-block-delta', index: 0, delta: { type: 'text-delta', text } },
    { event: 'content-block-finish', index: 0, content: { type: 'text', text, ...more } },
    { event: 'message-finish' },
  ]
    .map((data) => event('messages', data, namespace))
    .join('');
const whole =
  (...frames: string[]) =>
  (stream: OpenStream) =>
    stream.write([lifecycle('running'), ...frames].join(''));

beforeEach(() => {
  seq = 0;
});

describe('LangGraph over HTTP', () => {
  it('sources-others 3.5: listens before it asks, with its headers, and says what the graph needs', async () => {
    const driver = new Driver({
      assistantId: 'researcher',
      headers: async () => ({ authorization: 'Bearer t' }),
      config: { recursion_limit: 5, configurable: { user: 'u' } },
    });
    driver.onRun = whole(answer('m', 'Hi.'), lifecycle('completed'));
    await driver.session.send({
      text: 'look',
      attachments: [{ id: 'f', mimeType: 'image/png', url: 'https://files.test/a.png' }],
      contextRefs: [{ id: 'doc', label: 'A document', value: 'its text' }],
    });
    await driver.ended();
    expect(driver.requests.map(({ path }) => path)).to.deep.equal(['stream/events', 'commands']);
    expect(driver.requests.every(({ headers }) => headers.get('authorization') === 'Bearer t')).to.equal(
      true,
    );
    const { method, params } = driver.commands()[0] as { method: string; params: Record<string, unknown> };
    expect(method).to.equal('run.start');
    expect(params).to.deep.include({
      assistant_id: 'researcher',
      config: {
        recursion_limit: 5,
        configurable: { user: 'u', page_context: [{ description: 'A document', value: 'its text' }] },
      },
    });
    const [message] = (params['input'] as { messages: { type: string; content: unknown }[] }).messages;
    expect(message).to.deep.include({
      type: 'human',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', url: 'https://files.test/a.png', mime_type: 'image/png' },
      ],
    });
    expect(driver.said('m')).to.equal('Hi.');
    expect(driver.snapshot.runs[0]!['finishedAt']).to.match(/^2026-11/);
  });

  it('issue 8: 401, HTML pages, refused commands and dead servers are refusals with a reason', async () => {
    for (const [path, code, reason, response] of [
      [
        'stream/events',
        'http_401',
        /Sign in first/,
        () => PromptResponse.json({ detail: 'Sign in first.' }, { status: 401 }),
      ],
      [
        'stream/events',
        'bad_content_type',
        /login page/,
        () => new PromptResponse('<html>', { headers: { 'content-type': 'text/html' } }),
      ],
      [
        'commands',
        'no_such_run',
        /No such assistant/,
        () =>
          PromptResponse.json({ type: 'error', id: 1, error: 'no_such_run', message: 'No such assistant.' }),
      ],
      [
        'commands',
        'bad_content_type',
        /login page/,
        () => new PromptResponse('<html>', { headers: { 'content-type': 'text/html' } }),
      ],
    ] as const) {
      const driver = new Driver();
      driver.answers.push((sent) => (sent.path === path ? response() : undefined));
      const receipt = await driver.session.send({ text: 'hello' });
      expect(receipt.status).to.equal('rejected');
      expect(receipt.reason).to.match(reason);
      expect(driver.snapshot.runs[0]!['error']).to.deep.include({ code });
    }
  });

  it('truncation is never success: a stream that cannot be had again fails its run, and is marked stale', async () => {
    const driver = new Driver();
    driver.onRun = (stream) => {
      stream.write(lifecycle('running') + answer('m', 'half'));
      driver.answers.push((sent) =>
        sent.path === 'stream/events' ? new PromptResponse(null, { status: 500 }) : undefined,
      );
      setTimeout(() => stream.break());
    };
    await driver.say();
    expect(driver.snapshot.runs[0]).to.deep.include({ outcome: 'failed' });
    expect(driver.stale).to.equal(true);
  });

  it('sources-others 6: a classic stream that ends without saying so has ended as its thread’s state says', async () => {
    for (const [state, outcome] of [
      [{ values: { messages: [{ type: 'ai', id: 'm', content: 'Done.' }] }, next: [], tasks: [] }, 'success'],
      [
        {
          values: {},
          next: ['a'],
          tasks: [{ id: 't', name: 'a', interrupts: [{ id: 'i', value: 'Sure?' }] }],
        },
        'interrupt',
      ],
      [{ values: {}, next: ['a'], tasks: [] }, 'failed'],
      [undefined, 'failed'],
    ] as const) {
      const driver = new Driver({ protocol: 'classic', state: () => state });
      driver.onRun = (stream) => stream.close();
      await driver.say();
      expect(driver.snapshot.runs[0]).to.deep.include({ outcome });
    }
  });

  it('R9: what no version is known to send is a diagnostic and nothing else', async () => {
    const driver = new Driver();
    driver.onRun = whole(
      event('hologram', { secret: 'hunter2' }),
      frame('nonsense'),
      event('custom', { whatever: 1 }),
      answer('m', 'ok'),
      lifecycle('completed'),
    );
    await driver.say();
    expect(driver.codes()).to.have.members([
      'langgraph.unmapped',
      'langgraph.malformed',
      'langgraph.unmapped',
    ]);
    expect(JSON.stringify(driver.snapshot.diagnostics)).not.to.contain('hunter2');
    expect(driver.said('m')).to.equal('ok');
  });

  it('sources-others 2: an Agent UI event in the custom channel is that event; other words are progress', async () => {
    const driver = new Driver();
    driver.onRun = whole(
      event('custom', {
        agentui: { type: 'plan.final', sessionId: 'other', payload: { steps: [{ title: 'Read' }] } },
      }),
      event('tools', { event: 'tool-started', tool_call_id: 'c', tool_name: 'search', input: '{"q":1}' }),
      event('custom', { message: 'Half way', progress: 50 }),
      event('tools', { event: 'tool-output-delta', tool_call_id: 'c', delta: 'row 1' }),
      event('tools', { event: 'tool-finished', tool_call_id: 'c', output: { rows: 1 } }),
      lifecycle('completed'),
    );
    const { plans, tools } = await driver.say();
    expect(plans).to.have.length(1);
    expect(tools[0]).to.deep.include({ args: { q: 1 }, output: { rows: 1 }, outputTail: 'row 1' });
    expect(tools[0]!['progress']).to.deep.include({ message: 'Half way', percent: 50 });
  });

  it('sources-others 3.5: teammates are the nodes that the application names, with who called them', async () => {
    const driver = new Driver({ agents: ['researcher'] });
    const place = ['researcher:1', 'model:2'];
    driver.onRun = whole(
      lifecycle('started', { graph_name: 'researcher', cause: { type: 'toolCall', tool_call_id: 'c' } }, [
        'researcher:1',
      ]),
      answer(
        'm',
        'Found.',
        { annotations: [{ type: 'citation', url: 'https://a.test', title: 'A' }] },
        place,
      ),
      lifecycle('failed', { error: 'no network' }, ['researcher:1']),
      lifecycle('completed'),
    );
    const { agents, messages, evidence, runs } = await driver.say();
    expect(agents[0]).to.deep.include({ agentId: 'researcher:1', agentName: 'researcher', status: 'failed' });
    expect(messages.find(({ messageId }) => messageId === 'm')).to.deep.include({ agentId: 'researcher:1' });
    expect(evidence[0]).to.deep.include({ title: 'A' });
    expect(runs[0]).to.deep.include({ outcome: 'success' });
  });

  it('sources-others 3.5: a graph that failed says why', async () => {
    const driver = new Driver();
    driver.onRun = whole(lifecycle('failed', { error: 'Recursion limit' }));
    await driver.say();
    expect(driver.snapshot.runs[0]!['error']).to.deep.include({ message: 'Recursion limit' });
  });
});

describe('LangGraph controls', () => {
  it('W4: a run is stopped at the server, and its end is the server’s word', async () => {
    const driver = new Driver();
    driver.onRun = (stream) => stream.write(lifecycle('running') + answer('m', 'half'));
    await driver.session.send({ text: 'go' });
    await driver.until(() => driver.said('m') === 'half');
    expect(await driver.session.interrupt()).to.deep.equal({ status: 'accepted' });
    expect(driver.requests.at(-1)!.path).to.equal('runs/run-2/cancel?wait=0&action=interrupt');
    expect(driver.snapshot.runs[0]!['outcome']).to.equal(undefined);
    driver.stream.write(lifecycle('interrupted'));
    expect((await driver.ended()).runs[0]).to.deep.include({ outcome: 'cancelled' });
  });

  it('W3: steering is told as taken up when it stands among the messages', async () => {
    const driver = new Driver();
    driver.onRun = (stream, { body }) => {
      if (body['method'] === 'run.start') stream.write(lifecycle('running'));
    };
    await driver.session.send({ text: 'go' });
    await driver.until(() => driver.snapshot.runs.length === 1);
    expect(await driver.session.steer({ text: 'shorter', clientId: 's1' })).to.deep.equal({
      status: 'accepted',
    });
    expect(driver.commands()[1]).to.deep.include({
      method: 'input.inject',
      params: { namespace: [], message: { role: 'user', content: 'shorter' } },
    });
    expect(driver.snapshot.steers[0]).to.deep.include({ id: 's1', state: 'pending' });
    driver.stream.write(
      event('values', { messages: [{ type: 'human', id: 'x', content: 'shorter' }] }) +
        lifecycle('completed'),
    );
    const { steers, messages } = await driver.ended();
    expect(steers[0]).to.deep.include({ state: 'accepted' });
    expect(messages.some(({ text, role }) => role === 'user' && text === 'shorter')).to.equal(true);
  });

  it('W2, W20: the queue waits for the end; a run that failed goes on from its last checkpoint', async () => {
    const driver = new Driver();
    driver.onRun = (stream) => stream.write(lifecycle('running'));
    await driver.session.send({ text: 'one' });
    await driver.session.queue({ text: 'two', clientId: 'q' });
    driver.onRun = whole(lifecycle('failed', { error: 'x' }));
    driver.stream.write(lifecycle('completed'));
    await driver.ended(2);
    expect(driver.snapshot.messages.map(({ text }) => text)).to.deep.equal(['one', 'two']);
    driver.onRun = whole(answer('m', 'Better.'), lifecycle('completed'));
    expect(await driver.session.retry()).to.deep.equal({ status: 'accepted' });
    await driver.ended(3);
    expect((driver.commands().at(-1)!['params'] as { input: unknown }).input).to.equal(null);
    expect(driver.said('m')).to.equal('Better.');
  });

  it('sources-others 3.5: reviews of calls are answered in the form that the middleware waits for', async () => {
    const driver = new Driver();
    const value = {
      action_requests: [{ name: 'send_mail', args: { to: 'a' }, description: 'Sends a mail.' }],
      review_configs: [{ action_name: 'send_mail', allowed_decisions: ['approve', 'edit', 'reject'] }],
    };
    driver.onRun = whole(
      event('input.requested', { interrupt_id: 'i', payload: value }),
      lifecycle('interrupted'),
    );
    const { approvals } = await driver.say();
    expect(approvals[0]).to.deep.include({
      toolName: 'send_mail',
      explanation: 'Sends a mail.',
      decisions: ['approve', 'edit', 'reject'],
      input: { to: 'a' },
    });
    driver.onRun = whole(event('input.answered', { interrupt_ids: ['i'] }), lifecycle('completed'));
    await driver.session.respond('i', 'edit', { to: 'b' });
    await driver.ended(2);
    expect(driver.commands().at(-1)!['params']).to.deep.equal({
      namespace: [],
      interrupt_id: 'i',
      response: { decisions: [{ type: 'edit', edited_action: { name: 'send_mail', args: { to: 'b' } } }] },
    });
    expect(driver.snapshot.approvals[0]).to.deep.include({ state: 'resolved', decision: 'edit' });
  });

  it('issue 8: the page’s tools go along, run here, and answer the interrupts that ask for them', async () => {
    const calls: ClientToolCall[] = [];
    const driver = new Driver({
      session: {
        clientTools: {
          offer: () => ({
            tools: [{ name: 'add_todo', description: 'Adds an item.', parameters: { type: 'object' } }],
            context: [],
            titleOf: () => 'Add an item',
            run: async (call) => (calls.push(call), { content: { added: true } }),
          }),
        },
      },
    });
    const payload = { type: 'tool', toolCall: { id: 'c', name: 'add_todo', args: { title: 'milk' } } };
    driver.onRun = (stream, { body }) =>
      body['method'] === 'run.start'
        ? whole(
            event('tools', { event: 'tool-started', tool_call_id: 'c', tool_name: 'add_todo', input: {} }),
            event('input.requested', { interrupt_id: 'i', payload }),
            lifecycle('interrupted'),
          )(stream)
        : whole(
            event('input.answered', { interrupt_ids: ['i'] }),
            answer('m', 'Added.'),
            lifecycle('completed'),
          )(stream);
    await driver.session.send({ text: 'add milk' });
    const { approvals, tools, turns } = await driver.ended(2);
    const { params } = driver.commands()[0] as {
      params: { config: { configurable: { page_tools: unknown[] } } };
    };
    expect(params.config.configurable.page_tools).to.deep.equal([
      { name: 'add_todo', description: 'Adds an item.', parameters: { type: 'object' } },
    ]);
    expect(calls.map(({ argumentsText }) => argumentsText)).to.deep.equal(['{"title":"milk"}']);
    expect(driver.commands()[1]!['params']).to.deep.include({ interrupt_id: 'i', response: { added: true } });
    expect(approvals).to.deep.equal([]);
    expect(tools[0]).to.deep.include({
      toolCallId: 'c',
      state: 'output-available',
      executor: 'client',
      title: 'Add an item',
    });
    expect(turns).to.have.length(1);
    expect(driver.said('m')).to.equal('Added.');
  });

  it('issue 8, 3: a page that is loaded again while a run goes on hears the rest of it', async () => {
    const messages = [{ type: 'human', id: 'h', content: 'go' }];
    const driver = new Driver({
      session: { sessionId: 't' },
      state: () => ({ values: { messages }, next: ['a'], tasks: [] }),
    });
    await driver.until(() => driver.streams.length === 1);
    seq = 7;
    driver.stream.write(answer('m', 'The rest.') + lifecycle('completed'));
    const { turns, runs } = await driver.ended();
    expect(turns).to.have.length(1);
    expect(runs[0]).to.deep.include({ outcome: 'success' });
    expect(driver.said('m')).to.equal('The rest.');

    const classic = new Driver({
      protocol: 'classic',
      session: { sessionId: 't' },
      state: () => ({ values: { messages }, next: ['a'], tasks: [] }),
    });
    classic.answers.push(({ path }) =>
      path.startsWith('runs?') ? PromptResponse.json([{ run_id: 'r-9', status: 'running' }]) : undefined,
    );
    await classic.until(() => classic.streams.length === 1);
    expect(classic.requests.at(-1)!.path).to.equal('runs/r-9/stream');
    classic.stream.write(
      `event: values\ndata: ${JSON.stringify({ messages: [...messages, { type: 'ai', id: 'm', content: 'All.' }] })}\n\nevent: end\ndata: null\n\n`,
    );
    classic.stream.close();
    await classic.until(() => classic.said('m') === 'All.');
  });
});
