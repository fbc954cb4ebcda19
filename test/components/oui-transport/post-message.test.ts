import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { OuiTransport } from 'oui-elements/components/oui-transport';
import { SurfaceBus, type ApprovalQuestion, type ExtensionEvent } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { postMessageTransport } from 'oui-elements/oui/transports/post-message';
import { conformancePage } from 'oui-elements/testing';
import 'oui-elements/define/oui-transport';
import { setDevWarnings } from '../../../src/base/dev-warning.js';
import { settled } from '../recording-client.js';
import { isAdvice } from '../../src/oui/linked-page.js';

/** The same server by its other name: another origin. */
const OTHER = location.origin.replace(
  location.hostname,
  location.hostname === 'localhost' ? '127.0.0.1' : 'localhost',
);

const PEER = new URL('../../browser/embedded-peer.js', import.meta.url).pathname;
const addressOf = (side: string) =>
  `${OTHER}/test/browser/embedded-peer.html?${new URLSearchParams({ side, host: location.origin, module: PEER })}`;

/** What the agent at the other end of the bus answers to a command of the conformance suite. */
async function answerOf(bus: SurfaceBus, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const listen = (event: Event) => {
      const payload = (event as ExtensionEvent).payload as Record<string, unknown>;
      if (payload['id'] !== id) return;
      bus.removeEventListener('x-conformance', listen);
      resolve(payload);
    };
    bus.addEventListener('x-conformance', listen);
    bus.send({ type: 'x-conformance', payload: { id, ...command } });
  });
}

