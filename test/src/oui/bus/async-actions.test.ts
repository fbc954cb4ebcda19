import { expect } from 'chai';
import type { ActionContext, ActionHandler } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, deferred, manifestWith, scriptedClient, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object' };

/** A page with an async action `job` and a synchronous one `quick`. */
async function pageWith(job: ActionHandler) {
  const client = await scriptedClient();
  const manifest = manifestWith({
    actions: [
      { id: 'job', description: 'Takes long.', input: ANY, async: true },
      { id: 'quick', description: 'Does not.', input: ANY },
    ],
  });
  const surface = client.bus.register(manifest, { job, quick: () => 'quick' });
  await flush();
  return { ...client, surface };
}

describe('async actions', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S11 answers twice: the acknowledgement with its tracking data, then the outcome', async () => {
    const work = deferred();
    const page = await pageWith((_, context) => {
      context.acknowledge({ jobId: 'j1' });
      return work.promise;
    });
    const id = page.request('notes', 'job');
    await flush();
    expect(page.results(id)).to.deep.equal([
      {
        requestId: id,
        success: true,
        interim: true,
        data: { jobId: 'j1' },
        durationMs: 0,
        timestamp: page.runtime.now(),
      },
    ]);
    // No time limit: ten minutes are fine.
    await page.runtime.advance(600_000);
    work.resolve({ completed: 3 });
    await page.runtime.advance(0);
    const [, outcome, ...more] = page.results(id);
    expect(more).to.deep.equal([]);
    expect(outcome).to.deep.include({
      success: true,
      interim: false,
      data: { completed: 3 },
      durationMs: 600_000,
    });
  });

  it('OUI-S11 acknowledges by itself, well within 5 s, with the requestId to track', async () => {
    const page = await pageWith(() => new Promise(() => {}));
    const id = page.request('notes', 'job');
    await page.runtime.advance(1_000);
    expect(page.results(id)).to.have.length(1);
    expect(page.results(id)[0]).to.deep.include({ interim: true, data: { requestId: id } });
  });

  it('OUI-S11 acknowledges a job that is done at once, before its outcome', async () => {
    const page = await pageWith(() => 'done');
    const id = page.request('notes', 'job');
    await page.runtime.advance(5_000);
    expect(page.results(id).map(({ interim, data }) => [interim, data])).to.deep.equal([
      [true, { requestId: id }],
      [false, 'done'],
    ]);
    expect(page.runtime.timers).to.equal(0);
  });

  it('OUI-S11 acknowledges within 5 s also while another action keeps the surface busy', async () => {
    const client = await scriptedClient();
    const manifest = manifestWith({
      actions: [
        { id: 'slow', description: 'Synchronous and slow.', input: ANY },
        { id: 'job', description: 'Takes long.', input: ANY, async: true },
      ],
    });
    let started = false;
    const slow = deferred();
    client.bus.register(manifest, { slow: () => slow.promise, job: () => (started = true) });
    client.request('notes', 'slow');
    const id = client.request('notes', 'job');
    await client.runtime.advance(4_000);
    expect(client.results(id)).to.have.length(1);
    expect(started).to.equal(false);
    slow.resolve(1);
    await client.runtime.advance(0);
    expect(client.results(id).map(({ interim }) => interim)).to.deep.equal([true, false]);
  });

  it('OUI-S19 OUI-S11 a job that was acknowledged while it waited does not keep the surface either', async () => {
    const client = await scriptedClient();
    const manifest = manifestWith({
      actions: [
        { id: 'slow', description: 'Synchronous and slow.', input: ANY },
        { id: 'job', description: 'Takes long.', input: ANY, async: true },
      ],
    });
    const slow = deferred();
    client.bus.register(manifest, { slow: () => slow.promise, job: () => new Promise(() => {}) });
    client.request('notes', 'slow');
    client.request('notes', 'job');
    const next = client.request('notes', 'slow');
    await client.runtime.advance(2_000);
    slow.resolve('slow');
    await client.runtime.advance(0);
    expect(client.results(next)[0]).to.include({ success: true, data: 'slow' });
  });

  it('OUI-S11 reports progress between the two', async () => {
    const work = deferred();
    let context!: ActionContext;
    const page = await pageWith((_, given) => {
      context = given;
      context.acknowledge({ jobId: 'j1' });
      return work.promise;
    });
    const id = page.request('notes', 'job');
    await flush();
    context.progress(0.5);
    context.progress({ done: 3, of: 4 });
    work.resolve('ok');
    await page.runtime.advance(0);
    context.progress(1);
    context.acknowledge({ late: true });
    await page.runtime.advance(0);
    const told = page.results(id).map(({ interim, progress }) => [interim, progress]);
    expect(told).to.deep.equal([
      [true, undefined],
      [true, 0.5],
      [true, { done: 3, of: 4 }],
      [false, undefined],
    ]);
  });

  it('OUI-E10 OUI-S11 failed background work ends as success: false, once', async () => {
    const page = await pageWith(async (_, context) => {
      context.acknowledge({ jobId: 'j1' });
      throw new Error('disk full');
    });
    const id = page.request('notes', 'job');
    await page.runtime.advance(0);
    expect(page.results(id).map(({ success, interim }) => [success, interim])).to.deep.equal([
      [true, true],
      [false, false],
    ]);
  });

  it('OUI-S19 OUI-S11 an acknowledged job leaves the surface free for other actions', async () => {
    const page = await pageWith((_, context) => {
      context.acknowledge({});
      return new Promise(() => {});
    });
    page.request('notes', 'job');
    const id = page.request('notes', 'quick');
    await page.runtime.advance(0);
    expect(page.results(id)[0]?.['data']).to.equal('quick');
  });

  it('OUI-S21 a repeated request is told the last that is known of the job', async () => {
    const page = await pageWith((_, context) => {
      context.acknowledge({ jobId: 'j1' });
      return new Promise(() => {});
    });
    page.request('notes', 'job', {}, 'same');
    await flush();
    page.request('notes', 'job', {}, 'same');
    await flush();
    expect(page.results('same').map(({ data }) => data)).to.deep.equal([{ jobId: 'j1' }, { jobId: 'j1' }]);
  });

  it('OUI-E10 a surface that leaves mid-job gives one SURFACE_UNAVAILABLE, and aborts', async () => {
    let signal!: AbortSignal;
    const page = await pageWith((_, context) => {
      signal = context.signal;
      context.acknowledge({});
      return new Promise(() => {});
    });
    const id = page.request('notes', 'job');
    await flush();
    page.surface.unregister();
    await page.runtime.advance(10_000);
    const [, outcome, ...more] = page.results(id);
    expect(more).to.deep.equal([]);
    expect(outcome?.['error']).to.include({ code: 'SURFACE_UNAVAILABLE' });
    expect(signal.aborted).to.equal(true);
    expect(page.types().at(-1)).to.equal('surface:deregister');
    expect(page.bus.surfaces).to.deep.equal([]);
    expect(page.runtime.timers).to.equal(0);
  });
});
