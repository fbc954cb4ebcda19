import { expect } from 'chai';
import { OuiError, SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { postMessageTransport, type PortLike } from 'oui-elements/oui/transports/post-message';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';

/** A port that keeps what was posted; the test speaks for the other side. */
class FakePort implements PortLike {
  readonly posted: Record<string, unknown>[] = [];
  readonly listeners = new Set<(event: MessageEvent) => void>();
  started = 0;

  postMessage(message: unknown): void {
    this.posted.push(structuredClone(message) as Record<string, unknown>);
  }

  addEventListener(_: 'message', listener: (event: MessageEvent) => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'message', listener: (event: MessageEvent) => void): void {
    this.listeners.delete(listener);
  }

  start(): void {
    this.started++;
  }

  say(data: unknown): void {
    for (const listener of [...this.listeners]) listener({ data } as MessageEvent);
  }

  shake(handshake: string): void {
    this.say({ __oui__: true, handshake });
  }
}

function end(role: 'embedded' | 'host', maxMessageBytes?: number) {
  const runtime = new FakeRuntime();
  const port = new FakePort();
  const transport = postMessageTransport({ role, port, runtime, maxMessageBytes });
  const states: string[] = [];
  const seen: unknown[] = [];
  transport.onStateChange((state) => states.push(state));
  transport.onEvent((message) => seen.push(message));
  const connected = transport.connect().then(
    () => 'connected',
    () => 'ended',
  );
  return { runtime, port, transport, states, seen, connected };
}

const hello = { __oui__: true, handshake: 'oui-v1' };
const welcome = { __oui__: true, handshake: 'oui-v1-ack' };
const message = { type: 'x-a' as const, payload: 1 };

describe('postMessageTransport', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-T7 requires an exact target origin, and refuses "*"', () => {
    const codeFor = (targetOrigin: unknown) => {
      try {
        postMessageTransport({
          role: 'embedded',
          target: { postMessage: () => {} },
          targetOrigin: targetOrigin as string,
        });
        return 'made';
      } catch (error) {
        return error instanceof OuiError ? error.code : String(error);
      }
    };
    expect(codeFor('*')).to.equal('oui:any_origin');
    for (const origin of ['', '/', 'null', 'app.example', 'data:text/html,x', 'file:///x', undefined]) {
      expect(codeFor(origin), String(origin)).to.equal('oui:invalid_origin');
    }
    expect(codeFor('https://app.example')).to.equal('made');
    expect(codeFor('http://localhost:8000')).to.equal('made');
  });

  it('OUI-T7 the embedded side says oui-v1 and is connected with the answer; then registration', async () => {
    const { port, transport, connected, states } = end('embedded');
    expect(port.posted).to.deep.equal([hello]);
    expect(transport.send(message)).to.equal(false);
    const bus = new SurfaceBus();
    bus.register(manifestWith(), { add_note: () => null });
    bus.connect(transport);
    expect(port.posted).to.deep.equal([hello]);
    port.shake('oui-v1-ack');
    expect(await connected).to.equal('connected');
    expect(states).to.deep.equal(['connecting', 'connected']);
    expect(port.posted[1]).to.have.nested.property('event.type', 'surface:register');
    expect(port.posted[1]).to.have.property('__oui__', true);
    expect(port.started).to.equal(1);
  });

  it('OUI-T7 the embedded side asks again while nobody answers, less and less often, and then no more', async () => {
    const { port, runtime, transport } = end('embedded');
    await runtime.advance(100);
    expect(port.posted).to.have.length(2);
    await runtime.advance(199);
    expect(port.posted).to.have.length(2);
    await runtime.advance(1);
    expect(port.posted).to.have.length(3);
    port.shake('oui-v1-ack');
    expect(runtime.timers).to.equal(0);
    expect(transport.state).to.equal('connected');
    await runtime.advance(60_000);
    expect(port.posted).to.have.length(3);
  });

  it('OUI-T7 the host says nothing before it is asked, and answers before it sends anything', async () => {
    const { port, transport, connected } = end('host');
    expect(transport.state).to.equal('connecting');
    expect(transport.send(message)).to.equal(false);
    transport.onStateChange((state) => state === 'connected' && transport.send(message));
    port.shake('oui-v1-ack');
    expect(transport.state).to.equal('connecting');
    port.shake('oui-v1');
    expect(await connected).to.equal('connected');
    expect(port.posted).to.deep.equal([welcome, { __oui__: true, event: message }]);
  });

  it('OUI-T7 OUI-T8 a new handshake of an embedded side that was loaded again is a new connection', async () => {
    const { port, states } = end('host');
    port.shake('oui-v1');
    port.shake('oui-v1');
    expect(states).to.deep.equal(['connecting', 'connected', 'connecting', 'connected']);
    expect(port.posted).to.deep.equal([welcome, welcome]);
  });

  it('OUI-T7 OUI-T2 ignores what is not enveloped in silence, and what JSON cannot carry with a warning', async () => {
    const warnings = collectWarnings();
    const { port, seen, transport } = end('host', 100);
    port.say({ __oui__: true, event: message });
    expect(seen, 'before the handshake').to.deep.equal([]);
    port.shake('oui-v1');
    for (const noise of [
      null,
      1,
      'oui-v1',
      message,
      { event: message },
      { __oui__: 'yes', event: message },
    ]) {
      port.say(noise);
    }
    for (const handshake of ['oui-v2', 'oui-v1-ack', 7])
      port.say({ __oui__: true, handshake, event: message });
    expect(seen).to.deep.equal([]);
    expect(warnings).to.deep.equal([]);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const event of [cycle, 10n, undefined, { type: 'x-a', payload: 'x'.repeat(100) }]) {
      port.say({ __oui__: true, event });
    }
    expect(seen).to.deep.equal([]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(Array(2).fill('oui:malformed_message'));
    expect(transport.state).to.equal('connected');
    port.say({ __oui__: true, event: { ...message, payload: new Date(0) } });
    expect(seen, 'as JSON would have carried it').to.deep.equal([
      { type: 'x-a', payload: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('OUI-T1 sends what JSON carries, and nothing that is too large', async () => {
    const { port, transport } = end('host', 100);
    port.shake('oui-v1');
    expect(transport.send({ type: 'x-a', payload: { n: 1, run: () => 1 } })).to.equal(true);
    expect(transport.send({ type: 'x-a', payload: 'x'.repeat(100) })).to.equal(false);
    expect(port.posted.slice(1)).to.deep.equal([
      { __oui__: true, event: { type: 'x-a', payload: { n: 1 } } },
    ]);
  });

  it('OUI-T1 §8.10 disconnect() ends it for good, and leaves the port and its other listeners alone', async () => {
    const { port, runtime, transport, connected } = end('embedded');
    const others = () => {};
    port.addEventListener('message', others);
    transport.disconnect();
    expect(await connected).to.equal('ended');
    port.shake('oui-v1-ack');
    await runtime.advance(60_000);
    expect(transport.state).to.equal('disconnected');
    expect([...port.listeners]).to.deep.equal([others]);
    expect(port.posted).to.deep.equal([hello]);
    expect(runtime.timers).to.equal(0);
  });

  for (const [page, agent] of [
    ['embedded', 'host'],
    ['host', 'embedded'],
  ] as const) {
    it(`OUI-T7 works a page that is ${page} over a real port; who leaves says so, and may come back`, async () => {
      const { port1, port2 } = new MessageChannel();
      const bus = new SurfaceBus({ settle: { quietMs: 0 } });
      bus.register(manifestWith(), { add_note: ({ text }) => `noted ${String(text)}` });
      const client = new AgentRuntime();
      const pageEnd = postMessageTransport({ role: page, port: port1 });
      bus.connect(pageEnd);
      await client.connect(postMessageTransport({ role: agent, port: port2 }));
      expect(await client.whenRegistered('notes')).to.equal(true);
      const result = await client.invoke('notes', 'add_note', { text: 'milk' });
      expect(result.data).to.equal('noted milk');

      client.disconnect();
      while (pageEnd.state === 'connected') await flush();
      expect(pageEnd.state).to.equal('connecting');
      await client.connect(postMessageTransport({ role: agent, port: port2 }));
      expect(await client.whenRegistered('notes')).to.equal(true);
      pageEnd.disconnect();
      while (client.surfaces.length > 0) await flush();
      expect(client.state).to.equal('connecting');
      client.disconnect();
      port1.close();
    });
  }
});
