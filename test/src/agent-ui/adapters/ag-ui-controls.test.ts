import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { Driver, finished, started, text } from './ag-ui-driver.js';
import { PromptResponse } from '../../../prompt-response.js';

const queued = (driver: Driver) =>
  (
    driver.of('queue.changed').pop()?.payload?.['queued'] as {
      id: string;
      preview: string;
      position: number;
    }[]
  ).map(({ id, preview, position }) => `${position} ${id} ${preview}`);

describe('AG-UI controls', () => {
  it('W1: send posts the whole history and is accepted with the headers, before any event', async () => {
    const driver = await Driver.connect({
      url: 'https://agent.example/run',
      threadId: 'thread-9',
      forwardedProps: { a: 1 },
    });
    const receipt = await driver.send('hello');
    expect(receipt).to.deep.equal({ status: 'accepted' });
    expect(driver.facts).to.deep.equal([]);
    const { url, headers, body } = driver.requests[0]!;
    expect(url).to.equal('https://agent.example/run');
    expect(headers.get('content-type')).to.equal('application/json');
    expect(headers.get('accept')).to.equal('text/event-stream');
    expect(body).to.deep.equal({
      threadId: 'thread-9',
      runId: body.runId,
      state: {},
      messages: [{ id: body.messages[0]?.id, role: 'user', content: 'hello' }],
      tools: [],
      context: [],
      forwardedProps: { a: 1 },
    });
    await driver.stream.send(started(), ...text('m', 'Hi.'), finished());
    await driver.stream.close();
    await driver.answer(started(), finished()).send('more', 'client-2');
    expect(driver.last.messages.map(({ role, content }) => [role, content])).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hi.'],
      ['user', 'more'],
    ]);
    expect(driver.last.runId).not.to.equal(body.runId);
  });

  it('W1 AG-UI 1.4 1.5: attachments go as parts of the message, context and mode beside the messages, in each run of the turn', async () => {
    const driver = await Driver.connect({ forwardedProps: { a: 1 } });
    const receipt = await driver.connection.control({
      kind: 'send',
      clientId: 'c',
      text: 'look',
      attachments: [
        { id: 'f1', name: 'a.png', mimeType: 'image/png', size: 3, url: 'https://files.example/a.png' },
        { id: 'f2', name: 'b.pdf', mimeType: 'application/pdf' },
      ],
      contextRefs: [{ id: 'doc-1', label: 'readme.md', kind: 'file', value: '/readme.md' }],
      mode: 'plan',
    });
    expect(receipt.status).to.equal('accepted');
    expect(driver.last.messages[0]?.['content']).to.deep.equal([
      { type: 'text', text: 'look' },
      {
        type: 'image',
        source: { type: 'url', value: 'https://files.example/a.png', mimeType: 'image/png' },
        metadata: { name: 'a.png' },
      },
      {
        type: 'document',
        source: { type: 'file', value: 'f2', mimeType: 'application/pdf' },
        metadata: { name: 'b.pdf' },
      },
    ]);
    expect(driver.last.context).to.deep.equal([{ description: 'readme.md (file)', value: '/readme.md' }]);
    expect(driver.last.forwardedProps).to.deep.equal({ a: 1, mode: 'plan' });
    await driver.stream.send(started(), finished());
    await driver.stream.close();
    await driver.answer(started(), finished()).send('more', 'c2');
    expect(driver.last.messages[0]?.['content'], 'the history keeps them').to.have.length(3);
    expect(driver.last.context, 'of another message').to.deep.equal([]);
    expect(driver.last.forwardedProps).to.deep.equal({ a: 1 });
  });

  it('W18: a queued text can be sent next, and keeps what goes with it', async () => {
    const driver = await Driver.connect();
    await driver.send('first');
    const queue = (clientId: string, extras: object = {}) =>
      driver.connection.control({ kind: 'queue', clientId, text: clientId, ...extras });
    await queue('q1');
    await queue('q2', { contextRefs: [{ id: 'r', label: 'R' }] });
    const promote = (itemId: string) => driver.connection.control({ kind: 'queue.promote', itemId });
    expect((await promote('q2')).status).to.equal('accepted');
    expect(queued(driver)).to.deep.equal(['1 q2 q2', '2 q1 q1']);
    expect((await promote('gone')).status).to.equal('rejected');
    await driver.stream.send(started(), finished());
    await driver.stream.close();
    await flush();
    expect(driver.last.messages.at(-1)?.['content']).to.equal('q2');
    expect(driver.last.context).to.deep.equal([{ description: 'R', value: 'r' }]);
  });

  it('AG-UI 5.5: says what it can do, and that it is there', async () => {
    const driver = await Driver.connect();
    expect(driver.states).to.deep.equal([['live']]);
    expect(driver.capabilities?.controls).to.deep.equal({
      send: 'native',
      interrupt: 'native',
      respond: 'native',
      retry: 'native',
      queue: 'emulated',
      'queue.edit': 'emulated',
      'queue.remove': 'emulated',
      'queue.promote': 'emulated',
    });
    const steer = await driver.connection.control({ kind: 'steer', clientId: 'c', text: 'left' });
    expect(steer.status).to.equal('unsupported');
  });

  it('AG-UI headers: as an object, or from a function that is asked before each request', async () => {
    let n = 0;
    const driver = await Driver.connect({
      headers: async () => ({ authorization: `Bearer ${++n}`, Accept: 'text/event-stream, x/y' }),
    });
    await driver.answer(started(), finished()).send('one', '1');
    await driver.answer(started(), finished()).send('two', '2');
    expect(driver.requests.map(({ headers }) => headers.get('authorization'))).to.deep.equal([
      'Bearer 1',
      'Bearer 2',
    ]);
    expect(driver.requests[0]?.headers.get('accept')).to.equal('text/event-stream, x/y');
    const plain = await Driver.connect({ headers: { 'x-tenant': 'a' } });
    await plain.answer(started(), finished()).send();
    expect(plain.requests[0]?.headers.get('x-tenant')).to.equal('a');
  });

  it('AG-UI P21: headers that cannot be had refuse the request, without their secret', async () => {
    const driver = await Driver.connect({
      headers: () => {
        throw new Error('token sk-abcdefgh expired');
      },
    });
    const receipt = await driver.send();
    expect(receipt.status).to.equal('rejected');
    expect(receipt.reason).not.to.contain('sk-abcdefgh');
    expect(driver.ending).to.equal('run.failed headers_failed');
    expect(driver.requests).to.have.length(0);
  });

  for (const [status, retryable] of [
    [401, false],
    [422, false],
    [429, true],
    [503, true],
  ] as const) {
    it(`AG-UI P21: ${status} refuses the request and says so (retryable: ${retryable})`, async () => {
      const driver = await Driver.connect();
      driver.answerText('{"error":{"message":"No. Bearer abcdefghijkl"}}', 'application/json', status);
      const receipt = await driver.send();
      expect(receipt.status).to.equal('rejected');
      expect(receipt.reason).to.contain(`answered ${status}`).and.to.contain('No. [redacted]');
      expect(driver.of('run.failed')[0]?.payload).to.deep.include({
        code: `http_${status}`,
        retryable,
        clientId: 'client-1',
      });
      expect(driver.states).to.deep.equal([['live']]);
    });
  }

  it('AG-UI P3: a login page instead of a stream is refused', async () => {
    const driver = await Driver.connect();
    driver.answerText('<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8');
    const receipt = await driver.send();
    expect(receipt.status).to.equal('rejected');
    expect(receipt.reason).to.contain('login page');
    expect(driver.ending).to.equal('run.failed bad_content_type');
    driver.answerText('', 'application/vnd.ag-ui.event+proto');
    expect((await driver.send('again', 'client-2')).reason).to.contain('protobuf');
  });

  it('AG-UI 1.9: the content type of a stream may be in capitals, have a charset, or be missing', async () => {
    const driver = await Driver.connect();
    driver.answerText('', 'Text/Event-Stream; charset=utf-8');
    expect((await driver.send('one', '1')).status).to.equal('accepted');
    driver.answers.push(
      () => new PromptResponse(new ReadableStream({ start: (controller) => controller.close() })),
    );
    expect((await driver.send('two', '2')).status).to.equal('accepted');
  });

  it('AG-UI P4: no server at all refuses the request and tells the connection’s state', async () => {
    const driver = await Driver.connect();
    driver.answers.push(() => Promise.reject(new TypeError('fetch failed')));
    expect((await driver.send()).status).to.equal('rejected');
    expect(driver.ending).to.equal('run.failed network');
    expect(driver.states.pop()).to.deep.equal(['failed', 'The agent server could not be reached.']);
  });

  it('AG-UI P21: a text that was refused is sent once: by retry, or by sending it again', async () => {
    const driver = await Driver.connect();
    driver.answerText('', 'text/plain', 503);
    await driver.send('hello');
    driver.answer(started(), finished());
    await driver.connection.control({ kind: 'retry', runId: driver.last.runId });
    await flush();
    expect(driver.last.messages.map(({ content }) => content)).to.deep.equal(['hello']);
    expect(driver.of('run.started')[0]?.payload).to.deep.include({ clientId: 'client-1' });
    const other = await Driver.connect();
    other.answerText('', 'text/plain', 503);
    await other.send('hello', '1');
    await other.answer(started(), finished()).send('hello', '2');
    expect(other.last.messages).to.have.length(1);
  });

  it('AG-UI P12: a second send while a run is active is refused with a reason', async () => {
    const driver = await Driver.connect();
    await driver.send('one', '1');
    const receipt = await driver.send('two', '2');
    expect(receipt.status).to.equal('rejected');
    expect(receipt.reason).to.contain('Queue');
    expect(driver.requests).to.have.length(1);
  });

  it('AG-UI 5.5: the same send twice is one request (§4.1, 7)', async () => {
    const driver = await Driver.connect();
    const request = { kind: 'send', clientId: 'c', text: 'hello' } as const;
    const receipts = await Promise.all([
      driver.connection.control(request),
      driver.connection.control(request),
    ]);
    expect(receipts.map(({ status }) => status)).to.deep.equal(['accepted', 'accepted']);
    expect(driver.requests).to.have.length(1);
  });

  it('W2: queued texts wait for the end of the turn, and go one for each turn', async () => {
    const driver = await Driver.connect();
    await driver.send('first', '1');
    for (const [clientId, said] of [
      ['q1', 'second'],
      ['q2', 'third'],
      ['q3', 'never'],
    ] as const) {
      await driver.connection.control({ kind: 'queue', clientId, text: said });
    }
    expect(queued(driver)).to.deep.equal(['1 q1 second', '2 q2 third', '3 q3 never']);
    await driver.connection.control({ kind: 'queue.edit', itemId: 'q2', text: 'third, changed' });
    await driver.connection.control({ kind: 'queue.remove', itemId: 'q3' });
    expect((await driver.connection.control({ kind: 'queue.remove', itemId: 'q3' })).status).to.equal(
      'rejected',
    );
    expect(queued(driver)).to.deep.equal(['1 q1 second', '2 q2 third, changed']);
    expect(driver.requests).to.have.length(1);

    await driver.stream.send(started(), finished());
    await driver.stream.close();
    expect(driver.last.messages.pop()?.content).to.equal('second');
    expect(queued(driver)).to.deep.equal(['1 q2 third, changed']);
    await driver.stream.send(started());
    expect(driver.of('run.started').pop()?.payload?.['clientId']).to.equal('q1');
    expect(driver.requests).to.have.length(2);
    await driver.stream.send(finished());
    await driver.stream.close();
    expect(driver.last.messages.pop()?.content).to.equal('third, changed');
    expect(queued(driver)).to.deep.equal([]);
  });

  it('W2: a queued text with nothing at work is sent at once', async () => {
    const driver = await Driver.connect();
    await driver.connection.control({ kind: 'queue', clientId: 'q', text: 'now' });
    await flush();
    expect(driver.last.messages[0]?.content).to.equal('now');
    expect(queued(driver)).to.deep.equal([]);
  });

  it('W2: a queued text that cannot be sent waits on, with the reason, and is not lost', async () => {
    const driver = await Driver.connect();
    await driver.send('first', '1');
    await driver.connection.control({ kind: 'queue', clientId: 'q', text: 'second' });
    driver.answerText('', 'text/plain', 503);
    await driver.stream.send(started(), finished());
    await driver.stream.close();
    await flush();
    expect(queued(driver)).to.deep.equal(['1 q second']);
    expect(driver.of('queue.changed').pop()?.payload?.['reason']).to.contain('503');
    expect(driver.of('run.failed')).to.have.length(0);
    await driver.answer(started(), finished()).answer(started(), finished()).send('third', '3');
    await flush();
    expect(driver.last.messages.map(({ content }) => content)).to.deep.equal(['first', 'third', 'second']);
    expect(queued(driver)).to.deep.equal([]);
  });

  it('W4: interrupt aborts the request, says cancelled, and leaves late events alone', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const [open, half] = text('m', 'half');
    await driver.stream.send(started(), open!, half!);
    const { stream } = driver;
    expect(await driver.connection.control({ kind: 'interrupt' })).to.deep.equal({ status: 'accepted' });
    await flush();
    expect(stream.cancelled).to.equal(true);
    expect(driver.ending).to.equal('run.finished cancelled');
    expect(driver.of('run.finished')[0]).to.include({ phase: 'cancelled', runId: driver.last.runId });
    const count = driver.facts.length;
    await driver.connection
      .control({ kind: 'interrupt' })
      .then(({ status }) => expect(status).to.equal('rejected'));
    expect(driver.facts).to.have.length(count);
    await driver.answer(started(), finished()).send('go on', 'client-2');
    expect(driver.last.messages.map(({ content }) => content)).to.deep.equal(['hello', 'half', 'go on']);
  });

  it('W4: interrupt before the server answers ends the request, and what was said is not sent twice', async () => {
    const driver = await Driver.connect();
    let answer!: (response: Response) => void;
    driver.answers.push(() => new Promise((resolve) => (answer = resolve)));
    const sending = driver.connection.control({ kind: 'send', clientId: '1', text: 'hello' });
    await flush();
    await driver.connection.control({ kind: 'interrupt' });
    answer(new PromptResponse('', { headers: { 'content-type': 'text/event-stream' } }));
    expect((await sending).status).to.equal('rejected');
    expect(driver.ending).to.equal('run.finished cancelled');
    expect(driver.of('run.started')).to.have.length(0);
    await driver.answer(started(), finished()).send('hello', '2');
    expect(driver.last.messages).to.have.length(1);
  });

  it('W4: interrupt before the first event keeps what the person said', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.connection.control({ kind: 'interrupt' });
    expect(driver.story).to.deep.equal(['run.started', 'run.finished cancelled']);
    expect(driver.of('run.started')[0]?.payload).to.deep.include({ clientId: 'client-1' });
  });

  it('W4: after an interrupt the next queued text is sent', async () => {
    const driver = await Driver.connect();
    await driver.send('one', '1');
    await driver.connection.control({ kind: 'queue', clientId: 'q', text: 'instead' });
    await driver.connection.control({ kind: 'interrupt' });
    await flush();
    expect(driver.last.messages.map(({ content }) => content)).to.deep.equal(['one', 'instead']);
  });

  it('W20: retry is a new run of the same turn with the same history', async () => {
    const driver = await Driver.connect();
    const [open, half] = text('m', 'half an ans');
    driver.answer(started(), open!, half!, { type: 'RUN_ERROR', message: 'crashed' });
    await driver.send();
    const first = driver.last;
    expect((await driver.connection.control({ kind: 'retry', runId: 'other' })).status).to.equal('rejected');
    driver.answer(started(), ...text('n', 'An answer.'), finished());
    expect((await driver.connection.control({ kind: 'retry', runId: first.runId })).status).to.equal(
      'accepted',
    );
    await flush();
    expect(driver.last.messages).to.deep.equal(first.messages);
    expect(driver.last.runId).not.to.equal(first.runId);
    const [, again] = driver.of('run.started');
    expect(again).to.include({ runId: driver.last.runId, turnId: first.runId });
    expect(again?.payload).not.to.have.property('clientId');
  });

  it('W20: with nothing before, there is nothing to retry', async () => {
    const driver = await Driver.connect();
    expect((await driver.connection.control({ kind: 'retry' })).status).to.equal('rejected');
  });

  it('AG-UI P12: a server that keeps its stream open after the end of the run holds nothing up', async () => {
    const driver = await Driver.connect();
    await driver.send('one', '1');
    await driver.stream.send(started(), finished());
    const { stream } = driver;
    expect((await driver.answer(started(), finished()).send('two', '2')).status).to.equal('accepted');
    expect(stream.cancelled).to.equal(true);
    await driver.connection.control({ kind: 'queue', clientId: 'q', text: 'three' });
    await driver.stream.send(started());
    await driver.runtime.advance(10_000);
    expect(driver.requests).to.have.length(3);
    await driver.connection.control({ kind: 'queue', clientId: 'r', text: 'four' });
    await driver.stream.send(finished());
    await driver.runtime.advance(1_000);
    expect(driver.last.messages.pop()?.content).to.equal('four');
  });

  it('AG-UI P20: closing ends all, says closed once, and nothing comes after', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.stream.send(started());
    const count = driver.facts.length;
    const { stream } = driver;
    driver.abort.abort();
    await driver.connection.close();
    await flush();
    expect(stream.cancelled).to.equal(true);
    expect(driver.states).to.deep.equal([['live'], ['closed']]);
    expect(driver.facts).to.have.length(count);
    expect((await driver.send('x', 'y')).status).to.equal('rejected');
    expect(driver.runtime.timers).to.equal(0);
  });
});
