import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { serveOui, type AgentRuntime, type ServeOuiOptions } from 'oui-elements/node';
import { SurfaceBus } from 'oui-elements/oui';
import { webSocketTransport, type WebSocketTransportOptions } from 'oui-elements/oui/transports/websocket';
import { WebSocket } from 'ws';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { todoApp } from '../fixtures/todo-app.manifest.js';
import { isAdvice } from '../src/oui/linked-page.js';

/** Everything a test opens, closed after it. */
const cleanups: (() => unknown)[] = [];
let warnings: string[] = [];

async function startServer(options: ServeOuiOptions = {}, port = 0) {
  const http = createServer((_, response) => response.end('hello'));
  const oui = serveOui(http, { onFault: ({ code }) => warnings.push(code), ...options });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const stop = async () => {
    await oui.close();
    http.closeAllConnections();
    http.close();
    await once(http, 'close');
  };
  cleanups.push(() => (http.listening ? stop() : undefined));
  return { http, oui, stop, port: (http.address() as AddressInfo).port };
}

/** A page with the to-do list, connected to that port. */
function openPage(port: number, options: Partial<WebSocketTransportOptions> = {}) {
  const bus = new SurfaceBus({ settle: { quietMs: 0 } });
  bus.path = '/todos';
  const added: unknown[] = [];
  const surface = bus.register(todoApp, {
    add_todo: ({ title }) => {
      added.push(title);
      return { id: String(added.length), created: true };
    },
    bulk_complete: (_, { acknowledge, progress }) => {
      acknowledge({ jobId: 'j1' });
      progress(0.5);
      return { completed: 2, failed: 0 };
    },
  });
  const transport = webSocketTransport({
    url: `ws://127.0.0.1:${port}/oui/v1`,
    WebSocket: WebSocket as never,
    backoff: { initialMs: 5, maxMs: 20 },
    ...options,
  });
  const connection = bus.connect(transport);
  cleanups.push(() => connection.disconnect());
  return { bus, surface, transport, added };
}

/** The agent of the next page that connects. */
function nextClient(options: ServeOuiOptions = {}): { options: ServeOuiOptions; agents: AgentRuntime[] } {
  const agents: AgentRuntime[] = [];
  return { agents, options: { ...options, onClient: (agent) => agents.push(agent) } };
}

