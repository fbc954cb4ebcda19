import { expect } from 'chai';
import type { ClientToolCall, ClientToolOutcome, ClientTools } from 'oui-elements/agent-ui';
import { broken, DONE, Driver, sse, stream, whole, type Chunk } from './driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

const start = (messageId = 'm'): Chunk => ({ type: 'start', messageId });
const step: Chunk = { type: 'start-step' };
const text = (...deltas: string[]): Chunk[] => [
  { type: 'text-start', id: '0' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: '0', delta })),
  { type: 'text-end', id: '0' },
];
const end: Chunk[] = [{ type: 'finish-step' }, { type: 'finish', finishReason: 'stop' }];
const answer = (id: string, ...deltas: string[]) => whole(start(id), step, ...text(...deltas), ...end);
const call = (toolCallId: string, toolName: string, input: unknown): Chunk[] => [
  { type: 'tool-input-start', toolCallId, toolName },
  { type: 'tool-input-delta', toolCallId, inputTextDelta: JSON.stringify(input) },
  { type: 'tool-input-available', toolCallId, toolName, input },
];

/** Page tools that the test answers. */
class FakeTools implements ClientTools {
  readonly calls: ClientToolCall[] = [];

  constructor(
    private readonly run: (call: ClientToolCall) => ClientToolOutcome | Promise<ClientToolOutcome>,
  ) {}

  offer() {
    return {
      tools: [{ name: 'add_todo', description: 'Adds an item.', parameters: { type: 'object' } }],
      context: [{ description: 'The list', value: '{"open":3}' }],
      titleOf: (name: string) => (name === 'add_todo' ? 'Add an item' : undefined),
      run: async (asked: ClientToolCall) => {
        this.calls.push(asked);
        return this.run(asked);
      },
    };
  }
}

