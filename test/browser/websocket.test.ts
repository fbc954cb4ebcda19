import { SurfaceBus } from 'oui-elements/oui';
import { webSocketTransport } from 'oui-elements/oui/transports/websocket';
import { conformancePage, type OpenPeer } from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { expectConformance } from '../src/testing/expect-conformance.js';

const socketTo = (path: string) => webSocketTransport({ url: `ws://${location.host}/oui-test/${path}` });

describe('webSocketTransport and a server', () => {
  let before: ReturnType<typeof setDevWarnings>;
  beforeEach(() => (before = setDevWarnings(undefined)));
  afterEach(() => void setDevWarnings(before));

  it('OUI-T6 our page conforms in a browser over real sockets', async function () {
    this.timeout(120_000);
    await expectConformance('page', (): OpenPeer => {
      const room = `relay?${crypto.randomUUID()}`;
      const bus = new SurfaceBus();
      conformancePage(bus);
      const connection = bus.connect(socketTo(room));
      const transport = socketTo(room);
      return {
        transport,
        close: () => {
          connection.disconnect();
          transport.disconnect();
        },
      };
    });
  });

  it('OUI-T6 our agent conforms on a server that a browser works over real sockets', async function () {
    this.timeout(120_000);
    await expectConformance('agent', (): OpenPeer => {
      const transport = socketTo('agent');
      return { transport, close: () => transport.disconnect() };
    });
  });
});
