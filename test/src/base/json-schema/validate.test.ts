import { expect } from 'chai';
import {
  validatorReady,
  withDefaults,
  type AnySchema,
  type Validate,
} from '../../../../src/base/json-schema/validate.js';

let validate: Validate;

before(async () => {
  validate = await validatorReady();
});

/** [field, constraint] of every fault. */
function faults(schema: AnySchema, value: unknown): [string, string][] {
  return validate(schema, value).map(({ field, constraint }) => [field, constraint]);
}

describe('validate', () => {
  it('OUI-S6 names field, constraint, expected and actual of every fault', () => {
    const schema = {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 1 },
        items: { type: 'array', maxItems: 1, items: { type: 'object', required: ['id'] } },
      },
      required: ['n', 'name'],
      additionalProperties: false,
    };
    expect(validate(schema, { n: 0.5, items: [{}, { id: 1 }], extra: 'x' })).to.have.deep.members([
      {
        field: 'name',
        constraint: 'required',
        expected: true,
        actual: 'nothing',
        message: 'name is required; got nothing',
      },
      {
        field: 'n',
        constraint: 'type',
        expected: 'integer',
        actual: '0.5',
        message: 'n must be of type integer; got 0.5',
      },
      {
        field: 'n',
        constraint: 'minimum',
        expected: 1,
        actual: '0.5',
        message: 'n must be at least 1; got 0.5',
      },
      {
        field: 'items',
        constraint: 'maxItems',
        expected: 1,
        actual: 'an array of 2 items',
        message: 'items must have at most 1 items; got an array of 2 items',
      },
      {
        field: 'items.0.id',
        constraint: 'required',
        expected: true,
        actual: 'nothing',
        message: 'items.0.id is required; got nothing',
      },
      {
        field: 'extra',
        constraint: 'additionalProperties',
        expected: false,
        actual: '"x"',
        message: 'extra is not a known field and must be left out; got "x"',
      },
    ]);
  });

  it('OUI-S6 asserts formats', () => {
    const formats: [string, string, string][] = [
      ['date', '2026-02-28', '2026-02-30'],
      ['date-time', '2026-02-28T10:00:00Z', '2026-02-28'],
      ['time', '10:00:00Z', '25:00:00Z'],
      ['email', 'a@b.example', 'a.b.example'],
      ['uri', 'https://a.example/b', 'a b'],
      ['uuid', '6fa459ea-ee8a-3ca4-894e-db77e160355e', '6fa459ea'],
      ['ipv4', '127.0.0.1', '256.0.0.1'],
    ];
    for (const [format, good, bad] of formats) {
      expect(faults({ format }, good), format).to.deep.equal([]);
      expect(faults({ format }, bad), format).to.deep.equal([['', 'format']]);
    }
  });

  it('OUI-S6 reports alternatives as a whole, not each way of failing', () => {
    const schema = {
      anyOf: [{ required: ['a'] }, { properties: { b: { type: 'string' } }, required: ['b'] }],
    };
    const [fault, ...more] = validate(schema, { b: 1 });
    expect(more).to.deep.equal([]);
    expect(fault).to.include({
      constraint: 'anyOf',
      message: 'the value must fit one of 2 shapes; got an object',
    });
    expect(faults({ oneOf: [true, true] }, 1)).to.deep.equal([['', 'oneOf']]);
    expect(faults({ contains: { type: 'string' } }, [1, 2])).to.deep.equal([['', 'contains']]);
    expect(faults({ propertyNames: { maxLength: 2 } }, { abc: 1 })).to.deep.equal([['', 'propertyNames']]);
    expect(faults({ not: { type: 'string' } }, 'x')).to.deep.equal([['', 'not']]);
  });

  it('OUI-S6 looks through references and combinations', () => {
    const schema = {
      $defs: { day: { type: 'string', format: 'date' } },
      allOf: [{ properties: { due: { $ref: '#/$defs/day' } } }],
      if: { required: ['due'] },
      then: { required: ['title'] },
      unevaluatedProperties: false,
    };
    const [due, title] = validate(schema, { due: 'x' });
    expect(due).to.deep.include({ field: 'due', constraint: 'format', expected: 'date' });
    expect(title).to.deep.include({ field: 'title', constraint: 'required' });
    expect(faults({ properties: { 'a/b~c d': { type: 'string' } } }, { 'a/b~c d': 1 })).to.deep.equal([
      ['a/b~c d', 'type'],
    ]);
  });

  it('OUI-S6 is Draft 2020-12', () => {
    const schema = {
      prefixItems: [{ type: 'string' }],
      items: { type: 'number' },
      dependentRequired: {},
    };
    expect(faults(schema, ['a', 1, 2])).to.deep.equal([]);
    expect(faults(schema, [1, 'a'])).to.deep.equal([
      ['0', 'type'],
      ['1', 'type'],
    ]);
    expect(faults({ type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 })).to.deep.equal([
      ['', 'dependentRequired'],
    ]);
  });

  it('OUI-S6 takes boolean schemas, and values that are not objects', () => {
    expect(faults(true, { anything: 1 })).to.deep.equal([]);
    expect(validate(false, 1)).to.have.length(1);
    expect(faults({ type: 'object' }, undefined)).to.deep.equal([['', 'type']]);
    expect(faults({ type: ['string', 'null'] }, null)).to.deep.equal([]);
  });

  it('OUI-X2 never shows the value of a secret field, nor long or shaped secrets', () => {
    const schema = { properties: { password: { minLength: 20 }, note: { maxLength: 3 } } };
    const text = JSON.stringify(validate(schema, { password: 'hunter2', note: 'Bearer abcdefghijklmnop' }));
    expect(text).not.to.include('hunter2').and.not.to.include('abcdefgh');
    const [long] = validate({ maxLength: 3 }, 'y'.repeat(100));
    expect(long?.actual).to.equal('a text of 100 characters');
  });

  it('OUI-S6 leaves the schema alone, frozen or not, and does not trust its prototype', () => {
    const schema = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ $ref: '#' }) }),
    });
    expect(faults(schema, { a: {} })).to.deep.equal([]);
    expect(faults(schema, { a: 1 })).to.deep.equal([['a', 'type']]);
    expect(Object.getOwnPropertyNames(schema)).to.deep.equal(['type', 'properties']);
    expect(faults({ required: ['toString'] }, {})).to.deep.equal([['toString', 'required']]);
  });

  it('OUI-T2 never throws: a schema that cannot be used is one fault', () => {
    for (const schema of [
      { $ref: 'https://example.org/x' },
      { $ref: '#/nowhere' },
      { pattern: '(' },
      { $ref: '#' },
    ]) {
      expect(faults(schema, 'x'), JSON.stringify(schema)).to.deep.equal([['', '$schema']]);
    }
  });
});