describe('AI SDK over HTTP', () => {
  it('sources-others 3.1: posts the chat with its headers, and what the application adds', async () => {
    const driver = new Driver({
      headers: async () => ({ authorization: 'Bearer t' }),
      body: { model: 'small' },
      chatId: 'chat-1',
    }).answer(answer('m', 'Hi.'));
    await driver.session.send({
      text: 'look',
      attachments: [{ id: 'f', name: 'a.png', mimeType: 'image/png', url: 'https://files.test/a.png' }],
      contextRefs: [{ id: 'doc', label: 'A document', value: 'its text' }],
      mode: 'plan',
    });
    await driver.ended();
    const [{ method, headers, url, body }] = driver.requests as [(typeof driver.requests)[0]];
    expect([method, url, headers.get('authorization')]).to.deep.equal(['POST', '/api/chat', 'Bearer t']);
    expect(body).to.deep.include({ id: 'chat-1', model: 'small', mode: 'plan', trigger: 'submit-message' });
    expect(body['context']).to.deep.equal([{ description: 'A document', value: 'its text' }]);
    expect(body.messages[0]!.parts).to.deep.equal([
      { type: 'file', mediaType: 'image/png', url: 'https://files.test/a.png', filename: 'a.png' },
      { type: 'text', text: 'look' },
    ]);
  });

  it('sources-others 3.1: an application posts another body where its server wants less', async () => {
    const driver = new Driver({
      prepareBody: ({ id, messages }) => ({ id, message: (messages as unknown[]).at(-1) }),
    }).answer(answer('m', 'Hi.'));
    await driver.say('one');
    expect(Object.keys(driver.last)).to.deep.equal(['id', 'message']);
  });

  it('trap: CRLF, comments and chunks cut anywhere are whole', async () => {
    const wire = sse([start(), step, ...text('Grüße, ', '👋'), ...end]) + DONE;
    const bytes = new TextEncoder().encode(
      `: stream-open\n\n${wire.replaceAll('\n\n', '\n\n: keep-alive\n\n')}`.replaceAll('\n', '\r\n'),
    );
    let at = 0;
    const driver = new Driver().answer(() =>
      stream(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            if (at >= bytes.length) controller.close();
            else controller.enqueue(bytes.subarray(at, (at += 5)));
          },
        }),
      ),
    );
    await driver.say();
    expect(driver.said('m')).to.equal('Grüße, 👋');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('trap: a server that writes no finish has finished when it says [DONE]', async () => {
    const driver = new Driver().answer(whole(...text('Written by hand.')));
    await driver.say();
    expect(driver.run()['outcome']).to.equal('success');
    expect(driver.snapshot.messages.at(-1)?.['text']).to.equal('Written by hand.');
  });

  it('truncation is never success: neither a clean end nor a broken connection', async () => {
    const half = sse([
      start(),
      step,
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'half' },
    ]);
    for (const [code, reply] of [
      ['truncated', () => stream(half)],
      ['network', broken(half)],
      ['truncated', () => stream('')],
    ] as const) {
      const driver = new Driver().answer(reply);
      await driver.say();
      expect(driver.run()['outcome']).to.equal('failed');
      expect(driver.run()['error']).to.deep.include({ code });
    }
  });

  it('trap: a call that was being made when the run was cut is answered before the chat goes back', async () => {
    const driver = new Driver().answer(
      broken(sse([start(), step, ...call('c', 'search', { q: 1 })])),
      answer('m2', 'Again.'),
    );
    await driver.say('one');
    await driver.say('two');
    expect(driver.last.messages[1]!.parts.at(-1)).to.deep.include({ state: 'output-error', toolCallId: 'c' });
    expect(driver.said('m2')).to.equal('Again.');
  });

  it('issue 8: 401, HTML pages, other types and dead servers are refusals with a reason', async () => {
    for (const [code, reason, reply] of [
      [
        'http_401',
        /401.*Sign in first/,
        () => PromptResponse.json({ error: 'Sign in first.' }, { status: 401 }),
      ],
      [
        'bad_content_type',
        /login page/,
        () => new PromptResponse('<html>', { headers: { 'content-type': 'text/html' } }),
      ],
      ['bad_content_type', /application\/json/, () => PromptResponse.json({ text: 'whole' })],
      ['http_204', /nothing/, () => new PromptResponse(null, { status: 204 })],
    ] as const) {
      const driver = new Driver().answer(reply);
      const receipt = await driver.session.send({ text: 'hello' });
      expect(receipt.status).to.equal('rejected');
      expect(receipt.reason).to.match(reason);
      expect(driver.run()['error']).to.deep.include({ code });
    }
    const driver = new Driver();
    expect((await driver.session.send({ text: 'hello' })).status).to.equal('rejected');
    expect(driver.run()['error']).to.deep.include({ code: 'network' });
    expect(driver.session.view('runtime_status').get().connection).to.equal('failed');
  });

  it('R: what is no chunk is left out and reported', async () => {
    const driver = new Driver().answer(() =>
      stream(
        `data: {"type":1}\n\ndata: nonsense\n\ndata: []\n\n${sse([start(), step, ...text('ok'), ...end])}${DONE}`,
      ),
    );
    await driver.say();
    expect(driver.said('m')).to.equal('ok');
    expect(driver.snapshot.diagnostics[0]).to.deep.include({ code: 'ai-sdk.malformed', count: 3 });
  });
});

