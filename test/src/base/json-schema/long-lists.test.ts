import { expect } from 'chai';
import fc from 'fast-check';
import { deepEqual } from '../../../../src/base/deep-equal.js';
import { isUniqueThroughout } from '../../../../src/base/json-schema/long-lists.js';
import { validatorReady, type Validate } from '../../../../src/base/json-schema/validate.js';
import { cases } from '../../../cases.js';

const numbers = Array.from({ length: 100_000 }, (_, n) => n);
const objects = numbers.slice(0, 20_000).map((n) => ({ id: n, at: [n, n + 1] }));

describe('uniqueItems of long lists', () => {
  let validate: Validate;

  before(async () => {
    validate = await validatorReady();
  });

  it('OUI-S6 a long list without the same item twice is right', () => {
    expect(validate({ uniqueItems: true }, numbers)).to.deep.equal([]);
    expect(validate({ items: { uniqueItems: true } }, [objects, [1, 2]])).to.deep.equal([]);
    expect(validate({ uniqueItems: true, maxItems: 5 }, numbers)).to.have.length(1);
  });

  it('OUI-S6 whatever else the schema says of it still counts', () => {
    const schema = { uniqueItems: true, items: { type: 'number' } };
    expect(validate(schema, [...numbers, 'text'])).to.have.length(1);
    expect(validate(schema, [1, 1])[0]).to.include({ constraint: 'uniqueItems' });
  });

  it('OUI-S6 a long list with the same item twice is wrong, and nobody waits for it', () => {
    expect(validate({ uniqueItems: true }, [7, 7, ...numbers])[0]).to.include({ constraint: 'uniqueItems' });
    const [last] = validate({ uniqueItems: true }, [...numbers, 99_999]);
    expect(last).to.include({ constraint: '$schema' });
    expect(last?.message).to.contain('a list of 100001 items is too long for "uniqueItems"');
    const swapped = { at: [3, 4], id: 3 };
    expect(validate({ uniqueItems: true }, [...objects, swapped])).to.have.length(1);
  });

  it('OUI-S6 a long list that may have the same item twice may have it', () => {
    const schema = { properties: { tags: { uniqueItems: true } } };
    const samples = [...numbers, ...numbers];
    expect(validate(schema, { tags: ['a', 'b'], samples })).to.deep.equal([]);
    expect(validate(schema, { tags: ['a', 'a'], samples })[0]).to.include({
      field: 'tags',
      constraint: 'uniqueItems',
    });
  });

  it('OUI-S6 what counts as the same item is what the standard says', () => {
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 'true', 'null', '1', 0, -0, 1, '', '[', '{'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'a,0'), tie('json'), { maxKeys: 2 }),
      ),
    }));
    const hasTwice = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null) return false;
      const inner = Object.values(value) as unknown[];
      const twice = inner.some((a, i) => inner.some((b, j) => i < j && (a === b || deepEqual(a, b))));
      return (Array.isArray(value) && twice) || inner.some(hasTwice);
    };
    fc.assert(
      fc.property(json, (value) => {
        // JSON has one zero.
        const read: unknown = JSON.parse(JSON.stringify(value));
        expect(isUniqueThroughout(read)).to.equal(!hasTwice(read));
      }),
      { numRuns: cases(10_000) },
    );
  });
});
