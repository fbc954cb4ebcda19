import { expect } from 'chai';
import { compileSchema } from '../../../../src/base/json-schema/compile-schema.js';
import { interpret, setShortcut } from '../../../../src/base/json-schema/interpret.js';
import { prepareSchema } from '../../../../src/base/json-schema/prepare-schema.js';
import { schemaFaults } from '../../../../src/base/json-schema/schema-faults.js';
import { useCompiledSchemas } from 'oui-elements/compiled-schemas';
import { CORPUS } from '../../../fixtures/json-schema/corpus.js';
import { flush } from '../../../fake-runtime.js';

describe('the interpreter and the compiler', () => {
  afterEach(() => setShortcut(undefined));

  it('OUI-S6 the corpus is large enough to mean something, and no legal schema of it is refused', () => {
    const pairs = CORPUS.reduce((count, { right, wrong }) => count + right.length + wrong.length, 0);
    expect(pairs).to.be.above(200);
    for (const { schema } of CORPUS) expect(schemaFaults(schema), JSON.stringify(schema)).to.deep.equal([]);
  });

  it('OUI-S6 the interpreter is right about the corpus, and calls no schema of it unusable', () => {
    for (const { schema, right, wrong } of CORPUS) {
      const shown = JSON.stringify(schema);
      for (const value of right)
        expect(interpret(schema, value), `${shown} ${JSON.stringify(value)}`).to.deep.equal([]);
      for (const value of wrong) {
        const faults = interpret(schema, value);
        expect(faults, `${shown} ${JSON.stringify(value)}`).to.have.length.above(0);
        expect(faults[0]!.constraint, shown).not.to.equal('$schema');
      }
    }
  });

  it('OUI-S6 what the compiler accepts, the interpreter accepts; what it refuses is interpreted', function () {
    this.timeout(60_000);
    let compiled = 0;
    for (const { schema, right, wrong } of CORPUS) {
      const check = compileSchema(prepareSchema(schema));
      if (!check) continue;
      compiled++;
      const shown = JSON.stringify(schema);
      for (const value of wrong) expect(check(value), `${shown} ${JSON.stringify(value)}`).to.equal(false);
      // 0.07 / 0.01 is not whole for ajv; such values take the longer way.
      if (shown.includes('"multipleOf":0.01')) continue;
      for (const value of right) expect(check(value), `${shown} ${JSON.stringify(value)}`).to.equal(true);
    }
    // Left to the interpreter: the schema that contains itself, and unevaluatedItems.
    expect(compiled).to.equal(CORPUS.length - 2);
  });

  it('OUI-S6 both give the same faults, however often a schema is used', async function () {
    this.timeout(60_000);
    useCompiledSchemas();
    const some = CORPUS.slice(10, 40);
    const faultsOf = () =>
      some.map(({ schema, right, wrong }) => [...right, ...wrong].map((value) => interpret(schema, value)));
    const interpreted = faultsOf();
    for (let round = 0; round < 60; round++) faultsOf();
    await import('../../../../src/base/json-schema/compile-schema.js');
    await flush();
    expect(faultsOf()).to.deep.equal(interpreted);
  });
});
