import { expect } from 'chai';
import { SurfaceBus, type SurfaceManifest } from 'oui-elements/oui';
import { AgentRuntime, OuiError, type ActionResultPayload, type ReadOptions } from 'oui-elements/oui/agent';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, linkedPage, manifestWith, scriptedPage, restoreWarnings } from '../linked-page.js';

const count = { id: 'count', description: 'Counts.', schema: true };
const observed = manifestWith({ observations: [count, { ...count, id: 'rows' }] });
const entry = {
  id: 'add_note',
  description: 'Adds a note.',
  input: 'text: string',
  definitionHash: 'fnv1a64:0000000000000001',
};
const { actions: _, ...rest } = manifestWith();
const indexed = { ...rest, index: [entry] };

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof OuiError ? error.code : String(error)),
  );
}

/** A scripted page with one surface; `answer` answers the oldest request that has no answer yet. */
async function page(surface: unknown = observed) {
  const scripted = await scriptedPage();
  await scripted.register(surface);
  let answered = 0;
  const answer = async (payload: Record<string, unknown> = {}) => {
    await flush();
    const request = scripted.requests()[answered++]!;
    await scripted.result({ requestId: request['requestId'], success: true, ...payload });
    return request;
  };
  const run = async (payload: Record<string, unknown> = {}) => {
    const call = scripted.agent.invoke('notes', 'add_note', { text: 'x' });
    const request = await answer(payload);
    return { request, result: await call };
  };
  return { ...scripted, answer, run };
}

/** A real page in index form, with an agent. */
async function indexPage(surface: SurfaceManifest, handlers: Parameters<SurfaceBus['register']>[1] = {}) {
  const runtime = new FakeRuntime();
  const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 } });
  const agent = new AgentRuntime({ runtime });
  const [pageEnd, agentEnd] = linkedTransports();
  bus.connect(pageEnd, { manifests: 'index' });
  await agent.connect(agentEnd);
  bus.register(surface, handlers);
  await agent.whenRegistered(surface.id);
  return { runtime, agent };
}

