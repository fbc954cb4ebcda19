import { expect } from 'chai';
import {
  OuiError,
  SurfaceBus,
  type ActionManifest,
  type FitReport,
  type InvocationEvent,
  type OuiSnapshot,
  type SurfaceManifest,
  type Transport,
} from 'oui-elements/oui';
import { FakeRuntime, flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, scriptedClient, until, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object' };

function open(id: string, changes: Partial<ActionManifest> = {}): ActionManifest {
  return { id, description: 'Does something.', input: ANY, ...changes };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** What stands at an RFC 6901 pointer. */
function at(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    );
}

describe('budgets', function () {
  // Megabytes are written and measured.
  this.timeout(60_000);

  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  const BUDGET = 480 * 1024;

  async function answerWith(data: unknown, options = {}, manifest: Partial<SurfaceManifest> = {}) {
    const client = await scriptedClient(options);
    const surface = client.bus.register(manifestWith({ actions: [open('go')], ...manifest }), {
      go: () => data,
    });
    return { client, surface, ask: () => client.ask('notes', 'go') };
  }

  it('OUI-E7 what fits is sent as it is, to the byte', async () => {
    const { ask, client } = await answerWith('x'.repeat(1000));
    const whole = await ask();
    expect(whole).not.to.have.property('fit');
    const size = bytesOf(whole);
    const exact = await scriptedClient({ budgets: { resultBytes: size } });
    exact.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 'x'.repeat(1000) });
    expect(await exact.ask('notes', 'go')).to.deep.equal({ ...whole, timestamp: exact.runtime.now() });
    const tight = await scriptedClient({ budgets: { resultBytes: size - 1 } });
    tight.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 'x'.repeat(1000) });
    expect(await tight.ask('notes', 'go')).to.have.property('fit');
    expect(client.types()).to.deep.equal(['surface:register', 'action:result']);
  });

  it('OUI-E7 cuts long lists first, and reports each place and its original size', async () => {
    const data = {
      'rows/all': Array.from({ length: 100_000 }, (_, id) => ({ id, title: 'A row' })),
      few: ['kept'],
      text: 't'.repeat(50_000),
    };
    const { ask } = await answerWith(data);
    const result = await ask();
    expect(bytesOf(result))
      .to.be.at.most(BUDGET)
      .and.above(BUDGET * 0.9);
    const fit = result['fit'] as FitReport;
    expect(fit.budgetBytes).to.equal(BUDGET);
    expect(fit.originalBytes).to.be.above(bytesOf(data));
    const kept = at(result, '/data/rows~1all') as unknown[];
    expect(fit.cuts).to.deep.equal([
      { path: '/data/rows~1all', kind: 'list', originalSize: 100_000, keptSize: kept.length },
    ]);
    expect(kept).to.deep.equal(data['rows/all'].slice(0, kept.length));
    expect(at(result, '/data/text')).to.equal(data.text);
  });

  it('OUI-E7 then long texts, never inside a surrogate pair', async () => {
    for (const lead of ['', 'x', 'xy', 'xyz']) {
      const text = lead + '\u{1f600}'.repeat(300_000);
      const { ask } = await answerWith({ text, list: Array.from({ length: 50 }, () => 1) });
      const result = await ask();
      expect(bytesOf(result)).to.be.at.most(BUDGET);
      const kept = at(result, '/data/text') as string;
      expect(kept).not.to.match(/\p{Surrogate}/u);
      expect(text.startsWith(kept)).to.equal(true);
      const cuts = (result['fit'] as FitReport).cuts;
      expect(cuts.map(({ path, kind }) => [path, kind])).to.deep.equal([
        ['/data/list', 'list'],
        ['/data/text', 'text'],
      ]);
      expect(cuts[1]).to.include({ originalSize: text.length, keptSize: kept.length });
    }
  });

  it('OUI-E7 then whole values, and the outcome is never cut', async () => {
    const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`key_${key}`, 'short text']));
    const { ask } = await answerWith({ data, ok: true }, { budgets: { resultBytes: 4_000 } });
    const result = await ask();
    expect(bytesOf(result)).to.be.at.most(4_000);
    expect(result).to.deep.include({ success: true, data: { data: null, ok: true } });
    // The surfaces go before anything that the action came to.
    const { cuts } = result['fit'] as FitReport;
    expect(cuts.map(({ path }) => path)).to.deep.equal(['/surfaces', '/data/data']);
    expect(cuts[1]).to.include({ kind: 'value', originalSize: bytesOf(data), keptSize: 4 });
  });

  it('OUI-E7 an error arrives whole however little room there is', async () => {
    const { client } = await answerWith(1, { budgets: { resultBytes: 10 } });
    client.bus.register(manifestWith({ actions: [open('go')] }), {
      go: () => {
        throw new OuiError('app:full', 'No room left.', { limit: 3 });
      },
    });
    const result = await client.ask('notes', 'go');
    expect(result.error).to.deep.equal({
      code: 'app:full',
      message: 'No room left.',
      details: { limit: 3 },
    });
    expect(result['success']).to.equal(false);
  });

  it('OUI-E7 surfaces go whole or not at all, with their hash', async () => {
    const metadata = { list: Array.from({ length: 200_000 }, () => 'x') };
    const { ask } = await answerWith([1, 2, 3], {}, { metadata });
    const result = await ask();
    expect(result).not.to.have.any.keys('surfaces', 'surfacesHash');
    expect(result['data']).to.deep.equal([1, 2, 3]);
    expect((result['fit'] as FitReport).cuts.map(({ path }) => path)).to.deep.equal(['/surfaces']);
  });

  it('OUI-E7 observations are cut as well, and reported', async () => {
    const { client, surface, ask } = await answerWith(
      1,
      {},
      {
        observations: [{ id: 'rows', description: 'Rows.', schema: true }],
      },
    );
    surface.publish(
      'rows',
      Array.from({ length: 100_000 }, () => 'a row'),
    );
    const result = await ask();
    expect(bytesOf(result)).to.be.at.most(BUDGET);
    expect((result['fit'] as FitReport).cuts).to.deep.include.members([
      {
        path: '/observations/notes/rows',
        kind: 'list',
        originalSize: 100_000,
        keptSize: (at(result, '/observations/notes/rows') as unknown[]).length,
      },
    ]);
    expect(client.bus.snapshot().observations['notes']?.['rows']).to.have.length(100_000);
  });

  it('OUI-E7 OUI-T4 what follows a result that must be cut arrives after it', async () => {
    const { client } = await answerWith('x'.repeat(2_000_000), { settle: { quietMs: 0 } });
    client.bus.addEventListener('invocation', (event) => {
      // The result is on its way, and what cuts it is being loaded.
      if ((event as InvocationEvent).invocation.state === 'succeeded') {
        queueMicrotask(() => client.bus.send({ type: 'x-after' }));
      }
    });
    const id = client.request('notes', 'go');
    await until(client.runtime, () => client.types().includes('x-after'));
    expect(client.types().slice(1)).to.deep.equal(['action:result', 'x-after']);
    expect(client.finals(id)).to.have.length(1);
  });

  it('OUI-E7 a snapshot that is to be sent keeps its budget, in either form', async () => {
    const client = await scriptedClient();
    const LIMIT = 256 * 1024;
    const observations = [{ id: 'rows', description: 'Rows.', schema: true }];
    const surface = client.bus.register(manifestWith({ observations }), {});
    surface.publish(
      'rows',
      Array.from({ length: 100_000 }, () => 'a row'),
    );
    const cut = await client.bus.snapshot({});
    expect(bytesOf(cut))
      .to.be.at.most(LIMIT)
      .and.above(LIMIT * 0.9);
    expect(cut.surfaces).to.have.length(1);
    expect(cut.fit!.cuts.map(({ path, kind }) => [path, kind])).to.deep.equal([
      ['/observations/notes/rows', 'list'],
    ]);
    const long = 'word '.repeat(400);
    for (let index = 0; index < 200; index++) {
      client.bus.register(manifestWith({ id: `s${index}`, metadata: { long } }), {});
    }
    const short: OuiSnapshot = await client.bus.snapshot({});
    expect(bytesOf(short)).to.be.at.most(LIMIT);
    expect(short).not.to.have.property('surfaces');
    expect(short.index).to.have.length(201);
    expect(short.fit!.cuts[0]).to.include({ path: '/surfaces', kind: 'value', keptSize: 0 });
    const tiny = await client.bus.snapshot({ form: 'index', budgetBytes: 5_000 });
    expect(bytesOf(tiny)).to.be.at.most(5_000);
    expect(tiny.index!.length).to.be.above(0);
    expect(tiny.fit!.cuts.at(-1)).to.deep.equal({
      path: '/index',
      kind: 'list',
      originalSize: 201,
      keptSize: tiny.index!.length,
    });
  });
});

