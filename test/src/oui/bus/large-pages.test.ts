import { expect } from 'chai';
import { OuiError, type ActionManifest, type SurfaceIndex } from 'oui-elements/oui';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, scriptedClient, until, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object' };

function open(id: string, changes: Partial<ActionManifest> = {}): ActionManifest {
  return { id, description: 'Does something.', input: ANY, ...changes };
}

describe('large pages', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  describe('hash of the surfaces', () => {
    it('OUI-E4 a result carries the hash, and leaves out the surfaces that the client knows', async () => {
      const client = await scriptedClient();
      client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 1 });
      const first = await client.ask('notes', 'go');
      const { surfacesHash } = first;
      expect(first['surfaces']).to.have.length(1);
      expect(surfacesHash).to.equal(client.bus.snapshot().surfacesHash);
      const second = await client.ask('notes', 'go', {}, { knownSurfaces: surfacesHash });
      expect(second).not.to.have.property('surfaces');
      expect(second['surfacesHash']).to.equal(surfacesHash);
      expect(second['observations']).to.deep.equal({ notes: {} });
      client.bus.register(manifestWith({ id: 'more' }), { add_note: () => 1 });
      const third = await client.ask('notes', 'go', {}, { knownSurfaces: surfacesHash });
      expect(third['surfaces']).to.have.length(2);
      expect(third['surfacesHash']).not.to.equal(surfacesHash);
    });

    it('OUI-E4 a knownSurfaces of another kind is a hash that does not fit', async () => {
      const client = await scriptedClient();
      client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 1 });
      for (const knownSurfaces of [null, 7, {}, 'fnv1a64:0']) {
        expect((await client.ask('notes', 'go', {}, { knownSurfaces }))['surfaces']).to.have.length(1);
      }
    });
  });

  describe('index form', () => {
    const shapes = Array.from({ length: 60 }, (_, index) => ({
      type: 'object',
      properties: { kind: { const: `k${index}` }, size: { type: 'integer' } },
    }));
    const actions: ActionManifest[] = [
      open('search', {
        title: 'Search',
        description: 'Finds notes by text, e.g.:v1.2 ones. Use it often.',
        effect: 'view',
        estimatedDuration: '< 1s',
        input: {
          type: 'object',
          properties: { n: { type: 'integer', minimum: 1, maximum: 50 }, q: { type: 'string' } },
          required: ['q'],
        },
      }),
      open('draw', { input: { oneOf: shapes }, confirm: true, async: true }),
      open('nothing', { input: { type: 'object', properties: {} }, description: 'Word '.repeat(100) }),
      open('much', {
        input: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, index) => [`field_${index}`, { type: 'string' }]),
          ),
        },
      }),
      open('words', {
        input: {
          type: 'object',
          $defs: { size: { enum: ['s', 'm', 'l'] } },
          properties: {
            size: { $ref: '#/$defs/size' },
            tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
          },
        },
      }),
    ];
    const manifest = manifestWith({
      version: '1.2.3',
      actions,
      observations: [{ id: 'count', description: 'How many.', schema: { type: 'integer' } }],
      metadata: { left: 'out' },
    });

    it('OUI-E5 tells of each surface in short, with one line for each input', async () => {
      const client = await scriptedClient({}, { manifests: 'index' });
      client.bus.register(manifest, {});
      await until(client.runtime, () => client.of('surface:register').length > 0);
      const surface = client.of('surface:register')[0]!['surface'] as SurfaceIndex;
      const { index, ...rest } = surface;
      const { id, name, description, version, observations } = manifest;
      expect(rest).to.deep.equal({ id, name, description, version, observations });
      const short = index.map(({ definitionHash, ...entry }) => {
        expect(definitionHash).to.match(/^fnv1a64:[0-9a-f]{16}$/);
        return entry;
      });
      expect(short[0]).to.deep.equal({
        id: 'search',
        title: 'Search',
        description: 'Finds notes by text, e.g.:v1.2 ones.',
        effect: 'view',
        estimatedDuration: '< 1s',
        input: 'q: string, n?: integer 1–50',
      });
      expect(short[1]).to.deep.equal({
        id: 'draw',
        description: 'Does something.',
        confirm: true,
        async: true,
        input: 'one of 60 shapes by kind',
      });
      expect(short[2]!.input).to.equal('none');
      expect(short[2]!.description)
        .to.match(/^(Word )+.*…$/)
        .and.to.have.length(160);
      expect(short[3]!.input).to.match(/^field_0\?: string, .*, and \d+ more$/);
      expect(short[3]!.input.length).to.be.at.most(120);
      expect(short[4]!.input).to.equal('size?: s|m|l, tags?: string[] ≤5');
    });

    it('OUI-E5 a definition hash changes with the definition', async () => {
      const client = await scriptedClient();
      const surface = client.bus.register(manifest, {});
      const hashes = async () => {
        const { index } = await client.bus.snapshot({ form: 'index' });
        return index![0]!.index.map(({ definitionHash }) => definitionHash);
      };
      const before = await hashes();
      surface.update({ ...manifest, actions: actions.map((action) => ({ ...action })) });
      expect(await hashes()).to.deep.equal(before);
      surface.update({ ...manifest, actions: [{ ...actions[0]!, usage: 'New.' }, ...actions.slice(1)] });
      const after = await hashes();
      expect(after[0]).not.to.equal(before[0]);
      expect(after.slice(1)).to.deep.equal(before.slice(1));
    });

    it('OUI-E5 has exactly one of surfaces and index, in results and snapshots', async () => {
      const client = await scriptedClient({}, { manifests: 'index' });
      client.bus.register(manifestWith({ actions: [open('go')] }), { go: () => 1 });
      const result = await client.ask('notes', 'go');
      expect(result).not.to.have.property('surfaces');
      expect((result['index'] as SurfaceIndex[])[0]!.index[0]!.id).to.equal('go');
      const { surfacesHash } = result;
      expect(await client.ask('notes', 'go', {}, { knownSurfaces: surfacesHash })).not.to.have.any.keys(
        'index',
        'surfaces',
      );
      expect(await client.bus.snapshot({ form: 'index' })).to.have.keys(
        'index',
        'observations',
        'specVersion',
        'surfacesHash',
      );
      expect(await client.bus.snapshot({})).to.deep.equal(client.bus.snapshot());
      expect(client.bus.snapshot()).not.to.have.property('index');
    });

    it('OUI-E5 OUI-S3 keeps what is active in step, as with whole manifests', async () => {
      const client = await scriptedClient({}, { manifests: 'index' });
      const surface = client.bus.register(manifest, {});
      surface.publish('count', 3);
      await until(client.runtime, () => client.seen.length > 1);
      surface.setActive(false);
      await flush();
      expect(client.types()).to.deep.equal(['surface:register', 'observation:update', 'surface:deregister']);
    });
  });

  describe('describe and read', () => {
    async function page(connect = {}) {
      const client = await scriptedClient({ settle: { quietMs: 500 } }, connect);
      const observations = [
        { id: 'rows', description: 'Rows.', schema: true },
        { id: 'disk', description: 'Disk.', schema: true, updateFrequency: 'polling' as const },
      ];
      const manifest = manifestWith({ actions: [open('go'), open('stop')], observations });
      const surface = client.bus.register(
        manifest,
        { go: () => 1, stop: () => 1 },
        { read: { disk: async () => ({ free: 5, 'a/b~c': ['x', 'y'] }) } },
      );
      return { ...client, manifest, surface };
    }

    it('OUI-E6 describes named actions in full, at once, and says which are not there', async () => {
      const client = await page();
      const start = client.runtime.monotonic();
      const actions = ['notes.go', { surfaceId: 'notes', actionId: 'stop' }, 'notes.fly', 'nowhere.go'];
      const result = await client.ask('oui', 'describe', { actions });
      expect(client.runtime.monotonic()).to.equal(start);
      expect(result).to.deep.include({ success: true });
      expect(result).not.to.have.any.keys('surfaces', 'observations', 'settled');
      const data = result['data'] as { actions: Record<string, unknown>[]; missing: unknown };
      const [go] = client.manifest.actions;
      const { definitionHash, ...definition } = data.actions[0]!;
      expect(definition).to.deep.equal({ ...go, surfaceId: 'notes' });
      const { index } = await client.bus.snapshot({ form: 'index' });
      expect(definitionHash).to.equal(index![0]!.index[0]!.definitionHash);
      expect(data.missing).to.deep.equal([
        { surfaceId: 'notes', actionId: 'fly' },
        { surfaceId: 'nowhere', actionId: 'go' },
      ]);
    });

    it('OUI-E6 describes a surface, and not what a person has switched off', async () => {
      const client = await page();
      client.bus.setEnabled('notes', 'stop', false);
      const { data } = await client.ask('oui', 'describe', { surfaceId: 'notes' });
      expect((data as { actions: ActionManifest[] }).actions.map(({ id }) => id)).to.deep.equal(['go']);
      const named = await client.ask('oui', 'describe', { surfaceId: 'notes', actionIds: ['stop'] });
      expect(named['data']).to.deep.include({ actions: [] });
      client.surface.setActive(false);
      const gone = await client.ask('oui', 'describe', { surfaceId: 'notes' });
      expect(gone.error?.code).to.equal('SURFACE_UNAVAILABLE');
    });

    it('OUI-E6 reads an observation, or the part of it at a pointer', async () => {
      const client = await page();
      const read = async (more: object) => {
        const { data, error } = await client.ask('oui', 'read', {
          surfaceId: 'notes',
          observationId: 'disk',
          ...more,
        });
        return error?.code ?? data;
      };
      expect(await read({})).to.deep.equal({ value: { free: 5, 'a/b~c': ['x', 'y'] } });
      expect(await read({ pointer: '/free' })).to.deep.equal({ value: 5 });
      expect(await read({ pointer: '/a~1b~0c/1' })).to.deep.equal({ value: 'y' });
      expect(await read({ pointer: '/a~1b~0c/01' })).to.equal('PRECONDITION_FAILED');
      expect(await read({ pointer: '/constructor' })).to.equal('PRECONDITION_FAILED');
      expect(await read({ pointer: 'free' })).to.equal('VALIDATION_ERROR');
      expect(await read({ observationId: 'nothing' })).to.equal('oui:observation_not_found');
      expect(await read({ surfaceId: 'nowhere' })).to.equal('SURFACE_UNAVAILABLE');
    });

    it('OUI-E6 reads a page at a time; all pages are the whole, and no surrogate pair is torn', async () => {
      const client = await page();
      const rows = Array.from({ length: 250 }, (_, row) => ({ row }));
      const text = `x${'\u{1f600}'.repeat(10_000)}`;
      client.surface.publish('rows', { rows, text });
      const pages = async (pointer: string, more = {}) => {
        const values: unknown[] = [];
        for (let page = 1, last = 1; page <= last; page++) {
          const params = { surfaceId: 'notes', observationId: 'rows', pointer, page, ...more };
          const data = (await client.ask('oui', 'read', params))['data'] as Record<string, unknown>;
          expect(data).to.include({ page });
          last = data['pages'] as number;
          values.push(data['value']);
        }
        return values;
      };
      const lists = (await pages('/rows')) as unknown[][];
      expect(lists.map(({ length }) => length)).to.deep.equal([100, 100, 50]);
      expect(lists.flat()).to.deep.equal(rows);
      const texts = (await pages('/text')) as string[];
      expect(texts.length).to.be.above(1);
      expect(texts.join('')).to.equal(text);
      for (const part of texts) expect(part).not.to.match(/\p{Surrogate}/u);
      const members = await pages('', { pageSize: 1 });
      expect(Object.assign({}, ...members)).to.deep.equal({ rows, text });
    });

    it('OUI-E6 says what it does not have, checks its params, is limited, and is never listed', async () => {
      const client = await page();
      expect((await client.ask('oui', 'fly')).error?.code).to.equal('ACTION_NOT_FOUND');
      expect((await client.ask('oui', 'describe', {})).error?.code).to.equal('VALIDATION_ERROR');
      expect((await client.ask('oui', 'read', { surfaceId: 7 })).error?.code).to.equal('VALIDATION_ERROR');
      expect(client.bus.surfaces.map(({ surfaceId }) => surfaceId)).to.deep.equal(['notes']);
      for (let count = 3; count < 30; count++) await client.ask('oui', 'describe', { surfaceId: 'notes' });
      expect((await client.ask('oui', 'describe', { surfaceId: 'notes' })).error?.code).to.equal(
        'RATE_LIMITED',
      );
    });

    it('OUI-E6 OUI-E10 a reader that never settles still gets an answer', async () => {
      const client = await page();
      client.surface.update(client.manifest, {}, { read: { disk: () => new Promise(() => {}) } });
      const id = client.request('oui', 'read', { surfaceId: 'notes', observationId: 'disk' });
      await client.runtime.advance(5_000);
      expect(client.finals(id)[0]?.['error']).to.include({ code: 'TIMEOUT' });
      expect(client.runtime.timers).to.equal(0);
    });

    it('OUI-E6 a page may not register the reserved id', async () => {
      const client = await page();
      expect(() => client.bus.register(manifestWith({ id: 'oui' }), {})).to.throw(OuiError, 'reserved');
    });
  });
});