describe('withDefaults', () => {
  it('OUI-S6 fills in what is missing, at every depth, and leaves the rest', () => {
    const schema = {
      properties: {
        a: { default: 1 },
        kept: { default: 'x' },
        empty: { default: 3 },
        deep: { properties: { b: { default: [1] } } },
        absent: { properties: { c: { default: 1 } } },
        list: { items: { properties: { d: { default: true } } } },
        ref: { $ref: '#/$defs/e' },
      },
      allOf: [{ properties: { f: { default: 6 } } }],
      $defs: { e: { properties: { g: { default: 7 } } } },
    };
    const given = { kept: 'y', empty: null, deep: {}, list: [{}, { d: false }], ref: {} };
    expect(withDefaults(schema, given)).to.deep.equal({
      a: 1,
      kept: 'y',
      empty: null,
      deep: { b: [1] },
      list: [{ d: true }, { d: false }],
      ref: { g: 7 },
      f: 6,
    });
    expect(given.deep).to.deep.equal({});
  });

  it('OUI-S6 fills members with any name, and nothing from alternatives', () => {
    const member = { properties: { n: { default: 1 } } };
    const schema = {
      patternProperties: { '^x': member },
      additionalProperties: { properties: { m: { default: 2 } } },
    };
    expect(withDefaults(schema, { xa: {}, b: {} })).to.deep.equal({ xa: { n: 1 }, b: { m: 2 } });
    expect(withDefaults({ anyOf: [member], oneOf: [member], if: true, then: member }, {})).to.deep.equal({});
  });

  it('OUI-S6 gives each value a default of its own', () => {
    const schema = { properties: { list: { default: [] as number[] } } };
    const first = withDefaults(schema, {}) as { list: number[] };
    first.list.push(1);
    expect(withDefaults(schema, {})).to.deep.equal({ list: [] });
  });

  it('OUI-S6 follows a tree as deep as it goes', () => {
    const schema = { properties: { kind: { default: 'node' }, below: { items: { $ref: '#' } } } };
    let tree: object = {};
    for (let n = 0; n < 90; n++) tree = { below: [tree] };
    let node = withDefaults(schema, tree) as { kind?: string; below?: [never] };
    let count = 0;
    for (; node; node = node.below?.[0] as never, count++) expect(node.kind).to.equal('node');
    expect(count).to.equal(91);
  });

  it('OUI-S6 ends on schemas that lead back to themselves', () => {
    const schema = { $ref: '#', properties: { a: { $ref: '#' } } };
    expect(withDefaults(schema, { a: { a: {} } })).to.deep.equal({ a: { a: {} } });
    const doubled = { allOf: [{ $ref: '#' }, { $ref: '#' }], properties: { b: { default: 1 } } };
    expect(() => withDefaults(doubled, {})).to.throw('too many places for defaults');
  });
});