/** A page end of a transport whose peer acknowledges as the test says. */
function acknowledging(answer: (message: { type: string; payload: Record<string, unknown> }) => unknown) {
  const sent: Record<string, unknown>[] = [];
  let listener: (message: unknown) => void = () => {};
  const transport: Transport = {
    state: 'connected',
    connect: () => Promise.resolve(),
    disconnect: () => {},
    send: (message) => {
      const copy = structuredClone(message) as { type: string; payload: Record<string, unknown> };
      if (copy.type !== 'action:result') return true;
      sent.push(copy.payload);
      return answer(copy) as boolean;
    },
    onEvent: (to) => ((listener = to), () => {}),
    onStateChange: () => () => {},
  };
  return { transport, sent, receive: (message: unknown) => listener(message) };
}

describe('refused results', () => {
  afterEach(restoreWarnings);

  async function pageThat(answer: Parameters<typeof acknowledging>[0]) {
    const warnings = collectWarnings();
    const { transport, sent, receive } = acknowledging(answer);
    const runtime = new FakeRuntime();
    const bus = new SurfaceBus({ runtime, settle: { quietMs: 0 } });
    bus.register(manifestWith({ actions: [open('go')] }), { go: () => 'data' });
    bus.connect(transport);
    await flush();
    const payload = { requestId: 'r', surfaceId: 'notes', actionId: 'go', params: {}, timestamp: 0 };
    receive({ type: 'action:request', payload });
    await runtime.advance(0);
    await runtime.advance(0);
    return { sent, warnings };
  }

  it('OUI-E8 sends a refused result again without surfaces, then observations, then data', async () => {
    const { sent, warnings } = await pageThat(async ({ payload }) => ({
      ok: !('data' in payload),
      reason: 'relay is full',
    }));
    const omitted = sent.map(({ delivery }) => (delivery as { omitted: string[] } | undefined)?.omitted);
    expect(omitted).to.deep.equal([
      undefined,
      ['surfaces'],
      ['surfaces', 'observations'],
      ['surfaces', 'observations', 'data'],
    ]);
    expect(sent.at(-1)!['delivery']).to.deep.include({ trimmed: true, reason: 'relay is full' });
    for (const result of sent) {
      expect(result).to.include({ requestId: 'r', success: true });
      const gone = (result['delivery'] as { omitted: string[] } | undefined)?.omitted ?? [];
      for (const key of ['surfaces', 'observations', 'data'])
        expect(key in result).to.equal(!gone.includes(key));
      // The hash of a list that did not arrive would keep it from arriving the next time.
      expect('surfacesHash' in result).to.equal('surfaces' in result);
    }
    expect(warnings).to.deep.equal([]);
  });

  it('OUI-E8 an accepted result is not sent again', async () => {
    expect((await pageThat(async () => ({ ok: true }))).sent).to.have.length(1);
    expect((await pageThat(() => true)).sent).to.have.length(1);
  });

  it('OUI-E8 gives up with a warning when even the outcome is refused', async () => {
    for (const refusal of [async () => ({ ok: false }), () => false]) {
      const { sent, warnings } = await pageThat(refusal);
      expect(sent).to.have.length(4);
      expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:result_refused']);
    }
  });

  it('OUI-E8 OUI-T2 a transport that throws, or whose answer fails, takes nothing down', async () => {
    const throwing = await pageThat(() => {
      throw new Error('closed');
    });
    expect(throwing.sent).to.have.length(4);
    const rejecting = await pageThat(() => Promise.reject(new Error('gone')));
    expect(rejecting.sent).to.have.length(1);
  });
});
