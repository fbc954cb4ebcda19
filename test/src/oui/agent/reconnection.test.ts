import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, linkedPage, manifestWith, restoreWarnings } from '../linked-page.js';

const surface = manifestWith({
  actions: [{ id: 'go', description: 'Goes.', input: { type: 'object' } }],
  observations: [{ id: 'count', description: 'Counts.', schema: true }],
});

describe('an agent whose page comes back', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R7 OUI-T8 100 pending requests resolve, the catalogue returns by itself, and the next succeed', async () => {
    const { agent, bus, runtime, pageEnd, agentEnd } = await linkedPage({}, { rateLimit: 'off' });
    let runs = 0;
    const mounted = bus.register(
      surface,
      { go: () => new Promise(() => runs++) },
      { concurrency: 10, rateLimit: 'off' },
    );
    mounted.publish('count', 1);
    await flush();
    const pending = Array.from({ length: 100 }, () => agent.invoke('notes', 'go'));
    const reading = agent.observe('notes', 'count').catch((error: { code: string }) => error.code);
    await flush();
    expect(runs).to.equal(10);
    expect(agent.tools()).to.have.length(1);
    pageEnd.disconnect();
    await flush();
    for (const { error } of await Promise.all(pending)) {
      expect(error).to.deep.equal({
        code: 'SURFACE_UNAVAILABLE',
        message: 'The connection to the page was lost.',
      });
    }
    expect([1, 'SURFACE_UNAVAILABLE']).to.include(await reading);
    expect(agent.state).to.equal('connecting');
    expect(agent.tools()).to.deep.equal([]);
    expect((await agent.invoke('notes', 'go')).error?.code).to.equal('SURFACE_UNAVAILABLE');
    expect(agent.log.filter(({ state }) => state === 'running')).to.deep.equal([]);

    mounted.update(surface, { go: () => 'again' });
    await pageEnd.connect();
    expect(await agent.whenRegistered('notes')).to.equal(true);
    await flush();
    expect(agentEnd.state).to.equal('connected');
    expect(agent.tools().map(({ name }) => name)).to.deep.equal(['notes_go']);
    expect(agent.observations).to.deep.equal({ notes: { count: 1 } });
    expect(runs).to.equal(10);
    await runtime.advance(30_000);
    const next = Array.from({ length: 3 }, () => agent.invoke('notes', 'go'));
    await runtime.advance(1_000);
    expect((await Promise.all(next)).map(({ data }) => data)).to.deep.equal(['again', 'again', 'again']);
  });

  it('OUI-T1 OUI-R4 a transport that throws or a peer that refuses gives a result, never an exception', async () => {
    const { agent, agentEnd, bus, runtime } = await linkedPage();
    bus.register(surface, { go: () => 1 });
    await flush();
    const send = agentEnd.send.bind(agentEnd);
    agentEnd.send = () => {
      throw new Error('broken');
    };
    expect((await agent.invoke('notes', 'go')).error?.code).to.equal('SURFACE_UNAVAILABLE');
    agent.send({ type: 'x-note' });
    const asked = agent.observe('notes', 'count').catch((error: { code: string }) => error.code);
    await runtime.advance(5_000);
    expect(await asked).to.equal('TIMEOUT');
    agentEnd.send = () => Promise.resolve({ ok: false, reason: 'busy' });
    expect((await agent.invoke('notes', 'go')).error).to.deep.equal({
      code: 'SURFACE_UNAVAILABLE',
      message: 'The peer refused the request.',
    });
    agentEnd.send = (message) => {
      send(message);
      return Promise.resolve({ ok: true });
    };
    const call = agent.invoke('notes', 'go');
    await runtime.advance(0);
    expect((await call).data).to.equal(1);
    expect(runtime.timers).to.equal(0);
  });
});
