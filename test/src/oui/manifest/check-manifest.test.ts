import { expect } from 'chai';
import { checkManifest, OuiError, SurfaceBus } from 'oui-elements/oui';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';

/** The paths of a manifest's faults. */
function paths(value: unknown): string[] {
  return checkManifest(value).map(({ path }) => path);
}

function withAction(changes: Record<string, unknown>): unknown {
  const [action] = manifestWith().actions;
  return manifestWith({ actions: [{ ...action, ...changes } as never] });
}

describe('checkManifest', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it("OUI-S1 finds nothing wrong with the specification's complete example", () => {
    expect(checkManifest(todoApp)).to.deep.equal([]);
  });

  it('OUI-S1 reports every fault at once, each with its path and a sentence', () => {
    const faults = checkManifest({
      id: 'X',
      version: 'one',
      actions: [
        { id: 'save', description: 'Saves.', input: 'object' },
        { id: 'save', description: '', input: { type: 'strin' }, confirm: 'yes', effect: 'explode' },
      ],
      observations: [{ id: 'save', description: 'x', schema: true, updateFrequency: 'often' }],
    });
    expect(faults.map(({ path }) => path)).to.have.members([
      'id',
      'name',
      'description',
      'version',
      'actions[0].input',
      'actions[1].id',
      'actions[1].description',
      'actions[1].input',
      'actions[1].confirm',
      'actions[1].effect',
      'observations[0].id',
      'observations[0].updateFrequency',
    ]);
    for (const { message } of faults) expect(message).to.match(/\w+ \w+/);
    const effect = faults.find(({ path }) => path === 'actions[1].effect');
    expect(effect?.message).to.include('transaction');
  });

  it('OUI-S1 answers for whatever it is given', () => {
    for (const value of [undefined, null, 3, 'text', [], () => 1]) {
      expect(checkManifest(value), String(value)).to.have.length(1);
    }
    expect(paths({})).to.include.members(['id', 'name', 'description', 'actions']);
    expect(paths(manifestWith({ actions: [null] as never }))).to.deep.equal(['actions[0]']);
    expect(paths(manifestWith({ actions: [] }))).to.deep.equal(['actions']);
    expect(paths(manifestWith({ observations: {} as never }))).to.deep.equal(['observations']);
  });

  it('OUI-S1 holds ids to their patterns and lengths', () => {
    for (const id of ['a', 'A-b', '1ab', 'ab-', 'a_b', 'a'.repeat(65), '']) {
      expect(paths(manifestWith({ id })), id).to.deep.equal(['id']);
    }
    for (const id of ['ab', 'a-b', 'a1', 'a'.repeat(64)])
      expect(paths(manifestWith({ id })), id).to.deep.equal([]);
    for (const id of ['a', 'a-b', 'Ab', '_ab', 'ab_', 'a'.repeat(65)]) {
      expect(paths(withAction({ id })), id).to.deep.equal(['actions[0].id']);
    }
    expect(paths(withAction({ id: 'a_b2' }))).to.deep.equal([]);
  });

  it('OUI-E6 keeps the surface id "oui" free', () => {
    expect(paths(manifestWith({ id: 'oui' }))).to.deep.equal(['id']);
  });

  it('OUI-S1 refuses schemas that cannot be used, and says where', () => {
    const input = (schema: unknown) => paths(withAction({ input: schema }));
    expect(input({ type: 'object', properties: { a: { type: 'text' } } })).to.deep.equal([
      'actions[0].input.properties.a',
    ]);
    expect(input({ properties: { a: { pattern: '(' } } })).to.deep.equal(['actions[0].input.properties.a']);
    expect(input({ required: 'title' })).to.deep.equal(['actions[0].input']);
    expect(input({ minProperties: -1 })).to.deep.equal(['actions[0].input']);
    expect(input({ type: 'string' })).to.deep.equal(['actions[0].input']);
    expect(input(undefined)).to.deep.equal(['actions[0].input']);
    expect(paths(withAction({ output: 7 }))).to.deep.equal(['actions[0].output']);
  });

  it('OUI-S1 refuses references out of the schema, and takes those that stay inside', () => {
    const [external] = checkManifest(
      withAction({ input: { properties: { a: { $ref: 'https://example.org/a.json' } } } }),
    );
    expect(external?.path).to.equal('actions[0].input.properties.a');
    expect(external?.message).to.include('external');
    const [dangling] = checkManifest(withAction({ input: { properties: { a: { $ref: '#/$defs/b' } } } }));
    expect(dangling?.message).to.include('points to nothing');
    expect(
      paths(
        withAction({
          input: {
            properties: { a: { $ref: '#/$defs/b' }, c: { $ref: '#d' }, tree: { $ref: '#' } },
            $defs: { b: { type: 'string' }, d: { $anchor: 'd', type: 'number' } },
          },
        }),
      ),
    ).to.deep.equal([]);
  });

  it('OUI-S1 never refuses a legal schema for its style', () => {
    const schemas = [
      true,
      false,
      {},
      { type: ['object', 'null'] },
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { properties: { $ref: { type: 'string' } }, unknownKeyword: [1, 2] },
      { type: 'object', properties: { list: { prefixItems: [true], minItems: 3 } } },
      { if: { required: ['a'] }, then: { properties: { a: { minimum: 0 } } } },
    ];
    for (const input of schemas)
      expect(paths(withAction({ input })), JSON.stringify(input)).to.deep.equal([]);
  });

  it('OUI-S2 refuses what JSON cannot carry', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(paths(withAction({ handler: () => 1 }))).to.deep.equal(['actions[0].handler']);
    expect(paths(manifestWith({ metadata: { when: new Date(0) } }))).to.deep.equal(['metadata.when']);
    expect(paths(manifestWith({ metadata: { size: 1n } }))).to.deep.equal(['metadata.size']);
    expect(paths(manifestWith({ metadata: { ratio: NaN } }))).to.deep.equal(['metadata.ratio']);
    expect(paths(manifestWith({ metadata: cycle }))).to.deep.equal(['metadata.self']);
  });

  it('OUI-S1 checks activation, version, tags and concurrency', () => {
    const activation = (value: unknown) => paths(manifestWith({ activation: value as never }));
    expect(activation('/a')).to.deep.equal(['activation']);
    expect(activation({ routes: 3 })).to.deep.equal(['activation.routes']);
    expect(activation({ routes: [] })).to.deep.equal(['activation.routes']);
    expect(activation({ routes: ['/a', 'b', '/c-*'] })).to.deep.equal([
      'activation.routes[1]',
      'activation.routes[2]',
    ]);
    expect(activation({ entity: { id: 'x' } })).to.deep.equal(['activation.entity.type']);
    expect(activation({ condition: 1 })).to.deep.equal(['activation.condition']);
    expect(activation({ routes: '/a/**', entity: { type: 'doc' }, condition: 'signed in' })).to.deep.equal(
      [],
    );
    for (const version of ['1', '1.0', 'v1.0.0', '01.0.0', 1]) {
      expect(paths(manifestWith({ version: version as never })), String(version)).to.deep.equal(['version']);
    }
    expect(paths(manifestWith({ version: '1.0.0-rc.1+build.5' }))).to.deep.equal([]);
    expect(paths(withAction({ tags: ['a', 1] }))).to.deep.equal(['actions[0].tags']);
    expect(paths(manifestWith({ concurrency: 0 }))).to.deep.equal(['concurrency']);
  });

  it('OUI-S1 does not register a faulty surface, and says everything that is wrong', () => {
    const bus = new SurfaceBus();
    const faulty = manifestWith({ name: '', version: 'x' });
    let thrown: unknown;
    try {
      bus.register(faulty);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).to.be.instanceOf(OuiError);
    expect((thrown as OuiError).code).to.equal('oui:invalid_manifest');
    expect((thrown as OuiError).details).to.deep.equal(checkManifest(faulty));
    expect((thrown as OuiError).message).to.include('version');
    expect(bus.surfaces).to.deep.equal([]);
  });
});
