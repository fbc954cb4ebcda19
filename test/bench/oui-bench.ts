import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveOui, type AgentRuntime as ServerAgent } from 'oui-elements/node';
import {
  SurfaceBus,
  type ActionHandler,
  type SurfaceManifest,
  type Transport,
  type WireMessage,
} from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { webSocketTransport } from 'oui-elements/oui/transports/websocket';
import { WebSocket, WebSocketServer } from 'ws';

/** Rounds of each measurement; the middle one counts. */
const ROUNDS = 9;

const surface = (id: string, actions: number, observations = 0): SurfaceManifest => ({
  id,
  name: id,
  description: 'A surface of the bench.',
  actions: Array.from({ length: actions }, (_, i) => ({
    id: `act_${i}`,
    description: 'Adds an item to the list. Use it when somebody wants to remember something.',
    input: {
      type: 'object',
      properties: { title: { type: 'string', description: 'What is to be done.', maxLength: 500 } },
      required: ['title'],
    },
  })),
  ...(observations === 0
    ? {}
    : {
        observations: Array.from({ length: observations }, (_, i) => ({
          id: `seen_${i}`,
          description: 'A number.',
          schema: { type: 'integer' },
        })),
      }),
});

const handler = async ({ title }: Record<string, unknown>) => ({ id: title, created: true });
const handlersOf = (manifest: SurfaceManifest): Record<string, ActionHandler> =>
  Object.fromEntries(manifest.actions.map(({ id }) => [id, handler]));

function busWith(manifest: SurfaceManifest): SurfaceBus {
  const bus = new SurfaceBus({ settle: { quietMs: 0 } });
  bus.register(manifest, handlersOf(manifest), { rateLimit: 'off' });
  return bus;
}

/** `OUI` of the bench: ratios within one run; times depend on the machine. */
export async function benchOui(): Promise<void> {
  console.log('\nOUI'.padEnd(61), 'ours'.padStart(12), 'bare'.padStart(12), 'ratio'.padStart(9));
  await direct();
  await webSocket();
  await manySurfaces();
  await manyUpdates();
}

function row(name: string, ours: string, bare = '', ratio = ''): void {
  console.log(name.padEnd(60), ours.padStart(12), bare.padStart(12), ratio.padStart(9));
}

const micros = (ms: number) => `${(ms * 1000).toFixed(1)} µs`;
const millis = (ms: number) => `${ms.toFixed(1)} ms`;
const times = (a: number, b: number) => `${(a / b).toFixed(2)}×`;
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds for one of `n` calls, one after the other. */
async function each(n: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < n; i++) await work();
  return (performance.now() - start) / n;
}

