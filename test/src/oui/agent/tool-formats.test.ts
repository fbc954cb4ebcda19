import { expect } from 'chai';
import type { ActionManifest } from 'oui-elements/oui/agent';
import { flush } from '../../../fake-runtime.js';
import { collectWarnings, manifestWith, scriptedPage, restoreWarnings } from '../linked-page.js';

const ANY = { type: 'object', properties: {} };
const action = (id: string, more: Partial<ActionManifest> = {}): ActionManifest => ({
  id,
  description: 'x',
  input: ANY,
  ...more,
});

/** A page with one surface for each key, with actions of these ids. */
async function pageOf(surfaces: Record<string, string[]>) {
  const page = await scriptedPage();
  for (const [id, actions] of Object.entries(surfaces)) {
    await page.register({ ...manifestWith(), id, actions: actions.map((name) => action(name)) });
  }
  const goesTo = async (name: string, args: unknown = {}) => {
    void page.agent.call(name, args);
    await flush();
    const { requestId, surfaceId, actionId, params } = page.requests().at(-1)!;
    await page.result({ requestId, success: true });
    return [surfaceId, actionId, params];
  };
  return { ...page, goesTo };
}

describe('the formats of an agent’s tools', () => {
  let warnings: { code: string; message: string }[];
  beforeEach(() => (warnings = collectWarnings()));
  afterEach(restoreWarnings);

  it('OUI-R1 a name of 64+1+64 is too long for models and for MCP, and leads back from both', async () => {
    const [surfaceId, actionId] = ['s'.repeat(64), 'a'.repeat(64)];
    const { agent, goesTo } = await pageOf({ [surfaceId]: [actionId, 'b'.repeat(63)] });
    const names = {
      openai: agent.tools({ format: 'openai' }).map((tool) => tool.function.name),
      anthropic: agent.tools({ format: 'anthropic' }).map(({ name }) => name),
      'ag-ui': agent.tools({ format: 'ag-ui' }).map(({ name }) => name),
      'ai-sdk': Object.keys(agent.tools({ format: 'ai-sdk' })),
      mcp: agent.tools({ format: 'mcp' }).map(({ name }) => name),
    };
    for (const format of ['openai', 'anthropic', 'ag-ui', 'ai-sdk'] as const) {
      expect(names[format], format).to.deep.equal(agent.tools().map(({ name }) => name));
      for (const name of names[format])
        expect(name)
          .to.match(/^s+_[0-9a-f]{8}$/)
          .and.have.length(64);
    }
    expect(names.mcp[0])
      .to.have.length(128)
      .and.match(/^s{64}_a+_[0-9a-f]{8}$/);
    expect(names.mcp[1]).to.equal(`${surfaceId}_${'b'.repeat(63)}`);
    for (const list of [names.openai, names.mcp]) {
      expect((await goesTo(list[0]!)).slice(0, 2)).to.deep.equal([surfaceId, actionId]);
      expect((await goesTo(list[1]!)).slice(0, 2)).to.deep.equal([surfaceId, 'b'.repeat(63)]);
    }
  });

  it('OUI-R1 leaves room for the prefix of a host', async () => {
    const { agent, goesTo } = await pageOf({ notes: ['a'.repeat(60)] });
    const [tool] = agent.tools({ format: 'mcp', maxNameLength: 40 });
    expect(tool?.name).to.have.length(40);
    expect((await goesTo(tool!.name))[0]).to.equal('notes');
    expect(agent.tools({ maxNameLength: 66 })[0]?.name).to.equal(`notes_${'a'.repeat(60)}`);
  });

  it('OUI-R1 names that a relay would make equal differ, and the author is told', async () => {
    const { agent, goesTo } = await pageOf({ 'doc-list': ['open'], doc: ['list_open'] });
    const names = agent.tools().map(({ name }) => name);
    expect(names[0]).to.equal('doc-list_open');
    expect(names[1]).to.match(/^doc_list_open_[0-9a-f]{8}$/);
    expect(warnings).to.have.length(1);
    expect(warnings[0]?.code).to.equal('oui:tool_name_collision');
    expect(warnings[0]?.message).to.include('doc.list_open').and.include('doc-list.open');
    for (const name of [...names, ...names.map((one) => one.replaceAll('-', '_'))]) {
      const surfaceId = name.startsWith('doc_list_open_') ? 'doc' : 'doc-list';
      expect((await goesTo(name))[0], name).to.equal(surfaceId);
    }
    expect(agent.tools({ format: 'mcp' }).map(({ name }) => name)).to.deep.equal(names);
    expect(warnings).to.have.length(1);
  });

  it('OUI-R1 a name means one action under every limit, whoever was named first', async () => {
    const { agent, register, send, goesTo } = await pageOf({ a_b: ['c'] });
    const [first] = agent.tools();
    await send('surface:deregister', { surfaceId: 'a_b' });
    await register({ ...manifestWith(), id: 'a', actions: [action('b_c')] });
    const [second] = agent.tools({ format: 'mcp' });
    expect(second?.name).not.to.equal(first?.name);
    expect((await goesTo(second!.name)).slice(0, 2)).to.deep.equal(['a', 'b_c']);
    expect((await agent.call(first!.name, {})).error?.code).to.equal('SURFACE_UNAVAILABLE');
  });

  it('OUI-R1 an input that is not plainly an object goes below `value`, and comes out again', async () => {
    const { agent, register, goesTo, requests } = await pageOf({});
    const shape = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } } });
    const either = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      anyOf: [
        { $ref: '#/$defs/circle' },
        shape('square'),
        { type: 'object', properties: { all: { $ref: '#/anyOf/1' } } },
      ],
      $defs: {
        circle: {
          ...shape('circle'),
          description: 'Round, or {"$ref": "#"}.',
          not: { $ref: '#/$defs/none' },
        },
        none: false,
      },
    };
    await register(
      manifestWith({
        actions: [action('draw', { input: either }), action('say', { input: { type: 'string' } })],
      }),
    );
    const [draw, say] = agent.tools();
    expect(draw?.inputSchema).to.deep.equal({
      type: 'object',
      properties: {
        value: {
          anyOf: [
            { $ref: '#/$defs/circle' },
            shape('square'),
            { type: 'object', properties: { all: { $ref: '#/properties/value/anyOf/1' } } },
          ],
        },
      },
      required: ['value'],
      additionalProperties: false,
      $defs: either.$defs,
    });
    expect(agent.surfaces[0]?.actions[0]?.input).to.deep.equal(either);
    expect(say?.inputSchema['properties']).to.deep.equal({ value: { type: 'string' } });
    expect((await goesTo(draw!.name, { value: { kind: 'square' } }))[2]).to.deep.equal({ kind: 'square' });
    expect((await goesTo(draw!.name, '{"kind": "square"}'))[2]).to.deep.equal({ kind: 'square' });
    const sent = requests().length;
    expect((await agent.call(say!.name, { value: 'hello' })).error?.code).to.equal('VALIDATION_ERROR');
    expect((await agent.call(draw!.name, { value: { kind: 3, all: 1 } })).error?.code).to.equal(
      'VALIDATION_ERROR',
    );
    expect(requests()).to.have.length(sent);
  });

  it('OUI-R1 keeps local definitions of an object, and a property that is called value', async () => {
    const { agent, register, goesTo } = await pageOf({});
    const input = {
      type: ['object', 'null'],
      properties: { value: { $ref: '#/$defs/n' } },
      required: ['value'],
      $defs: { n: { type: 'integer' } },
    };
    await register(manifestWith({ actions: [action('set', { input }), action('any', { input: true })] }));
    expect(agent.tools().map(({ inputSchema }) => inputSchema)).to.deep.equal([
      { ...input, type: 'object' },
      ANY,
    ]);
    expect((await goesTo('notes_set', { value: 1 }))[2]).to.deep.equal({ value: 1 });
    expect((await goesTo('notes_any', { value: 1 }))[2]).to.deep.equal({ value: 1 });
  });

  it('OUI-E1 tells MCP what only reads and what is not to be taken lightly', async () => {
    const { agent, register } = await pageOf({});
    const hints: Record<string, [Partial<ActionManifest>, boolean, boolean]> = {
      open: [{ effect: 'open' }, true, false],
      view_asks: [{ effect: 'view', confirm: true }, true, false],
      edit: [{ effect: 'edit', tags: ['read-only'] }, false, false],
      tagged: [{ tags: ['read-only'] }, true, false],
      undeclared: [{}, false, false],
      asks: [{ confirm: true }, false, true],
      pays: [{ effect: 'transaction' }, false, true],
      destroys: [{ effect: 'view', tags: ['destructive'] }, false, true],
    };
    await register(manifestWith({ actions: Object.entries(hints).map(([id, [more]]) => action(id, more)) }));
    for (const { name, annotations } of agent.tools({ format: 'mcp' })) {
      const [, readOnlyHint, destructiveHint] = hints[name.replace('notes_', '')]!;
      expect(annotations, name).to.deep.equal({ readOnlyHint, destructiveHint });
    }
  });

  it('OUI-R1 hands MCP an output schema only where it is an object’s', async () => {
    const { agent, register } = await pageOf({});
    const object = { type: 'object', properties: { id: { type: 'string' } } };
    await register(
      manifestWith({
        actions: [action('a', { output: object }), action('b', { output: { type: 'array' } })],
      }),
    );
    const [a, b] = agent.tools({ format: 'mcp' });
    expect(a?.outputSchema).to.deep.equal(object);
    expect(b).not.to.have.property('outputSchema');
  });

  it('OUI-R1 cuts a description that no model should have to read, once with a warning', async () => {
    const { agent, register } = await pageOf({});
    await register(manifestWith({ actions: [action('a', { description: '😀'.repeat(5_000) })] }));
    agent.tools();
    const { description } = agent.tools()[0]!;
    expect(description)
      .to.have.length.below(4_097)
      .and.match(/^(😀)+…$/u);
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:long_description']);
  });
});
