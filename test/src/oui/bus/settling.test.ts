import { expect } from 'chai';
import type { SurfaceManifest } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const SETTLE = { settle: { quietMs: 50, deadlineMs: 2_000 } };
const ANY = { type: 'object' };

const page = (changes: Partial<SurfaceManifest> = {}) =>
  manifestWith({
    actions: [{ id: 'go', description: 'Goes.', input: ANY }],
    observations: [{ id: 'count', description: 'Counts.', schema: { type: 'integer' } }],
    ...changes,
  });

describe('settling', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S13 §8.5 waits for a quiet window, counted from the return of the handler', async () => {
    const client = await scriptedClient(SETTLE);
    const work = deferred();
    const surface = client.bus.register(page(), { go: () => work.promise });
    const id = client.request('notes', 'go');
    await client.runtime.advance(300);
    work.resolve(1);
    await client.runtime.advance(40);
    surface.publish('count', 1);
    await client.runtime.advance(49);
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(1);
    expect(client.results(id)[0]).to.deep.include({
      settled: true,
      observations: { notes: { count: 1 } },
      durationMs: 390,
    });
  });

  it('OUI-S13 a surface that comes or goes is a change too, and the state is that of the page now', async () => {
    const client = await scriptedClient(SETTLE);
    client.bus.register(page(), { go: () => 1 });
    const id = client.request('notes', 'go');
    await client.runtime.advance(40);
    client.bus.register(page({ id: 'dialog', observations: [] }), { go: () => 1 });
    await client.runtime.advance(49);
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(1);
    const surfaces = client.results(id)[0]?.['surfaces'] as { id: string }[];
    expect(surfaces.map((surface) => surface.id)).to.deep.equal(['notes', 'dialog']);
  });

  it('OUI-S13 waits for declared holds, and starts the quiet window when the last is released', async () => {
    const client = await scriptedClient(SETTLE);
    let release = () => {};
    const surface = client.bus.register(page(), {
      go: () => {
        release = surface.hold();
      },
    });
    const id = client.request('notes', 'go');
    await client.runtime.advance(500);
    expect(client.results(id)).to.deep.equal([]);
    release();
    release();
    await client.runtime.advance(49);
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(1);
    expect(client.results(id)[0]).to.include({ settled: true });
  });

  it('OUI-S13 is sent by the deadline regardless, then with settled: false', async () => {
    const client = await scriptedClient(SETTLE);
    const surface = client.bus.register(page(), { go: () => void surface.hold() });
    const id = client.request('notes', 'go');
    await client.runtime.advance(1_999);
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(1);
    expect(client.results(id)[0]).to.include({ success: true, settled: false });
    expect(client.runtime.timers).to.equal(0);
  });

  it('OUI-S13 a page that never rests is reported by the deadline', async () => {
    const client = await scriptedClient(SETTLE);
    client.bus.register(page(), { go: () => 1 });
    const other = client.bus.register({ ...page(), id: 'other' }, { go: () => 1 });
    const id = client.request('notes', 'go');
    for (let count = 0; count < 49; count++) {
      await client.runtime.advance(40);
      other.setActive(count % 2 === 1);
    }
    expect(client.results(id)).to.deep.equal([]);
    await client.runtime.advance(40);
    expect(client.results(id)[0]).to.include({ settled: false });
  });

  it('OUI-S13 an observation that changes for ever, as a clock does, counts for a while only, and anew each time', async () => {
    const client = await scriptedClient(SETTLE);
    const surface = client.bus.register(page(), { go: () => 1 });
    for (let action = 0; action < 2; action++) {
      const id = client.request('notes', 'go');
      let changes = 0;
      while (client.results(id).length === 0) {
        await client.runtime.advance(40);
        surface.publish('count', ++changes + action);
      }
      expect(client.results(id)[0]).to.include({ settled: true });
      expect(changes).to.be.within(20, 25);
    }
  });

  it('OUI-S19 OUI-S13 the next action waits until the report of this one has gone', async () => {
    const client = await scriptedClient(SETTLE);
    const starts: number[] = [];
    client.bus.register(page(), { go: () => starts.push(client.runtime.monotonic()) });
    client.request('notes', 'go');
    client.request('notes', 'go');
    await client.runtime.advance(1_000);
    expect(starts).to.deep.equal([0, 50]);
  });

  it('OUI-S13 a refusal is sent at once: nothing has happened', async () => {
    const client = await scriptedClient(SETTLE);
    client.bus.register(page(), { go: () => 1 });
    const id = client.request('notes', 'fly');
    await flush();
    expect(client.results(id)).to.have.length(1);
    expect(client.results(id)[0]).not.to.have.any.keys('surfaces', 'settled');
  });

  it('OUI-S13 §8.5 an action that leaves its own page still succeeds, and reports the page it came to', async () => {
    const client = await scriptedClient(SETTLE);
    client.bus.path = '/list';
    client.bus.register(page({ id: 'detail', activation: { routes: '/detail' } }), { go: () => 1 });
    client.bus.register(page({ activation: { routes: '/list' } }), {
      go: () => {
        client.bus.path = '/detail';
        return { opened: true };
      },
    });
    const id = client.request('notes', 'go');
    await client.runtime.advance(50);
    const [result] = client.results(id);
    expect(result).to.deep.include({ success: true, data: { opened: true }, settled: true });
    expect((result?.['surfaces'] as { id: string }[]).map((surface) => surface.id)).to.deep.equal(['detail']);
    // The result first: deregistration would void it at the other end.
    expect(client.types()).to.deep.equal([
      'surface:register',
      'surface:register',
      'action:result',
      'surface:deregister',
    ]);
  });

  it('OUI-E10 OUI-S7 while it leaves, a surface takes no requests, and what waited is refused', async () => {
    const client = await scriptedClient(SETTLE);
    let calls = 0;
    client.bus.register(page({ activation: { routes: '/' } }), {
      go: () => {
        calls++;
        return new Promise(() => {});
      },
    });
    const running = client.request('notes', 'go');
    const waiting = client.request('notes', 'go');
    await flush();
    client.bus.path = '/elsewhere';
    const late = client.request('notes', 'go');
    await flush();
    for (const id of [waiting, late]) {
      expect(client.results(id)[0]?.['error']).to.include({ code: 'SURFACE_UNAVAILABLE' });
    }
    expect(client.results(running)).to.deep.equal([]);
    await client.runtime.advance(1_000);
    expect(client.results(running)[0]?.['error']).to.include({ code: 'SURFACE_UNAVAILABLE' });
    expect(calls).to.equal(1);
  });

  it('OUI-E10 OUI-S4 so does one that left the document and is registered again in time', async () => {
    const client = await scriptedClient(SETTLE);
    const work = deferred();
    client.bus.register(page(), { go: () => work.promise }).unregister();
    const surface = client.bus.register(page(), { go: () => work.promise });
    const id = client.request('notes', 'go');
    await flush();
    surface.unregister();
    await client.runtime.advance(500);
    expect(client.bus.surfaces[0]).to.include({ state: 'inactive', busy: 1 });
    const again = client.bus.register(page(), { go: () => 'other' });
    expect(again.state).to.equal('active');
    work.resolve('kept');
    await client.runtime.advance(5_000);
    expect(client.results(id)[0]).to.include({ success: true, data: 'kept' });
    expect(client.types()).to.deep.equal(['surface:register', 'action:result']);
  });

  it('OUI-E10 a surface that comes back in time goes on with its job', async () => {
    const client = await scriptedClient(SETTLE);
    const work = deferred();
    client.bus.register(page({ activation: { routes: '/' } }), { go: () => work.promise });
    const id = client.request('notes', 'go');
    await flush();
    client.bus.path = '/elsewhere';
    await client.runtime.advance(900);
    client.bus.path = '/';
    await client.runtime.advance(5_000);
    work.resolve('kept');
    await client.runtime.advance(50);
    expect(client.results(id)[0]).to.include({ success: true, data: 'kept' });
    expect(client.types()).to.deep.equal(['surface:register', 'action:result']);
  });
});