/** Both in turn, so that what else the machine does hits both. */
async function compare(
  n: number,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<[ours: number, bare: number]> {
  const [a, b]: [number[], number[]] = [[], []];
  await each(n, ours);
  await each(n, bare);
  for (let round = 0; round < ROUNDS; round++) {
    a.push(await each(n, ours));
    b.push(await each(n, bare));
  }
  return [median(a), median(b)];
}

function checked(result: { success: boolean; error?: unknown }): void {
  if (!result.success) throw new Error(`an action failed: ${JSON.stringify(result.error)}`);
}

async function direct(): Promise<void> {
  const manifest = surface('desk', 1);
  const bus = busWith(manifest);
  const agent = new AgentRuntime({ rateLimit: 'off' });
  const [page, end] = linkedTransports();
  bus.connect(page);
  await agent.connect(end);
  await agent.whenRegistered('desk');
  const params = { title: 'milk' };
  const [ours, bare] = await compare(
    500,
    async () => checked(await agent.invoke('desk', 'act_0', params)),
    () => handler(params),
  );
  row('direct round trip, against a bare async call', micros(ours), micros(bare), times(ours, bare));
  agent.disconnect();
}

async function webSocket(): Promise<void> {
  const http = createServer();
  const agents: ServerAgent[] = [];
  const oui = serveOui(http, {
    agentOptions: { rateLimit: 'off' },
    onClient: (agent) => agents.push(agent),
  });
  // The same bytes both ways, and nothing else.
  const echo = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, stream, head) => {
    if (request.url === '/echo')
      echo.handleUpgrade(request, stream, head, (ws) => echo.emit('connection', ws));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const base = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const bus = busWith(surface('desk', 1));
  const connection = bus.connect(
    webSocketTransport({ url: `${base}/oui/v1`, WebSocket: WebSocket as never }),
  );
  while (agents.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const agent = agents[0];
  await agent.whenRegistered('desk');

  const [request, result] = await bytesOf(agent);
  const served = once(echo, 'connection') as Promise<[WebSocket]>;
  const client = new WebSocket(`${base}/echo`);
  const [server] = await served;
  await (client.readyState === WebSocket.OPEN ? undefined : once(client, 'open'));
  client.on('message', () => client.send(result));
  const params = { title: 'milk' };
  const [ours, bare] = await compare(
    300,
    async () => checked(await agent.invoke('desk', 'act_0', params)),
    () =>
      new Promise((resolve) => {
        server.once('message', resolve);
        server.send(request);
      }),
  );
  row(
    `WebSocket round trip (${request.length} + ${result.length} bytes), against a bare echo`,
    micros(ours),
    micros(bare),
    times(ours, bare),
  );
  await transportAlone(http, base, request, result, bare);
  client.terminate();
  connection.disconnect();
  await oui.close();
  http.closeAllConnections();
  http.close();
}

/** The same messages over both ends of our transport, with neither bus nor agent. */
async function transportAlone(
  http: Server,
  base: string,
  request: string,
  result: string,
  bare: number,
): Promise<void> {
  let arrived!: (transport: Transport) => void;
  const served = new Promise<Transport>((resolve) => (arrived = resolve));
  serveOui(http, { path: '/transport', onTransport: arrived });
  const page = webSocketTransport({ url: `${base}/transport`, WebSocket: WebSocket as never });
  await page.connect();
  const server = await served;
  const [there, back] = [JSON.parse(request), JSON.parse(result)] as [WireMessage, WireMessage];
  page.onEvent(() => page.send(back));
  let answered = (_: unknown) => {};
  server.onEvent(() => answered(undefined));
  const trip = () =>
    new Promise((resolve) => {
      answered = resolve;
      server.send(there);
    });
  await each(300, trip);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await each(300, trip));
  const ours = median(rounds);
  row('  of it, the transport alone', micros(ours), micros(bare), times(ours, bare));
  page.disconnect();
}

/** What one round trip sends there and back. */
async function bytesOf(agent: ServerAgent): Promise<[request: string, result: string]> {
  const texts: string[] = [];
  const { stringify } = JSON;
  JSON.stringify = ((value: unknown, ...rest: []) => {
    const text = stringify(value, ...rest);
    if ((value as { type?: unknown } | null)?.type) texts.push(text);
    return text;
  }) as typeof JSON.stringify;
  await agent.invoke('desk', 'act_0', { title: 'milk' });
  JSON.stringify = stringify;
  const sent = (type: string) => texts.findLast((text) => text.startsWith(`{"type":"${type}"`)) ?? '';
  return [sent('action:request'), sent('action:result')];
}

async function manySurfaces(): Promise<void> {
  const small = await surfacesOf(250);
  const large = await surfacesOf(1_000);
  for (const what of ['registered', 'listed', 'removed'] as const) {
    row(
      `1,000 surfaces of 10 actions ${what}, against 250`,
      millis(large[what]),
      millis(small[what]),
      times(large[what], small[what]),
    );
  }
}

async function surfacesOf(count: number) {
  const bus = new SurfaceBus({ settle: { quietMs: 0 } });
  const agent = new AgentRuntime({ rateLimit: 'off' });
  const [page, end] = linkedTransports();
  bus.connect(page);
  await agent.connect(end);
  const until = async (wanted: number) => {
    while (agent.surfaces.length !== wanted) await new Promise((resolve) => setImmediate(resolve));
  };
  const time = async (work: () => void, wanted: number) => {
    const start = performance.now();
    work();
    await until(wanted);
    return performance.now() - start;
  };
  const manifests = Array.from({ length: count }, (_, i) => surface(`desk-${i}`, 10));
  const mounted: { unregister(): void }[] = [];
  const registered = await time(() => {
    for (const manifest of manifests) mounted.push(bus.register(manifest, handlersOf(manifest)));
  }, count);
  const listed = await time(() => {
    if (agent.tools().length !== count * 10) throw new Error('not every action is a tool');
  }, count);
  const removed = await time(() => mounted.forEach((each) => each.unregister()), 0);
  agent.disconnect();
  return { registered, listed, removed };
}

/** One second of it, in real time: what part of a processor it takes, and what goes over the wire. */
async function manyUpdates(): Promise<void> {
  const manifest = surface('desk', 1, 100);
  const bus = new SurfaceBus();
  const mounted = bus.register(manifest, handlersOf(manifest));
  const agent = new AgentRuntime();
  const [page, end] = linkedTransports();
  let messages = 0;
  end.onEvent((message) => {
    if ((message as { type: string }).type === 'observation:update') messages++;
  });
  bus.connect(page);
  await agent.connect(end);
  await agent.whenRegistered('desk');
  const before = process.cpuUsage();
  const start = performance.now();
  let published = 0;
  while (published < 10_000) {
    const due = Math.min(10_000, Math.floor((performance.now() - start) * 10));
    for (; published < due; published++) mounted.publish(`seen_${published % 100}`, published);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  while (agent.observations['desk']?.['seen_99'] !== 9_999)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const busy = (user + system) / 1000 / wall;
  row('10,000 updates a second of 100 observations: processor', `${(busy * 100).toFixed(1)} %`);
  row('  messages sent of them', String(messages), '10000', times(messages, 10_000));
  agent.disconnect();
}
