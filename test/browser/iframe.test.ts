import { expect, waitUntil } from '@open-wc/testing';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { postMessageTransport } from 'oui-elements/oui/transports/post-message';
import type { OpenPeer } from 'oui-elements/testing';
import { setDevWarnings } from '../../src/base/dev-warning.js';
import { expectConformance } from '../src/testing/expect-conformance.js';
import { isAdvice } from '../src/oui/linked-page.js';

/** The same server by its other name: another origin. */
const OTHER = location.origin.replace(
  location.hostname,
  location.hostname === 'localhost' ? '127.0.0.1' : 'localhost',
);

const PEER = new URL('./embedded-peer.js', import.meta.url).pathname;

function frameWith(side: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const asked = new URLSearchParams({ side, host: location.origin, module: PEER });
  frame.src = `${OTHER}/test/browser/embedded-peer.html?${asked}`;
  document.body.append(frame);
  return frame;
}

const hostOf = (frame: HTMLIFrameElement, targetOrigin = OTHER) =>
  postMessageTransport({ role: 'host', target: () => frame.contentWindow, targetOrigin });

async function heard(text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent) => {
      if (data !== text) return;
      removeEventListener('message', listen);
      resolve();
    };
    addEventListener('message', listen);
  });
}

describe('postMessageTransport and a frame of another origin', () => {
  let before: ReturnType<typeof setDevWarnings>;
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    before = setDevWarnings((code) => void (isAdvice(code) || warnings.push(code)));
  });

  afterEach(() => {
    setDevWarnings(before);
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });

  for (const side of ['page', 'agent'] as const) {
    it(`OUI-T7 our ${side} conforms in a frame of another origin`, async function () {
      this.timeout(120_000);
      expect(OTHER).to.not.equal(location.origin);
      await expectConformance(side, (): OpenPeer => {
        const frame = frameWith(side);
        const transport = hostOf(frame);
        return {
          transport,
          close: () => {
            transport.disconnect();
            frame.remove();
          },
        };
      });
    });
  }

  it('OUI-T7 ignores in silence what comes from another window of the right origin', async () => {
    const honest = frameWith('page');
    const agent = new AgentRuntime();
    const transport = hostOf(honest);
    void agent.connect(transport);
    await agent.whenRegistered('lab');
    const states: string[] = [];
    transport.onStateChange((state) => states.push(state));
    const lie = heard('the liar has spoken');
    frameWith('liar');
    await lie;
    const { data } = await agent.invoke('lab', 'echo', { text: 'still here' });
    expect(data).to.deep.include({ text: 'still here' });
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['lab']);
    expect(states).to.deep.equal([]);
    expect(warnings).to.deep.equal([]);
    agent.disconnect();
  });

  it('OUI-T7 ignores in silence what comes from another origin than the one it was given', async () => {
    const lie = heard('the liar has spoken');
    const frame = frameWith('liar');
    const transport = hostOf(frame, 'https://app.example');
    const seen: unknown[] = [];
    transport.onEvent((message) => seen.push(message));
    void transport.connect().catch(() => {});
    await lie;
    expect(transport.state).to.equal('connecting');
    expect(seen).to.deep.equal([]);
    expect(warnings).to.deep.equal([]);
    transport.disconnect();
  });

  it('OUI-T7 OUI-T8 a frame that is loaded again comes back, and what was pending is resolved', async () => {
    const frame = frameWith('page');
    const agent = new AgentRuntime();
    const transport = hostOf(frame);
    void agent.connect(transport);
    await agent.whenRegistered('lab');
    const states: string[] = [];
    transport.onStateChange((state) => states.push(state));
    expect((await agent.invoke('lab', 'echo', { text: 'a' })).data).to.deep.include({ runs: 1 });
    const pending = Array.from({ length: 25 }, () => agent.invoke('lab', 'wait'));
    frame.src = frame.src.replace('?', '?again&');
    expect((await pending.at(-1))?.error?.code).to.equal('SURFACE_UNAVAILABLE');
    await waitUntil(() => agent.surfaces.length > 0);
    // On a slow machine it asks once more before it has heard the welcome, and that is a new handshake.
    expect(states.join(' ')).to.match(/^(?:connecting connected ?)+$/);
    // It is a new page: it counts from the beginning.
    expect((await agent.invoke('lab', 'echo', { text: 'b' })).data).to.deep.include({ runs: 1 });
    agent.disconnect();
  });
});
