import { expect } from 'chai';
import type { AcceptRule, ActionContext, ActionManifest, SurfaceBusOptions } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  manifestWith,
  scriptedClient,
  until,
  restoreWarnings,
} from '../linked-page.js';

const ANY = { type: 'object' };
const ACTIONS: ActionManifest[] = [
  { id: 'job', description: 'Takes long.', input: ANY, async: true },
  { id: 'quick', description: 'Does not.', input: ANY },
];

const codeOf = (result: Record<string, unknown> | undefined) =>
  (result?.['error'] as { code: string } | undefined)?.code;

describe('turns', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  async function pageThat(accept: AcceptRule, connect: { accept?: AcceptRule } = {}) {
    const client = await scriptedClient({ accept }, connect);
    const calls: unknown[] = [];
    client.bus.register(manifestWith({ actions: ACTIONS }), { quick: () => calls.push('quick') });
    return { ...client, calls };
  }

  it('OUI-E9 refuses a request of a turn that has ended, and nothing runs', async () => {
    let ended: string | undefined = 't1';
    const page = await pageThat(({ turnId }) => turnId === undefined || turnId !== ended);
    expect(codeOf(await page.ask('notes', 'quick', {}, { turnId: 't1' }))).to.equal('ACTION_DENIED');
    expect(page.calls).to.deep.equal([]);
    expect((await page.ask('notes', 'quick', {}, { turnId: 't2' }))['success']).to.equal(true);
    expect((await page.ask('notes', 'quick'))['success']).to.equal(true);
    ended = undefined;
    expect((await page.ask('notes', 'quick', {}, { turnId: 't1' }))['success']).to.equal(true);
  });

  it('OUI-E9 without a rule, turns and their absence make no difference', async () => {
    const client = await scriptedClient();
    client.bus.register(manifestWith({ actions: ACTIONS }), { quick: () => 1 });
    expect((await client.ask('notes', 'quick'))['success']).to.equal(true);
    expect((await client.ask('notes', 'quick', {}, { turnId: 'any' }))['success']).to.equal(true);
  });

  it('OUI-E9 §8.8 asks again when the turn of a request that waited has come', async () => {
    let ended = false;
    const page = await pageThat(() => !ended);
    const slow = deferred();
    page.bus.register(manifestWith({ actions: ACTIONS }), {
      quick: () => (page.calls.push('quick'), slow.promise),
    });
    const first = page.request('notes', 'quick');
    const second = page.request('notes', 'quick');
    await flush();
    ended = true;
    slow.resolve(1);
    await until(page.runtime, () => page.finals(second).length > 0);
    expect(page.finals(first)[0]).to.include({ success: true });
    expect(codeOf(page.finals(second)[0])).to.equal('ACTION_DENIED');
    expect(page.calls).to.deep.equal(['quick']);
  });

  it("OUI-E9 a connection's rule and the page's must both accept, and one that throws does not", async () => {
    const both = await pageThat(() => true, { accept: ({ turnId }) => turnId === 't' });
    expect(codeOf(await both.ask('notes', 'quick'))).to.equal('ACTION_DENIED');
    expect((await both.ask('notes', 'quick', {}, { turnId: 't' }))['success']).to.equal(true);
    const throwing = await pageThat(() => {
      throw new Error('no such turn');
    });
    expect(codeOf(await throwing.ask('notes', 'quick'))).to.equal('ACTION_DENIED');
  });

  it('OUI-E9 OUI-E6 reading is asked about too', async () => {
    const page = await pageThat(() => false);
    expect(codeOf(await page.ask('oui', 'describe', { surfaceId: 'notes' }))).to.equal('ACTION_DENIED');
  });
});

