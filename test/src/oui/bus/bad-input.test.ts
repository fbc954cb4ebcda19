import { expect } from 'chai';
import type { ActionHandler, SurfaceBus, SurfaceMessage } from 'oui-elements/oui';
import { collectWarnings, manifestWith, scriptedClient, until, restoreWarnings } from '../linked-page.js';

const OPEN = manifestWith({
  actions: [{ id: 'go', description: 'Does something.', input: { type: 'object' } }],
});

async function pageWith(go: ActionHandler) {
  const client = await scriptedClient();
  client.bus.register(OPEN, { go });
  return client;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { in: value };
  return value;
}

/** A client on a transport that hands messages on as they are, without a copy through JSON. */
function rawClient(bus: SurfaceBus) {
  const sent: SurfaceMessage[] = [];
  let receive: (message: unknown) => void = () => {};
  bus.connect({
    state: 'connected',
    connect: () => Promise.resolve(),
    disconnect: () => {},
    send: (message) => sent.push(message as SurfaceMessage) > 0,
    onEvent: (listener) => ((receive = listener), () => {}),
    onStateChange: () => () => {},
  });
  return { sent, receive: (message: unknown) => receive(message) };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe('bad input to a page', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('§8.9 OUI-S10 whatever a handler returns, its result is clear and can be sent', async () => {
    const cycle: Record<string, unknown> = { name: 'cycle' };
    cycle['self'] = cycle;
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    const returned: [unknown, unknown][] = [
      [Object.create({ nodeType: 1, nodeName: 'DIV', parentNode: cycle }), '[node DIV]'],
      [
        { nodeType: 1, nodeName: 'DIV' },
        { nodeType: 1, nodeName: 'DIV' },
      ],
      [cycle, { name: 'cycle', self: '[circular]' }],
      [12n, '12'],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      [new Date(Number.NaN), null],
      [new Uint8Array(5), '[binary 5 bytes]'],
      [new ArrayBuffer(7), '[binary 7 bytes]'],
      [new Map([['a', new Set([1])]]), { a: [1] }],
      [
        [undefined, Number.NaN, () => 1, Symbol('x')],
        [null, null, null, null],
      ],
      [JSON.parse('{"__proto__": {"bad": 1}, "constructor": 2, "ok": 3}'), { ok: 3 }],
      [hostile, '[unreadable]'],
      [undefined, undefined],
    ];
    for (const [value, expected] of returned) {
      const page = await pageWith(() => (typeof value === 'object' && value !== null ? { value } : value));
      const result = await page.ask('notes', 'go');
      expect(result['success']).to.equal(true);
      const data = result['data'] as { value: unknown } | undefined;
      expect(typeof value === 'object' ? data?.value : data).to.deep.equal(expected);
    }
    expect(({} as Record<string, unknown>)['bad']).to.equal(undefined);
  });

  it('OUI-E7 20 MB of data arrive as much as there is room for', async function () {
    this.timeout(60_000);
    const page = await pageWith(() => ({ text: 'x'.repeat(20 * 1024 * 1024) }));
    const result = await page.ask('notes', 'go');
    expect(result).to.include({ success: true });
    expect(bytesOf(result)).to.be.at.most(480 * 1024);
    expect(result['fit'])
      .to.have.property('originalBytes')
      .above(20 * 1024 * 1024);
  });

  it('OUI-S10 data that hold the same object twice, and so on downwards, have an end', async function () {
    this.timeout(60_000);
    // A thousand million objects when written out.
    let doubled: Record<string, unknown> = {};
    for (let i = 0; i < 30; i++) doubled = { a: doubled, b: doubled };
    const page = await pageWith(() => doubled);
    const result = await page.ask('notes', 'go');
    expect(result['success']).to.equal(true);
    expect(bytesOf(result)).to.be.at.most(480 * 1024);
  });

  it('OUI-S10 data 10 000 levels deep have an end', async () => {
    const page = await pageWith(() => nested(10_000));
    const result = await page.ask('notes', 'go');
    expect(result['success']).to.equal(true);
    expect(JSON.stringify(result['data'])).to.include('[too deep]');
  });

  it('OUI-S9 whatever a handler throws, its result is a failure with a sentence', async () => {
    const withMessage = (message: unknown) => Object.assign(new Error('x'), { message });
    const unreadable = Object.defineProperty({}, 'code', {
      get() {
        throw new Error('no');
      },
    });
    const thrown: unknown[] = [
      undefined,
      null,
      0,
      'text',
      12n,
      Symbol('x'),
      {},
      () => 1,
      nested(10_000),
      withMessage(12n),
      withMessage({ no: 'text' }),
      withMessage(''),
      unreadable,
      Object.create(null),
    ];
    for (const value of thrown) {
      const page = await pageWith(() => {
        throw value;
      });
      const { success, error } = await page.ask('notes', 'go');
      expect(success).to.equal(false);
      expect(error?.code).to.equal('EXECUTION_ERROR');
      expect(error?.message).to.be.a('string').and.not.equal('');
    }
  });

  it('OUI-S9 OUI-E7 an error without end is shortened where it is thrown, and torn nowhere', async function () {
    this.timeout(60_000);
    const page = await pageWith(() => {
      const error = new Error(`x${'\u{1f600}'.repeat(5_000_000)}`);
      throw Object.assign(error, { code: 'app:huge', details: 'd'.repeat(20_000_000) });
    });
    const { error, ...rest } = await page.ask('notes', 'go');
    expect(error).to.include({ code: 'app:huge', details: '[20000002 characters left out]' });
    expect(error!.message)
      .to.have.length.at.most(2_000)
      .and.not.match(/\p{Surrogate}/u);
    expect(rest).to.have.property('surfaces');
  });

  it('OUI-S6 params that are nested without end are refused, and the page lives on', async () => {
    const seen: unknown[] = [];
    const page = await pageWith((params) => seen.push(params));
    expect((await page.ask('notes', 'go', nested(101))).error).to.include({ code: 'VALIDATION_ERROR' });
    const { receive, sent } = rawClient(page.bus);
    for (const levels of [10_000, 100_000]) {
      const params = nested(levels);
      const approval = { approvalId: 'a', argsHash: params };
      const payload = { requestId: `r${levels}`, surfaceId: 'notes', actionId: 'go', params, approval };
      receive({ type: 'action:request', payload });
      await page.runtime.advance(0);
    }
    const codes = sent.flatMap(({ type, payload }) =>
      type === 'action:result' ? [payload.error?.code] : [],
    );
    expect(codes).to.deep.equal(['VALIDATION_ERROR', 'VALIDATION_ERROR']);
    expect(seen).to.deep.equal([]);
    expect((await page.ask('notes', 'go', nested(90)))['success']).to.equal(true);
    expect(seen).to.deep.equal([nested(90)]);
  });

  it('OUI-X1 keys that could reach a prototype reach neither a handler nor the log', async () => {
    const seen: Record<string, unknown>[] = [];
    const page = await pageWith((params) => seen.push(params));
    const params: unknown = JSON.parse(
      '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}, "a": 1}',
    );
    expect((await page.ask('notes', 'go', params))['success']).to.equal(true);
    expect(Object.keys(seen[0]!)).to.deep.equal(['a']);
    expect(seen[0]!['admin']).to.equal(undefined);
    expect(JSON.stringify(page.bus.log)).not.to.include('admin');
    for (const id of ['constructor', 'toString', 'hasOwnProperty']) {
      expect((await page.ask(id, id)).error?.code).to.equal('SURFACE_UNAVAILABLE');
      expect((await page.ask('notes', id)).error?.code).to.equal('ACTION_NOT_FOUND');
      expect((await page.ask('oui', id)).error?.code).to.equal('ACTION_NOT_FOUND');
    }
  });

  it('OUI-T2 further fields of any type do no harm', async () => {
    const page = await pageWith(() => 1);
    for (const value of [null, 7, 'text', [], {}, nested(3)]) {
      const more = { turnId: value, knownSurfaces: value, timestamp: value, unknown: value };
      expect((await page.ask('notes', 'go', {}, more))['success']).to.equal(true);
    }
  });

  it('OUI-T2 memory does not grow: answers are remembered for so many requests, and no more', async () => {
    const page = await scriptedClient();
    page.bus.register(OPEN, { go: () => 1 }, { rateLimit: 'off' });
    for (let count = 0; count < 1_001; count++) page.request('notes', 'go', {}, `id${count}`);
    await until(page.runtime, () => page.finals('id1000').length > 0);
    page.request('notes', 'go', {}, 'id0');
    page.request('notes', 'go', {}, 'id1000');
    await until(page.runtime, () => page.finals('id1000').length > 1);
    await until(page.runtime, () => page.finals('id0').length > 1);
    const runs = page.bus.log.filter(({ requestId }) => requestId === 'id1000');
    expect(runs).to.have.length(1);
  });
});