describe('an agent and large pages', () => {
  let warnings: { code: string; message: string }[];
  beforeEach(() => (warnings = collectWarnings()));
  afterEach(restoreWarnings);

  it('OUI-E4 says what it knows, by the hash that came with it, and keeps it when the list is left out', async () => {
    const { agent, run } = await page();
    const first = await run({ surfaces: [observed], surfacesHash: 'any text: it is opaque' });
    expect(first.request).not.to.have.property('knownSurfaces');
    const known = agent.surfaces[0];
    const second = await run({ surfacesHash: 'any text: it is opaque' });
    expect(second.request['knownSurfaces']).to.equal('any text: it is opaque');
    expect(agent.surfaces).to.deep.equal([observed]);
    const third = await run({ surfaces: [observed, manifestWith({ id: 'new' })], surfacesHash: 'other' });
    expect(third.request['knownSurfaces']).to.equal('any text: it is opaque');
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes', 'new']);
    expect(agent.surfaces[0]).to.equal(known);
    expect((await run()).request['knownSurfaces']).to.equal('other');
  });

  it('OUI-E4 forgets the hash when the list has changed since, or the page has another one', async () => {
    const { agent, run, register, send, end } = await page();
    const learn = () => run({ surfaces: [observed], surfacesHash: 'h1' });
    const known = async () => (await run()).request['knownSurfaces'];
    await learn();
    await register(observed);
    expect(await known(), 'the same again').to.equal('h1');
    await register(manifestWith({ id: 'new' }));
    expect(await known(), 'one more').to.equal(undefined);
    await learn();
    await register({ ...observed, description: 'Other.' });
    expect(await known(), 'another manifest').to.equal(undefined);
    await learn();
    await send('surface:deregister', { surfaceId: 'unknown' });
    expect(await known(), 'nothing').to.equal('h1');
    await run({ surfacesHash: 'h2' });
    expect(await known(), 'a mismatch').to.equal(undefined);
    expect(agent.surfaces, 'belief').to.have.length(1);
    for (const surfacesHash of [undefined, 7, '', {}]) {
      await learn();
      await run({ surfaces: [observed], surfacesHash });
      expect(await known(), `a list with ${String(surfacesHash)}`).to.equal(undefined);
    }
    await learn();
    end.disconnect();
    await flush();
    await end.connect();
    await register(observed);
    expect(await known(), 'a new connection').to.equal(undefined);
    await send('surface:deregister', { surfaceId: 'notes' });
    expect(agent.surfaces).to.deep.equal([]);
  });

  it('OUI-E4 works with the page’s end: the list travels once', async () => {
    const { agent, bus, runtime, agentEnd } = await linkedPage();
    bus.register(observed, { add_note: () => 1 });
    await flush();
    const results: ActionResultPayload[] = [];
    agentEnd.onEvent((message) => {
      const { type, payload } = message as { type: string; payload: ActionResultPayload };
      if (type === 'action:result') results.push(payload);
    });
    for (let n = 0; n < 3; n++) {
      const call = agent.invoke('notes', 'add_note', { text: 'x' });
      await runtime.advance(0);
      expect((await call).success).to.equal(true);
    }
    expect(results.map(({ surfaces }) => surfaces?.length)).to.deep.equal([1, undefined, undefined]);
    bus.register(manifestWith({ id: 'new' }), { add_note: () => 1 });
    const call = agent.invoke('notes', 'add_note', { text: 'x' });
    await runtime.advance(0);
    await call;
    expect(results.at(-1)?.surfaces).to.have.length(2);
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes', 'new']);
  });

  it('OUI-E5 offers what an index names, with its line about the input', async () => {
    const { agent } = await page({
      ...indexed,
      index: [{ ...entry, title: 'Add', effect: 'edit', confirm: true }],
    });
    expect(agent.tools()).to.deep.equal([
      {
        name: 'notes_add_note',
        title: 'Add',
        description: 'Adds a note.\nInput: text: string',
        inputSchema: { type: 'object', properties: {} },
        surfaceId: 'notes',
        actionId: 'add_note',
        confirm: true,
        async: false,
        effect: 'edit',
        inputLine: 'text: string',
      },
    ]);
  });

  it('OUI-E5 OUI-E6 fetches a definition before an action runs for the first time, and checks against it', async () => {
    const { agent, requests, answer } = await page(indexed);
    const wrong = [{ text: 'x'.repeat(21) }, {}].map((params) => agent.invoke('notes', 'add_note', params));
    const ask = await answer({ data: { actions: [{ ...manifestWith().actions[0], surfaceId: 'notes' }] } });
    expect(ask).to.deep.include({
      surfaceId: 'oui',
      actionId: 'describe',
      params: { surfaceId: 'notes', actionIds: ['add_note'] },
    });
    for (const { error } of await Promise.all(wrong)) expect(error?.code).to.equal('VALIDATION_ERROR');
    expect(requests()).to.have.length(1);
    const right = agent.invoke('notes', 'add_note', { text: 'x' });
    expect((await answer({ data: 1 }))['params']).to.deep.equal({ text: 'x' });
    expect((await right).data).to.equal(1);
    const [tool] = agent.tools();
    expect(tool?.inputSchema).to.deep.equal(manifestWith().actions[0]!.input);
    expect(tool).not.to.have.property('inputLine');
  });

  it('OUI-E5 a definition holds as long as its hash; index lists replace the belief like whole ones', async () => {
    const { agent, answer, register, run, requests } = await page(indexed);
    const described = agent.describe('notes');
    await answer({
      data: { actions: [{ ...manifestWith().actions[0], definitionHash: entry.definitionHash }] },
    });
    expect((await described).map(({ id }) => id)).to.deep.equal(['add_note']);
    await register({ ...indexed, description: 'Other words.', index: [entry, { ...entry, id: 'other' }] });
    expect(agent.tools().map(({ inputLine }) => inputLine)).to.deep.equal([undefined, 'text: string']);
    await run({ index: [indexed, { ...indexed, id: 'more' }], surfacesHash: 'i1' });
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes', 'more']);
    expect(agent.tools()[0]).not.to.have.property('inputLine');
    expect((await run()).request['knownSurfaces']).to.equal('i1');
    await register({ ...indexed, index: [{ ...entry, definitionHash: 'changed' }] });
    expect(agent.tools()[0]?.inputLine).to.equal('text: string');
    const before = requests().length;
    void agent.invoke('notes', 'add_note', { text: 'x' });
    await flush();
    expect(requests()[before]).to.include({ surfaceId: 'oui', actionId: 'describe' });
    agent.disconnect();
  });

  it('OUI-E6 a page that cannot describe checks alone; the action runs', async () => {
    for (const answered of [
      { success: false, error: { code: 'SURFACE_UNAVAILABLE', message: 'no oui here' } },
      { data: { actions: [{ id: 'other', input: {} }] } },
      { data: 'nonsense' },
    ]) {
      const { agent, answer, runtime } = await page(indexed);
      const call = agent.invoke('notes', 'add_note', { anything: 1 });
      await answer(answered);
      expect((await answer({ data: 'done' }))['params']).to.deep.equal({ anything: 1 });
      expect((await call).data).to.equal('done');
      expect(runtime.timers).to.equal(0);
    }
    const { agent, answer, runtime } = await page(indexed);
    const call = agent.invoke('notes', 'add_note', {});
    await runtime.advance(5_000);
    await answer();
    await answer({ data: 'late' });
    expect((await call).data).to.equal('late');
  });

  it('OUI-R5 OUI-E6 what the definition or the index says needs a yes needs one', async () => {
    for (const [inIndex, inDefinition] of [
      [true, false],
      [false, true],
    ]) {
      const { agent, answer, requests } = await page({ ...indexed, index: [{ ...entry, confirm: inIndex }] });
      const call = agent.invoke('notes', 'add_note', { text: 'x' });
      await answer({ data: { actions: [{ ...manifestWith().actions[0], confirm: inDefinition }] } });
      expect((await call).error?.code).to.equal('ACTION_DENIED');
      expect(requests()).to.have.length(1);
    }
  });

  it('OUI-E5 OUI-E6 works with the page’s end in index form', async () => {
    const handled: unknown[] = [];
    const many = manifestWith({
      actions: Array.from({ length: 150 }, (_unused, n) => ({
        ...manifestWith().actions[0]!,
        id: `add_${n}`,
      })),
    });
    const { agent, runtime } = await indexPage(many, { add_7: (params) => handled.push(params) });
    expect(agent.tools()).to.have.length(150);
    expect(agent.tools()[7]?.inputLine).to.include('text: string');
    expect((await agent.invoke('notes', 'add_7', { text: 3 })).error?.code).to.equal('VALIDATION_ERROR');
    const right = agent.invoke('notes', 'add_7', { text: 'x' });
    await runtime.advance(0);
    expect((await right).success).to.equal(true);
    expect(handled).to.deep.equal([{ text: 'x' }]);
    expect(agent.tools().filter(({ inputLine }) => inputLine)).to.have.length(149);
    expect(await agent.describe('notes')).to.have.length(150);
    expect(agent.tools().some(({ inputLine }) => inputLine)).to.equal(false);
  });

  it('OUI-E6 reads a part of an observation, a page at a time, from the page’s end', async () => {
    const { agent, bus, runtime } = await linkedPage();
    const rows = Array.from({ length: 250 }, (_unused, n) => ({ n }));
    const surface = bus.register(observed, {});
    surface.publish('rows', { all: rows });
    await runtime.advance(0);
    const read = (options: ReadOptions) => agent.read('notes', 'rows', options);
    expect(await read({ pointer: '/all/3/n' })).to.deep.equal({ value: 3 });
    const first = await read({ pointer: '/all' });
    expect(first).to.deep.include({ page: 1, pages: 3, total: 250 });
    const last = await read({ pointer: '/all', page: 3 });
    expect(last.value).to.deep.equal(rows.slice(200));
    expect((await read({ pointer: '/all', page: 5, pageSize: 10 })).value).to.deep.equal(rows.slice(40, 50));
    expect(agent.log.at(-1)).to.include({ surfaceId: 'oui', actionId: 'read', state: 'succeeded' });
  });

  it('OUI-E6 OUI-R6 a read fails with a code, ends after 5 s and with the connection, and is limited', async () => {
    const { agent, answer, runtime, end } = await page();
    const failed = codeOf(agent.read('notes', 'rows', { pointer: '/nothing' }));
    await answer({ success: false, error: { code: 'PRECONDITION_FAILED', message: 'Nothing there.' } });
    expect(await failed).to.equal('PRECONDITION_FAILED');
    const plain = agent.read('notes', 'rows');
    await answer({ data: [1] });
    expect(await plain).to.deep.equal({ value: [1] });
    expect(await codeOf(agent.read('nowhere', 'rows'))).to.equal('SURFACE_UNAVAILABLE');
    expect(await codeOf(agent.read('notes', 'nothing'))).to.equal('oui:observation_not_found');
    expect(await codeOf(agent.describe('nowhere'))).to.equal('SURFACE_UNAVAILABLE');
    expect(await codeOf(agent.describe('notes', ['nothing']))).to.equal('ACTION_NOT_FOUND');
    const silent = codeOf(agent.read('notes', 'rows'));
    await runtime.advance(5_000);
    expect(await silent).to.equal('TIMEOUT');
    const abort = new AbortController();
    const cancelled = codeOf(agent.read('notes', 'rows', { signal: abort.signal }));
    abort.abort();
    expect(await cancelled).to.equal('oui:cancelled');
    const calls = Array.from({ length: 40 }, () => codeOf(agent.read('notes', 'rows')));
    await flush();
    end.disconnect();
    const codes = await Promise.all(calls);
    expect(new Set(codes)).to.deep.equal(new Set(['SURFACE_UNAVAILABLE', 'RATE_LIMITED']));
    expect(runtime.timers).to.equal(0);
  });

  it('OUI-E7 shows what was cut, and does not take a cut value for the whole', async () => {
    const { agent, run, send } = await page();
    const update = (observationId: string, value: unknown) =>
      send('observation:update', { surfaceId: 'notes', observationId, value });
    await update('rows', [1, 2, 3]);
    const cut = (path: string, kind: string) => ({ path, kind, originalSize: 3, keptSize: 1 });
    const fit = {
      budgetBytes: 10,
      originalBytes: 20,
      cuts: [cut('/observations/notes/rows', 'list'), cut('/data/x', 'text')],
    };
    const { result } = await run({ data: { x: 'a' }, observations: { notes: { rows: [1], count: 5 } }, fit });
    expect(result.fit).to.deep.equal(fit);
    expect(agent.observations).to.deep.equal({ notes: { rows: [1, 2, 3], count: 5 } });
    await run({ observations: { notes: { rows: [1], count: 6 } }, fit: { ...fit, cuts: 'none' } });
    expect(agent.observations).to.deep.equal({ notes: { rows: [1], count: 6 } });
    await run({
      observations: { notes: { count: null, rows: null } },
      fit: { ...fit, cuts: [cut('/observations/notes/count', 'value'), 7, { path: 8 }] },
    });
    expect(agent.observations).to.deep.equal({ notes: { count: 6, rows: null } });
    await run({ observations: {} });
    await run({
      observations: { notes: { count: null, rows: [9] } },
      fit: {
        ...fit,
        cuts: [cut('/observations/notes/count', 'value'), cut('/observations/notes/rows/0', 'list')],
      },
    });
    expect(agent.observations).to.deep.equal({ notes: { rows: [9] } });
  });

  it('OUI-E8 shows what was left out, and keeps believing it', async () => {
    const { agent, run } = await page();
    await run({ surfaces: [observed], surfacesHash: 'h1', observations: { notes: { count: 1 } } });
    const delivery = { trimmed: true, reason: 'too large', omitted: ['surfaces', 'observations', 'data'] };
    const { result } = await run({ delivery });
    expect(result.delivery).to.deep.equal(delivery);
    expect(result.success).to.equal(true);
    expect(agent.surfaces).to.deep.equal([observed]);
    expect(agent.observations).to.deep.equal({ notes: { count: 1 } });
    expect((await run()).request['knownSurfaces']).to.equal('h1');
  });

  it('OUI-E3 OUI-E9 passes on the approval and the turn of a call', async () => {
    const { agent, requests } = await page(manifestWith({ ...observed, concurrency: 5 }));
    const approval = { approvalId: 'a1', argsHash: '0'.repeat(64) };
    void agent.invoke('notes', 'add_note', { text: 'x' }, { approval });
    agent.turnId = 't1';
    void agent.invoke('notes', 'add_note', { text: 'x' });
    agent.turnId = 't2';
    void agent.call('notes_add_note', { text: 'x' }, { turnId: 'own' });
    agent.turnId = undefined;
    void agent.invoke('notes', 'add_note', { text: 'x' });
    await flush();
    expect(requests().map(({ turnId, approval: given }) => [turnId, given])).to.deep.equal([
      [undefined, approval],
      ['t1', undefined],
      ['own', undefined],
      [undefined, undefined],
    ]);
    expect(requests()[3]).to.have.all.keys('requestId', 'surfaceId', 'actionId', 'params', 'timestamp');
    agent.disconnect();
  });

  it('OUI-E3 OUI-R5 an approval is no way round the confirmation', async () => {
    const { agent, requests } = await page(
      manifestWith({ actions: [{ ...manifestWith().actions[0]!, confirm: true }] }),
    );
    const approval = { approvalId: 'a1', argsHash: '0'.repeat(64) };
    const result = await agent.invoke('notes', 'add_note', { text: 'x' }, { approval });
    expect(result.error?.code).to.equal('ACTION_DENIED');
    expect(requests()).to.deep.equal([]);
    expect(warnings).to.deep.equal([]);
  });
});
