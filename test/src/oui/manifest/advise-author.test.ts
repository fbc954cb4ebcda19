import { expect } from 'chai';
import { setDevWarnings, SurfaceBus } from 'oui-elements/oui';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';
import { flush } from '../../../fake-runtime.js';

/** The advice is loaded when there is something to look at. */
async function adviceGiven(): Promise<void> {
  await import('../../../../src/oui/manifest/advice.js');
  await flush();
}

describe('advice to authors', () => {
  afterEach(restoreWarnings);

  /** What an author reads who registers an action with these changes. */
  async function adviceOn(changes: Record<string, unknown>): Promise<{ code: string; message: string }[]> {
    const warnings = collectWarnings({ advice: true });
    const [action] = manifestWith().actions;
    const manifest = manifestWith({ actions: [{ ...action, ...changes } as never] });
    new SurfaceBus().register(manifest, { add_note: () => 1 });
    await adviceGiven();
    return warnings;
  }

  it('OUI-X3 points out texts and lists without a bound, and where they are', async () => {
    const [warning, ...more] = await adviceOn({
      input: {
        properties: {
          text: { type: 'string', description: 'a' },
          list: { type: 'array', description: 'b', maxItems: 3, items: { type: 'string' } },
          tags: { type: 'array', description: 'c', items: { enum: ['x'] } },
          kind: { type: 'string', description: 'd', enum: ['x'] },
          day: { type: 'string', description: 'e', format: 'date' },
          short: { type: 'string', description: 'f', maxLength: 3 },
          colour: { type: 'string', description: 'g', pattern: '^#[0-9a-fA-F]{6}$' },
          time: { type: 'string', description: 'h', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
          endless: { type: 'string', description: 'i', pattern: '^a{2,}$' },
          open: { type: 'string', description: 'j', pattern: '^a|b$' },
          half: { type: 'string', description: 'k', pattern: '^a' },
        },
      },
    });
    expect(more).to.deep.equal([]);
    expect(warning?.code).to.equal('oui:unbounded_input');
    expect(warning?.message).to.match(
      /^notes\.add_note: give properties\.text, properties\.list\.items, properties\.tags, properties\.endless, properties\.open, properties\.half a/,
    );
  });

  it('OUI-X4 points out a destructive action without a confirmation', async () => {
    const codes = async (changes: Record<string, unknown>) =>
      (await adviceOn(changes)).map(({ code }) => code);
    expect(await codes({ tags: ['destructive'] })).to.deep.equal(['oui:destructive_without_confirm']);
    expect(await codes({ tags: ['destructive'], confirm: true })).to.deep.equal([]);
    expect(await codes({ tags: ['destructive'], effect: 'transaction' })).to.deep.equal([]);
  });

  it('OUI-X3 points out properties that an agent would have to guess', async () => {
    const [warning] = await adviceOn({ input: { properties: { n: { type: 'number' } } } });
    expect(warning?.code).to.equal('oui:missing_description');
    expect(warning?.message).to.include('describe n;');
  });

  it("OUI-X3 OUI-X4 has nothing to say about the specification's example, and says the rest once", async () => {
    const warnings = collectWarnings({ advice: true });
    const handlers = Object.fromEntries(todoApp.actions.map(({ id }) => [id, () => 1]));
    const bus = new SurfaceBus();
    bus.register(todoApp, handlers);
    await adviceGiven();
    expect(warnings).to.deep.equal([]);
    bus.register(manifestWith(), {});
    bus.register(manifestWith(), {});
    await adviceGiven();
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:missing_handler']);
  });

  it('OUI-X1 points out a handler that no declaration offers', () => {
    const warnings = collectWarnings({ advice: true });
    new SurfaceBus().register(manifestWith(), { add_note: () => 1, drop_all: () => 1 });
    expect(warnings.map(({ code }) => code)).to.deep.equal(['oui:unknown_handler']);
  });

  it('OUI-S6 points out a pattern that could take for ever, which is matched against short texts only', async () => {
    const text = { type: 'string', description: 'a', maxLength: 500 };
    const [warning, ...more] = await adviceOn({
      input: {
        properties: {
          slug: { ...text, pattern: '^([a-z]+-)*[a-z]+$' },
          words: { ...text, pattern: '^(\\w+\\s?)*$' },
        },
      },
    });
    expect(more).to.deep.equal([]);
    expect(warning?.code).to.equal('oui:slow_pattern');
    expect(warning?.message).to.include('properties.words.pattern can take').and.not.to.include('slug');
  });

  it('OUI-X3 OUI-X4 is silent in production, where warnings are switched off', async () => {
    const warnings = collectWarnings({ advice: true });
    setDevWarnings(undefined);
    new SurfaceBus().register(manifestWith({ id: 'silent' }), { drop_all: () => 1 });
    await adviceGiven();
    expect(warnings).to.deep.equal([]);
  });
});
