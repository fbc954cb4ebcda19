import { expect } from 'chai';
import { OUI_VERSION, SurfaceBus } from 'oui-elements/oui';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { webSocketTransport } from 'oui-elements/oui/transports/websocket';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const count = { id: 'note_count', description: 'How many.', schema: { type: 'integer' } };

describe('registration on the bus', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S2 sends the whole manifest on becoming active, and nothing but JSON', async () => {
    const client = await scriptedClient();
    client.bus.path = '/todos/today';
    client.bus.register(todoApp, { add_todo: () => 1 });
    await flush();
    expect(client.types()).to.deep.equal(['surface:register']);
    expect(client.seen[0]?.payload).to.deep.equal({ surface: todoApp, timestamp: client.runtime.now() });
  });

  it('OUI-S2 keeps what was registered, whatever becomes of the object', async () => {
    const client = await scriptedClient();
    const manifest = manifestWith();
    const surface = client.bus.register(manifest, { add_note: () => 1 });
    manifest.name = 'Changed';
    expect(surface.manifest.name).to.equal('Notes');
    expect(client.bus.snapshot().surfaces[0]?.name).to.equal('Notes');
  });

  it('OUI-S3 follows the route: inactive surfaces are deregistered, and return', async () => {
    const client = await scriptedClient();
    const surface = client.bus.register(manifestWith({ activation: { routes: '/notes' } }), {
      add_note: () => 1,
    });
    await flush();
    expect(surface.state).to.equal('inactive');
    expect(client.seen).to.deep.equal([]);
    client.bus.path = '/notes';
    expect(surface.state).to.equal('active');
    client.bus.path = '/elsewhere';
    client.bus.path = '/notes';
    await flush();
    expect(client.types()).to.deep.equal(['surface:register', 'surface:deregister', 'surface:register']);
    expect(client.of('surface:deregister')).to.deep.equal([
      { surfaceId: 'notes', timestamp: client.runtime.now() },
    ]);
  });

  it("OUI-S3 §1 needs the route and the application's own yes", async () => {
    const client = await scriptedClient();
    const manifest = manifestWith({ activation: { routes: '/notes', condition: 'signed in' } });
    const surface = client.bus.register(manifest, { add_note: () => 1 }, { active: false });
    client.bus.path = '/notes';
    expect(surface.state).to.equal('inactive');
    surface.setActive(true);
    expect(surface.state).to.equal('active');
    surface.setActive(false);
    await flush();
    expect(client.types()).to.deep.equal(['surface:register', 'surface:deregister']);
  });

  it('OUI-S3 deregisters what leaves the document', async () => {
    const client = await scriptedClient();
    const surface = client.bus.register(manifestWith(), { add_note: () => 1 });
    surface.unregister();
    expect(surface.state).to.equal('deregistered');
    await client.runtime.advance(0);
    expect(client.types()).to.deep.equal(['surface:register', 'surface:deregister']);
    expect(client.bus.surfaces).to.deep.equal([]);
    surface.unregister();
    surface.publish('note_count', 1);
    await client.runtime.advance(1000);
    expect(client.seen).to.have.length(2);
  });

  it('OUI-S4 replaces an earlier registration of the same id', async () => {
    const client = await scriptedClient();
    const calls: string[] = [];
    const first = client.bus.register(manifestWith(), { add_note: () => calls.push('first') });
    const second = client.bus.register(manifestWith({ name: 'Better notes' }), {
      add_note: () => calls.push('second'),
    });
    await flush();
    expect(client.types()).to.deep.equal(['surface:register', 'surface:register']);
    expect(first.state).to.equal('deregistered');
    expect(second.state).to.equal('active');
    // The replaced one is no longer anybody: it cannot take the newer one away.
    first.unregister();
    client.request('notes', 'add_note', { text: 'x' });
    await client.runtime.advance(0);
    expect(calls).to.deep.equal(['second']);
    expect(client.of('surface:deregister')).to.deep.equal([]);
    expect(client.bus.surfaces.map(({ name }) => name)).to.deep.equal(['Better notes']);
  });

  it('OUI-S4 a hot reload with the same manifest swaps the handlers and says nothing', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 'old' });
    client.bus.register(manifestWith(), { add_note: () => 'new' });
    const id = client.request('notes', 'add_note', { text: 'x' });
    await client.runtime.advance(0);
    expect(client.of('surface:register')).to.have.length(1);
    expect(client.results(id)[0]?.['data']).to.equal('new');
  });

  it('OUI-S3 §8.2 leaving and returning within one task changes nothing on the wire', async () => {
    const client = await scriptedClient();
    const job = deferred();
    const manifest = manifestWith({ observations: [count] });
    const surface = client.bus.register(manifest, { add_note: () => job.promise });
    surface.publish('note_count', 3);
    const id = client.request('notes', 'add_note', { text: 'x' });
    await flush();
    const before = client.seen.length;
    surface.unregister();
    await Promise.resolve();
    const again = client.bus.register(manifestWith({ observations: [count] }), { add_note: () => 'other' });
    await client.runtime.advance(5000);
    expect(client.seen).to.have.length(before);
    expect(again.state).to.equal('active');
    // What ran goes on, and what was observed is still known.
    expect(client.bus.snapshot().observations).to.deep.equal({ notes: { note_count: 3 } });
    job.resolve('done');
    await client.runtime.advance(0);
    expect(client.results(id)[0]).to.include({ success: true, data: 'done' });
  });

  it('OUI-S3 §8.2 also when nothing runs there, and promises were waited for in between', async () => {
    const client = await scriptedClient();
    const surface = client.bus.register(manifestWith(), { add_note: () => 1 });
    await flush();
    surface.unregister();
    for (let n = 0; n < 10; n++) await Promise.resolve();
    client.bus.path = '/elsewhere';
    client.bus.register(manifestWith(), { add_note: () => 2 });
    await client.runtime.advance(5000);
    expect(client.types()).to.deep.equal(['surface:register']);
  });

  it('OUI-S4 update() changes the manifest, and a faulty one leaves the old in place', async () => {
    const client = await scriptedClient();
    const surface = client.bus.register(manifestWith(), { add_note: () => 'kept' });
    surface.update(manifestWith({ name: 'Newer' }));
    expect(() => surface.update(manifestWith({ name: '' }))).to.throw('name');
    await flush();
    const names = client.of('surface:register').map(({ surface }) => (surface as { name: string }).name);
    expect(names).to.deep.equal(['Notes', 'Newer']);
    const id = client.request('notes', 'add_note', { text: 'x' });
    await client.runtime.advance(0);
    expect(client.results(id)[0]?.['data']).to.equal('kept');
  });

  it('OUI-T6 OUI-S2 registers every active surface anew on each connection, with its values', async () => {
    const client = await scriptedClient();
    client.bus
      .register(manifestWith({ observations: [count] }), { add_note: () => 1 })
      .publish('note_count', 1);
    client.bus.register(manifestWith({ id: 'hidden', activation: { routes: '/x' } }), { add_note: () => 1 });
    await flush();
    client.end.disconnect();
    client.bus.register(manifestWith({ id: 'later' }), { add_note: () => 1 });
    client.seen.length = 0;
    await client.end.connect();
    await flush();
    expect(client.types()).to.deep.equal(['surface:register', 'observation:update', 'surface:register']);
    expect(client.of('surface:register').map(({ surface }) => (surface as { id: string }).id)).to.deep.equal([
      'notes',
      'later',
    ]);
  });

  it('OUI-S3 disconnect() closes what it opened', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 1 });
    await flush();
    client.connection.disconnect();
    expect(client.end.state).to.equal('connecting');
    client.bus.register(manifestWith({ id: 'more' }), { add_note: () => 1 });
    await flush();
    expect(client.of('surface:register')).to.have.length(1);
  });

  it('OUI-T1 tells the author of a connection that is refused, and not of one that is ended', async () => {
    const warnings = collectWarnings();
    const bus = new SurfaceBus();
    const [pageEnd, end] = linkedTransports();
    end.disconnect();
    bus.connect(pageEnd).disconnect();
    await flush();
    expect(warnings).to.deep.equal([]);
    bus.connect(webSocketTransport({ url: 'ws://agents.example' }));
    await flush();
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:connection_refused']);
  });

  it('OUI-S3 §8.10 disconnect() deregisters, and leaves open what somebody else had opened', async () => {
    const bus = new SurfaceBus();
    const [pageEnd, end] = linkedTransports();
    const types: unknown[] = [];
    end.onEvent((message) => types.push((message as { type: string }).type));
    await Promise.all([pageEnd.connect(), end.connect()]);
    bus.register(manifestWith(), { add_note: () => 1 });
    bus.connect(pageEnd).disconnect();
    await flush();
    expect(types).to.deep.equal(['surface:register', 'surface:deregister']);
    expect(pageEnd.state).to.equal('connected');
  });

  it('OUI-S22 takes a snapshot of everything active', async () => {
    const client = await scriptedClient();
    client.bus.path = '/todos';
    const todo = client.bus.register(todoApp, {});
    client.bus.register(manifestWith({ id: 'hidden', activation: { routes: '/x' } }), {});
    todo.publish('stats', { total: 2, active: 1, completed: 1, overdue: 0 });
    expect(client.bus.snapshot()).to.deep.equal({
      surfaces: [todoApp],
      surfacesHash: client.bus.snapshot().surfacesHash,
      observations: { 'todo-app': { stats: { total: 2, active: 1, completed: 1, overdue: 0 } } },
      specVersion: OUI_VERSION,
    });
    expect(JSON.parse(JSON.stringify(client.bus.snapshot()))).to.deep.equal(client.bus.snapshot());
  });

  it('OUI-T9 says which version of the specification it implements', async () => {
    const client = await scriptedClient();
    expect(client.bus.snapshot().specVersion).to.equal('0.1');
  });

  it('OUI-S19 tells agents a declared concurrency', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 1 }, { concurrency: 3 });
    await flush();
    expect(client.of('surface:register')[0]?.['surface']).to.deep.equal(manifestWith({ concurrency: 3 }));
  });
});
