import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { FeedDriver, json } from './agent-events-driver.js';
import { PromptResponse } from '../../../prompt-response.js';

describe('agentEvents: controls', () => {
  it('M-021 each request is one JSON that is posted, with its session and its key', async () => {
    const driver = await FeedDriver.connect({ headers: { authorization: 'Bearer t' } });
    await driver.control({ kind: 'send', clientId: 'c-1', text: 'hello' });
    await driver.control({ kind: 'respond', actionId: 'ac-1', decision: 'approve', payload: { once: true } });
    await driver.control({ kind: 'interrupt', runId: 'run-1' });
    await driver.control({ kind: 'queue.edit', itemId: 'q-1', text: 'x' });
    expect(driver.posted.map(({ body }) => body)).to.deep.equal([
      { kind: 'send', clientId: 'c-1', text: 'hello', sessionId: 'ses-1', idempotencyKey: 'send' },
      {
        kind: 'respond',
        actionId: 'ac-1',
        decision: 'approve',
        payload: { once: true },
        sessionId: 'ses-1',
        idempotencyKey: 'respond',
      },
      { kind: 'interrupt', runId: 'run-1', sessionId: 'ses-1', idempotencyKey: 'interrupt' },
      { kind: 'queue.edit', itemId: 'q-1', text: 'x', sessionId: 'ses-1', idempotencyKey: 'queue.edit' },
    ]);
    const [first] = driver.posted;
    expect(first?.url).to.equal('https://agents.example/events');
    expect(first?.headers.get('content-type')).to.equal('application/json');
    expect(first?.headers.get('authorization')).to.equal('Bearer t');
  });

  it('§4.1 a receipt is never the effect: no fact comes of it but what the server sends with it', async () => {
    const driver = await FeedDriver.connect();
    driver.answers.push(
      () => json({ status: 'accepted' }),
      () => json({ status: 'rejected', reason: 'too late' }),
      () => json({ status: 'accepted', events: [{ type: 'run.started', runId: 'r-1' }] }),
    );
    const ask = () => driver.control({ kind: 'send', clientId: 'c', text: 'x' });
    expect(await ask()).to.deep.equal({ status: 'accepted' });
    expect(await ask()).to.deep.equal({ status: 'rejected', reason: 'too late' });
    expect(driver.facts).to.deep.equal([]);
    expect(await ask()).to.deep.equal({ status: 'accepted' });
    expect(driver.facts).to.deep.equal([{ type: 'run.started', runId: 'r-1', sessionId: 'ses-1' }]);
  });

  const html = () => new PromptResponse('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } });
  const answers: [name: string, answer: () => Response | Promise<Response>, receipt: object][] = [
    ['202 without a body', () => new PromptResponse(null, { status: 202 }), { status: 'accepted' }],
    [
      'a web page with 200',
      html,
      {
        status: 'rejected',
        reason: 'The agent server answered with a web page, perhaps a login page, instead of JSON.',
      },
    ],
    [
      'half an answer',
      () => new PromptResponse('{"status":"acc', { headers: { 'content-type': 'application/json' } }),
      { status: 'rejected', reason: 'The agent server gave an answer that is no JSON.' },
    ],
    [
      'a status nobody knows',
      () => json({ status: 'perhaps' }),
      { status: 'rejected', reason: 'The agent server gave an answer that says neither yes nor no.' },
    ],
    [
      '401',
      () => json({ message: 'who are you?' }, 401),
      { status: 'rejected', reason: 'The agent server answered 401: who are you?' },
    ],
    [
      '500 with a web page',
      () => new PromptResponse('<h1>Oops</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
      { status: 'rejected', reason: 'The agent server answered 500.' },
    ],
    [
      'no route',
      () => Promise.reject(new TypeError('x')),
      { status: 'rejected', reason: 'The agent server could not be reached.' },
    ],
    [
      '405',
      () => new PromptResponse('', { status: 405 }),
      { status: 'unsupported', reason: 'The agent server answered 405.' },
    ],
  ];
  for (const [name, answer, receipt] of answers) {
    it(`§4.1 ${name} is told as what it is`, async () => {
      const driver = await FeedDriver.connect();
      driver.answers.push(answer);
      expect(await driver.control({ kind: 'send', clientId: 'c', text: 'x' })).to.deep.equal(receipt);
      expect(driver.facts).to.deep.equal([]);
    });
  }

  it('§4.1 no answer in time: it is said that the request may have arrived', async () => {
    const driver = await FeedDriver.connect({ timeoutMs: 2_000 });
    driver.answers.push(
      () => new Promise((_, reject) => driver.runtime.after(2_001, () => reject(new Error('aborted')))),
    );
    const receipt = driver.control({ kind: 'interrupt', runId: 'r' });
    await driver.runtime.advance(3_000);
    expect(await receipt).to.deep.equal({
      status: 'rejected',
      reason: 'The agent server has not answered in time. It may have taken the request all the same.',
    });
  });

  it('§4.1 what a server cannot do is taken out of what can be asked', async () => {
    const driver = await FeedDriver.connect();
    expect(driver.capabilities.controls).to.deep.equal({
      send: 'native',
      interrupt: 'native',
      respond: 'native',
    });
    driver.answers.push(() => json({ status: 'unsupported', reason: 'no brakes' }));
    await driver.control({ kind: 'interrupt', runId: 'r' });
    expect(driver.capabilities.controls).to.deep.equal({ send: 'native', respond: 'native' });
  });

  it('§4.1 the server says what it can do, and may say it anew', async () => {
    const driver = await FeedDriver.connect({ controls: { send: 'native' } });
    expect(driver.capabilities.controls).to.deep.equal({ send: 'native' });
    await driver.stream.text('data: {"capabilities":{"controls":["send","steer",7]}}\n\n');
    expect(driver.capabilities.controls).to.deep.equal({ send: 'native', steer: 'native' });
    await driver.stream.text('data: {"capabilities":{"controls":[]}}\n\n');
    expect(driver.capabilities.controls).to.deep.equal({});
  });
});

describe('agentEvents: history and details', () => {
  const can = (what: object) => `data: ${JSON.stringify({ capabilities: what })}\n\n`;

  it('§5.1 a server that keeps no history, or no details, is not asked for them', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text('data: {"ping":true}\n\n');
    expect(await driver.connection.hydrate?.()).to.equal(undefined);
    expect(driver.connection.detail).to.equal(undefined);
    expect(driver.asked).to.have.length(1);
  });

  it('§5.1 a session that is opened waits for the server’s first word, and not for ever', async () => {
    const driver = await FeedDriver.connect();
    driver.answers.push(() => json({ events: [] }));
    const early = driver.connection.hydrate?.();
    await driver.stream.text(can({ history: true }));
    expect(await early).to.deep.equal({ status: 'accepted' });
    const mute = await FeedDriver.connect();
    const never = mute.connection.hydrate?.();
    await mute.runtime.advance(2_000);
    expect(await never).to.equal(undefined);
    const closing = await FeedDriver.connect();
    const given = closing.connection.hydrate?.();
    await closing.connection.close();
    expect(await given).to.equal(undefined);
    expect(closing.runtime.timers).to.equal(0);
  });

  it('§5.2 a window that nobody waits for any more changes nothing', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(can({ history: true }));
    const abort = new AbortController();
    driver.answers.push(() => {
      abort.abort();
      return json({ events: [{ type: 'messages.snapshot', payload: {} }] });
    });
    await driver.connection.hydrate?.({ signal: abort.signal });
    expect(driver.facts).to.deep.equal([]);
  });

  it('W14 older facts are asked for by cursor, and come as facts', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(can({ history: true }));
    const older = { type: 'messages.snapshot', payload: { mode: 'older', messages: [] } };
    driver.answers.push(
      () => json({ events: [older] }),
      () => new PromptResponse('', { status: 404 }),
    );
    expect(await driver.connection.hydrate?.({ before: 'c 50', limit: 20 })).to.deep.equal({
      status: 'accepted',
    });
    expect(driver.asked.at(-1)?.url).to.equal(
      'https://agents.example/events?sessionId=ses-1&history=1&before=c%2050&limit=20',
    );
    expect(driver.facts).to.deep.equal([{ ...older, sessionId: 'ses-1' }]);
    expect((await driver.connection.hydrate?.())?.status).to.equal('unsupported');
  });

  it('R4 facts that came by another way are not where the stream goes on', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(`id: e-5\n${can({ history: true })}`);
    const old = { type: 'messages.snapshot', eventId: 'e-1', payload: {} };
    driver.answers.push(
      () => json({ events: [old] }),
      () => json({ events: [{ ...old, eventId: 'e-9' }] }),
    );
    await driver.connection.hydrate?.();
    await driver.control({ kind: 'send', clientId: 'c', text: 'x' });
    await driver.stream.break();
    await driver.runtime.advance(1_000);
    expect(driver.opened[1]?.headers.get('last-event-id')).to.equal('e-5');
  });

  it('W27 a detail is what its reference stands for, and goes into no store', async () => {
    const driver = await FeedDriver.connect({ controlUrl: 'https://other.example/api?v=1' });
    await driver.stream.text(can({ detail: true }));
    const text = () =>
      new PromptResponse('line 1\n', { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    driver.answers.push(text);
    expect(await driver.connection.detail?.('out://1?a&b')).to.deep.equal({
      contentType: 'text/plain',
      text: 'line 1\n',
    });
    expect(driver.asked.at(-1)?.url).to.equal(
      'https://other.example/api?v=1&sessionId=ses-1&detail=out%3A%2F%2F1%3Fa%26b',
    );
    expect(driver.facts).to.deep.equal([]);
  });

  it('W27 a detail that cannot be had rejects with a sentence', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(can({ detail: true }));
    const page = () => new PromptResponse('<p>', { headers: { 'content-type': 'text/html' } });
    driver.answers.push(() => json({ error: 'expired' }, 410), page);
    const messages: string[] = [];
    for (let n = 0; n < 2; n++) {
      await driver.connection.detail?.('out://1').catch((error: Error) => messages.push(error.message));
    }
    expect(messages).to.deep.equal([
      'The agent server answered 410: expired',
      'The agent server answered with a web page, perhaps a login page, instead of what was asked for.',
    ]);
    await flush();
  });
});