describe('AI SDK controls', () => {
  it('W4: interrupt lets go of the stream, and the run is cancelled', async () => {
    const driver = new Driver();
    const open = driver.open();
    await driver.session.send({ text: 'go' });
    await open.write(
      start(),
      step,
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'half' },
    );
    expect(await driver.session.interrupt()).to.deep.equal({ status: 'accepted' });
    expect(open.cancelled).to.equal(true);
    expect(driver.run()['outcome']).to.equal('cancelled');
    expect(driver.said('m')).to.equal('half');
  });

  it('sources-others 3.1: where runs outlive their streams, only the server stops one, and the end is its word', async () => {
    const hidden = new Driver({ resume: true });
    await hidden.until(() => hidden.session.capabilities.controls.send !== undefined);
    expect(hidden.session.capabilities.controls).not.to.have.property('interrupt');

    const driver = new Driver({ resume: true, stopUrl: '/api/stop' });
    const open = driver.open();
    await driver.session.send({ text: 'go' });
    await open.write(start(), step);
    driver.answer(() => new PromptResponse(null, { status: 200 }));
    expect(await driver.session.interrupt()).to.deep.equal({ status: 'accepted' });
    expect([driver.requests[1]!.url, driver.last.id]).to.deep.equal(['/api/stop', driver.session.sessionId]);
    expect(driver.run()['outcome']).to.equal(undefined);
    await open.write({ type: 'abort', reason: 'stopped' });
    await open.close();
    expect(driver.run()).to.deep.include({ outcome: 'cancelled', summary: 'stopped' });
  });

  it('W2, W18: what is queued is sent when the run is over, one text for each turn', async () => {
    const driver = new Driver();
    const open = driver.open();
    await driver.session.send({ text: 'one' });
    await open.write(start('m1'), step);
    await driver.session.queue({ text: 'two', clientId: 'q2' });
    await driver.session.queue({ text: 'three', clientId: 'q3' });
    await driver.session.editQueued('q2', 'two, edited');
    await driver.session.removeQueued('q3');
    driver.answer(answer('m2', 'Second.'));
    await open.write(...text('First.'), ...end);
    await open.close();
    await driver.until(() => driver.snapshot.runs.length === 2);
    const { messages } = await driver.ended();
    expect(messages.map(({ text: said }) => said)).to.deep.equal(['one', 'First.', 'two, edited', 'Second.']);
  });

  it('W20, W23: the last answer is made anew', async () => {
    const driver = new Driver().answer(answer('m1', 'First.'), answer('m2', 'Better.'));
    await driver.say('one');
    expect(await driver.session.retry()).to.deep.equal({ status: 'accepted' });
    await driver.until(() => driver.snapshot.runs.length === 2);
    await driver.ended();
    expect(driver.last).to.deep.include({ trigger: 'regenerate-message', messageId: 'm1' });
    expect(driver.last.messages.map(({ role }) => role)).to.deep.equal(['user']);
    expect(driver.said('m2')).to.equal('Better.');
    expect((await driver.session.regenerate({ messageId: 'm1' })).status).to.equal('rejected');
  });

  it('§4.1, 7: while the agent is at work nothing else is sent, and the same words are sent once', async () => {
    const driver = new Driver();
    const open = driver.open();
    await driver.session.send({ text: 'one', clientId: 'c' });
    expect((await driver.session.send({ text: 'two' })).reason).to.contain('still at work');
    await open.write(start(), step, ...text('ok'), ...end);
    await open.close();
    expect(driver.requests).to.have.length(1);
  });

  it('a control that the protocol has no word for is hidden, and refused', async () => {
    const driver = new Driver();
    const asked = await driver.session.ask({ kind: 'steer', clientId: 'c', text: 'left', runId: 'r' });
    expect(asked.status).to.equal('unsupported');
    expect(driver.session.availability({ kind: 'steer', clientId: 'c', text: 'x' }).available).to.equal(
      false,
    );
  });
});

