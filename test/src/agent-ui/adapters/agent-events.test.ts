import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { flush } from '../../../fake-runtime.js';
import { FeedDriver, json, NDJSON, SSE, type Fact } from './agent-events-driver.js';
import { PromptResponse } from '../../../prompt-response.js';

const delta = (n: number, more: object = {}): Fact => ({
  type: 'text.delta',
  sequence: n,
  messageId: 'm-1',
  payload: { delta: `${n} ` },
  ...more,
});
const sse = (value: unknown, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`;
const said = (driver: FeedDriver) => driver.facts.map(({ payload }) => payload?.['delta']).join('');

describe('agentEvents: the stream', () => {
  it('R2 SSE: envelopes come as they are, with session and id where they have none', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(
      sse(delta(1), 'e-1') + sse(delta(2, { eventId: 'mine', sessionId: 'other' }), 'e-2'),
    );
    expect(driver.facts).to.deep.equal([
      { ...delta(1), sessionId: 'ses-1', eventId: 'e-1' },
      { ...delta(2), sessionId: 'other', eventId: 'mine' },
    ]);
    expect(driver.opened[0]?.url).to.equal('https://agents.example/events?sessionId=ses-1');
    expect(driver.states).to.deep.equal(['connecting', 'live']);
    expect(driver.codes).to.deep.equal([]);
  });

  it('M-003 NDJSON: lines cut anywhere, CRLF, blank lines, arrays, and a last line without its end', async () => {
    const text =
      `${JSON.stringify(delta(1))}\r\n\r\n\n${JSON.stringify([delta(2), delta(3)])}\n` +
      JSON.stringify(delta(4, { messageId: 'Grüße 👋' }));
    const bytes = new TextEncoder().encode(text);
    const driver = await FeedDriver.connect({}, (made) => (made.contentType = NDJSON));
    for (let at = 0; at < bytes.length; at += 3) await driver.stream.bytes(bytes.slice(at, at + 3));
    await driver.stream.close();
    expect(said(driver)).to.equal('1 2 3 4 ');
    expect(driver.facts[3]?.messageId).to.equal('Grüße 👋');
    expect(driver.codes).to.deep.equal(['agent-events.no_resume', 'agent-events.ended']);
  });

  it('M-003 SSE: CRLF, comments, a byte order mark, and frames cut at every byte', async () => {
    const wire = `\uFEFF: hello\r\n\r\n${sse(delta(1), 'a')}: keep-alive\n\n${sse(delta(2), 'b')}`.replaceAll(
      /\r?\n/g,
      '\r\n',
    );
    const driver = await FeedDriver.connect();
    for (const byte of new TextEncoder().encode(wire)) await driver.stream.bytes(Uint8Array.of(byte));
    expect(said(driver)).to.equal('1 2 ');
    expect(driver.codes).to.deep.equal([]);
  });

  it('§5.6 one network read is one batch', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(Array.from({ length: 50 }, (_, n) => sse(delta(n), `e-${n}`)).join(''));
    await driver.stream.text(sse(delta(50), 'e-50'));
    expect(driver.batches.map(({ length }) => length)).to.deep.equal([50, 1]);
  });

  it('R4 a lost connection comes back after the last event, with waits that double', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse(delta(1), 'e-1') + sse(delta(2), 'e-2'));
    driver.opens.push(() => Promise.reject(new TypeError('no route')));
    await driver.stream.break();
    expect(driver.state).to.equal('reconnecting');
    expect(driver.details.at(-1)).to.equal('The connection to the agent server was lost.');
    await driver.runtime.advance(999);
    expect(driver.opened).to.have.length(1);
    await driver.runtime.advance(1);
    expect(driver.opened).to.have.length(2);
    await driver.runtime.advance(1_999);
    expect(driver.opened).to.have.length(2);
    await driver.runtime.advance(1);
    expect(driver.opened[2]?.headers.get('last-event-id')).to.equal('e-2');
    expect(driver.state).to.equal('live');
    await driver.stream.text(sse(delta(3), 'e-3'));
    expect(said(driver)).to.equal('1 2 3 ');
    expect(driver.codes).to.deep.equal(['agent-events.network']);
  });

  it('R4 after a connection that lasted the waits begin anew, and double again', async () => {
    const driver = await FeedDriver.connect();
    await driver.runtime.advance(60_000);
    const away = () => Promise.reject(new TypeError('no route'));
    driver.opens.push(away, away, away);
    await driver.stream.break();
    for (const [wait, attempts] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ]) {
      await driver.runtime.advance(wait - 1);
      expect(driver.opened).to.have.length(attempts - 1);
      await driver.runtime.advance(1);
      expect(driver.opened).to.have.length(attempts);
    }
  });

  it('R4 a frame that was cut does not count, and its id is not where the stream goes on', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(`${sse(delta(1), 'e-1')}id: e-2\ndata: ${JSON.stringify(delta(2))}\n`);
    await driver.stream.close();
    await driver.runtime.advance(1_000);
    expect(driver.opened[1]?.headers.get('last-event-id')).to.equal('e-1');
    await driver.stream.text(sse(delta(2), 'e-2'));
    expect(said(driver)).to.equal('1 2 ');
    expect(driver.codes).to.deep.equal(['agent-events.ended']);
  });

  it('M-004 a session that nobody has named has the id that the server’s first event says', async () => {
    const unnamed = (made: FeedDriver) => (made.sessionNamed = false);
    const theirs = await FeedDriver.connect({}, unnamed);
    await theirs.stream.text(sse({ ping: true }) + sse(delta(1, { sessionId: 'srv-1' })) + sse(delta(2)));
    expect(theirs.facts.map(({ sessionId }) => sessionId)).to.deep.equal(['srv-1', 'srv-1']);
    await theirs.control({ kind: 'send', clientId: 'c', text: 'x' });
    expect(theirs.posted[0]?.body).to.include({ sessionId: 'srv-1' });
    const ours = await FeedDriver.connect({}, unnamed);
    await ours.stream.text(sse(delta(1)) + sse(delta(2, { sessionId: 'child' })));
    await ours.control({ kind: 'send', clientId: 'c', text: 'x' });
    expect(ours.posted[0]?.body).to.include({ sessionId: 'ses-1' });
    const said = await FeedDriver.connect({ sessionId: 'named' }, unnamed);
    expect(said.opened[0]?.url).to.include('?sessionId=named');
  });

  it('R4 without ids in the stream, the envelopes’ own are where it goes on', async () => {
    const driver = await FeedDriver.connect({}, (made) => (made.contentType = NDJSON));
    await driver.stream.text(`${JSON.stringify(delta(1, { eventId: 'x-9' }))}\n`);
    await driver.stream.close();
    await driver.runtime.advance(1_000);
    expect(driver.opened[1]?.headers.get('last-event-id')).to.equal('x-9');
  });

  it('M-061 everything three times, and once more after a reconnection, is the same as once', async () => {
    const run = { threadId: 'th', turnId: 't-1', runId: 'r-1', sequence: undefined };
    const wire = [
      { type: 'run.started', ...run },
      { ...delta(0), ...run },
      { ...delta(1), ...run },
    ].map((event, n) => sse(event, `e-${n}`));
    const answers: unknown[] = [];
    for (const times of [1, 3]) {
      const driver = await FeedDriver.connect();
      for (let n = 0; n < times; n++) {
        await driver.stream.text(wire.join(''));
        await driver.stream.close();
        await driver.runtime.advance(30_000);
      }
      const session = new AgentSession();
      session.dispatch(driver.facts);
      answers.push(session.snapshot().messages);
    }
    expect(answers[0]).to.have.nested.property('0.text', '0 1 ');
    expect(answers[1]).to.deep.equal(answers[0]);
  });

  it('R4 a server that gives no ids: it is said that nothing can be resumed', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse(delta(1)));
    await driver.stream.close();
    expect(driver.codes).to.deep.equal(['agent-events.no_resume', 'agent-events.ended']);
  });

  it('§5.2 a gap is said, and what is shown is stale until a window is read anew', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse({ capabilities: { controls: ['send'], history: true } }));
    driver.answers.push(() => json({ events: [{ type: 'messages.snapshot', payload: { messages: [] } }] }));
    await driver.stream.text(sse({ gap: { reason: 'dropped' } }));
    await flush();
    expect(driver.codes).to.deep.equal(['agent-events.gap']);
    expect(driver.facts.map(({ type, payload }) => [type, payload?.['stale']])).to.deep.equal([
      ['session.updated', true],
      ['messages.snapshot', undefined],
      ['session.updated', false],
    ]);
  });

  it('§5.2 a gap at a server without history stays stale', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse({ gap: {} }));
    expect(driver.facts.map(({ payload }) => payload)).to.deep.equal([{ stale: true }]);
  });

  it('R9 what is no event becomes a diagnostic, and never text from the wire', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(
      `data: {"type":"text.delta",\n\ndata: 7\n\ndata: sk-secret-1234567\n\ndata: {"foo":1}\n\n${sse(delta(1), 'e')}`,
    );
    expect(said(driver)).to.equal('1 ');
    expect(driver.codes).to.deep.equal(['agent-events.malformed', 'agent-events.malformed']);
    expect(JSON.stringify(driver.batches)).not.to.include('sk-secret');
  });

  it('N-027 a frame without end is refused, and the connection is not tried again', async () => {
    const driver = await FeedDriver.connect({}, (made) => (made.contentType = NDJSON));
    await driver.stream.text('x'.repeat(10 * 1024 * 1024 + 1));
    expect(driver.state).to.equal('failed');
    expect(driver.codes).to.include('agent-events.frame_too_large');
    expect(driver.runtime.timers).to.equal(0);
  });

  it('§5.2 a server that has said how often it speaks, and falls silent, is left', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse({ keepAliveMs: 1_000 }));
    await driver.runtime.advance(2_000);
    await driver.stream.text(sse({ ping: true }));
    await driver.runtime.advance(2_400);
    expect(driver.state).to.equal('live');
    await driver.runtime.advance(200);
    expect(driver.state).to.equal('reconnecting');
    expect(driver.details.at(-1)).to.equal('The agent server has fallen silent.');
    expect(driver.streams[0]?.cancelled).to.equal(true);
  });

  it('R4 a stream that is over stays over: 204, an end that was said, a recording', async () => {
    const recording = () =>
      new PromptResponse(sse(delta(1), 'e'), { headers: { 'content-type': SSE, 'content-length': '99' } });
    const none = () => new PromptResponse(null, { status: 204 });
    const ended = () => new PromptResponse(sse({ end: true }), { headers: { 'content-type': SSE } });
    for (const answer of [none, ended, recording]) {
      const driver = await FeedDriver.connect({}, ({ opens }) => opens.push(answer));
      await flush();
      expect(driver.state).to.equal('live');
      expect(driver.runtime.timers).to.equal(0);
      expect((await driver.control({ kind: 'send', clientId: 'c', text: 'x' })).status).to.equal('accepted');
    }
  });

  it('known-failure: closing leaves no timer, no reader and no state after closed', async () => {
    const driver = await FeedDriver.connect();
    await driver.stream.text(sse({ keepAliveMs: 1_000 }) + sse(delta(1), 'e'));
    await driver.connection.close();
    await flush();
    expect(driver.states).to.deep.equal(['connecting', 'live', 'closed']);
    expect(driver.runtime.timers).to.equal(0);
    expect((await driver.control({ kind: 'interrupt', runId: 'r' })).status).to.equal('rejected');
  });
});

describe('agentEvents: a server that says no', () => {
  const html = (status: number) => () =>
    new PromptResponse('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html' } });
  const cases: [name: string, open: () => Response, code: string, detail: string][] = [
    ['401', () => json({ error: 'no token' }, 401), 'http_401', 'The agent server answered 401: no token'],
    ['404', html(404), 'http_404', 'The agent server answered 404.'],
    [
      'a login page with 200',
      html(200),
      'bad_content_type',
      'The agent server answered with a web page, perhaps a login page, instead of events (text/event-stream or application/x-ndjson).',
    ],
    [
      'JSON',
      () => json([]),
      'bad_content_type',
      'The agent server answered with application/json instead of events (text/event-stream or application/x-ndjson).',
    ],
  ];
  for (const [name, open, code, detail] of cases) {
    it(`M-016 ${name}: the connection has failed, the reason is said, and nothing is sent`, async () => {
      const driver = await FeedDriver.connect({}, ({ opens }) => opens.push(open, open));
      expect(driver.states).to.deep.equal(['connecting', 'failed']);
      expect(driver.details.at(-1)).to.equal(detail);
      expect(driver.codes).to.deep.equal([`agent-events.${code}`]);
      expect(driver.facts).to.deep.equal([]);
      const receipt = await driver.control({ kind: 'send', clientId: 'c', text: 'hello' });
      expect(receipt).to.deep.equal({ status: 'rejected', reason: detail });
      expect(driver.posted).to.deep.equal([]);
      expect(driver.runtime.timers).to.equal(0);
    });
  }

  it('R4 503 is tried again by itself; a request tries at once', async () => {
    const away = () => new PromptResponse('', { status: 503 });
    const driver = await FeedDriver.connect({}, ({ opens }) => opens.push(away));
    expect(driver.state).to.equal('reconnecting');
    const receipt = await driver.control({ kind: 'send', clientId: 'c', text: 'hello' });
    expect(receipt).to.deep.equal({ status: 'accepted' });
    expect(driver.opened).to.have.length(2);
    expect(driver.state).to.equal('live');
  });

  it('R4 headers are asked for at each attempt; a throw is a failure that is tried again', async () => {
    let calls = 0;
    const driver = await FeedDriver.connect({
      headers: () => {
        if (++calls === 1) throw new Error('token sk-live-12345678 is old');
        return { authorization: `Bearer ${calls}` };
      },
    });
    expect(driver.details.at(-1)).to.equal('The request could not be made: token [redacted] is old');
    await driver.runtime.advance(1_000);
    expect(driver.opened[0]?.headers.get('authorization')).to.equal('Bearer 2');
    expect(driver.state).to.equal('live');
  });

  it('R4 a server that never answers is given up after the time limit', async () => {
    const driver = await FeedDriver.connect({
      timeoutMs: 5_000,
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('x'))),
        ),
    });
    await driver.runtime.advance(5_000);
    expect(driver.state).to.equal('reconnecting');
  });
});
