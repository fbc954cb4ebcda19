import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { FeedDriver } from './agent-events-driver.js';

/** A WebSocket whose server the test plays. */
class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  closed = false;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.all.push(this);
  }

  send(): void {}

  close(): void {
    this.closed = true;
  }

  async open(): Promise<void> {
    this.onopen?.({} as never);
    await flush();
  }

  async say(...data: unknown[]): Promise<void> {
    for (const item of data) {
      this.onmessage?.({ data: typeof item === 'string' ? item : JSON.stringify(item) } as never);
    }
    await flush();
  }

  async end(code: number): Promise<void> {
    this.onclose?.({ code } as never);
    await flush();
  }
}

const connect = (url = 'wss://agents.example/events', headers = {}) =>
  FeedDriver.connect({ url, headers, WebSocket: FakeSocket });
const last = () => FakeSocket.all.at(-1)!;
const event = (n: number) => ({ type: 'text.delta', eventId: `e-${n}`, payload: { delta: `${n}` } });

describe('agentEvents over a WebSocket', () => {
  /** What the adapter fetches with its first socket is there from then on: tests go by their own clock. */
  before(async () => {
    FakeSocket.all = [];
    await connect();
    while (FakeSocket.all.length === 0) await new Promise((resolve) => setTimeout(resolve));
  });

  beforeEach(() => (FakeSocket.all = []));

  it('M-003 envelopes come one or many in a message; what came together is one batch', async () => {
    const driver = await connect();
    expect(driver.states).to.deep.equal(['connecting']);
    await last().open();
    await last().say(event(1), [event(2), event(3)], 'no json', event(4));
    expect(driver.facts.map(({ eventId }) => eventId)).to.deep.equal(['e-1', 'e-2', 'e-3', 'e-4']);
    expect(driver.batches).to.have.length(1);
    expect(driver.codes).to.deep.equal(['agent-events.malformed']);
    expect(last().url).to.equal('wss://agents.example/events?sessionId=ses-1');
  });

  it('OUI-T6 a bearer token travels as a subprotocol, never in the address', async () => {
    await connect('wss://agents.example/events', { Authorization: 'Bearer geheim/1' });
    expect(last().protocols).to.deep.equal(['agent-events.v1', 'agent-events.token.Z2VoZWltLzE']);
    expect(last().url).not.to.include('geheim');
  });

  it('R4 it comes back after the last event', async () => {
    const driver = await connect();
    await last().open();
    await last().say(event(1), event(2));
    await last().end(1006);
    expect(driver.state).to.equal('reconnecting');
    await driver.runtime.advance(1_000);
    expect(last().url).to.equal('wss://agents.example/events?sessionId=ses-1&lastEventId=e-2');
    await last().open();
    expect(driver.state).to.equal('live');
  });

  it('M-021 requests go by POST to the same address over HTTP, once it is open', async () => {
    const driver = await connect();
    const receipt = driver.control({ kind: 'send', clientId: 'c', text: 'x' });
    await flush();
    expect(driver.posted).to.deep.equal([]);
    await last().open();
    expect(await receipt).to.deep.equal({ status: 'accepted' });
    expect(driver.posted[0]?.url).to.equal('https://agents.example/events');
  });

  it('M-016 one that is refused before it opened, or for good, sends nothing', async () => {
    const driver = await connect();
    const receipt = driver.control({ kind: 'send', clientId: 'c', text: 'x' });
    await last().end(1006);
    expect((await receipt).status).to.equal('rejected');
    await driver.runtime.advance(1_000);
    await last().open();
    await last().end(1008);
    expect(driver.state).to.equal('failed');
    expect(driver.details.at(-1)).to.equal(
      'The agent server has closed the connection: it does not allow it.',
    );
    expect(driver.posted).to.deep.equal([]);
    expect(driver.runtime.timers).to.equal(0);
  });

  it('OUI-T6 an address that would show a token to everybody is not used', async () => {
    const driver = await connect('ws://agents.example/events');
    expect(FakeSocket.all).to.deep.equal([]);
    expect(driver.state).to.equal('failed');
    expect(driver.codes).to.deep.equal(['agent-events.insecure_url']);
  });

  it('known-failure: closing closes the socket', async () => {
    const driver = await connect();
    await last().open();
    await driver.connection.close();
    expect(last().closed).to.equal(true);
    expect(driver.states.at(-1)).to.equal('closed');
    const other = await connect();
    await other.connection.close();
    expect(last().closed).to.equal(true);
  });
});