describe('AI SDK questions to a person', () => {
  const asked = whole(
    start(),
    step,
    ...call('c', 'remove', { id: 7 }),
    { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c', signature: 'sealed' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'tool-calls' },
  );

  it('M-022: an answer is on its way until the server takes it up; one that failed can be given again', async () => {
    const driver = new Driver().answer(asked);
    await driver.say();
    expect((await driver.session.send({ text: 'more' })).reason).to.contain('waits for an answer');
    expect((await driver.session.respond('ap', 'approve')).status).to.equal('rejected');
    expect(driver.approval('ap')['state']).to.equal('pending');

    // The server takes the request, and fails before it has looked at the answer.
    driver.answer(whole(start(), { type: 'error', errorText: 'no' }));
    await driver.respond('ap', 'approve');
    expect(driver.approval('ap')['state']).to.equal('pending');

    driver.session.dismissWrite('respond:ap');
    driver.answer(
      whole(
        start(),
        { type: 'tool-output-available', toolCallId: 'c', output: 'gone' },
        step,
        ...text('Done.'),
        ...end,
      ),
    );
    await driver.respond('ap', 'reject');
    expect(driver.last.messages[1]!.parts.at(-1)).to.deep.include({
      state: 'approval-responded',
      approval: { id: 'ap', signature: 'sealed', approved: false },
    });
    expect(driver.approval('ap')).to.deep.include({
      state: 'resolved',
      decision: 'rejected',
      resolvedBy: 'user',
    });
    expect(driver.tool('c')['output']).to.equal('gone');
  });

  it('M-026: an answer that is given while the run that asks is at work goes when it is over', async () => {
    const driver = new Driver();
    const open = driver.open();
    await driver.session.send({ text: 'go' });
    await open.write(start(), step, ...call('c', 'remove', {}), {
      type: 'tool-approval-request',
      approvalId: 'ap',
      toolCallId: 'c',
    });
    expect(await driver.session.respond('ap', 'approve')).to.deep.equal({ status: 'accepted' });
    driver.answer(
      whole(
        start(),
        { type: 'tool-output-available', toolCallId: 'c', output: 1 },
        step,
        ...text('Done.'),
        ...end,
      ),
    );
    await open.write(...end);
    await open.close();
    await driver.until(() => driver.snapshot.runs.length === 2);
    await driver.ended();
    expect(driver.approval('ap')['decision']).to.equal('approved');
    expect(driver.tool('c')['state']).to.equal('output-available');
  });

  it('trap: a finish with open questions is no completion', async () => {
    const driver = new Driver().answer(asked);
    await driver.say();
    expect(driver.run()).to.deep.include({ outcome: 'interrupt', stage: 'interrupted' });
    expect(driver.session.view('hitl').get().pending).to.have.length(1);
  });

  it('sources-others 3.1: a call that no server runs is answered by the person, with the next request', async () => {
    const driver = new Driver().answer(
      whole(start(), step, ...call('c', 'ask_color', { which: 'roof' }), ...end),
      whole(start(), step, ...text('Red it is.'), ...end),
    );
    await driver.say();
    expect(driver.approval('c:output')).to.deep.include({
      actionType: 'structured_input',
      toolName: 'ask_color',
    });
    await driver.respond('c:output', 'answer', 'red');
    expect(driver.last.messages[1]!.parts[1]).to.deep.include({ state: 'output-available', output: 'red' });
    expect(driver.tool('c')).to.deep.include({ state: 'output-available', output: 'red' });
    expect(driver.run()['outcome']).to.equal('success');
  });

  it('issue 8, 3: a page that is loaded again with an open approval shows it, and answers it', async () => {
    const before = new Driver().answer(asked);
    await before.say('remove it');
    let chat: unknown;
    const again = new Driver({
      prepareBody: (body) => ((chat = structuredClone(body['messages'])), body),
    }).answer(asked);
    await again.say('remove it');
    const saved = [
      ...(structuredClone(chat) as unknown[]),
      {
        id: 'm',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-remove',
            toolCallId: 'c',
            state: 'approval-requested',
            input: { id: 7 },
            approval: { id: 'ap', signature: 'sealed' },
          },
        ],
      },
    ];
    const driver = new Driver({ messages: '/api/messages', session: { sessionId: 'chat-1' } }).answer(() =>
      PromptResponse.json(saved),
    );
    await driver.until(() => driver.snapshot.approvals.length > 0);
    expect(driver.requests[0]!.url).to.equal('/api/messages?id=chat-1');
    expect(driver.snapshot.messages.map(({ text: said }) => said)).to.deep.equal(['remove it']);
    expect(driver.tool('c')).to.deep.include({ name: 'remove', state: 'awaiting-approval', args: { id: 7 } });
    driver.answer(
      whole(
        start(),
        { type: 'tool-output-available', toolCallId: 'c', output: 'gone' },
        step,
        ...text('Done.'),
        ...end,
      ),
    );
    await driver.respond('ap', 'approve');
    expect(driver.last.messages[1]!.parts[1]).to.deep.include({ state: 'approval-responded' });
    expect(driver.approval('ap')['decision']).to.equal('approved');
    expect(driver.snapshot.turns).to.have.length(1);
    expect(driver.said('m')).to.equal('Done.');
  });

  it('issue 8, 3: a page that is loaded again while a run goes on reads it from its beginning', async () => {
    const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] };
    const driver = new Driver({
      resume: true,
      messages: () => [user],
      session: { sessionId: 'chat-1' },
    }).answer(answer('m', 'All of it.'));
    await driver.ended();
    expect(driver.requests[0]).to.deep.include({ method: 'GET', url: '/api/chat/chat-1/stream' });
    expect(driver.snapshot.turns).to.have.length(1);
    expect(driver.said('m')).to.equal('All of it.');
    expect(driver.stale).to.equal(false);
    expect(driver.run()['outcome']).to.equal('success');
  });

  it('trap: a finished answer that is replayed at the next load is shown once', async () => {
    const saved = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] },
      {
        id: 'm',
        role: 'assistant',
        parts: [{ type: 'step-start' }, { type: 'text', text: 'All of it.', state: 'done' }],
      },
    ];
    const driver = new Driver({
      resume: true,
      messages: () => saved,
      session: { sessionId: 'chat-1' },
    }).answer(answer('m', 'All of it.'), answer('n', 'More.'));
    await driver.ended();
    expect(driver.said('m')).to.equal('All of it.');
    await driver.say('more');
    expect(driver.last.messages[1]!.parts.map(({ type }) => type)).to.deep.equal(['step-start', 'text']);
  });
});