async function until<T>(read: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A raw client; resolves to the HTTP status when it is refused. */
function rawSocket(url: string, headers: Record<string, string> = {}, protocols: string[] = ['oui.v1']) {
  const socket = new WebSocket(url, protocols, { headers });
  cleanups.push(() => socket.terminate());
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
  return { socket, opened };
}

describe('serveOui', () => {
  let sinkBefore: ReturnType<typeof setDevWarnings>;

  beforeEach(() => {
    warnings = [];
    sinkBefore = setDevWarnings((code) => void (isAdvice(code) || warnings.push(code)));
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    setDevWarnings(sinkBefore);
  });

  it('OUI-T6 a remote agent works a page over a WebSocket, there and back', async () => {
    const { options, agents } = nextClient();
    const { port } = await startServer(options);
    const { surface, added } = openPage(port);
    const agent = await until(() => agents[0]);
    expect(await agent.whenRegistered('todo-app')).to.equal(true);
    expect(agent.surfaces).to.deep.equal([todoApp]);
    const result = await agent.call('todo-app_add_todo', { title: 'milk' });
    expect(result).to.deep.include({ success: true, data: { id: '1', created: true }, settled: true });
    expect(added).to.deep.equal(['milk']);
    surface.publish('stats', { total: 1 });
    await until(() => agent.observations['todo-app']?.['stats']);
    expect(await agent.observe('todo-app', 'stats')).to.deep.equal({ total: 1 });
    const interims: unknown[] = [];
    const job = await agent.invoke(
      'todo-app',
      'bulk_complete',
      { todoIds: ['a', 'b'] },
      { onInterim: ({ data, progress }) => interims.push(data ?? progress) },
    );
    expect(interims).to.deep.equal([{ jobId: 'j1' }, 0.5]);
    expect(job.data).to.deep.equal({ completed: 2, failed: 0 });
  });

  it('OUI-T6 OUI-R7 a server that is killed and started again gets the page back', async () => {
    const { options, agents } = nextClient();
    const first = await startServer(options);
    const page = openPage(first.port);
    const agent = await until(() => agents[0]);
    await agent.whenRegistered('todo-app');
    const hanging = new Promise(() => {});
    page.surface.update(todoApp, { add_todo: () => hanging });
    const pending = agent.invoke('todo-app', 'add_todo', { title: 'lost' });
    await until(() => page.bus.surfaces[0]?.busy);
    await first.stop();
    expect((await pending).error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(agent.surfaces).to.deep.equal([]);
    await until(() => page.transport.state === 'connecting');
    page.surface.update(todoApp, { add_todo: () => ({ id: '2', created: true }) }, { concurrency: 2 });
    await startServer(options, first.port);
    const next = await until(() => agents[1]);
    expect(await next.whenRegistered('todo-app')).to.equal(true);
    expect((await next.call('todo-app_add_todo', { title: 'eggs' })).success).to.equal(true);
  });

  it('OUI-R10 gives each page an agent of its own', async () => {
    const { options, agents } = nextClient();
    const { port, oui } = await startServer(options);
    const pages = [openPage(port), openPage(port)];
    await until(() => agents.length === 2);
    for (const agent of agents) await agent.whenRegistered('todo-app');
    expect(oui.clients).to.deep.equal(new Set(agents));
    await agents[0]!.call('todo-app_add_todo', { title: 'milk' });
    expect(pages.map(({ added }) => added.length).sort()).to.deep.equal([0, 1]);
    pages[0]!.transport.disconnect();
    await until(() => oui.clients.size === 1);
  });

  it('OUI-T6 lets pages of its own host in, and of the allowed origins, and no others', async () => {
    const own = await startServer();
    const url = `ws://127.0.0.1:${own.port}/oui/v1`;
    const statusOf = (to: string, origin?: string) => rawSocket(to, origin ? { origin } : {}).opened;
    expect(await statusOf(url)).to.equal(101);
    expect(await statusOf(url, `http://127.0.0.1:${own.port}`)).to.equal(101);
    expect(await statusOf(url, 'https://evil.example')).to.equal(403);
    expect(await statusOf(url, 'null')).to.equal(403);
    const open = await startServer({ allowedOrigins: ['https://app.example'] });
    const allowed = `ws://127.0.0.1:${open.port}/oui/v1`;
    expect(await statusOf(allowed, 'https://app.example')).to.equal(101);
    expect(await statusOf(allowed, `http://127.0.0.1:${open.port}`)).to.equal(403);
    expect(own.oui.clients.size).to.equal(2);
    // A text is no list: a part of it must not do.
    const text = await startServer({ allowedOrigins: 'https://app.example.com' as never });
    const mistaken = `ws://127.0.0.1:${text.port}/oui/v1`;
    expect(await statusOf(mistaken, 'https://app.example')).to.equal(403);
  });

  it('OUI-T6 a token authenticates the connection, and is never echoed', async () => {
    const tokens: (string | undefined)[] = [];
    const { options, agents } = nextClient({
      authenticate: async (token) => {
        tokens.push(token);
        if (token === 'broken') throw new Error('database down');
        return token === 'gültig';
      },
    });
    const { port } = await startServer(options);
    const url = `ws://127.0.0.1:${port}/oui/v1`;
    openPage(port, { token: 'gültig' });
    await until(() => agents[0]);
    const carrier = (token: string) => `oui.token.${Buffer.from(token).toString('base64url')}`;
    expect(await rawSocket(url).opened).to.equal(401);
    expect(await rawSocket(url, {}, ['oui.v1', carrier('wrong')]).opened).to.equal(401);
    expect(await rawSocket(url, {}, ['oui.v1', carrier('broken')]).opened).to.equal(401);
    expect(tokens).to.deep.equal(['gültig', undefined, 'wrong', 'broken']);
    const { socket, opened } = rawSocket(url, {}, ['oui.v1', carrier('gültig')]);
    expect(await opened).to.equal(101);
    expect(socket.protocol).to.equal('oui.v1');
  });

  it('OUI-T9 agrees on the subprotocol where it is offered, and refuses nothing for it', async () => {
    const { port } = await startServer();
    const { socket, opened } = rawSocket(`ws://127.0.0.1:${port}/oui/v1`, {}, []);
    expect(await opened).to.equal(101);
    expect(socket.protocol).to.equal('');
  });

  it('OUI-T2 ignores malformed, oversized and binary messages with a warning, and the connection lives', async () => {
    const { options, agents } = nextClient({ maxMessageBytes: 1_000 });
    const { port } = await startServer(options);
    const { socket, opened } = rawSocket(`ws://127.0.0.1:${port}/oui/v1`);
    await opened;
    for (const text of ['{"type":', 'null', '{"type":"action:result"}', `"${'x'.repeat(1_000)}"`])
      socket.send(text);
    socket.send(Buffer.from([1, 2, 3]));
    const surface = { id: 'ab', actions: [{ id: 'go' }] };
    socket.send(JSON.stringify({ type: 'surface:register', payload: { surface, timestamp: 1 } }));
    const agent = await until(() => agents[0]);
    expect(await agent.whenRegistered('ab')).to.equal(true);
    expect(socket.readyState).to.equal(WebSocket.OPEN);
    expect(warnings).to.deep.equal([
      'oui:malformed_message',
      'oui:malformed_message',
      'oui:malformed_message',
      'oui:malformed_message',
      'oui:malformed_message',
    ]);
  });

  it('OUI-T6 what is far beyond the limit closes the connection, so that memory does not grow', async () => {
    const { port, oui } = await startServer({ maxMessageBytes: 1_000 });
    const { socket, opened } = rawSocket(`ws://127.0.0.1:${port}/oui/v1`);
    await opened;
    socket.send('x'.repeat(10_000));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).to.equal(1009);
    await until(() => oui.clients.size === 0);
  });

  it('OUI-T6 a request that is too large for the connection fails at once', async () => {
    const { options, agents } = nextClient({ maxMessageBytes: 100_000 });
    const { port } = await startServer(options);
    const page = openPage(port);
    const agent = await until(() => agents[0]);
    await agent.whenRegistered('todo-app');
    page.surface.update({
      ...todoApp,
      actions: [{ id: 'take', description: 'Takes.', input: { type: 'object' } }],
    });
    await until(() => agent.tools()[0]?.actionId === 'take');
    const result = await agent.invoke('todo-app', 'take', { text: 'x'.repeat(200_000) });
    expect(result.error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(result.error?.message).to.include('too large');
  });

  it('OUI-T6 pings, and gives up a client that does not answer', async () => {
    const { port, oui } = await startServer({ pingIntervalMs: 10, pongTimeoutMs: 10 });
    const url = `ws://127.0.0.1:${port}/oui/v1`;
    const alive = rawSocket(url);
    await alive.opened;
    const dead = new WebSocket(url, ['oui.v1'], { autoPong: false });
    cleanups.push(() => dead.terminate());
    dead.on('error', () => {});
    const closed = once(dead, 'close');
    let pings = 0;
    alive.socket.on('ping', () => pings++);
    await closed;
    await until(() => pings >= 5);
    expect(alive.socket.readyState).to.equal(WebSocket.OPEN);
    expect(oui.clients.size).to.equal(1);
  });

  it('§8.10 leaves other upgrades, other listeners and the HTTP server alone', async () => {
    const { http, oui, port } = await startServer();
    const others: string[] = [];
    http.on('upgrade', (request, stream) => {
      if (request.url !== '/other') return;
      others.push(request.url);
      stream.end('HTTP/1.1 418 Teapot\r\nConnection: close\r\n\r\n');
    });
    expect(await rawSocket(`ws://127.0.0.1:${port}/other`).opened).to.equal(418);
    expect(await rawSocket(`ws://127.0.0.1:${port}/oui/v1?x=1`).opened).to.equal(101);
    await oui.close();
    expect(http.listening).to.equal(true);
    expect(http.listenerCount('upgrade')).to.equal(1);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).to.equal('hello');
    expect(oui.clients.size).to.equal(0);
    expect(others).to.deep.equal(['/other']);
  });

  it('§8.10 close() ends its connections', async () => {
    const { oui, port } = await startServer();
    const { socket, opened } = rawSocket(`ws://127.0.0.1:${port}/oui/v1`);
    await opened;
    const closed = once(socket, 'close');
    await oui.close();
    const [code] = (await closed) as [number];
    expect(code).to.equal(1001);
  });

  it('OUI-T2 an application that throws in onClient does not take the server down', async () => {
    const { port } = await startServer({
      onClient: () => {
        throw new Error('mine');
      },
    });
    expect(await rawSocket(`ws://127.0.0.1:${port}/oui/v1`).opened).to.equal(101);
    expect(warnings).to.deep.equal(['oui:listener_failed']);
  });
});
