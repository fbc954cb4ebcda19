import { expect } from 'chai';
import type { AgentRuntime } from 'oui-elements/node';
import { SurfaceBus } from 'oui-elements/oui';
import type { OpenPeer } from 'oui-elements/testing';
import { WebSocket } from 'ws';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { socketTo, startSocketServer, until } from './socket-server.js';

type Transport = OpenPeer['transport'];

const cleanups: (() => unknown)[] = [];

describe('serveOui, losses and limits', () => {
  let warnings: string[];
  let before: ReturnType<typeof setDevWarnings>;

  beforeEach(() => {
    warnings = [];
    before = setDevWarnings((code) => warnings.push(code));
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    setDevWarnings(before);
  });

  const socket = (url: string) => {
    const made = new WebSocket(url, ['oui.v1']);
    cleanups.push(() => made.terminate());
    const status = new Promise<number>((resolve) => {
      made.on('open', () => resolve(101));
      made.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
      made.on('error', () => {});
    });
    return { socket: made, status };
  };

  it('OUI-R7 OUI-T8 a server killed amid 100 requests: all end, the page comes back, the next ones succeed', async () => {
    const agents: AgentRuntime[] = [];
    const options = {
      onClient: (agent: AgentRuntime) => agents.push(agent),
      agentOptions: { rateLimit: 'off' as const },
    };
    const first = await startSocketServer(options);

    const bus = new SurfaceBus({ settle: { quietMs: 0 } });
    let running = 0;
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let hold = true;
    bus.register(
      {
        id: 'crowd',
        name: 'Crowd',
        description: 'Much at once.',
        actions: [
          {
            id: 'work',
            description: 'Works.',
            input: { type: 'object', properties: { n: { type: 'integer', description: 'Which.' } } },
          },
        ],
      },
      {
        work: async ({ n }) => {
          running++;
          if (hold) await gate;
          return n;
        },
      },
      { concurrency: 200, rateLimit: 'off' },
    );
    const transport = socketTo(first.url);
    const connection = bus.connect(transport);
    cleanups.push(() => connection.disconnect());

    const agent = await until(() => agents[0]);
    await agent.whenRegistered('crowd');
    const pending = Array.from({ length: 100 }, (_, n) => agent.invoke('crowd', 'work', { n }));
    await until(() => running === 100);
    await first.kill();
    const codes = (await Promise.all(pending)).map(({ error }) => error?.code);
    expect(codes).to.deep.equal(Array(100).fill('SURFACE_UNAVAILABLE'));
    expect(agent.surfaces).to.deep.equal([]);
    expect(first.oui.clients.size).to.equal(0);

    hold = false;
    release();
    const second = await startSocketServer(options, first.port);
    cleanups.push(second.stop);
    const next = await until(() => agents[1]);
    expect(await next.whenRegistered('crowd')).to.equal(true);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => next.invoke('crowd', 'work', { n })),
    );
    expect(results.map(({ data }) => data)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n));
    expect(running).to.equal(200);
    expect(agents).to.have.length(2);
  });

  it('OUI-T6 takes so many clients and no more, those that are still being authenticated counted', async () => {
    let admit = () => {};
    const asked = new Promise<void>((resolve) => (admit = resolve));
    const server = await startSocketServer({
      maxClients: 2,
      onFault: ({ code }) => warnings.push(code),
      authenticate: async () => {
        await asked;
        return true;
      },
    });
    cleanups.push(server.stop);
    const waiting = [socket(server.url), socket(server.url)];
    await untilAnswered(server.url, 503);
    admit();
    expect(await Promise.all(waiting.map(({ status }) => status))).to.deep.equal([101, 101]);
    expect(await socket(server.url).status).to.equal(503);
    expect(warnings).to.deep.equal(['oui:too_many_clients']);
    waiting[0]!.socket.close();
    await until(() => server.oui.clients.size === 1);
    await until(() => waiting[0]!.socket.readyState === WebSocket.CLOSED);
    await untilAnswered(server.url, 101);
  });

  /** Asks until the answer is the wanted one: what went before may not have arrived yet. */
  async function untilAnswered(url: string, wanted: number): Promise<void> {
    while ((await socket(url).status) !== wanted);
  }

  it('OUI-T2 a flood of registrations is bounded, and the connection lives', async () => {
    const agents: AgentRuntime[] = [];
    const server = await startSocketServer({ onClient: (agent) => agents.push(agent) });
    cleanups.push(server.stop);
    const { socket: hostile, status } = socket(server.url);
    await status;
    const agent = await until(() => agents[0]);
    const answered = new Promise((resolve) => agent.addEventListener('x-done', resolve));
    for (let n = 0; n < 3_000; n++) {
      const surface = { id: `s-${n}`, actions: [{ id: 'go', description: 'x'.repeat(1_000) }] };
      hostile.send(JSON.stringify({ type: 'surface:register', payload: { surface, timestamp: n } }));
    }
    hostile.send(JSON.stringify({ type: 'x-done' }));
    await answered;
    expect(agent.surfaces.length).to.be.within(1, 2_000);
    expect(hostile.readyState).to.equal(WebSocket.OPEN);
  });

  it('OUI-T2 a client that does not read is not written to without end', async () => {
    const transports: Transport[] = [];
    const server = await startSocketServer({
      maxMessageBytes: 100_000,
      onTransport: (transport) => transports.push(transport),
    });
    cleanups.push(server.stop);
    const { socket: deaf, status } = socket(server.url);
    await status;
    const transport = await until(() => transports[0]);
    deaf.pause();
    const message = { type: 'x-a' as const, payload: 'x'.repeat(90_000) };
    let sent = 0;
    while (transport.send(message) === true && sent < 1_000) sent++;
    expect(sent).to.be.lessThan(1_000);
    deaf.resume();
    await until(() => transport.send(message) === true);
  });

  it('OUI-T1 onTransport takes the connection itself, and there is no agent then', async () => {
    const transports: Transport[] = [];
    const server = await startSocketServer({ onTransport: (transport) => transports.push(transport) });
    cleanups.push(server.stop);
    const page = socketTo(server.url);
    await page.connect();
    const transport = await until(() => transports[0]);
    const seen: unknown[] = [];
    transport.onEvent((message) => seen.push(message));
    page.send({ type: 'x-hello', payload: 1 });
    await until(() => seen.length > 0);
    expect(seen).to.deep.equal([{ type: 'x-hello', payload: 1 }]);
    expect(server.oui.clients.size).to.equal(0);
    page.disconnect();
    await until(() => transport.state === 'disconnected');
  });
});
