import { expect } from 'chai';
import {
  guardPattern,
  isExplosive,
  unguardedPattern,
} from '../../../../src/base/json-schema/guard-pattern.js';
import { schemaFaults } from '../../../../src/base/json-schema/schema-faults.js';
import {
  validatorReady,
  withDefaults,
  type AnySchema,
  type Validate,
} from '../../../../src/base/json-schema/validate.js';

/** Can be read in more and more ways the longer the text is. */
const EXPLOSIVE = [
  '(a+)+$',
  '^(\\w+\\s?)*$',
  '(a*)*b',
  '^(a|a)*$',
  '^(?:\\w|\\d)+$',
  '^((ab)*)+$',
  '(.+,)*$',
  '([a-z]+[0-9]*)*!',
  '^(a{1,}b?)*$',
  '(?<word>[a-z]+)*\\k<word>',
  '^(?:a|ab?)*$',
  '^(?:ab|abab)+$',
  '^(?:\\w\\w|\\w\\w\\w)+$',
  '^(?:aa|aaa)*$',
  '^(\\w+\\s?){20}$',
  '^(?:[a-z]+-?){1,8}$',
];
/** Ordinary patterns, which are matched as they are. */
const HARMLESS = [
  '^[a-z]+(-[a-z]+)*$',
  '^(?:[a-z0-9]+\\.)*[a-z]+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^(foo|bar)+$',
  '^(\\\\.|[^"\\\\])*$',
  '^(?=.*\\d)(?=.*[a-z]).{8,}$',
  '^\\p{L}[\\p{L}\\p{N}_-]*$',
  '(ab|ac)*',
  '^(?:abc|abd|b)+$',
  '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
  '^(?:\\d+\\.){3}\\d+$',
  '^(\\([0-9]+\\))*$',
  '^[^@\\s]+@[^@\\s]+$',
  'a+b+c+',
  '',
];

