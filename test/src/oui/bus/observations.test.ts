import { expect } from 'chai';
import type { ObservationManifest } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const count: ObservationManifest = { id: 'count', description: 'Counts.', schema: { type: 'integer' } };
const cursor: ObservationManifest = {
  id: 'cursor',
  description: 'Where it is.',
  schema: true,
  updateFrequency: 'realtime',
};
const disk: ObservationManifest = {
  id: 'disk',
  description: 'Room left.',
  schema: { type: 'number' },
  updateFrequency: 'polling',
};

async function pageWith(observations: ObservationManifest[], read: Record<string, () => unknown> = {}) {
  const client = await scriptedClient();
  const surface = client.bus.register(manifestWith({ observations }), { add_note: () => 1 }, { read });
  await flush();
  const values = () => client.of('observation:update').map(({ value }) => value);
  const ask = async (observationId: string, surfaceId = 'notes') => {
    const payload = { surfaceId, observationId, requestId: 'o', timestamp: client.runtime.now() };
    client.send({ type: 'observation:request', payload });
    await flush();
  };
  return { ...client, surface, values, ask };
}

describe('observations of a page', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S5 sends each pushed observation once after registration, if it has a value', async () => {
    const client = await scriptedClient();
    const reads = deferred<string>();
    const surface = client.bus.register(
      manifestWith({ observations: [count, cursor, disk], activation: { routes: '/notes' } }),
      { add_note: () => 1 },
      { read: { disk: () => reads.resolve('read') } },
    );
    surface.publish('count', 2);
    surface.publish('disk', 0.5);
    await client.runtime.advance(1_000);
    expect(client.seen).to.deep.equal([]);
    client.bus.path = '/notes';
    await client.runtime.advance(1_000);
    expect(client.types()).to.deep.equal(['surface:register', 'observation:update']);
    expect(client.of('observation:update')[0]).to.deep.include({
      surfaceId: 'notes',
      observationId: 'count',
      value: 2,
    });
  });

  it('OUI-S14 sends an on-change observation when its value has changed, compared in depth', async () => {
    const page = await pageWith([{ ...count, schema: true }]);
    for (const value of [{ a: [1] }, { a: [1] }, { a: [2] }, { a: [2] }]) {
      page.surface.publish('count', value);
      await page.runtime.advance(100);
    }
    expect(page.values()).to.deep.equal([{ a: [1] }, { a: [2] }]);
  });

  it('OUI-S14 sends at most ten a second, always ending on the latest', async () => {
    const page = await pageWith([count]);
    for (let n = 1; n <= 100; n++) {
      page.surface.publish('count', n);
      await page.runtime.advance(10);
    }
    await page.runtime.advance(1_000);
    expect(page.values()).to.have.length.within(10, 11);
    expect(page.values()[0]).to.equal(1);
    expect(page.values().at(-1)).to.equal(100);
    expect(page.runtime.timers).to.equal(0);
  });

  it('OUI-S14 says nothing when the value is back where agents know it', async () => {
    const page = await pageWith([count]);
    for (const value of [1, 2, 1]) page.surface.publish('count', value);
    await page.runtime.advance(1_000);
    expect(page.values()).to.deep.equal([1]);
  });

  it('OUI-S14 paces each observation by itself', async () => {
    const page = await pageWith([count, { ...count, id: 'other' }]);
    page.surface.publish('count', 1);
    page.surface.publish('other', 2);
    await flush();
    expect(page.values()).to.deep.equal([1, 2]);
  });

  it('OUI-S15 sends a realtime observation once a frame at most', async () => {
    const page = await pageWith([cursor]);
    for (let n = 1; n <= 5; n++) page.surface.publish('cursor', n);
    await flush();
    expect(page.values()).to.deep.equal([]);
    await page.runtime.advance(16);
    expect(page.values()).to.deep.equal([5]);
    page.surface.publish('cursor', 6);
    await page.runtime.advance(16);
    expect(page.values()).to.deep.equal([5, 6]);
  });

  it('OUI-S15 OUI-S16 sends a polling observation only when asked, as it is then', async () => {
    let left = 0.5;
    const page = await pageWith([disk], { disk: () => Promise.resolve(left) });
    page.surface.publish('disk', 0.9);
    await page.runtime.advance(1_000);
    expect(page.values()).to.deep.equal([]);
    await page.ask('disk');
    left = 0.25;
    await page.ask('disk');
    expect(page.values()).to.deep.equal([0.5, 0.25]);
  });

  it('OUI-S16 answers a request for any observation, with null where there is no value', async () => {
    const page = await pageWith([count, disk], {
      disk: () => {
        throw new Error('no disk');
      },
    });
    await page.ask('count');
    page.surface.publish('count', 4);
    await flush();
    await page.ask('count');
    await page.ask('disk');
    await page.ask('nothing');
    await page.ask('count', 'nowhere');
    expect(page.values()).to.deep.equal([null, 4, 4, null, null, null]);
    expect(page.of('observation:update').at(-1)).to.deep.include({
      surfaceId: 'nowhere',
      observationId: 'count',
    });
  });

  it('OUI-S22 a snapshot reads polling observations that can be read at once', async () => {
    const page = await pageWith([count, disk, { ...disk, id: 'cloud' }], {
      disk: () => 0.5,
      cloud: () => Promise.reject(new Error('offline')),
    });
    expect(page.bus.snapshot().observations).to.deep.equal({ notes: { disk: 0.5 } });
  });

  it('OUI-S17 does not send a value that breaks its schema, and warns without the value', async () => {
    const warnings = collectWarnings();
    const page = await pageWith([count]);
    page.surface.publish('count', 1);
    await page.runtime.advance(100);
    page.surface.publish('count', 'my secret');
    await page.runtime.advance(1_000);
    expect(page.values()).to.deep.equal([1]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:observation_schema']);
    expect(warnings[0]?.message).to.match(/^notes\.count: .*type/);
    expect(warnings[0]?.message).not.to.include('my secret');
    expect(page.bus.snapshot().observations).to.deep.equal({ notes: { count: 1 } });
    page.surface.publish('count', 2);
    await page.runtime.advance(1_000);
    expect(page.values()).to.deep.equal([1, 2]);
  });

  it('OUI-S17 always allows null: not available now', async () => {
    const warnings = collectWarnings();
    const page = await pageWith([count]);
    page.surface.publish('count', null);
    await flush();
    expect(page.values()).to.deep.equal([null]);
    expect(warnings).to.deep.equal([]);
  });

  it('OUI-S18 every update carries the whole value, as it was when it was published', async () => {
    const page = await pageWith([{ ...count, schema: { type: 'object' } }]);
    const value = { a: 1, b: { c: 2 } };
    page.surface.publish('count', value);
    value.b.c = 3;
    await page.runtime.advance(100);
    page.surface.publish('count', value);
    await page.runtime.advance(100);
    expect(page.values()).to.deep.equal([
      { a: 1, b: { c: 2 } },
      { a: 1, b: { c: 3 } },
    ]);
  });

  it('OUI-X1 does not send what is not declared, and tells the author', async () => {
    const warnings = collectWarnings();
    const page = await pageWith([count]);
    page.surface.publish('secret', 1);
    await page.runtime.advance(1_000);
    expect(page.values()).to.deep.equal([]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:unknown_observation']);
  });

  it('OUI-T4 keeps the order of what one surface says', async () => {
    const page = await pageWith([count]);
    page.surface.publish('count', 1);
    const id = page.request('notes', 'add_note', { text: 'x' });
    await page.runtime.advance(0);
    page.surface.update(manifestWith({ name: 'Renamed', observations: [count] }));
    await page.runtime.advance(0);
    expect(page.types()).to.deep.equal([
      'surface:register',
      'observation:update',
      'action:result',
      'surface:register',
      'observation:update',
    ]);
    expect(page.results(id)).to.have.length(1);
  });
});
