import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { agentEvents, type AgentEventsOptions } from 'oui-elements/agent-ui/adapters/agent-events';
import { AgentEventLog, serveAgentEvents, type ServeAgentEventsOptions } from 'oui-elements/node';
import { WebSocket } from 'ws';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { until } from './socket-server.js';

const cleanups: (() => unknown)[] = [];
let warnings: string[] = [];

async function serve(options: ServeAgentEventsOptions, app?: RequestListener, port = 0) {
  const http = createServer(app ?? ((_, response) => response.end('the app')));
  const events = serveAgentEvents(http, { onFault: ({ code }) => warnings.push(code), ...options });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: at } = http.address() as AddressInfo;
  const stop = async () => {
    await events.close();
    http.closeAllConnections();
    http.close();
    await once(http, 'close');
  };
  cleanups.push(() => (http.listening ? stop() : undefined));
  return { http, events, stop, port: at, url: `http://127.0.0.1:${at}/agent` };
}

/** Reads a stream as text until the test has seen enough. */
async function read(url: string, headers: Record<string, string> = {}) {
  const request = httpRequest(url, { headers });
  request.on('error', () => {});
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  let ended = false;
  response.setEncoding('utf8');
  response.on('data', (piece: string) => (text += piece));
  response.on('close', () => (ended = true));
  cleanups.push(() => request.destroy());
  return {
    response,
    get text() {
      return text;
    },
    get ended() {
      return ended;
    },
    close: () => request.destroy(),
  };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const delta = (n: number): AgentUiEvent => ({
  type: 'text.delta',
  messageId: 'm-1',
  turnId: 't-1',
  runId: 'r-1',
  payload: { delta: `${n} ` },
});
const deltasIn = (text: string) => [...text.matchAll(/"delta":"(\d+) "/g)].map(([, n]) => Number(n));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const fill = (log: AgentEventLog, from: number, to: number) => log.append(...range(from, to).map(delta));

function connect(url: string, options: Partial<AgentEventsOptions> = {}) {
  const session = new AgentSession(
    agentEvents({ url, WebSocket: WebSocket as never, backoff: { initialMs: 5, maxMs: 20 }, ...options }),
  );
  cleanups.push(() => session.close());
  return session;
}
const answerOf = (session: AgentSession) =>
  session
    .snapshot()
    .messages.map(({ text }) => text)
    .join('|');

describe('serveAgentEvents', () => {
  let sinkBefore: ReturnType<typeof setDevWarnings>;
  beforeEach(() => {
    warnings = [];
    sinkBefore = setDevWarnings((code) => warnings.push(code));
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    setDevWarnings(sinkBefore);
  });

  for (const scheme of ['http', 'ws'] as const) {
    it(`R4 over ${scheme} a page reads what was, what comes, and after a restart of the line what it has missed`, async () => {
      const log = new AgentEventLog();
      fill(log, 1, 600);
      const first = await serve({ log });
      const session = connect(first.url.replace('http', scheme));
      await until(() => answerOf(session).endsWith(' 600 '));
      fill(log, 601, 602);
      await until(() => answerOf(session).endsWith(' 602 '));
      await first.stop();
      fill(log, 603, 1_000);
      await serve({ log }, undefined, first.port);
      await until(() => answerOf(session).endsWith(' 1000 '));
      expect(answerOf(session).trim().split(' ').map(Number)).to.deep.equal(range(1, 1_000));
    });
  }

  it('R2 SSE: each event has its id, the stream its type, and proxies are told to let it through', async () => {
    const log = new AgentEventLog();
    log.append({ ...delta(1), eventId: 'mine' }, { ...delta(2), eventId: 'two\nlines' });
    const { url } = await serve({ log });
    const stream = await read(`${url}?sessionId=s`);
    await until(() => deltasIn(stream.text).length === 2);
    expect(stream.response.headers).to.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const [hello, one, two] = stream.text.split('\n\n');
    expect(hello).to.equal(
      'data: {"capabilities":{"controls":[],"history":false,"detail":false},"keepAliveMs":15000}',
    );
    expect(one).to.match(/^id: mine\ndata: \{"type":"text\.delta",.*"eventId":"mine"\}$/);
    expect(two).to.match(/^id: [0-9a-f]{8}-2\ndata: /);
  });

  it('R2 NDJSON for who asks for it; Last-Event-ID is where it goes on', async () => {
    const log = new AgentEventLog();
    fill(log, 1, 5);
    const { url } = await serve({ log });
    const all = await read(url, { accept: 'application/x-ndjson' });
    await until(() => deltasIn(all.text).length === 5);
    expect(all.response.headers['content-type']).to.equal('application/x-ndjson');
    const third = (JSON.parse(all.text.split('\n')[3]) as { eventId: string }).eventId;
    const rest = await read(url, { accept: 'application/x-ndjson', 'last-event-id': third });
    await until(() => deltasIn(rest.text).length === 2);
    expect(deltasIn(rest.text)).to.deep.equal([4, 5]);
  });

  it('§5.2 what a log no longer has is said to be missing, and an id of another log too', async () => {
    const log = new AgentEventLog({ maxEvents: 10 });
    fill(log, 1, 1);
    const { url } = await serve({ log });
    const first = await read(url);
    await until(() => deltasIn(first.text).length === 1);
    const id = /id: (\S+)/.exec(first.text)![1];
    first.close();
    fill(log, 2, 30);
    const kept = deltasIn(await textOf(url, 30));
    expect(kept.length).to.be.at.most(10);
    for (const lastEventId of [id, 'of-another-log']) {
      const stream = await read(url, { 'last-event-id': lastEventId });
      await until(() => deltasIn(stream.text).at(-1) === 30);
      expect(stream.text).to.match(/data: \{"gap":\{"reason":"[^"]+"\}\}/);
      expect(deltasIn(stream.text)).to.deep.equal(kept);
    }
  });

  const textOf = async (url: string, last: number) => {
    const stream = await read(url);
    await until(() => deltasIn(stream.text).at(-1) === last);
    return stream.text;
  };

  it('R4 a finished log ends its streams, and who comes back is told that there is no more', async () => {
    const log = new AgentEventLog();
    fill(log, 1, 2);
    const { url, events } = await serve({ log });
    const stream = await read(url);
    log.finish();
    await until(() => stream.ended);
    expect(stream.text).to.match(/data: \{"end":true\}\n\n$/);
    const last = [...stream.text.matchAll(/id: (\S+)/g)].at(-1)![1];
    expect((await read(url, { 'last-event-id': last })).response.statusCode).to.equal(204);
    await until(() => events.clients === 0);
    expect(() => log.append(delta(3))).to.throw(TypeError, 'The log is finished');
  });

  it('§5.2 silence is broken by keep-alives, over HTTP and over a WebSocket', async () => {
    const { url } = await serve({ log: new AgentEventLog(), keepAliveMs: 5 });
    const stream = await read(url);
    await until(() => (stream.text.match(/\{"ping":true\}/g)?.length ?? 0) > 2);
    const socket = new WebSocket(url.replace('http', 'ws'), ['agent-events.v1']);
    cleanups.push(() => socket.terminate());
    let pings = 0;
    socket.on('message', (data: Buffer) => (pings += data.toString() === '{"ping":true}' ? 1 : 0));
    await until(() => pings > 2);
    expect(socket.protocol).to.equal('agent-events.v1');
  });

  it('N-011 a reader that does not read holds back nobody, and fills no memory', async () => {
    const log = new AgentEventLog();
    const { url } = await serve({ log });
    const lazy = await read(url);
    lazy.response.pause();
    const big = 'x'.repeat(100_000);
    for (let n = 1; n <= 300; n++) log.append({ ...delta(n), payload: { delta: `${n} `, big } });
    const other = await read(url);
    await until(() => deltasIn(other.text).at(-1) === 300);
    lazy.response.resume();
    await until(() => deltasIn(lazy.text).at(-1) === 300);
    expect(deltasIn(lazy.text)).to.deep.equal(range(1, 300));
  });

  it('M-021 a control is handed over once for its key; the receipt is not the effect', async () => {
    const log = new AgentEventLog();
    const asked: unknown[] = [];
    const { url } = await serve({
      log,
      controls: ['send', 'steer', 'retry'],
      onControl: ({ kind, idempotencyKey }) => {
        asked.push([kind, idempotencyKey]);
        if (kind === 'retry') throw new Error('secret sk-live-12345678');
        if (kind === 'steer') return { status: 'rejected', reason: 'A tool is running.' };
      },
    });
    const ask = async (body: object) => {
      const response = await post(url, body);
      return [response.status, await response.json()];
    };
    const send = { kind: 'send', idempotencyKey: 'k-1', sessionId: 's', clientId: 'c', text: 'x' };
    const [one, two] = await Promise.all([ask(send), ask(send)]);
    expect(one).to.deep.equal([200, { status: 'accepted' }]);
    expect(two).to.deep.equal(one);
    const steer = { kind: 'steer', idempotencyKey: 'k-2', sessionId: 's' };
    expect(await ask(steer)).to.deep.equal([200, { status: 'rejected', reason: 'A tool is running.' }]);
    await ask(steer);
    expect(await ask({ kind: 'retry', idempotencyKey: 'k-3' })).to.deep.equal([
      200,
      { status: 'rejected', reason: 'The agent server failed at this request.' },
    ]);
    expect(await ask({ kind: 'interrupt', idempotencyKey: 'k-4' })).to.deep.equal([
      200,
      { status: 'unsupported', reason: 'This agent cannot be asked to interrupt.' },
    ]);
    expect(asked).to.deep.equal([
      ['send', 'k-1'],
      ['steer', 'k-2'],
      ['steer', 'k-2'],
      ['retry', 'k-3'],
    ]);
    expect(warnings).to.deep.equal(['agent-events:control_failed']);
    expect(log.end).to.equal(0);
  });

  it('§4.1 a request that is none is refused: no JSON, no kind, no key, too large, another method', async () => {
    const { url } = await serve({ log: new AgentEventLog(), onControl: () => {}, maxBodyBytes: 1_000 });
    const status = async (answer: Promise<Response>) => {
      const response = await answer;
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    expect(await status(post(url, '{'))).to.deep.equal([400, 'A request needs a kind, such as "send".']);
    expect(await status(post(url, { kind: 'send' }))).to.deep.equal([
      400,
      'A request needs an idempotencyKey.',
    ]);
    expect(await status(post(url, '{}', { 'content-type': 'text/plain' }))).to.deep.equal([
      415,
      'A request is JSON (application/json).',
    ]);
    expect(await status(post(url, { kind: 'x'.repeat(2_000) }))).to.deep.equal([
      413,
      'A request has at most 1000 bytes.',
    ]);
    expect(await status(fetch(url, { method: 'PUT' }))).to.deep.equal([
      405,
      'Only GET and POST are answered here.',
    ]);
  });

  it('OUI-T6 who shows no token, or the wrong one, gets nothing, by any way', async () => {
    const { url } = await serve({
      log: new AgentEventLog(),
      onControl: () => {},
      authenticate: (token) => {
        if (token === undefined) throw new Error('nobody');
        return token === 'right';
      },
    });
    const wrong = { authorization: 'Bearer wrong' };
    expect((await fetch(url)).status).to.equal(401);
    expect((await fetch(url, { headers: wrong })).status).to.equal(401);
    expect((await post(url, { kind: 'send', idempotencyKey: 'k' }, wrong)).status).to.equal(401);
    const socketStatus = (token: string) =>
      new Promise<number>((resolve) => {
        const name = `agent-events.token.${Buffer.from(token).toString('base64url')}`;
        const socket = new WebSocket(url.replace('http', 'ws'), ['agent-events.v1', name]);
        cleanups.push(() => socket.terminate());
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
        socket.on('error', () => {});
      });
    expect(await socketStatus('wrong')).to.equal(401);
    expect(await socketStatus('right')).to.equal(101);
    for (const scheme of ['http', 'ws']) {
      const session = connect(url.replace('http', scheme), {
        headers: async () => ({ authorization: 'Bearer right' }),
      });
      expect(await session.send({ text: 'hello' })).to.deep.equal({ status: 'accepted' });
    }
    const refused = connect(url, { headers: wrong });
    expect(await refused.send({ text: 'hello' })).to.deep.equal({
      status: 'rejected',
      reason: 'The agent server answered 401 Unauthorized: Who you are was not shown, or is not enough.',
    });
  });

  it('OUI-T6 pages of other origins may not connect unless they are named, and are then told so', async () => {
    const origin = 'https://app.example';
    const open = await serve({
      log: new AgentEventLog(),
      allowedOrigins: [origin],
      authenticate: () => false,
    });
    const preflight = await fetch(open.url, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get('access-control-allow-origin')).to.equal(origin);
    expect(preflight.headers.get('access-control-allow-headers')).to.include('last-event-id');
    expect(preflight.headers.get('vary')).to.equal('Origin');
    const { url } = await serve({ log: new AgentEventLog(), onControl: () => {} });
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const refused = await fetch(url, { method, headers: { origin } });
      expect(refused.status).to.equal(403);
      expect(refused.headers.get('access-control-allow-origin')).to.equal(null);
    }
    const own = await read(url, { origin: new URL(url).origin });
    expect(own.response.statusCode).to.equal(200);
  });

  it('OUI-T6 one reader too many is refused, and has a place when another leaves', async () => {
    const { url, events } = await serve({ log: new AgentEventLog(), maxClients: 1 });
    const first = await read(url);
    expect(events.clients).to.equal(1);
    expect((await read(url)).response.statusCode).to.equal(503);
    first.close();
    await until(() => events.clients === 0);
    expect((await read(url)).response.statusCode).to.equal(200);
    expect(warnings).to.deep.equal(['agent-events:too_many_clients']);
  });

  it('M-005 each session has its own log; one that nobody knows is 404', async () => {
    const logs = new Map([['a', new AgentEventLog()]]);
    fill(logs.get('a')!, 7, 7);
    const { url } = await serve({ log: ({ sessionId }) => logs.get(sessionId ?? '') });
    expect(deltasIn(await textOf(`${url}?sessionId=a`, 7))).to.deep.equal([7]);
    expect((await fetch(`${url}?sessionId=b`)).status).to.equal(404);
    const failing = await serve({ log: () => Promise.reject(new Error('db')) });
    expect((await fetch(failing.url)).status).to.equal(500);
    expect(warnings).to.deep.equal(['agent-events:callback_failed']);
  });

  it('W14 W27 history and details are what the application gives, and nothing a browser would run', async () => {
    const queries: unknown[] = [];
    const { url } = await serve({
      log: new AgentEventLog(),
      history: ({ sessionId, before, limit }) => {
        queries.push([sessionId, before, limit]);
        return [{ type: 'messages.snapshot', payload: { mode: 'older', messages: [] } }];
      },
      detail: ({ ref }) =>
        ref === 'page' ? { contentType: 'text/html', text: '<script>' } : ref === 'out' ? 'text' : undefined,
    });
    const older = await fetch(`${url}?sessionId=s&history=1&before=c&limit=5`);
    expect(await older.json()).to.deep.equal({
      status: 'accepted',
      events: [{ type: 'messages.snapshot', payload: { mode: 'older', messages: [] } }],
    });
    expect(queries).to.deep.equal([['s', 'c', 5]]);
    expect(await (await fetch(`${url}?detail=out`)).text()).to.equal('text');
    expect((await fetch(`${url}?detail=none`)).status).to.equal(404);
    const page = await fetch(`${url}?detail=page`);
    expect(page.headers.get('content-security-policy')).to.equal("sandbox; default-src 'none'");
    expect(page.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('§8.10 leaves other paths, other listeners and the HTTP server alone, also after close()', async () => {
    const { url, http, events } = await serve({ log: new AgentEventLog() });
    const other = url.replace('/agent', '/other');
    expect(await (await fetch(other)).text()).to.equal('the app');
    await events.close();
    expect(await (await fetch(url)).text()).to.equal('the app');
    expect(http.listeners('upgrade')).to.deep.equal([]);
    expect(http.listening).to.equal(true);
  });

  it('§8.10 close() ends every stream', async () => {
    const { url, events } = await serve({ log: new AgentEventLog() });
    const stream = await read(url);
    const socket = new WebSocket(url.replace('http', 'ws'), ['agent-events.v1']);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await events.close();
    expect((await closed)[0]).to.equal(1001);
    await until(() => stream.ended);
    await until(() => events.clients === 0);
  });

  it('R9 what is no event is refused where it is appended, and JSON carries whatever is in one', () => {
    const log = new AgentEventLog();
    for (const wrong of [undefined, 'text', {}, { type: 7 }]) {
      expect(() => log.append(wrong as never)).to.throw(TypeError, 'An event must be an object with a type');
    }
    const cycle: Record<string, unknown> = { type: 'run.started', big: 10n };
    cycle['self'] = cycle;
    log.append(cycle as never);
    expect(log.read(0, 1).events[0].json).to.include('"big":"10","self":"[circular]"');
  });
});