describe('<oui-transport type="post-message">', () => {
  let warnings: string[];
  let before: ReturnType<typeof setDevWarnings>;
  beforeEach(() => {
    warnings = [];
    before = setDevWarnings((code, message) => void (isAdvice(code) || warnings.push(message)));
  });
  afterEach(() => void setDevWarnings(before));

  function page(): SurfaceBus {
    const bus = new SurfaceBus({ settle: { quietMs: 0 } });
    conformancePage(bus);
    return bus;
  }

  const invoke = { command: 'invoke', surfaceId: 'lab', actionId: 'echo', params: { text: 'hello' } };

  it('OUI-T7 lets an agent in a frame work this page; another frame in its place is another connection', async () => {
    const bus = page();
    const root = await fixture(html`
      <div>
        <oui-transport .bus=${bus} type="post-message" target="agent" target-origin=${OTHER}></oui-transport>
      </div>
    `);
    const transport = root.querySelector<OuiTransport>('oui-transport')!;
    await waitUntil(() => transport.state === 'connecting', 'loaded', { timeout: 10_000 });
    const frame = document.createElement('iframe');
    frame.id = 'agent';
    frame.src = addressOf('agent');
    root.append(frame);
    await waitUntil(() => transport.state === 'connected', 'connected', { timeout: 10_000 });
    expect(transport.matches(':state(connected)')).to.equal(true);
    expect(await answerOf(bus, invoke)).to.have.nested.property('result.data.text', 'hello');

    const states: string[] = [];
    transport.addEventListener('oui-connection-change', ({ state }) => states.push(state));
    frame.remove();
    await waitUntil(() => transport.state === 'connecting');
    const other = frame.cloneNode() as HTMLIFrameElement;
    root.append(other);
    await waitUntil(() => transport.state === 'connected', 'connected again', { timeout: 10_000 });
    expect(await answerOf(bus, invoke)).to.have.nested.property('result.data.text', 'hello');
    transport.remove();
    await waitUntil(() => transport.state === 'disconnected');
    expect(warnings).to.deep.equal([]);
  });

  it('OUI-T7 lets the page around it work a page in a frame', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe src=${addressOf('element')}></iframe>`);
    const agent = new AgentRuntime();
    void agent.connect(
      postMessageTransport({ role: 'host', target: () => frame.contentWindow, targetOrigin: OTHER }),
    );
    expect(await agent.whenRegistered('lab')).to.equal(true);
    const { data } = await agent.invoke('lab', 'echo', { text: 'hello' });
    expect(data).to.deep.include({ text: 'hello' });
    agent.disconnect();
  });

  it('OUI-T7 what is missing or wrong is said, and nothing is thrown or opened', async () => {
    const wrong = [
      html`<oui-transport type="post-message"></oui-transport>`,
      html`<oui-transport type="post-message" target="agent"></oui-transport>`,
      html`<oui-transport type="post-message" target="agent" target-origin="*"></oui-transport>`,
      html`<oui-transport type="post-message" target="agent" target-origin="nonsense"></oui-transport>`,
      html`<oui-transport type="post-message" target="parent" target-origin=${OTHER}></oui-transport>`,
      html`<oui-transport type="post-message" target="opener" target-origin=${OTHER}></oui-transport>`,
    ];
    for (const [i, template] of wrong.entries()) {
      const told = warnings.length;
      const transport = await fixture<OuiTransport>(template);
      // The same fault twice is said once.
      if (i !== 1) await waitUntil(() => warnings.length > told, `${i} is said`, { timeout: 10_000 });
      await settled();
      expect(transport.state, String(i)).to.equal('disconnected');
      expect(warnings.length - told, String(i)).to.equal(i === 1 ? 0 : 1);
    }
    expect(warnings[1]).to.include('"*"');
  });

  it('OUI-E2 confirm-by="page" asks with its confirm; without one <oui-confirm> asks', async () => {
    const bus = page();
    const asked: ApprovalQuestion[] = [];
    const root = await fixture(html`
      <div>
        <oui-transport
          .bus=${bus}
          type="post-message"
          confirm-by="page"
          target="agent"
          target-origin=${OTHER}
        ></oui-transport>
        <iframe id="agent" src=${addressOf('agent')}></iframe>
      </div>
    `);
    const transport = root.querySelector<OuiTransport>('oui-transport')!;
    await waitUntil(() => transport.state === 'connected', 'connected', { timeout: 10_000 });
    // The agent's own person says yes: that is not enough here.
    const erase = { ...invoke, actionId: 'erase', params: {}, confirm: true };
    const answer = answerOf(bus, erase);
    await waitUntil(() => document.querySelector('oui-confirm:state(asking)'), 'the page asks', {
      timeout: 20_000,
    });
    const dialog = document.querySelector('oui-confirm:state(asking)')!.shadowRoot!.querySelector('dialog')!;
    await waitUntil(() => dialog.open, 'the dialog is open', { timeout: 20_000 });
    await sendKeys({ press: 'Escape' });
    expect(await answer).to.have.nested.property('result.error.code', 'ACTION_DENIED');
    transport.confirm = (question) => Promise.resolve(asked.push(question) > 0);
    await settled();
    expect(await answerOf(bus, erase)).to.have.nested.property('result.success', true);
    expect(asked.map(({ actionId }) => actionId)).to.deep.equal(['erase']);
  });

  it('OUI-E5 manifests="index" tells the agent of each action in short', async () => {
    const bus = new SurfaceBus();
    const connect = bus.connect.bind(bus);
    const options: unknown[] = [];
    bus.connect = (transport, given) => {
      options.push(given?.manifests, given?.confirmBy);
      return connect(transport, given);
    };
    const make = (manifests: string, confirmBy: string) =>
      fixture(html`
        <oui-transport
          .bus=${bus}
          type="post-message"
          target="agent"
          target-origin=${OTHER}
          manifests=${manifests}
          confirm-by=${confirmBy}
        ></oui-transport>
      `);
    await make('index', 'grant');
    await make('full', 'runtime');
    await make('some', 'nobody');
    await waitUntil(() => options.length === 6, 'all are connected', { timeout: 10_000 });
    expect(options).to.deep.equal(['index', 'grant', 'whole', 'runtime', 'whole', 'runtime']);
    expect(warnings).to.have.length(2);
  });
});
