import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ROOT } from './package-root.js';

/** A page in a process of its own, because the validator is loaded once. */
const PAGE = `
import { setDevWarnings, SurfaceBus } from 'oui-elements/oui';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
setDevWarnings(undefined);
const input = { properties: { n: { type: 'integer', default: 7 } } };
const action = (id) => ({ id, description: 'x', input });
const observation = (id) => ({ id, description: 'x', schema: { type: 'integer' } });
const manifest = { id: 'page', name: 'Page', description: 'x',
  actions: [action('set_n')], observations: [observation('good'), observation('bad'), observation('none')] };
const bus = new SurfaceBus({ settle: { quietMs: 0 } });
const ran = [];
const surface = bus.register(manifest, { set_n: ({ n }) => void ran.push(n) });
surface.publish('good', 5);
surface.publish('bad', 'a text');
surface.publish('none', null);
const early = bus.snapshot().observations.page;
const [end, agent] = linkedTransports();
const results = {};
const updates = {};
const three = new Promise((resolve) => agent.onEvent(({ type, payload }) => {
  if (type === 'observation:update') updates[payload.observationId] = payload.value;
  if (type !== 'action:result') return;
  results[payload.requestId] = payload.error?.code ?? payload.observations.page;
  if (Object.keys(results).length === 4) resolve();
}));
bus.connect(end);
await agent.connect();
[{ n: 1 }, { n: 'x' }, { n: 3 }, {}].forEach((params, index) => agent.send({ type: 'action:request',
  payload: { requestId: 'r' + index, surfaceId: 'page', actionId: 'set_n', params, timestamp: 1 } }));
await three;
console.log(JSON.stringify({ early, ran, results, updates }));`;

describe('a page whose validator is still on its way', () => {
  it('OUI-S6 OUI-S17 OUI-S19 nothing unchecked runs or is sent, nothing is lost, and the order stays', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PAGE], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(stderr).to.equal('');
    const state = { good: 5, none: null };
    expect(JSON.parse(stdout)).to.deep.equal({
      early: { none: null },
      ran: [1, 3, 7],
      results: { r0: state, r1: 'VALIDATION_ERROR', r2: state, r3: state },
      updates: state,
    });
  });
});

/** Two hundred values of one schema, in a process that forbids code generation as a strict policy does. */
const STRICT = `
import { setDevWarnings, SurfaceBus } from 'oui-elements/oui';
import { linkedTransports } from 'oui-elements/oui/transports/direct';
import { useCompiledSchemas } from 'oui-elements/compiled-schemas';
setDevWarnings(undefined);
let generated = true;
try { new Function('') } catch { generated = false }
useCompiledSchemas();
const input = { properties: { n: { type: 'integer' } } };
const manifest = { id: 'page', name: 'Page', description: 'x', actions: [{ id: 'set_n', description: 'x', input }] };
const bus = new SurfaceBus({ settle: { quietMs: 0 } });
bus.register(manifest, { set_n: () => null }, { rateLimit: 'off' });
const [end, agent] = linkedTransports();
bus.connect(end);
await agent.connect();
const codes = new Set();
let left = 200;
const all = new Promise((resolve) => agent.onEvent(({ type, payload }) => {
  if (type !== 'action:result') return;
  codes.add(payload.error?.code ?? 'success');
  if (--left === 0) resolve();
  else send(left);
}));
const send = (n) => setTimeout(() => agent.send({ type: 'action:request', payload:
  { requestId: 'r' + n, surfaceId: 'page', actionId: 'set_n', params: { n: n % 2 ? n : 'x' }, timestamp: 1 } }));
send(left);
await all;
console.log(JSON.stringify({ generated, codes: [...codes].sort() }));`;

describe('a page that asks for compiled schemas', () => {
  for (const flags of [['--disallow-code-generation-from-strings'], []]) {
    it(`known-failure 41 has the same results ${flags.length > 0 ? 'where its policy forbids them' : 'where it may'}`, () => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [...flags, '--input-type=module', '-e', STRICT],
        { cwd: ROOT, encoding: 'utf8', timeout: 20_000 },
      );
      expect(stderr).to.equal('');
      expect(JSON.parse(stdout)).to.deep.equal({
        generated: flags.length === 0,
        codes: ['VALIDATION_ERROR', 'success'],
      });
    });
  }
});
