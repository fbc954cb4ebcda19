import { expect } from 'chai';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { flush } from '../../../fake-runtime.js';

const message = (n: number) => ({ type: 'x-count' as const, payload: { n } });

function recorder(transport: { onEvent(listener: (message: unknown) => void): () => void }) {
  const seen: unknown[] = [];
  transport.onEvent((given) => seen.push((given as { payload: { n: number } }).payload.n));
  return seen;
}

describe('linkedTransports', () => {
  it('OUI-T1 has send, onEvent, connect, disconnect and state', async () => {
    const [page, agent] = linkedTransports();
    const states: string[] = [];
    page.onStateChange((state) => states.push(state));
    expect(page.state).to.equal('disconnected');
    expect(page.send(message(1))).to.equal(false);
    await page.connect();
    await page.connect();
    await agent.connect();
    expect([page.state, agent.state]).to.deep.equal(['connected', 'connected']);
    const seen: unknown[] = [];
    const stop = agent.onEvent((given) => seen.push(given));
    expect(page.send(message(1))).to.equal(true);
    await flush();
    stop();
    page.send(message(2));
    await flush();
    expect(seen).to.deep.equal([message(1)]);
    page.disconnect();
    expect(states).to.deep.equal(['connected', 'disconnected']);
    expect(page.send(message(3))).to.equal(false);
  });

  it('OUI-T5 hands over asynchronously, and shares nothing', async () => {
    const [page, agent] = linkedTransports();
    await Promise.all([page.connect(), agent.connect()]);
    const seen: { payload: { list: number[] } }[] = [];
    agent.onEvent((given) => seen.push(given as never));
    const payload = { list: [1] };
    page.send({ type: 'x-list', payload });
    expect(seen).to.deep.equal([]);
    payload.list.push(2);
    await flush();
    expect(seen[0]?.payload.list).to.deep.equal([1]);
  });

  it('OUI-T4 keeps the order, in both directions', async () => {
    const [page, agent] = linkedTransports();
    await Promise.all([page.connect(), agent.connect()]);
    const [atPage, atAgent] = [recorder(page), recorder(agent)];
    for (let n = 0; n < 5; n++) {
      page.send(message(n));
      agent.send(message(-n - 1));
    }
    await flush();
    expect(atAgent).to.deep.equal([0, 1, 2, 3, 4]);
    expect(atPage).to.deep.equal([-1, -2, -3, -4, -5]);
  });

  it('OUI-T5 does not mind which end connects first', async () => {
    const [page, agent] = linkedTransports();
    const seen = recorder(agent);
    await page.connect();
    page.send(message(1));
    await flush();
    expect(seen).to.deep.equal([]);
    await agent.connect();
    await flush();
    expect(seen).to.deep.equal([1]);
  });

  it('OUI-T8 the other end notices a loss, loses what was on its way, and notices the return', async () => {
    const [page, agent] = linkedTransports();
    await Promise.all([page.connect(), agent.connect()]);
    const seen = recorder(page);
    const states: string[] = [];
    page.onStateChange((state) => states.push(state));
    agent.send(message(1));
    agent.disconnect();
    await flush();
    expect(seen).to.deep.equal([]);
    expect(page.send(message(2))).to.equal(false);
    await agent.connect();
    agent.send(message(3));
    await flush();
    expect(seen).to.deep.equal([3]);
    expect(states).to.deep.equal(['connecting', 'connected']);
  });

  it('OUI-T1 connect() waits for an end that has hung up, and rejects when it is ended itself', async () => {
    const [page, agent] = linkedTransports();
    agent.disconnect();
    const waiting = page.connect().then(
      () => 'connected',
      () => 'ended',
    );
    expect(page.state).to.equal('connecting');
    page.disconnect();
    expect(await waiting).to.equal('ended');
  });
});
