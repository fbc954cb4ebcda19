import { expect } from 'chai';
import { SurfaceBus, type Transport } from 'oui-elements/oui';
import { conformancePage } from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { expectConformance } from '../src/testing/expect-conformance.js';
import { read } from './package-root.js';

describe('docs/transports.md', () => {
  let before: ReturnType<typeof setDevWarnings>;
  beforeEach(() => (before = setDevWarnings(undefined)));
  afterEach(() => void setDevWarnings(before));

  it('OUI-T1 the transport that is written there conforms', async () => {
    const code = /```js\n(\/\*\* @returns[\s\S]*?)```/.exec(read('docs/transports.md'))?.[1];
    expect(code).to.be.a('string');
    const { broadcastTransport } = (await import(
      `data:text/javascript,${encodeURIComponent(String(code))}`
    )) as {
      broadcastTransport: (name: string) => Transport;
    };
    await expectConformance('page', async () => {
      const name = crypto.randomUUID();
      const transport = broadcastTransport(name);
      await transport.connect();
      const bus = new SurfaceBus();
      conformancePage(bus);
      const connection = bus.connect(broadcastTransport(name));
      return { transport, close: () => connection.disconnect() };
    });
  }).timeout(60_000);
});