describe('AI SDK page tools', () => {
  const asks = whole(start(), step, ...call('c1', 'add_todo', { title: 'milk' }), ...end);

  it('issue 8: the page’s tools go along, run here, and their outputs go with the next request', async () => {
    const clientTools = new FakeTools(({ argumentsText }) => ({ content: { got: argumentsText } }));
    const driver = new Driver({ session: { clientTools } }).answer(
      asks,
      whole(start(), step, ...text('Added.'), ...end),
    );
    await driver.say('add milk');
    expect(driver.requests[0]!.body['tools']).to.deep.equal({
      add_todo: { description: 'Adds an item.', parameters: { type: 'object' } },
    });
    expect(driver.requests[0]!.body['context']).to.deep.equal([
      { description: 'The list', value: '{"open":3}' },
    ]);
    expect(driver.last).to.deep.include({ trigger: 'submit-message', messageId: 'm' });
    expect(driver.last.messages[1]!.parts[1]).to.deep.include({
      type: 'tool-add_todo',
      state: 'output-available',
      output: { got: '{"title":"milk"}' },
    });
    expect(driver.tool('c1')).to.deep.include({
      executor: 'client',
      title: 'Add an item',
      state: 'output-available',
    });
    expect(driver.said('m')).to.equal('Added.');
    expect(driver.snapshot.turns).to.have.length(1);
  });

  it('trap: a page tool that failed is no success, for the person and for the model', async () => {
    const clientTools = new FakeTools(() => ({
      content: undefined,
      error: { code: 'app:full', message: 'No room.' },
    }));
    const driver = new Driver({ session: { clientTools } }).answer(
      asks,
      whole(start(), step, ...text('Sorry.'), ...end),
    );
    await driver.say('add milk');
    expect(driver.tool('c1')['state']).to.equal('output-error');
    expect(driver.last.messages[1]!.parts[1]).to.deep.include({
      state: 'output-error',
      errorText: 'app:full: No room.',
    });
  });

  it('M-020: a page tool asks the person inside its own row', async () => {
    const clientTools = new FakeTools(async ({ confirm }) => {
      const yes = await confirm({ title: 'Add milk?', explanation: 'It adds.', severity: 'low', input: {} });
      return yes
        ? { content: 'added' }
        : { content: undefined, error: { code: 'ACTION_DENIED', message: 'No.' } };
    });
    const driver = new Driver({ session: { clientTools } }).answer(
      asks,
      whole(start(), step, ...text('Fine.'), ...end),
    );
    await driver.session.send({ text: 'add milk' });
    await driver.until(() => driver.snapshot.approvals.length > 0);
    await driver.session.respond('c1:approval', 'reject');
    await driver.until(() => driver.snapshot.runs.length === 2);
    await driver.ended();
    expect(driver.tool('c1')).to.deep.include({ state: 'output-error', declined: true });
  });

  it('agent-ui 5.6, 5: an agent that calls the page without an end is stopped', async () => {
    const clientTools = new FakeTools(() => ({ content: 'ok' }));
    const driver = new Driver({ session: { clientTools } });
    for (let n = 0; n <= 9; n++)
      driver.answer(whole(start(), step, ...call(`c${n}`, 'add_todo', {}), ...end));
    await driver.say();
    expect(clientTools.calls).to.have.length(8);
    expect(driver.run()['error']).to.deep.include({ code: 'too_many_continuations' });
  });
});
