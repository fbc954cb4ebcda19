import { expect } from 'chai';
import { OuiError, type ExtensionEvent } from 'oui-elements/oui/agent';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, linkedPage, manifestWith, scriptedPage, restoreWarnings } from '../linked-page.js';

const count = { id: 'count', description: 'Counts.', schema: { type: 'integer' } };
const observed = manifestWith({ observations: [count, { ...count, id: 'other' }] });

async function errorOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof OuiError ? error.code : String(error)),
  );
}

describe('what an agent knows of its client', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-R1 knows the surfaces that are active, in order, and no others', async () => {
    const { agent, bus } = await linkedPage();
    bus.register(todoApp, {});
    bus.register(manifestWith(), {});
    await flush();
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
    bus.path = '/todos';
    await flush();
    expect(agent.surfaces).to.deep.equal([manifestWith(), todoApp]);
    bus.path = '/';
    await flush();
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
  });

  it('OUI-S5 OUI-S14 follows observations', async () => {
    const { agent, bus, runtime } = await linkedPage();
    const surface = bus.register(observed, {});
    surface.publish('count', 1);
    await runtime.advance(100);
    surface.publish('count', 2);
    await runtime.advance(100);
    expect(agent.observations).to.deep.equal({ notes: { count: 2 } });
  });

  it('OUI-R8 the later timestamp wins, whatever order they arrive in', async () => {
    const { agent, send, register } = await scriptedPage();
    await register(observed);
    const update = (value: unknown, timestamp?: number) =>
      send('observation:update', { surfaceId: 'notes', observationId: 'count', value, timestamp });
    await update('second', 200);
    await update('first', 100);
    expect(agent.observations).to.deep.equal({ notes: { count: 'second' } });
    await update('same moment', 200);
    expect(agent.observations).to.deep.equal({ notes: { count: 'same moment' } });
    await update('no timestamp', undefined);
    expect(agent.observations).to.deep.equal({ notes: { count: 'no timestamp' } });
    await update('third', 300);
    expect(agent.observations).to.deep.equal({ notes: { count: 'third' } });
  });

  it('OUI-R7 forgets observations with their surface', async () => {
    const { agent, send, register } = await scriptedPage();
    await register(observed);
    await send('observation:update', { surfaceId: 'notes', observationId: 'count', value: 1 });
    await send('surface:deregister', { surfaceId: 'notes' });
    expect(agent.observations).to.deep.equal({});
    await send('observation:update', { surfaceId: 'notes', observationId: 'count', value: 2 });
    expect(agent.observations).to.deep.equal({});
  });

  it('OUI-R11 OUI-R10 a result’s state replaces what was believed', async () => {
    const { agent, send, register, requests, result, runtime } = await scriptedPage();
    await register(observed);
    await register(manifestWith({ id: 'old' }));
    const update = (observationId: string, value: number) =>
      send('observation:update', { surfaceId: 'notes', observationId, value });
    await update('count', 1);
    await update('other', 1);
    const call = agent.invoke('notes', 'add_note', { text: 'x' });
    await runtime.advance(10);
    await result({
      requestId: requests()[0]!['requestId'],
      success: true,
      surfaces: [observed, manifestWith({ id: 'new' })],
      observations: { notes: { count: 2 } },
    });
    expect((await call).success).to.equal(true);
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes', 'new']);
    expect(agent.observations['notes']).to.deep.equal({ count: 2 });
  });

  it('OUI-R11 OUI-R8 an update that is newer than the result keeps its value', async () => {
    const { agent, send, register, requests, result } = await scriptedPage();
    await register(observed);
    void agent.invoke('notes', 'add_note', { text: 'x' });
    await flush();
    await send('observation:update', {
      surfaceId: 'notes',
      observationId: 'count',
      value: 'new',
      timestamp: 500,
    });
    await result({
      requestId: requests()[0]!['requestId'],
      success: true,
      timestamp: 400,
      observations: { notes: { count: 'old', other: 1 } },
    });
    expect(agent.observations).to.deep.equal({ notes: { count: 'new', other: 1 } });
    void agent.invoke('notes', 'add_note', { text: 'x' });
    await flush();
    await result({
      requestId: requests()[1]!['requestId'],
      success: true,
      timestamp: 450,
      observations: {},
    });
    expect(agent.observations).to.deep.equal({ notes: { count: 'new' } });
  });

  it('OUI-R7 OUI-R11 a surface that a result no longer names fails what is pending there', async () => {
    const { agent, register, requests, result } = await scriptedPage();
    await register(manifestWith());
    await register(manifestWith({ id: 'gone' }));
    const first = agent.invoke('notes', 'add_note', { text: 'x' });
    const second = agent.invoke('gone', 'add_note', { text: 'x' });
    await flush();
    const { requestId } = requests().find(({ surfaceId }) => surfaceId === 'notes')!;
    await result({ requestId, success: true, surfaces: [manifestWith()] });
    expect((await first).success).to.equal(true);
    expect((await second).error?.code).to.equal('SURFACE_UNAVAILABLE');
  });

  it('OUI-S16 asks for an observation, and gets its value', async () => {
    const { agent, bus, runtime } = await linkedPage();
    const disk = { id: 'disk', description: 'Room.', schema: true, updateFrequency: 'polling' as const };
    bus.register(manifestWith({ observations: [disk] }), {}, { read: { disk: () => 0.5 } });
    await flush();
    const value = agent.observe('notes', 'disk');
    await runtime.advance(0);
    expect(await value).to.equal(0.5);
    expect(agent.observations).to.deep.equal({ notes: { disk: 0.5 } });
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-R6 OUI-R7 an observation request ends after 5 s, and with its surface', async () => {
    const { agent, register, runtime, send } = await scriptedPage();
    await register(observed);
    const silent = errorOf(agent.observe('notes', 'count'));
    await runtime.advance(5_000);
    expect(await silent).to.equal('TIMEOUT');
    const lost = errorOf(agent.observe('notes', 'count'));
    await send('surface:deregister', { surfaceId: 'notes' });
    expect(await lost).to.equal('SURFACE_UNAVAILABLE');
    expect(await errorOf(agent.observe('notes', 'count'))).to.equal('SURFACE_UNAVAILABLE');
    await register(observed);
    expect(await errorOf(agent.observe('notes', 'nothing'))).to.equal('oui:observation_not_found');
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-R6 waits for the first registration, 10 s by default', async () => {
    const { agent, register, runtime } = await scriptedPage();
    const any = agent.whenRegistered();
    const notes = agent.whenRegistered('notes');
    const never = agent.whenRegistered('never');
    await runtime.advance(9_999);
    await register(manifestWith());
    expect(await any).to.equal(true);
    expect(await notes).to.equal(true);
    expect(await agent.whenRegistered('notes')).to.equal(true);
    await runtime.advance(1);
    expect(await never).to.equal(false);
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E11 takes manifests of looser peers, and leaves out what cannot be used', async () => {
    const warnings = collectWarnings();
    const { agent, register } = await scriptedPage();
    await register({
      id: 'Loose.Page',
      actions: [
        { id: 'Save-All', input: { $ref: 'https://example.org/x.json' }, future: 1 },
        { id: 'plain' },
        { description: 'no id' },
        'nonsense',
      ],
      observations: 'none',
      extra: true,
    });
    expect(agent.surfaces).to.deep.equal([
      {
        id: 'Loose.Page',
        name: 'Loose.Page',
        description: '',
        actions: [
          { id: 'Save-All', description: '', input: { type: 'object' }, future: 1 },
          { id: 'plain', description: '', input: { type: 'object' } },
        ],
        observations: [],
        extra: true,
      },
    ]);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:peer_schema']);
    await register({ name: 'no id' });
    expect(agent.surfaces).to.have.length(1);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:peer_schema', 'oui:malformed_message']);
  });

  it('OUI-T2 OUI-T3 ignores malformed messages with a warning and unknown ones in silence', async () => {
    const warnings = collectWarnings();
    const { agent, end, register, send } = await scriptedPage();
    const heard: unknown[] = [];
    agent.addEventListener('x-note', (event) => heard.push((event as ExtensionEvent).payload));
    await register(manifestWith());
    for (const message of [null, [], { type: 'action:result', payload: { requestId: 'r' } }, { type: 1 }]) {
      end.send(message as never);
    }
    await flush();
    expect(warnings.map(({ code }) => code)).to.deep.equal([
      'oui:malformed_message',
      'oui:malformed_message',
    ]);
    await send('future:thing', {});
    await send('x-note', { a: 1 });
    expect(warnings).to.have.length(2);
    expect(heard).to.have.length(1);
    expect(agent.surfaces).to.have.length(1);
  });

  it('OUI-R12 announces changes', async () => {
    const { agent, register } = await scriptedPage();
    await flush();
    let changes = 0;
    agent.addEventListener('change', () => changes++);
    await register(manifestWith());
    expect(changes).to.equal(1);
    await flush();
    expect(changes).to.equal(1);
  });
});