/** Each level names the next one twice: 2 to the power of 40 places. */
function doubled(): Record<string, unknown> {
  const $defs: Record<string, unknown> = { d40: { properties: { a: { default: 1, type: 'string' } } } };
  for (let n = 0; n < 40; n++) {
    const $ref = `#/$defs/d${n + 1}`;
    $defs[`d${n}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return { $defs, $ref: '#/$defs/d0' };
}

function nested(depth: number, wrap: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost;
  for (let n = 0; n < depth; n++) value = wrap(value);
  return value;
}

describe('hostile schemas and values', () => {
  let validate: Validate;

  before(async () => {
    validate = await validatorReady();
  });

  it('OUI-S6 a pattern that could take for ever is told from others', () => {
    for (const pattern of EXPLOSIVE) expect(isExplosive(pattern), pattern).to.equal(true);
    for (const pattern of HARMLESS) expect(isExplosive(pattern), pattern).to.equal(false);
  });

  it('OUI-S6 such a pattern is legal, fits short texts, and answers on long ones', () => {
    for (const pattern of EXPLOSIVE) {
      expect(schemaFaults({ pattern })).to.deep.equal([]);
      const guarded = new RegExp(guardPattern(pattern), 'u');
      expect(guarded.test('ab'), pattern).to.equal(new RegExp(pattern, 'u').test('ab'));
      expect(unguardedPattern(guardPattern(pattern))).to.equal(pattern);
      const [fault] = validate({ pattern }, `${'a'.repeat(100_000)}!`);
      expect(fault).to.deep.include({ constraint: 'pattern', expected: pattern });
      expect(
        validate({ patternProperties: { [pattern]: false } }, { [`${'a'.repeat(5000)}!`]: 1 }),
      ).to.deep.equal([]);
    }
  });

  it('OUI-S6 a format that the standard does not have is none', () => {
    expect(validate({ format: 'url' }, `http://${'a'.repeat(60)}\0`)).to.deep.equal([]);
    expect(validate({ format: 'uri' }, 'no address')).to.have.length(1);
  });

  it('OUI-S6 ends on references that double, and says that the schema cannot be used', function () {
    this.timeout(60_000);
    const schema = doubled();
    expect(schemaFaults(schema)).to.deep.equal([]);
    expect(validate(schema, { a: 'x' })[0]?.constraint).to.equal('$schema');
    expect(() => withDefaults(schema, { b: 1 })).to.throw('too many places for defaults');
    const each = { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };
    const deep = nested(60, (a) => ({ a }), {});
    expect(validate(each, deep)[0]?.constraint).to.equal('$schema');
    expect(withDefaults(each, deep)).to.deep.equal(deep);
  });

  it('OUI-S6 ends on schemas that lead back to themselves', () => {
    for (const schema of [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      { $dynamicAnchor: 'x', anyOf: [{ $dynamicRef: '#x' }] },
    ] as AnySchema[]) {
      expect(validate(schema, 1)[0]?.constraint, JSON.stringify(schema)).to.equal('$schema');
    }
  });

  it('OUI-S1 refuses a schema that is nested too deeply, and never throws', () => {
    const schema = nested(5000, (items) => ({ items }), true) as AnySchema;
    expect(schemaFaults(schema)[0]?.message).to.include('nested too deeply');
    const value = nested(5000, (inner) => [inner], 1);
    expect(() => validate(schema, value)).not.to.throw();
    expect(() => validate({ items: { $ref: '#' } }, value)).not.to.throw();
  });

  it('OUI-S6 answers on large schemas and large values', function () {
    this.timeout(60_000);
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: 'string', maxLength: 5, default: 'x' }]),
    );
    const schema = { properties, additionalProperties: false };
    expect(schemaFaults(schema)).to.deep.equal([]);
    expect(validate(schema, { p4999: 'toolong' })).to.have.length(1);
    expect(Object.keys(withDefaults(schema, {}) as object)).to.have.length(5000);
    const list = Array.from({ length: 100_000 }, (_, n) => n);
    expect(validate({ uniqueItems: true, maxItems: 3 }, [1, 2, 3])).to.deep.equal([]);
    expect(validate({ uniqueItems: true, maxItems: 2 }, [1, 2, 3])).to.have.length(1);
    expect(validate({ items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, list)).to.have.length(100);
  });

  it('OUI-T2 keywords of the wrong type are faults, not exceptions', () => {
    const keys =
      'type enum required properties items prefixItems allOf anyOf oneOf not if pattern $ref $dynamicRef $id';
    const more =
      'patternProperties dependentRequired dependentSchemas $defs minLength multipleOf $anchor contains';
    for (const key of [...keys.split(' '), ...more.split(' ')]) {
      for (const wrong of [1, 'x y', [[1]], { a: 1 }, null]) {
        const schema = { [key]: wrong } as AnySchema;
        expect(() => schemaFaults(schema), JSON.stringify(schema)).not.to.throw();
        expect(() => validate(schema, { a: 'x' }), JSON.stringify(schema)).not.to.throw();
      }
    }
    expect(schemaFaults({ items: [{ type: 'string' }] })[0]?.message).to.include('prefixItems');
    expect(schemaFaults({ dependentRequired: { a: 'b' } })).to.have.length(1);
  });

  it('OUI-S1 every reference out of a schema is a fault, with what to do', () => {
    const message = (schema: object) =>
      schemaFaults(schema)
        .map((fault) => fault.message)
        .join();
    for (const $ref of ['https://a.example/s.json', 'other.json', 'other.json#/x', 'urn:x:y']) {
      expect(message({ properties: { a: { $ref } } }), $ref).to.include(
        'is external; copy the definition into $defs',
      );
    }
    for (const $ref of ['#/$defs/nothing', '#nothing', '#/properties/a/$ref']) {
      expect(message({ properties: { a: { $ref } } }), $ref).to.include('points to nothing');
    }
    expect(message({ components: { a: { $ref: 'x.json' } }, $ref: '#/components/a' })).to.include(
      'is external',
    );
  });
});
