import { expect } from 'chai';
import { argsHash, SurfaceBus } from 'oui-elements/oui';
import { collectWarnings, manifestWith, restoreWarnings } from '../linked-page.js';

async function refusal(params: unknown): Promise<string> {
  return argsHash(params).then(
    () => 'hashed',
    (thrown: { code: string }) => thrown.code,
  );
}

describe('hashes', () => {
  beforeEach(() => void collectWarnings());
  afterEach(restoreWarnings);

  it('OUI-E3 argsHash is the SHA-256 of the RFC 8785 form', async () => {
    expect(await argsHash({})).to.equal('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    expect(await argsHash({ n: 0.1, m: -0, z: 1e21 })).to.equal(
      'c1892b78a84d5a1e1057b3035e7ee9a42b6b55b788b7c4e82c42527a223542b3',
    );
    expect(await argsHash({ 9: 2, 10: 1, a: { b: null } })).to.equal(
      '57ddcce97b05625ee847fc66f813e0cbe34e686e2b30bc59cef168b43b39ebad',
    );
  });

  it('OUI-E3 argsHash is the same for any order of keys, and another for any other value', async () => {
    const hash = await argsHash({ a: 1, b: [true, 'é'] });
    expect(await argsHash({ b: [true, 'é'], a: 1 })).to.equal(hash);
    for (const other of [{ a: 1, b: ['é', true] }, { a: '1', b: [true, 'é'] }, { a: 1 }]) {
      expect(await argsHash(other)).not.to.equal(hash);
    }
  });

  it('OUI-E3 argsHash refuses what JSON cannot carry, and lone surrogates', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    const bad: unknown[] = [
      undefined,
      { a: undefined },
      { a: () => 1 },
      { a: 1n },
      { a: Number.NaN },
      { a: Infinity },
      { a: new Date(0) },
      { a: new Map() },

      { a: [1, , 2] },
      { a: '\ud800' },
      { '\udc00': 1 },
      cycle,
      deep,
    ];
    for (const params of bad) expect(await refusal(params)).to.equal('oui:not_json');
    expect(await refusal({ a: '\u{1f600}' })).to.equal('hashed');
  });

  it('OUI-E4 the hash of no surfaces is that of the specification', () => {
    expect(new SurfaceBus().snapshot().surfacesHash).to.equal('fnv1a64:09612b07b5ecb5a5');
  });

  it('OUI-E4 the hash of surfaces changes with anything about them, and with nothing else', () => {
    const hashOf = (changes: object) => {
      const bus = new SurfaceBus();
      const surface = bus.register(manifestWith({ observations: [], ...changes }), { add_note: () => 1 });
      surface.publish('nothing', 1);
      return bus.snapshot().surfacesHash;
    };
    const hash = hashOf({ metadata: { 10: 'a', 9: 'b' } });
    expect(hash).to.match(/^fnv1a64:[0-9a-f]{16}$/);
    expect(hashOf({ metadata: { 9: 'b', 10: 'a' } })).to.equal(hash);
    expect(hashOf({ metadata: { 9: 'a', 10: 'b' } })).not.to.equal(hash);
    expect(hashOf({ name: 'Notes \ud800' })).to.match(/^fnv1a64:[0-9a-f]{16}$/);
  });
});
