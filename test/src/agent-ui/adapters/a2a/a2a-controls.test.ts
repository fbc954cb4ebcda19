import { expect } from 'chai';
import { A2aDriver, frame, json, piece, result, said, status, task, type Json } from './a2a-driver.js';
import { PromptResponse } from '../../../../prompt-response.js';

const run = ({ facts }: A2aDriver) => facts.runs[0]!;
const approval = ({ facts }: A2aDriver) => facts.approvals.at(-1)!;
const message = (driver: A2aDriver) => driver.asked.at(-1)!.params['message'] as Json;
const SSE = { 'content-type': 'text/event-stream' };

describe('A2A: what a person asks for', () => {
  let driver: A2aDriver;

  beforeEach(async () => {
    driver = await A2aDriver.connect({ headers: async () => ({ authorization: 'Bearer t' }) });
  });

  afterEach(() => driver.session.close());

  it('A2A table: capabilities are what the protocol can do, and no more', () => {
    expect(driver.session.capabilities.controls).to.deep.equal({
      send: 'native',
      respond: 'native',
      interrupt: 'native',
      stop: 'native',
      steer: 'native',
      continue_agent: 'native',
    });
  });

  it('A2A 3.4: a request has its version, its headers and its parts; the receipt is the agent’s first word', async () => {
    const receipt = driver.session.send({
      text: 'see',
      clientId: 'c',
      attachments: [{ id: 'f', name: 'f.pdf', mimeType: 'application/pdf', url: 'https://x.example/f' }],
      contextRefs: [{ id: 'r', label: 'Selection', value: 'some words' }],
    });
    await driver.settle();
    const [asked] = driver.of('SendStreamingMessage');
    expect(asked!.headers.get('a2a-version')).to.equal('1.0');
    expect(asked!.headers.get('authorization')).to.equal('Bearer t');
    expect(driver.cards[0]!.get('authorization')).to.equal('Bearer t');
    expect(message(driver)).to.deep.include({
      role: 'ROLE_USER',
      parts: [
        { text: 'see' },
        { url: 'https://x.example/f', mediaType: 'application/pdf', filename: 'f.pdf' },
        { text: 'Selection:\nsome words' },
      ],
    });
    expect(driver.facts.messages[0]).to.deep.include({ origin: 'optimistic' });
    await driver.say(task('SUBMITTED'));
    expect(await receipt).to.deep.equal({ status: 'accepted' });
    expect(driver.facts.messages[0]).to.deep.include({ clientId: 'c', turnId: 'T' });
    await driver.say(status('COMPLETED'));
    void driver.session.send({ text: 'more' });
    await driver.settle();
    expect(message(driver)).to.deep.include({ contextId: 'C' }).and.not.have.property('taskId');
  });

  it('A2A: a card elsewhere is asked for without what opens the agent’s door', async () => {
    const other = await A2aDriver.connect({
      cardUrl: 'https://cards.example/a.json',
      headers: { authorization: 'Bearer t' },
    });
    expect(other.cards[0]!.get('authorization')).to.equal(null);
    const none = await A2aDriver.connect({ cardUrl: false });
    expect(none.cards).to.deep.equal([]);
    const html = await A2aDriver.connect({
      setUp: (made) => (made.card = new PromptResponse('<p>', { status: 404 })),
    });
    expect(html.codes).to.deep.equal(['a2a.no_card']);
  });

  for (const [decision, payload, parts] of [
    ['answer', { text: 'Q3' }, [{ text: 'Q3' }]],
    ['answer', 'Q3', [{ text: 'Q3' }]],
    ['answer', { quarter: 3 }, [{ data: { quarter: 3 } }]],
    ['approve', undefined, [{ text: 'approve' }]],
    ['reject', { reason: 'too late' }, [{ text: 'too late' }]],
  ] as const) {
    it(`A2A table: an answer is a message of the task: ${decision} ${JSON.stringify(payload)}`, async () => {
      await driver.send();
      await driver.say(task('SUBMITTED'), status('INPUT_REQUIRED', 'Which?'));
      await driver.stream.close();
      const actionId = String(approval(driver)['actionId']);
      const receipt = driver.session.respond(actionId, decision, payload);
      await driver.settle();
      expect(message(driver)).to.deep.include({
        taskId: 'T',
        contextId: 'C',
        parts,
        metadata: { agentui: { actionId, decision } },
      });
      // The task comes first as it was.
      await driver.say(
        task('INPUT_REQUIRED', {
          status: status('INPUT_REQUIRED', 'Which?')['statusUpdate'] && {
            state: 'TASK_STATE_INPUT_REQUIRED',
            message: said('m-Which?', 'Which?'),
          },
        }),
      );
      expect((await receipt).status).to.equal('accepted');
      expect(approval(driver)['state']).to.equal('pending');
      expect(run(driver)['outcome']).to.equal(undefined);
      await driver.say(status('WORKING'), status('COMPLETED', 'Done.'));
      expect(driver.facts.approvals).to.have.length(1);
      expect(approval(driver)).to.deep.include({ state: 'resolved', resolvedBy: 'user' });
      expect(run(driver)['outcome']).to.equal('success');
    });
  }

  it('A2A table: what a person says while a task asks is the answer; somebody else may answer too', async () => {
    await driver.send();
    await driver.say(task('SUBMITTED'), status('INPUT_REQUIRED', 'Which?'));
    await driver.stream.close();
    void driver.session.send({ text: 'Q3', clientId: 'c2' });
    await driver.settle();
    expect(message(driver)).to.deep.include({ taskId: 'T' });
    await driver.say(status('WORKING'));
    expect(approval(driver)).to.deep.include({ state: 'resolved', resolvedBy: 'user' });
    await driver.say(status('INPUT_REQUIRED', 'And which year?'), status('WORKING'));
    expect(approval(driver)).to.deep.include({ title: 'And which year?', resolvedBy: 'runtime' });
  });

  it('A2A convention: an agent that knows Agent UI says what may be decided', async () => {
    await driver.send();
    const question = {
      type: 'action.required',
      payload: {
        actionType: 'tool_approval',
        decisions: ['approve', 'reject'],
        toolName: 'delete',
        severity: 'high',
      },
    };
    const asked = said('m', 'Delete it?', 'ROLE_AGENT', { metadata: { agentui: question } });
    await driver.say(task('SUBMITTED'), status('INPUT_REQUIRED', undefined, { message: asked }));
    expect(driver.facts.approvals).to.have.length(1);
    expect(approval(driver)).to.deep.include({
      actionId: 'T/m',
      title: 'Delete it?',
      actionType: 'tool_approval',
      decisions: ['approve', 'reject'],
      toolName: 'delete',
    });
  });

  it('A2A table: credentials are never typed here; who signs in elsewhere is noticed', async () => {
    await driver.send();
    await driver.say(task('SUBMITTED'), status('AUTH_REQUIRED', 'Sign in'));
    await driver.stream.close();
    await driver.settle();
    expect(approval(driver)).to.deep.include({
      actionType: 'credential_request',
      decisions: ['accept', 'cancel'],
    });
    expect(driver.of('SubscribeToTask')).to.have.length(1);
    await driver.say(task('AUTH_REQUIRED'), status('WORKING'));
    expect(approval(driver)).to.deep.include({ state: 'resolved', resolvedBy: 'runtime' });
    expect(run(driver)['outcome']).to.equal(undefined);
  });

  it('W4 stopping is the agent’s to do: its state says whether it has', async () => {
    await driver.send();
    await driver.say(task('WORKING'));
    driver.willAnswer('CancelTask', {
      result: { id: 'T', contextId: 'C', status: { state: 'TASK_STATE_WORKING' } },
    });
    expect((await driver.session.interrupt()).status).to.equal('accepted');
    expect(run(driver)['outcome']).to.equal(undefined);
    await driver.say(status('CANCELED', 'Stopped.'));
    expect(run(driver)['outcome']).to.equal('cancelled');
    expect((await driver.session.interrupt()).status).to.equal('rejected');
  });

  it('W4 a task that cannot be stopped says why', async () => {
    await driver.send();
    await driver.say(task('WORKING'));
    driver.willAnswer('CancelTask', { error: { code: -32002, message: 'Task cannot be canceled' } });
    expect(await driver.session.stop({ taskId: 'T' })).to.deep.equal({
      status: 'rejected',
      reason: 'Task cannot be canceled',
    });
  });

  it('W3 a message on a working task; of its two streams one is read, and nothing is doubled', async () => {
    await driver.send();
    await driver.say(task('WORKING'), piece('one '));
    const first = driver.stream;
    const steering = driver.session.steer({ text: 'shorter', clientId: 's' });
    await driver.settle();
    expect(message(driver)).to.deep.include({ taskId: 'T', parts: [{ text: 'shorter' }] });
    const artifacts = [{ artifactId: 'A', name: 'a.md', parts: [{ text: 'one ' }] }];
    await driver.say(task('WORKING', { artifacts }));
    expect((await steering).status).to.equal('accepted');
    expect(first.cancelled).to.equal(true);
    await driver.say(piece('two', { append: true }), status('COMPLETED'));
    expect(driver.facts.artifacts[0]!['preview']).to.equal('one two');
    expect(driver.facts.steers[0]).to.deep.include({ id: 's', state: 'accepted', targetRunId: 'T' });
  });

  it('W6 a task that waits goes on when it is told to', async () => {
    await driver.send();
    await driver.say(task('SUBMITTED'), status('INPUT_REQUIRED', 'Which?'));
    void driver.session.ask({ kind: 'continue_agent', taskId: 'T', text: 'go on' });
    await driver.settle();
    expect(message(driver)).to.deep.include({ taskId: 'T', parts: [{ text: 'go on' }] });
    const none = await driver.session.ask({ kind: 'continue_agent', taskId: 'other' });
    expect(none.status).to.equal('rejected');
  });

  it('W27 a task as it stands now, and an artifact that only the agent has', async () => {
    const stored = { id: 'T', artifacts: [{ artifactId: 'A', parts: [{ text: 'one ' }, { text: 'two' }] }] };
    driver.willAnswer('GetTask', { result: stored }).willAnswer('GetTask', { result: stored });
    const { contentType, text } = await driver.session.detail('a2a:task:T');
    expect([contentType, JSON.parse(text)]).to.deep.equal(['application/json', stored]);
    expect((await driver.session.detail('a2a:artifact:T/A')).text).to.equal('one two');
    driver.willAnswer('GetTask', { result: stored });
    const codes = [];
    for (const ref of ['a2a:artifact:T/none', 'a2a:task:gone', 'nonsense'])
      codes.push(await driver.session.detail(ref).catch((error: { code: string }) => error.code));
    expect(codes).to.deep.equal(['not_found', 'rpc_-32601', 'not_found']);
  });

  it('N-011: of many large artifacts the oldest are not kept, and the agent is asked for them', async () => {
    const big = 'z'.repeat(3 * 1024 * 1024);
    const artifact = (artifactId: string) => ({
      artifactUpdate: {
        taskId: 'T',
        contextId: 'C',
        artifact: { artifactId, parts: [{ text: big }] },
        lastChunk: true,
      },
    });
    await driver.send();
    await driver.say(task('WORKING'), artifact('1'), artifact('2'), artifact('3'));
    driver.willAnswer('GetTask', {
      result: { id: 'T', artifacts: [{ artifactId: '1', parts: [{ text: big }] }] },
    });
    const lengths = [];
    for (const id of ['1', '2', '3'])
      lengths.push((await driver.session.detail(`a2a:artifact:T/${id}`)).text.length);
    expect(lengths).to.deep.equal([big.length, big.length, big.length]);
    expect(driver.of('GetTask')).to.have.length(1);
  });

  describe('refusals', () => {
    const refused = async (answer: () => Response | Promise<Response>) => {
      driver.answers['SendStreamingMessage']!.push(answer);
      const receipt = await driver.session.send({ text: 'hello' });
      await driver.settle();
      return receipt;
    };

    for (const [name, answer, reason] of [
      ['401', () => json({ error: 'Sign in first.' }, 401), 'The agent server answered 401: Sign in first.'],
      [
        'a web page',
        () => new PromptResponse('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
        'The agent server answered with a web page, perhaps a login page, instead of an A2A answer.',
      ],
      [
        'a JSON-RPC error',
        () => json({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'No such content' } }),
        'No such content',
      ],
      [
        'an error inside the stream',
        () =>
          new PromptResponse(
            frame('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Bad parts"}}'),
            {
              headers: SSE,
            },
          ),
        'Bad parts',
      ],
      ['no answer', () => Promise.reject(new TypeError('refused')), 'The agent server could not be reached.'],
    ] as const) {
      it(`W1 ${name} is a refusal with its reason, and what was said stays`, async () => {
        expect(await refused(answer)).to.deep.equal({ status: 'rejected', reason });
        expect(run(driver)['outcome']).to.equal('failed');
        expect(driver.facts.messages[0]).to.deep.include({ role: 'user', text: 'hello' });
      });
    }

    it('known-failure: truncation is never success: a stream that ends without a word has failed', async () => {
      await refused(() => new PromptResponse('', { headers: SSE }));
      expect(run(driver)['error']).to.deep.include({ code: 'truncated' });
    });

    it('known-failure: what came before an error in the stream is kept, and the task is asked for', async () => {
      const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Broken"}}';
      await refused(
        () =>
          new PromptResponse([result(task('WORKING')), result(piece('half')), error].map(frame).join(''), {
            headers: SSE,
          }),
      );
      expect(driver.facts.artifacts[0]!['preview']).to.equal('half');
      expect(driver.codes).to.deep.equal(['a2a.rpc_-32603']);
      expect(driver.of('SubscribeToTask')).to.have.length(1);
    });
  });

  it('A2A P1: frames cut anywhere, with CRLF and keep-alives between them, are whole', async () => {
    const text = [result(task('WORKING')), result(piece('Grüße 👋')), result(status('COMPLETED', 'Fertig ✓'))]
      .map(frame)
      .join(': keep-alive\n\n')
      .replaceAll('\n', '\r\n');
    const bytes = new TextEncoder().encode(text);
    void driver.session.send({ text: 'x' });
    await driver.settle();
    for (let at = 0; at < bytes.length; at += 7) await driver.stream.bytes(bytes.slice(at, at + 7));
    await driver.settle();
    expect(driver.facts.artifacts[0]!['preview']).to.equal('Grüße 👋');
    expect(driver.facts.messages.at(-1)!['text']).to.equal('Fertig ✓');
    expect(driver.codes).to.deep.equal([]);
  });
});
