import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkManifest, messageFault } from 'oui-elements/oui';
import { MANIFEST_SCHEMA, MESSAGE_SCHEMAS } from 'oui-elements/oui/schemas';
import { todoApp } from '../../../fixtures/todo-app.manifest.js';
import { manifestWith } from '../linked-page.js';
import { cases } from '../../../cases.js';

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
const isManifest = ajv.compile(MANIFEST_SCHEMA as object);
const isMessage = Object.fromEntries(
  Object.entries(MESSAGE_SCHEMAS).map(([type, schema]) => [type, ajv.compile(schema as object)]),
);

const timestamp = 1;
const MESSAGES = [
  { type: 'surface:register', payload: { surface: manifestWith(), timestamp } },
  { type: 'surface:deregister', payload: { surfaceId: 'Any Id', timestamp } },
  {
    type: 'action:request',
    payload: {
      requestId: 'r',
      surfaceId: 's',
      actionId: 'a',
      params: { text: 'x' },
      timestamp,
      approval: { approvalId: 'x', argsHash: '0'.repeat(64) },
    },
  },
  { type: 'action:result', payload: { requestId: 'r', success: true, data: 1, timestamp, settled: true } },
  {
    type: 'action:result',
    payload: { requestId: 'r', success: false, error: { code: 'TIMEOUT', message: 'x' }, timestamp },
  },
  { type: 'observation:update', payload: { surfaceId: 's', observationId: 'o', value: null, timestamp } },
  { type: 'observation:request', payload: { surfaceId: 's', observationId: 'o', requestId: 'r', timestamp } },
];

const RICH = manifestWith({
  version: '1.0.0-rc.1+5',
  observations: [{ id: 'count', description: 'How many.', schema: true, updateFrequency: 'polling' }],
  activation: { routes: ['/notes', '/notes/**'], entity: { type: 'note', id: '1' }, condition: 'always' },
  concurrency: 2,
  metadata: { a: 1 },
});

type Json = Record<string, unknown>;

/** Every place in a value that a mutation may touch; the inside of schemas is not the document's business. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.at(-1) === 'schema') return [path];
  const inside = path.at(-1) === 'input' ? ['type'] : Object.keys(value);
  return [path, ...inside.flatMap((key) => placesOf((value as Json)[key], [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy = structuredClone(value) as Json;
  copy[key] = changed(copy[key], rest, to);
  // As it would arrive.
  return JSON.parse(JSON.stringify(copy)) as unknown;
}

const anything = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    '',
    ' ',
    'x',
    'ab',
    'oui',
    'a-b',
    'a_b',
    'A_b',
  ),
  fc.constantFrom(
    '/a',
    '/a/*',
    '/**',
    'a',
    '/a*',
    '/*/**/b/',
    '1.0.0',
    '01.0.0',
    '1.0',
    'object',
    'a'.repeat(65),
  ),
  fc.constantFrom(
    [],
    [1],
    ['x'],
    ['/a'],
    ['object', 'null'],
    {},
    { type: 'object' },
    { type: 'string' },
    '__proto__',
  ),
);

/** One to three changes of a valid value. */
function mutations(valid: unknown): fc.Arbitrary<unknown> {
  const one = fc.tuple(fc.constantFrom(...placesOf(valid)), anything);
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<unknown>((value, [place, to]) => {
      try {
        return changed(value, place, to);
      } catch {
        // An earlier change took the place away.
        return value;
      }
    }, valid),
  );
}

describe('the JSON Schemas of the protocol', () => {
  it("OUI-S1 take the specification's example, and what goes over the wire", () => {
    for (const manifest of [todoApp, RICH]) {
      expect(isManifest(manifest), JSON.stringify(isManifest.errors)).to.equal(true);
      expect(checkManifest(manifest)).to.deep.equal([]);
    }
    for (const message of MESSAGES) {
      expect(isMessage[message.type]!(message), message.type).to.equal(true);
      expect(messageFault(message)).to.equal(undefined);
    }
  });

  it('OUI-S1 refuse the manifests that are refused here, and only those', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(mutations(RICH), (manifest) => {
        const faults = checkManifest(manifest);
        // Two things that no schema can say.
        fc.pre(faults.every(({ message }) => !/is taken by|JSON cannot carry/.test(message)));
        expect(isManifest(manifest), JSON.stringify({ manifest, faults })).to.equal(faults.length === 0);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it('OUI-T2 refuse every message that is ignored here; OUI-E11 a reader takes more than they do', function () {
    this.timeout(60_000);
    for (const valid of MESSAGES) {
      fc.assert(
        fc.property(mutations(valid), (message) => {
          const fits = isMessage[valid.type]!(message);
          if (fits) expect(messageFault(message), JSON.stringify(message)).to.equal(undefined);
        }),
        { numRuns: 300 },
      );
    }
    const noTime = changed(MESSAGES[1], ['payload', 'timestamp'], undefined);
    expect(messageFault(noTime)).to.equal(undefined);
    expect(isMessage['surface:deregister']!(noTime)).to.equal(false);
  });

  it('OUI-S10 hold a failure to its error, and a success to none', () => {
    const result = (payload: object) =>
      isMessage['action:result']!({
        type: 'action:result',
        payload: { requestId: 'r', timestamp, ...payload },
      });
    const error = { code: 'TIMEOUT', message: 'x' };
    expect(result({ success: false, error })).to.equal(true);
    expect(result({ success: false })).to.equal(false);
    expect(result({ success: true, error })).to.equal(false);
  });
});
