import { expect } from 'chai';
import { SurfaceBus } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { lab, linkedTransports, mismatch, scriptedAgent, scriptedPage } from 'oui-elements/testing';
import { flush } from '../../fake-runtime.js';
import { manifestWith } from '../oui/linked-page.js';

describe('scripted peers', () => {
  it('OUI testing: an agent by hand sees what a page sends, and gets the final result of a request', async () => {
    const [page, end] = linkedTransports();
    const bus = new SurfaceBus({ settle: { quietMs: 0 } });
    bus.register(manifestWith(), { add_note: ({ text }) => text });
    bus.connect(page);
    const agent = await scriptedAgent(end);
    const { payload } = await agent.next(({ type }) => type === 'surface:register');
    expect(payload['surface']).to.have.property('id', 'notes');
    const result = await agent.request('notes', 'add_note', { text: 'milk' });
    expect(result).to.deep.include({ success: true, data: 'milk' });
    expect(agent.of('action:result')).to.have.length(1);
    agent.disconnect();
  });

  it('OUI testing: a page by hand registers, gives out each request once, and answers it', async () => {
    const [end, transport] = linkedTransports();
    const agent = new AgentRuntime();
    await agent.connect(transport);
    const page = await scriptedPage(end);
    page.register({ ...lab, concurrency: 2 });
    page.update('lab', 'count', 4);
    await agent.whenRegistered('lab');
    const results = [
      agent.invoke('lab', 'echo', { text: 'one' }),
      agent.invoke('lab', 'echo', { text: 'two' }),
    ];
    const first = await page.request();
    const second = await page.request();
    expect([first.params, second.params]).to.deep.equal([{ text: 'one' }, { text: 'two' }]);
    page.result(second.requestId, { data: 2 });
    page.result(first.requestId, { success: false, error: { code: 'app:no', message: 'No.' } });
    expect((await results[1])?.data).to.equal(2);
    expect((await results[0])?.error?.code).to.equal('app:no');
    expect(agent.observations['lab']?.['count']).to.equal(4);
    page.deregister('lab');
    while (agent.surfaces.length > 0) await flush();
    page.disconnect();
  });
});

describe('mismatch', () => {
  const cases: [value: unknown, pattern: unknown, ok: boolean][] = [
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{}, { toString: { $is: 'absent' } }, true],
    [[1, 2], [1], false],
    [[1, { x: 1, y: 2 }], [1, { x: 1 }], true],
    [null, { a: 1 }, false],
    [{ a: null }, { a: { $is: 'null' } }, true],
    [{ a: undefined }, { a: { $is: 'absent' } }, true],
    [{ a: 0 }, { a: { $is: 'present' } }, true],
    [5, { $min: 5, $max: 5 }, true],
    [6, { $min: 5, $max: 5 }, false],
    ['abc', { $matches: '^a' }, true],
    [3, { $matches: '3' }, false],
    [[{ id: 1 }, { id: 2 }], { $has: { id: 2 } }, true],
    [[{ id: 1 }, { id: 2 }], { $lacks: { id: 2 } }, false],
    [[], { $lacks: { id: 2 } }, true],
    [undefined, { $lacks: 1 }, false],
  ];
  for (const [value, pattern, ok] of cases) {
    it(`OUI testing: ${JSON.stringify(value)} ${ok ? 'matches' : 'does not match'} ${JSON.stringify(pattern)}`, () => {
      expect(mismatch(value, pattern) === undefined).to.equal(ok);
    });
  }

  it('OUI testing: says where, what is there and what should be', () => {
    expect(mismatch({ a: { b: [1, 2] } }, { a: { b: [1, 3] } })).to.equal('/a/b/1 is 2, not 3');
  });
});
