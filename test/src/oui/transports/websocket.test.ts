import { expect } from 'chai';
import { OuiError } from 'oui-elements/oui';
import { webSocketTransport, type WebSocketTransportOptions } from 'oui-elements/oui/transports/websocket';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, restoreWarnings } from '../linked-page.js';

/** A socket that the test opens, closes and speaks through. */
class FakeSocket {
  static made: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly sent: string[] = [];
  closed = false;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.made.push(this);
  }

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.closed = true;
  }
}

const message = { type: 'x-a' as const, payload: 1 };

function transportTo(url: string, options: Partial<WebSocketTransportOptions> = {}) {
  FakeSocket.made = [];
  const runtime = new FakeRuntime();
  const transport = webSocketTransport({
    url,
    runtime,
    WebSocket: FakeSocket as never,
    backoff: { jitter: 0 },
    ...options,
  });
  const states: string[] = [];
  transport.onStateChange((state) => states.push(state));
  return { transport, runtime, states, socket: () => FakeSocket.made.at(-1)! };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'connected',
    (error: unknown) => (error instanceof OuiError ? error.code : String(error)),
  );
}

describe('webSocketTransport', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-T6 connects with the subprotocol, sends JSON texts and hands over what comes', async () => {
    const { transport, socket, states } = transportTo('wss://agents.example/oui/v1');
    const seen: unknown[] = [];
    transport.onEvent((given) => seen.push(given));
    const connected = transport.connect();
    await flush();
    expect(socket().url).to.equal('wss://agents.example/oui/v1');
    expect(socket().protocols).to.deep.equal(['oui.v1']);
    expect(transport.send(message)).to.equal(false);
    socket().onopen!();
    await connected;
    expect(transport.send(message)).to.equal(true);
    expect(socket().sent).to.deep.equal(['{"type":"x-a","payload":1}']);
    socket().onmessage!({ data: '{"type":"x-b"}' });
    expect(seen).to.deep.equal([{ type: 'x-b' }]);
    expect(states).to.deep.equal(['connecting', 'connected']);
  });

  it('OUI-T6 requires wss:, except on loopback', async () => {
    for (const url of [
      'ws://agents.example/oui/v1',
      'https://agents.example',
      'ws://127.evil.example',
      '/oui/v1',
    ]) {
      const { transport } = transportTo(url);
      expect(await codeOf(transport.connect()), url).to.equal('oui:insecure_url');
      expect(transport.state).to.equal('disconnected');
      expect(FakeSocket.made).to.deep.equal([]);
    }
    for (const url of [
      'ws://localhost:1/x',
      'ws://127.0.0.1/x',
      'ws://[::1]:2/x',
      'ws://a.localhost/',
      'wss://a.b',
    ]) {
      const { transport, socket } = transportTo(url);
      const connected = transport.connect();
      await flush();
      socket().onopen!();
      expect(await codeOf(connected), url).to.equal('connected');
    }
  });

  it('OUI-T6 reconnects after 1 s, doubled, 30 s at most', async () => {
    const { transport, runtime, socket, states } = transportTo('wss://a.b');
    void transport.connect();
    await flush();
    for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
      const attempts = FakeSocket.made.length;
      socket().onclose!();
      await runtime.advance(wait * 1_000 - 1);
      expect(FakeSocket.made.length, `${wait} s`).to.equal(attempts);
      await runtime.advance(1);
      expect(FakeSocket.made.length, `${wait} s`).to.equal(attempts + 1);
    }
    socket().onopen!();
    expect(states).to.deep.equal(['connecting', 'connected']);
  });

  it('OUI-T6 starts the waits anew after a connection that lasted, and not after one that did not', async () => {
    const { transport, runtime, socket } = transportTo('wss://a.b');
    void transport.connect();
    await flush();
    socket().onclose!();
    await runtime.advance(1_000);
    socket().onopen!();
    await runtime.advance(100);
    socket().onclose!();
    await runtime.advance(1_999);
    expect(FakeSocket.made).to.have.length(2);
    await runtime.advance(1);
    expect(FakeSocket.made).to.have.length(3);
    socket().onopen!();
    await runtime.advance(60_000);
    socket().onclose!();
    await runtime.advance(1_000);
    expect(FakeSocket.made).to.have.length(4);
  });

  it('OUI-T6 leaves out a part of each wait by chance, and never adds to it', async () => {
    const { transport, runtime, socket } = transportTo('wss://a.b', {
      backoff: { jitter: 0.5, random: () => 0.5 },
    });
    void transport.connect();
    await flush();
    socket().onclose!();
    await runtime.advance(749);
    expect(FakeSocket.made).to.have.length(1);
    await runtime.advance(1);
    expect(FakeSocket.made).to.have.length(2);
  });

  it('OUI-T1 disconnect() ends it for good, whatever happens later', async () => {
    const { transport, runtime, socket } = transportTo('wss://a.b');
    const connected = transport.connect().catch(() => 'ended');
    await flush();
    const { onclose, onopen } = socket();
    transport.disconnect();
    expect(await connected).to.equal('ended');
    onopen!();
    onclose!();
    await runtime.advance(60_000);
    expect(transport.state).to.equal('disconnected');
    expect(socket().closed).to.equal(true);
    expect(FakeSocket.made).to.have.length(1);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-T6 sends a token as a subprotocol, asked for anew at each attempt, never in the URL', async () => {
    let calls = 0;
    const { transport, runtime, socket } = transportTo('wss://a.b/x', {
      token: async () => `tökén ${++calls}`,
    });
    void transport.connect();
    await flush();
    const tokenOf = () => {
      const [version, carrier] = socket().protocols;
      expect(version).to.equal('oui.v1');
      expect(carrier).to.match(/^oui\.token\.[A-Za-z0-9_-]+$/);
      const base64 = carrier!.slice('oui.token.'.length).replaceAll('-', '+').replaceAll('_', '/');
      return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    };
    expect(tokenOf()).to.equal('tökén 1');
    socket().onclose!();
    await runtime.advance(1_000);
    expect(tokenOf()).to.equal('tökén 2');
    expect(socket().url).to.equal('wss://a.b/x');
  });

  it('OUI-T6 a token that cannot be had is a failed attempt, and is tried again', async () => {
    const warnings = collectWarnings();
    let calls = 0;
    const { transport, runtime } = transportTo('wss://a.b/x', {
      token: () => (++calls === 1 ? Promise.reject(new Error('signed out')) : 'token'),
    });
    void transport.connect();
    await flush();
    expect(FakeSocket.made).to.deep.equal([]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:connection_failed']);
    await runtime.advance(1_000);
    expect(FakeSocket.made).to.have.length(1);
  });

  it('OUI-T2 OUI-T6 ignores what is no JSON, too large or binary, with a warning, and lives on', async () => {
    const warnings = collectWarnings();
    const { transport, socket } = transportTo('wss://a.b', { maxMessageBytes: 40 });
    const seen: unknown[] = [];
    transport.onEvent((given) => seen.push(given));
    void transport.connect();
    await flush();
    socket().onopen!();
    for (const data of ['{"type":', '', `"${'x'.repeat(40)}"`, `"${'ü'.repeat(20)}"`, new ArrayBuffer(3)]) {
      socket().onmessage!({ data });
    }
    expect(seen).to.deep.equal([]);
    expect(warnings.map(({ code }) => code)).to.deep.equal([
      'oui:malformed_message',
      'oui:malformed_message',
      'oui:malformed_message',
    ]);
    socket().onmessage!({ data: `"${'ü'.repeat(19)}"` });
    expect(seen).to.have.length(1);
    expect(transport.state).to.equal('connected');
    expect(socket().closed).to.equal(false);
  });

  it('OUI-T6 does not send more than 1 MB, and says so', async () => {
    const warnings = collectWarnings();
    const { transport, socket } = transportTo('wss://a.b');
    void transport.connect();
    await flush();
    socket().onopen!();
    const large = { type: 'x-a' as const, payload: 'x'.repeat(1024 * 1024) };
    expect(transport.send(large)).to.equal(false);
    expect(socket().sent).to.deep.equal([]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:message_too_large']);
    expect(transport.send({ ...large, payload: 'x'.repeat(1024 * 1024 - 30) })).to.equal(true);
  });
});