describe('one end for each request', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  async function pageWith(options: SurfaceBusOptions = {}, supersede?: readonly string[]) {
    const client = await scriptedClient(options);
    const contexts: ActionContext[] = [];
    const work: ReturnType<typeof deferred>[] = [];
    const run = (_: unknown, context: ActionContext) => {
      contexts.push(context);
      work.push(deferred());
      return work.at(-1)!.promise;
    };
    const manifest = manifestWith({ actions: ACTIONS });
    const surface = client.bus.register(
      manifest,
      { job: run, quick: run },
      { ...(supersede ? { supersede } : {}) },
    );
    await flush();
    return { ...client, contexts, work, surface };
  }

  it('OUI-E10 close() ends everything under way once, and then deregisters', async () => {
    const page = await pageWith();
    const ids = [
      page.request('notes', 'job'),
      page.request('notes', 'quick'),
      page.request('notes', 'quick'),
    ];
    await page.runtime.advance(2_000);
    page.bus.close();
    page.bus.close();
    for (const { resolve } of page.work) resolve('late');
    await page.runtime.advance(60_000);
    expect(ids.map((id) => page.finals(id).map(codeOf))).to.deep.equal(
      ids.map(() => ['SURFACE_UNAVAILABLE']),
    );
    expect(page.contexts.every(({ signal }) => signal.aborted)).to.equal(true);
    expect(page.types().at(-1)).to.equal('surface:deregister');
    expect(page.types().filter((type) => type === 'surface:deregister')).to.have.length(1);
    expect(page.bus.surfaces).to.deep.equal([]);
    expect(page.surface.state).to.equal('deregistered');
    expect(page.runtime.timers).to.equal(0);
  });

  it('OUI-E10 close() while the page settles tells how the action ended', async () => {
    const page = await pageWith({ settle: { quietMs: 500 } });
    const id = page.request('notes', 'quick');
    await flush();
    page.work[0]!.resolve('done');
    await page.runtime.advance(100);
    expect(page.finals(id)).to.deep.equal([]);
    page.bus.close();
    await page.runtime.advance(10_000);
    expect(page.finals(id)).to.have.length(1);
    expect(page.finals(id)[0]).to.deep.include({ success: true, data: 'done' });
  });

  it('OUI-E10 close() sends what still waits to be cut, and the bus can be used anew', async () => {
    const page = await pageWith();
    const id = page.request('notes', 'quick');
    await flush();
    page.work[0]!.resolve('x'.repeat(600_000));
    await page.runtime.advance(0);
    page.bus.close();
    await flush();
    expect(page.finals(id)).to.have.length(1);
    const again = page.bus.register(manifestWith(), { add_note: () => 1 });
    expect(again.state).to.equal('active');
  });

  it('OUI-E10 background work that never settles ends in TIMEOUT where the page wants a limit', async () => {
    const page = await pageWith({ jobTimeoutMs: 60_000 });
    const id = page.request('notes', 'job');
    await page.runtime.advance(59_999);
    expect(page.finals(id)).to.deep.equal([]);
    await page.runtime.advance(1);
    page.work[0]!.resolve('late');
    await page.runtime.advance(60_000);
    expect(page.finals(id).map(codeOf)).to.deep.equal(['TIMEOUT']);
    expect(page.finals(id)[0]).to.include({ success: false, interim: false });
    expect(page.contexts[0]!.signal.aborted).to.equal(true);
  });

  it('OUI-E10 a restarted job ends the one before it, once, and only where the page says so', async () => {
    const page = await pageWith({}, ['job']);
    const first = page.request('notes', 'job');
    await page.runtime.advance(1_000);
    const second = page.request('notes', 'job');
    await page.runtime.advance(1_000);
    expect(page.finals(first).map(codeOf)).to.deep.equal(['oui:superseded']);
    expect(page.contexts.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
    page.work[0]!.resolve('late');
    page.work[1]!.resolve('done');
    await until(page.runtime, () => page.finals(second).length > 0);
    expect(page.finals(first)).to.have.length(1);
    expect(page.finals(second)[0]).to.deep.include({ success: true, data: 'done' });

    const patient = await pageWith();
    const ids = [patient.request('notes', 'job')];
    await patient.runtime.advance(1_000);
    ids.push(patient.request('notes', 'job'));
    await patient.runtime.advance(1_000);
    for (const { resolve } of patient.work) resolve('done');
    await until(patient.runtime, () => patient.finals(ids[1]!).length > 0);
    expect(ids.map((id) => patient.finals(id)[0]?.['data'])).to.deep.equal(['done', 'done']);
  });

  it('OUI-E10 a request of the same action that is refused supersedes nothing', async () => {
    let welcome = true;
    const page = await pageWith({ accept: () => welcome }, ['job']);
    const first = page.request('notes', 'job');
    await page.runtime.advance(1_000);
    welcome = false;
    await page.ask('notes', 'job');
    page.work[0]!.resolve('done');
    await until(page.runtime, () => page.finals(first).length > 0);
    expect(page.finals(first)[0]).to.deep.include({ success: true, data: 'done' });
  });

  it('OUI-E10 OUI-S4 a job goes on through a hot reload, and ends once', async () => {
    const page = await pageWith();
    const id = page.request('notes', 'job');
    await page.runtime.advance(1_000);
    page.bus.register(manifestWith({ actions: ACTIONS, name: 'New' }), {});
    page.work[0]!.resolve('done');
    await until(page.runtime, () => page.finals(id).length > 0);
    expect(page.finals(id)).to.have.length(1);
    expect(page.finals(id)[0]).to.deep.include({ success: true, data: 'done' });
  });

  it('OUI-E10 a result that was lost with the connection is given again when asked for', async () => {
    const page = await pageWith();
    page.request('notes', 'job', {}, 'same');
    await page.runtime.advance(1_000);
    page.end.disconnect();
    page.work[0]!.reject(new Error('disk full'));
    await page.runtime.advance(1_000);
    await page.end.connect();
    expect(page.finals('same')).to.deep.equal([]);
    page.request('notes', 'job', {}, 'same');
    await until(page.runtime, () => page.finals('same').length > 0);
    expect(page.finals('same').map(codeOf)).to.deep.equal(['EXECUTION_ERROR']);
    expect(page.contexts).to.have.length(1);
  });
});
