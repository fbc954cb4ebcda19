import { expect } from 'chai';
import { SurfaceBus, type Invocation, type InvocationEvent } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object' };
const two = manifestWith({
  actions: [
    { id: 'read_it', description: 'Reads.', input: ANY },
    { id: 'write_it', description: 'Writes.', input: ANY },
  ],
});
const handlers = { read_it: () => 'read', write_it: () => 'written' };

describe('what people see and switch', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R12 lists every client, and says which one asked', async () => {
    const client = await scriptedClient({}, { name: 'websocket agents.example', confirmBy: 'grant' });
    let changes = 0;
    client.bus.addEventListener('change', () => changes++);
    client.bus.register(two, handlers);
    await client.ask('notes', 'read_it');
    expect(client.bus.log[0]).to.include({ client: 'websocket agents.example' });
    const record = { name: 'websocket agents.example', confirmBy: 'grant', manifests: 'whole' };
    expect(client.bus.connections).to.deep.equal([{ ...record, state: 'connected' }]);
    client.end.disconnect();
    await flush();
    expect(client.bus.connections).to.deep.equal([{ ...record, state: 'connecting' }]);
    changes = 0;
    client.connection.disconnect();
    await flush();
    expect(client.bus.connections).to.deep.equal([]);
    expect(changes).to.equal(1);
  });

  it('OUI-R12 lists every surface with its state, actions and values', async () => {
    const client = await scriptedClient();
    const observations = [{ id: 'count', description: 'Counts.', schema: true }];
    const manifest = manifestWith({ observations });
    client.bus.register(manifest, { add_note: () => new Promise(() => {}) }).publish('count', 3);
    client.bus.register(manifestWith({ id: 'off-route', activation: { routes: '/x' } }), {});
    client.request('notes', 'add_note', { text: 'x' });
    await flush();
    expect(client.bus.surfaces).to.deep.equal([
      {
        surfaceId: 'notes',
        name: 'Notes',
        state: 'active',
        enabled: true,
        manifest,
        actions: [{ id: 'add_note', enabled: true }],
        observations: { count: 3 },
        busy: 1,
      },
      {
        surfaceId: 'off-route',
        name: 'Notes',
        state: 'inactive',
        enabled: true,
        manifest: manifestWith({ id: 'off-route', activation: { routes: '/x' } }),
        actions: [{ id: 'add_note', enabled: true }],
        observations: {},
        busy: 0,
      },
    ]);
  });

  it('OUI-R12 an action that is switched off leaves what agents are told, and is refused', async () => {
    const client = await scriptedClient();
    client.bus.register(two, handlers);
    client.bus.setEnabled('notes', 'write_it', false);
    client.bus.setEnabled('notes', 'write_it', false);
    const refused = client.request('notes', 'write_it');
    const allowed = client.request('notes', 'read_it');
    await client.runtime.advance(0);
    const told = () =>
      client.of('surface:register').map(({ surface }) => (surface as typeof two).actions.map(({ id }) => id));
    expect(told()).to.deep.equal([['read_it', 'write_it'], ['read_it']]);
    expect(client.results(refused)[0]?.['error']).to.include({ code: 'ACTION_DENIED' });
    expect(client.results(allowed)[0]).to.include({ success: true });
    client.bus.setEnabled('notes', 'write_it', true);
    client.bus.setEnabled('notes', 'write_it', true);
    await flush();
    expect(told()).to.deep.equal([['read_it', 'write_it'], ['read_it'], ['read_it', 'write_it']]);
  });

  it('OUI-R12 a surface that is switched off is gone for agents at once, and its work is given up', async () => {
    const client = await scriptedClient();
    let signal!: AbortSignal;
    let calls = 0;
    const surface = client.bus.register(manifestWith(), {
      add_note: (_, context) => {
        calls++;
        signal = context.signal;
        return new Promise(() => {});
      },
    });
    const id = client.request('notes', 'add_note', { text: 'x' });
    const waiting = client.request('notes', 'add_note', { text: 'y' });
    await flush();
    client.bus.setEnabled('notes', false);
    await flush();
    expect(client.types()).to.deep.equal([
      'surface:register',
      'action:result',
      'action:result',
      'surface:deregister',
    ]);
    for (const given of [id, waiting]) {
      expect(client.results(given)[0]?.['error']).to.include({ code: 'SURFACE_UNAVAILABLE' });
    }
    expect(calls).to.equal(1);
    expect(signal.aborted).to.equal(true);
    expect(surface.state).to.equal('inactive');
    expect(client.bus.surfaces[0]).to.include({ enabled: false, state: 'inactive' });
    client.bus.setEnabled('notes', true);
    await flush();
    expect(client.types().at(-1)).to.equal('surface:register');
  });

  it('OUI-R12 what is switched off stays off when the page registers it again', async () => {
    const client = await scriptedClient();
    const surface = client.bus.register(two, handlers);
    client.bus.setEnabled('notes', false);
    surface.unregister();
    await client.runtime.advance(0);
    const seen = client.seen.length;
    expect(client.bus.register(two, handlers).state).to.equal('inactive');
    await flush();
    expect(client.seen).to.have.length(seen);
  });

  it('OUI-R12 a surface whose every action is switched off is not offered', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith(), { add_note: () => 1 });
    client.bus.setEnabled('notes', 'add_note', false);
    await flush();
    expect(client.types()).to.deep.equal(['surface:register', 'surface:deregister']);
  });

  it('OUI-R12 keeps a log of every invocation, and announces each new state of one', async () => {
    const client = await scriptedClient();
    const states: string[] = [];
    client.bus.addEventListener('invocation', (event) => {
      states.push((event as InvocationEvent).invocation.state);
    });
    const job = deferred();
    const action = { id: 'job', description: 'Long.', input: ANY, async: true };
    client.bus.register(manifestWith({ actions: [action] }), {
      job: (_, context) => {
        context.acknowledge({ jobId: 'j' });
        context.progress(0.5);
        return job.promise;
      },
    });
    const id = client.request('notes', 'job', { n: 1 });
    await flush();
    await client.runtime.advance(70);
    job.reject(new Error('no'));
    await client.runtime.advance(0);
    expect(states).to.deep.equal(['running', 'acknowledged', 'acknowledged', 'failed']);
    expect(client.bus.log).to.deep.equal([
      {
        requestId: id,
        surfaceId: 'notes',
        actionId: 'job',
        params: { n: 1 },
        state: 'failed',
        startedAt: client.runtime.now() - 70,
        durationMs: 70,
        progress: 0.5,
        data: { jobId: 'j' },
        error: { code: 'EXECUTION_ERROR', message: 'no' },
      },
    ] satisfies Invocation[]);
    client.request('nowhere', 'x');
    await client.runtime.advance(0);
    expect(client.bus.log.at(-1)).to.deep.include({ state: 'failed', surfaceId: 'nowhere' });
  });

  it('OUI-X2 the log has no secrets, leaves long values out, and is bounded', async () => {
    const client = await scriptedClient();
    client.bus.register(
      two,
      { read_it: () => ({ token: 'abc', list: [] }), write_it: () => 'x'.repeat(20_000) },
      { rateLimit: 'off' },
    );
    client.request('notes', 'read_it', { password: 'hunter2', note: 'Bearer abcdefghijklmnop' });
    client.request('notes', 'write_it');
    await client.runtime.advance(0);
    const [first, second] = client.bus.log;
    expect(first?.params).to.deep.equal({ password: '[redacted]', note: '[redacted]' });
    expect(first?.data).to.deep.equal({ token: '[redacted]', list: [] });
    expect(second?.data).to.equal('[20002 characters left out]');
    for (let n = 0; n < 300; n++) client.request('notes', 'read_it');
    await client.runtime.advance(0);
    expect(client.bus.log).to.have.length(200);
  });

  it('OUI-R12 announces a change once for all changes of a task', async () => {
    const bus = new SurfaceBus();
    let changes = 0;
    bus.addEventListener('change', () => changes++);
    const observations = [{ id: 'count', description: 'Counts.', schema: true }];
    const surface = bus.register(manifestWith({ observations }), { add_note: () => 1 });
    surface.publish('count', 1);
    surface.publish('count', 2);
    await flush();
    expect(changes).to.equal(1);
    surface.publish('count', 2);
    await flush();
    expect(changes).to.equal(1);
    surface.publish('count', 3);
    await flush();
    expect(changes).to.equal(2);
  });
});
