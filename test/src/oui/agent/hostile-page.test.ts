import { expect } from 'chai';
import { AgentRuntime } from 'oui-elements/oui/agent';
import { flush } from '../../../fake-runtime.js';
import {
  collectWarnings,
  deferred,
  manifestWith,
  scriptedPage,
  restoreWarnings,
  until,
} from '../linked-page.js';

const ANY = { type: 'object' };
const count = { id: 'count', description: 'Counts.', schema: true };
const surface = manifestWith({
  actions: [{ id: 'go', description: 'Goes.', input: ANY }],
  observations: [count],
});

/** `[[[…]]]` */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = [value];
  return value;
}

describe('an agent and a hostile page', () => {
  let warnings: { code: string; message: string }[];
  const codes = () => warnings.map(({ code }) => code);
  beforeEach(() => (warnings = collectWarnings()));
  afterEach(restoreWarnings);

  it('OUI-T2 keeps 2,000 surfaces and no more, with one warning', async () => {
    const { agent, end, register, requests, result } = await scriptedPage();
    for (let n = 0; n < 2_100; n++) {
      end.send({ type: 'surface:register', payload: { surface: { ...surface, id: `s${n}` }, timestamp: n } });
    }
    await flush();
    expect(agent.surfaces).to.have.length(2_000);
    expect(codes()).to.deep.equal(['oui:peer_too_large']);
    await register({ ...surface, id: 's0', name: 'Renewed' });
    expect(agent.surfaces[0]?.name).to.equal('Renewed');
    void agent.invoke('s0', 'go');
    await flush();
    const surfaces = Array.from({ length: 3_000 }, (_, n) => ({ ...surface, id: `t${n}` }));
    await result({ requestId: requests()[0]!['requestId'], success: true, surfaces });
    expect(agent.surfaces).to.have.length(2_000);
    expect(agent.surfaces[0]?.id).to.equal('t0');
    expect(codes()).to.deep.equal(['oui:peer_too_large']);
  });

  it('OUI-T2 ignores a manifest that is too large or too deep, with one warning, and keeps the others', async () => {
    const { agent, register } = await scriptedPage();
    await register(surface);
    for (const hostile of [
      { ...surface, id: 'large', description: 'x'.repeat(2 * 1024 * 1024) },
      { ...surface, id: 'deep', metadata: { deep: nested(2_000) } },
      { ...surface, id: 'deep', actions: [{ ...surface.actions[0], input: { not: nested(1_000) } }] },
      {
        ...surface,
        id: 'wide',
        metadata: Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [n, n])),
      },
    ]) {
      await register(hostile);
    }
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
    await register({ ...surface, description: 'x'.repeat(2 * 1024 * 1024) });
    expect(agent.surfaces, 'what it was is not true any more').to.deep.equal([]);
    expect(codes()).to.deep.equal(['oui:peer_too_large']);
  });

  it('OUI-T2 keeps 1,000 actions and observations of a surface, each id once', async () => {
    const { agent, register, send } = await scriptedPage();
    const ids = Array.from({ length: 1_200 }, (_, n) => `id_${n}`);
    const actions = ['id_0', ...ids].map((id) => ({ id, description: 'x', input: ANY }));
    await register({ ...surface, actions, observations: ids.map((id) => ({ ...count, id })) });
    expect(agent.surfaces[0]?.actions).to.have.length(1_000);
    expect(agent.surfaces[0]?.observations).to.have.length(1_000);
    const names = agent.tools().map(({ name }) => name);
    expect(new Set(names).size).to.equal(1_000);
    for (let n = 0; n < 1_200; n++) {
      await send('observation:update', { surfaceId: 'notes', observationId: `made_up_${n}`, value: n });
    }
    expect(Object.keys(agent.observations['notes']!)).to.have.length(1_000);
    expect(new Set(codes())).to.deep.equal(new Set(['oui:peer_too_large']));
    expect(warnings).to.have.length(2);
  });

  it('OUI-T2 keeps no value that is too large or too deep, nor what it was before, but tells who asked', async () => {
    const { agent, register, send } = await scriptedPage();
    await register(surface);
    const update = (value: unknown) =>
      send('observation:update', { surfaceId: 'notes', observationId: 'count', value });
    for (const value of ['x'.repeat(2 * 1024 * 1024), nested(2_000)]) {
      await update(1);
      expect(agent.observations).to.deep.equal({ notes: { count: 1 } });
      const asked = agent.observe('notes', 'count');
      await update(value);
      expect(agent.observations).to.deep.equal({ notes: {} });
      expect(JSON.stringify(await asked)).to.have.length(JSON.stringify(value).length);
    }
    expect(codes()).to.deep.equal(['oui:peer_too_large']);
  });

  it('OUI-T2 keeps 16 MB of one client in all, and has room again when something leaves', async () => {
    const { agent, register, send } = await scriptedPage();
    const large = (id: string) => ({ ...surface, id, description: 'x'.repeat(1_000_000) });
    for (let n = 0; n < 20; n++) await register(large(`s${n}`));
    const kept = agent.surfaces.length;
    expect(kept).to.be.within(14, 17);
    await register(large('one-more'));
    expect(agent.surfaces).to.have.length(kept);
    await send('surface:deregister', { surfaceId: 's0' });
    await register(large('one-more'));
    expect(agent.surfaces.at(-1)?.id).to.equal('one-more');
    for (let n = 0; n < 50; n++) await register({ ...large('one-more'), version: `1.${n}.0` });
    expect(agent.surfaces.at(-1)?.version).to.equal('1.49.0');
    expect(codes()).to.deep.equal(['oui:peer_too_large']);
  });

  it('OUI-T2 no name from a page reaches a prototype', async () => {
    const { agent, end, register, send, requests, result } = await scriptedPage();
    await register(surface);
    const raw = (text: string) => end.send(JSON.parse(text) as never);
    raw('{"type":"surface:register","payload":{"surface":{"id":"__proto__","actions":[]}}}');
    raw(
      '{"type":"surface:register","payload":{"surface":{"id":"evil","__proto__":{"polluted":1},"actions":[]}}}',
    );
    raw(
      '{"type":"observation:update","payload":{"surfaceId":"__proto__","observationId":"polluted","value":1}}',
    );
    raw(
      '{"type":"observation:update","payload":{"surfaceId":"notes","observationId":"__proto__","value":{"polluted":1}}}',
    );
    raw(
      '{"type":"observation:update","payload":{"surfaceId":"notes","observationId":"count","value":{"__proto__":{"polluted":1}}}}',
    );
    await flush();
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
    expect(agent.observations).to.deep.equal({ notes: {} });
    void agent.invoke('notes', 'go');
    await flush();
    const { requestId } = requests()[0]!;
    raw(
      `{"type":"action:result","payload":{"requestId":${JSON.stringify(requestId)},"success":true,"timestamp":1,` +
        '"surfaces":[{"id":"notes","actions":[{"id":"__proto__"},{"id":"go"}]},{"id":"__proto__"}],' +
        '"observations":{"__proto__":{"polluted":1},"notes":{"__proto__":{"polluted":1},"constructor":1}}}}',
    );
    await flush();
    expect(agent.surfaces.map(({ id }) => id)).to.deep.equal(['notes']);
    expect(agent.surfaces[0]?.actions.map(({ id }) => id)).to.deep.equal(['go']);
    expect(Object.keys(agent.observations['notes']!)).to.deep.equal(['constructor']);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
    expect(Object.assign({}, agent.observations['notes'])).not.to.have.property('polluted');
    await register({ ...surface, id: '_', actions: [{ id: 'proto__', description: '', input: ANY }] });
    expect(agent.tools().map(({ name }) => name)).not.to.include('__proto__');
    await send('surface:deregister', { surfaceId: 'constructor' });
    await result({ requestId: 'toString', success: true });
    expect(agent.surfaces).to.have.length(2);
  });

  it('OUI-E11 cuts a page’s error to what a model and a log can take', async () => {
    const { agent, register, requests, result } = await scriptedPage();
    await register({ ...surface, concurrency: 10 });
    const fail = async (error: unknown) => {
      const call = agent.invoke('notes', 'go');
      await flush();
      await result({ requestId: requests().at(-1)!['requestId'], success: false, error });
      return (await call).error!;
    };
    const long = await fail({
      code: 'c'.repeat(5_000),
      message: '😀'.repeat(50_000),
      details: 'x'.repeat(100_000),
    });
    expect(long.code).to.have.length(256);
    expect(long.message)
      .to.have.length.below(2_001)
      .and.match(/^(😀)+…$/u);
    expect(long.details).to.equal('[too large; left out]');
    expect((await fail({ code: 'a:b', message: '', details: nested(1_000) })).details).to.equal(
      '[too large; left out]',
    );
    expect(await fail({ code: 'a:b', message: 'm', details: { n: [1] } })).to.deep.equal({
      code: 'a:b',
      message: 'm',
      details: { n: [1] },
    });
    for (const nothing of [null, 'text', [], 7, { code: 7, message: {} }, { code: '' }]) {
      expect(await fail(nothing)).to.deep.equal({
        code: 'INTERNAL_ERROR',
        message: 'The page gave no reason.',
      });
    }
    for (const code of ['__proto__', 'constructor', 'toString']) {
      expect((await fail({ code, message: 'm' })).code).to.equal(code);
    }
  });

  it('OUI-E11 a result is interim when it says so plainly, and ends the log’s entry when it is not', async () => {
    const { agent, register, requests, result } = await scriptedPage();
    await register({ ...surface, concurrency: 10 });
    for (const interim of ['yes', 1, {}, null, false]) {
      const call = agent.invoke('notes', 'go');
      await flush();
      await result({ requestId: requests().at(-1)!['requestId'], success: true, interim, data: 1 });
      expect((await call).data).to.equal(1);
      expect(agent.log.at(-1)?.state).to.equal('succeeded');
    }
  });

  it('OUI-E11 takes no text where it needs a list, and the safe meaning of what is unclear', async () => {
    const { agent, register } = await scriptedPage();
    const odd = {
      id: 'go',
      description: 7,
      title: {},
      tags: 'read-only',
      usage: [],
      effect: 3,
      confirm: 'yes',
      async: 'yes',
      output: 'x',
      indexed: true,
      inputLine: 5,
    };
    await register({
      id: 'odd',
      name: 5,
      actions: [odd, { id: 'stop', tags: [1, 'a'], confirm: 0 }],
      observations: [{ id: 'o', schema: 3 }],
    });
    expect(agent.surfaces[0]).to.deep.equal({
      id: 'odd',
      name: 'odd',
      description: '',
      actions: [
        { id: 'go', description: '', input: ANY, confirm: true, async: 'yes' },
        { id: 'stop', description: '', input: ANY, tags: ['a'], confirm: false },
      ],
      observations: [{ id: 'o', description: '', schema: true }],
    });
    for (const format of ['openai', 'anthropic', 'mcp', 'ai-sdk', 'ag-ui'] as const) agent.tools({ format });
    expect(agent.tools()[0]).to.include({ confirm: true, async: false });
    expect((await agent.invoke('odd', 'go')).error?.code).to.equal('ACTION_DENIED');
  });

  it('OUI-R5 a yes is for the action that was shown, not for what the page makes of it meanwhile', async () => {
    const { agent, register, requests, runtime } = await scriptedPage();
    const gated = { ...surface, actions: [{ ...surface.actions[0]!, confirm: true }] };
    await register(gated);
    const ask = async (meanwhile: unknown) => {
      const yes = deferred<boolean>();
      const call = agent.invoke('notes', 'go', {}, { confirm: () => yes.promise });
      await flush();
      await register(meanwhile);
      yes.resolve(true);
      await flush();
      return call;
    };
    const changed = await ask({ ...gated, actions: [{ ...gated.actions[0], description: 'Deletes all.' }] });
    expect(changed.error?.code).to.equal('PRECONDITION_FAILED');
    expect(requests()).to.deep.equal([]);
    await register(gated);
    void ask({ ...gated, name: 'Renamed' });
    await until(runtime, () => requests().length === 1);
    agent.disconnect();
  });

  it('OUI-R4 nothing that comes in is the result of what has not gone out', async () => {
    const { agent, register, requests, result } = await scriptedPage();
    await register(surface);
    const first = agent.invoke('notes', 'go');
    const second = agent.invoke('notes', 'go');
    await flush();
    // The ids of the test's runtime can be guessed; those of a real one cannot.
    const guessed = String(requests()[0]!['requestId']).replace(/1$/, '2');
    await result({ requestId: guessed, success: true, data: 'forged' });
    await result({ requestId: requests()[0]!['requestId'], success: true, data: 'mine' });
    expect((await first).data).to.equal('mine');
    expect(requests()[1]!['requestId']).to.equal(guessed);
    await result({ requestId: guessed, success: true, data: 'right' });
    expect((await second).data).to.equal('right');
  });

  it('OUI-R4 OUI-R11 a late or unknown result changes nothing that is believed', async () => {
    const { agent, register, requests, result, runtime } = await scriptedPage();
    await register(surface);
    const call = agent.invoke('notes', 'go');
    await runtime.advance(30_000);
    expect((await call).error?.code).to.equal('TIMEOUT');
    for (const requestId of [requests()[0]!['requestId'], 'nobody']) {
      await result({ requestId, success: true, surfaces: [], surfacesHash: 'h', observations: {} });
      expect(agent.surfaces).to.deep.equal([surface]);
    }
    expect(agent.log.map(({ state }) => state)).to.deep.equal(['failed']);
  });

  it('OUI-R13 limits do not grow without end, and a surface that comes back finds its own again', async () => {
    const { agent, register, send } = await scriptedPage({ rateLimit: { requests: 1, perMs: 1_000 } });
    await register(surface);
    void agent.invoke('notes', 'go');
    await flush();
    await send('surface:deregister', { surfaceId: 'notes' });
    await register(surface);
    expect((await agent.invoke('notes', 'go')).error?.code).to.equal('RATE_LIMITED');
  });

  it('OUI-R10 two pages of one person are two agents’ ends, and neither knows of the other', async () => {
    const [one, two] = [await scriptedPage(), await scriptedPage()];
    await one.register(surface);
    await two.register({ ...surface, name: 'The other tab' });
    await two.register({ ...surface, id: 'more' });
    await one.send('observation:update', { surfaceId: 'notes', observationId: 'count', value: 1 });
    const call = one.agent.invoke('notes', 'go');
    await flush();
    expect(two.requests()).to.deep.equal([]);
    await two.result({
      requestId: one.requests()[0]!['requestId'],
      success: true,
      surfaces: [],
      data: 'wrong',
    });
    await one.result({
      requestId: one.requests()[0]!['requestId'],
      success: true,
      surfaces: [surface],
      data: 'right',
    });
    expect((await call).data).to.equal('right');
    expect(one.agent.surfaces).to.deep.equal([surface]);
    expect(two.agent.surfaces.map(({ name }) => name)).to.deep.equal(['The other tab', 'Notes']);
    expect(two.agent.observations).to.deep.equal({ notes: {}, more: {} });
    two.end.disconnect();
    await flush();
    expect(two.agent.tools()).to.deep.equal([]);
    expect(one.agent.tools()).to.have.length(1);
    expect(one.agent).to.be.instanceOf(AgentRuntime);
  });
});
