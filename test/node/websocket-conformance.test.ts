import type { AgentRuntime } from 'oui-elements/node';
import { SurfaceBus } from 'oui-elements/oui';
import {
  CONFORMANCE_AGENT_OPTIONS,
  conformanceAgent,
  conformancePage,
  type OpenPeer,
} from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { expectConformance } from '../src/testing/expect-conformance.js';
import { socketTo, startSocketServer } from './socket-server.js';

type Transport = OpenPeer['transport'];

describe('conformance over a WebSocket', () => {
  let before: ReturnType<typeof setDevWarnings>;
  beforeEach(() => (before = setDevWarnings(undefined)));
  afterEach(() => void setDevWarnings(before));

  it('OUI-T6 our page conforms over real sockets', async () => {
    const waiting = new Map<string, (transport: Transport) => void>();
    const server = await startSocketServer({
      onTransport: (transport, { url }) => waiting.get(url ?? '')?.(transport),
    });
    try {
      await expectConformance('page', async () => {
        const query = `?page=${waiting.size}`;
        const arrived = new Promise<Transport>((resolve) => waiting.set(`/oui/v1${query}`, resolve));
        const bus = new SurfaceBus();
        conformancePage(bus);
        const connection = bus.connect(socketTo(server.url + query));
        // The runner listens before anything of the page can have arrived.
        return { transport: await arrived, close: () => connection.disconnect() };
      });
    } finally {
      await server.stop();
    }
  }).timeout(60_000);

  it('OUI-T6 our agent conforms over real sockets', async () => {
    const server = await startSocketServer({
      agentOptions: CONFORMANCE_AGENT_OPTIONS,
      onClient: (agent: AgentRuntime) => conformanceAgent(agent),
    });
    try {
      await expectConformance('agent', (): OpenPeer => {
        const transport = socketTo(server.url);
        return { transport, close: () => transport.disconnect() };
      });
    } finally {
      await server.stop();
    }
  }).timeout(60_000);
});
