import { expect } from '@open-wc/testing';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { postMessageTransport } from 'oui-elements/oui/transports/post-message';
import type { OpenPeer } from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { expectConformance } from '../src/testing/expect-conformance.js';

const workerWith = (side: string) =>
  new Worker(new URL(`./embedded-peer.js?side=${side}`, import.meta.url), { type: 'module' });

describe('postMessageTransport and a worker', () => {
  let before: ReturnType<typeof setDevWarnings>;
  beforeEach(() => (before = setDevWarnings(undefined)));
  afterEach(() => void setDevWarnings(before));

  for (const side of ['page', 'agent'] as const) {
    it(`OUI-T7 our ${side} conforms in a module worker`, async function () {
      this.timeout(120_000);
      await expectConformance(side, (): OpenPeer => {
        const worker = workerWith(side);
        const transport = postMessageTransport({ role: 'host', port: worker });
        return {
          transport,
          close: () => {
            transport.disconnect();
            worker.terminate();
          },
        };
      });
    });
  }

  it('OUI-T7 a page in a worker is worked from outside, and needs no origin', async () => {
    const worker = workerWith('page');
    const agent = new AgentRuntime();
    await agent.connect(postMessageTransport({ role: 'host', port: worker }));
    expect(await agent.whenRegistered('lab')).to.equal(true);
    const { data } = await agent.invoke('lab', 'echo', { text: 'from outside' });
    expect(data).to.deep.include({ text: 'from outside' });
    agent.disconnect();
    worker.terminate();
  });
});
