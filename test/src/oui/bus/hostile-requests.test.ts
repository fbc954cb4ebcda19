import { expect } from 'chai';
import { collectWarnings, manifestWith, restoreWarnings, scriptedClient, until } from '../linked-page.js';

const action = (input: object) =>
  manifestWith({ actions: [{ id: 'go', description: 'Goes.', input: { type: 'object', ...input } }] });

/** What a page that takes this answers to these params: it does answer, and before anybody gives up. */
async function answerTo(input: object, params: object) {
  const { bus, ask } = await scriptedClient();
  bus.register(action(input), { go: (given) => given });
  return ask('notes', 'go', params);
}

describe('requests that are made to hold a page up', function () {
  this.timeout(60_000);
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-S6 a text that begins like a credential again and again is refused at once', async () => {
    const note = { type: 'string', maxLength: 500 };
    const { error } = await answerTo({ properties: { note } }, { note: 'eyJaaaaaaaa-'.repeat(60_000) });
    expect(error?.code).to.equal('VALIDATION_ERROR');
    expect(error?.message).to.contain('a text of 720000 characters');
  });

  it('OUI-S6 OUI-E7 names of any length and number are refused in an error that can be sent', async () => {
    const keys = Array.from({ length: 100 }, (_, n) => [`${n}${'k'.repeat(3_500)}`, 1] as const);
    const { error } = await answerTo({ additionalProperties: false }, Object.fromEntries(keys));
    expect(error?.code).to.equal('VALIDATION_ERROR');
    expect(error?.message).to.have.length.below(2_001);
    expect(JSON.stringify(error)).to.have.length.below(70_000);
    const lists = { type: 'array', items: { type: 'string' } };
    const tags = { ['k'.repeat(500_000)]: Array.from({ length: 100 }, () => 1) };
    const many = await answerTo({ additionalProperties: lists }, tags);
    expect(JSON.stringify(many.error)).to.have.length.below(70_000);
  });

  it('OUI-S6 a text that is longer than it may be is not matched against its pattern', async () => {
    const mail = { type: 'string', maxLength: 254, pattern: '^\\S+@\\S+\\.\\S+$' };
    const { error } = await answerTo({ properties: { mail } }, { mail: '@.'.repeat(200_000) });
    expect(error?.code).to.equal('VALIDATION_ERROR');
    expect(error?.message).to.contain('at most 254').and.not.to.contain('[^]');
    expect((await answerTo({ properties: { mail } }, { mail: 'a@b.example' })).error).to.equal(undefined);
    const wrong = await answerTo({ properties: { mail } }, { mail: 'nobody' });
    expect(wrong.error?.message).to.contain('^\\S+@\\S+\\.\\S+$').and.not.to.contain('[^]');
  });

  it('OUI-S6 a default is filled in however much comes with it, or the request is refused', async () => {
    const ids = { type: 'array', items: { type: 'integer' } };
    const dryRun = { type: 'boolean', default: true };
    const list = Array.from({ length: 120_000 }, (_, n) => n % 10);
    const { data } = await answerTo({ properties: { ids, dryRun } }, { ids: list });
    expect(data).to.have.property('dryRun', true);
    const rows = { type: 'array', items: { properties: { dryRun } } };
    const { error } = await answerTo({ properties: { rows, dryRun } }, { rows: list.map(() => ({})) });
    expect(error?.code).to.equal('VALIDATION_ERROR');
    expect(error?.message).to.contain('too many places for defaults');
  });

  it('OUI-E5 a schema that contains itself has an index form', async () => {
    const { bus, of, runtime } = await scriptedClient({}, { manifests: 'index' });
    const $defs = { list: { type: 'array', items: { $ref: '#/$defs/list' } } };
    bus.register(action({ $defs, properties: { tree: { $ref: '#/$defs/list' } } }), { go: () => 1 });
    await until(runtime, () => of('surface:register').length > 0);
    expect(JSON.stringify(of('surface:register'))).to.contain('tree?: any[][][][]');
  });

  it('OUI-T2 an id that no peer needs is ignored', async () => {
    const { bus, request, of, runtime } = await scriptedClient();
    bus.register(action({}), { go: () => 1 });
    request('notes', 'go', {}, 'r'.repeat(257));
    const known = request('notes', 'go', {}, 'r'.repeat(256));
    await until(runtime, () => of('action:result').length > 0);
    expect(of('action:result').map(({ requestId }) => requestId)).to.deep.equal([known]);
  });
});
