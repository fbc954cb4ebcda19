import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { OuiTransport } from 'oui-elements/components/oui-transport';
import { SurfaceBus } from 'oui-elements/oui';
import 'oui-elements/define/oui-transport';
import { settled } from '../recording-client.js';

/** Stands for the browser's WebSocket: what was opened, and what became of it. */
class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  static readonly OPEN = 1;
  readonly url: string;
  readyState = 0;
  protocol = '';
  bufferedAmount = 0;
  sent: string[] = [];

  constructor(
    url: string | URL,
    readonly protocols: string | string[] = [],
  ) {
    super();
    this.url = String(url);
    FakeSocket.opened.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.#tell(new Event('open'));
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#tell(new CloseEvent('close'));
  }

  #tell(event: Event): void {
    const handler = (this as unknown as Record<string, unknown>)[`on${event.type}`];
    if (typeof handler === 'function') (handler as (event: Event) => void).call(this, event);
    this.dispatchEvent(event);
  }
}

describe('<oui-transport>', () => {
  const real = globalThis.WebSocket;

  beforeEach(() => {
    FakeSocket.opened = [];
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  });

  afterEach(() => {
    globalThis.WebSocket = real;
  });

  async function make(url = '/oui/v1'): Promise<OuiTransport> {
    return fixture<OuiTransport>(html`<oui-transport .bus=${new SurfaceBus()} url=${url}></oui-transport>`);
  }

  function socket(): FakeSocket {
    return FakeSocket.opened.at(-1)!;
  }

  it('OUI-T6 a relative URL and an http: one are read as WebSocket addresses', async () => {
    await make();
    await waitUntil(() => FakeSocket.opened.length === 1);
    expect(socket().url).to.equal(`ws://${location.host}/oui/v1`);
    await make('http://localhost:9/agent');
    await waitUntil(() => FakeSocket.opened.length === 2);
    expect(socket().url).to.equal('ws://localhost:9/agent');
    await make('https://agents.example/oui/v1');
    await waitUntil(() => FakeSocket.opened.length === 3);
    expect(socket().url).to.equal('wss://agents.example/oui/v1');
  });

  it('OUI-T1 shows its state, and tells of changes', async () => {
    const transport = await make();
    const states: string[] = [];
    transport.addEventListener('oui-connection-change', (event) => states.push(event.state));
    await waitUntil(() => FakeSocket.opened.length === 1);
    socket().open();
    await waitUntil(() => transport.state === 'connected');
    expect(transport.matches(':state(connected)')).to.be.true;
    transport.disabled = true;
    await waitUntil(() => transport.state === 'disconnected');
    expect(transport.matches(':state(connected)')).to.be.false;
    expect(states).to.deep.equal(['connected', 'disconnected']);
    expect(socket().readyState).to.equal(3);
  });

  it('OUI-T1 a move keeps the connection; removal ends it; coming back opens a new one', async () => {
    const transport = await make();
    await waitUntil(() => FakeSocket.opened.length === 1);
    socket().open();
    const parent = transport.parentElement!;
    parent.append(transport);
    await settled();
    (parent as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(
      transport,
      parent.firstChild,
    );
    await settled();
    expect(FakeSocket.opened).to.have.length(1);
    expect(transport.state).to.equal('connected');

    transport.remove();
    await waitUntil(() => socket().readyState === 3);
    expect(transport.state).to.equal('disconnected');
    parent.append(transport);
    await waitUntil(() => FakeSocket.opened.length === 2);
  });

  it('OUI-T6 the token is read for each attempt; a new one costs no connection', async () => {
    const transport: OuiTransport = Object.assign(document.createElement('oui-transport'), {
      bus: new SurfaceBus(),
      url: '/oui/v1',
      token: () => 'first',
    });
    (await fixture(html`<div></div>`)).append(transport);
    await waitUntil(() => FakeSocket.opened.length === 1);
    expect(socket().protocols).to.deep.equal(['oui.v1', `oui.token.${btoa('first').replaceAll('=', '')}`]);
    socket().open();
    transport.token = () => 'second';
    await settled();
    expect(FakeSocket.opened).to.have.length(1);
    expect(transport.state).to.equal('connected');
    expect(socket().url).to.not.include('first');
  });

  it('OUI-T1 a type that is not there, and a URL that is none, throw nothing and open nothing', async () => {
    const other = await fixture<OuiTransport>(
      html`<oui-transport type="pigeon" url="/oui/v1"></oui-transport>`,
    );
    const wrong = await fixture<OuiTransport>(html`<oui-transport url="http://"></oui-transport>`);
    const missing = await fixture<OuiTransport>(html`<oui-transport></oui-transport>`);
    await settled();
    expect(FakeSocket.opened).to.deep.equal([]);
    expect([other.state, wrong.state, missing.state]).to.deep.equal(Array(3).fill('disconnected'));
  });

  it('OUI-T8 a page that the browser keeps for "back" is not there for the agent, and comes back', async () => {
    const transport = await make();
    FakeSocket.opened[0].open();
    await waitUntil(() => transport.state === 'connected');
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(FakeSocket.opened[0].readyState).to.equal(3);
    expect(transport.state).to.equal('disconnected');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitUntil(() => FakeSocket.opened.length === 2);
    transport.remove();
    await settled();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await settled();
    expect(FakeSocket.opened).to.have.lengthOf(2);
  });
});
