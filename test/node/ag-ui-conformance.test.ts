import { expect } from 'chai';
import { Driver, finished, started } from '../src/agent-ui/adapters/ag-ui-driver.js';
import { CONFORMANCE, type ConformanceCase } from './ag-ui-fixtures.js';

/** Activities and subagents are not mapped yet: their events are reported as such, whatever they say. */
const UNMAPPED = /^(?:activity|subagent)-|^run-finished-with-active-subagent|^era-/;

/** A part of a kind that we do not know goes back as it came: its server knows it. */
const KEPT = new Set(['unknown-part-in-message-list']);

async function replay({ stream }: ConformanceCase): Promise<Driver> {
  const driver = await Driver.connect();
  const receipt = await driver.answer(...stream).send();
  expect(receipt).to.deep.equal({ status: 'accepted' });
  return driver;
}

/** Every named key is there and equal; lists have the same length. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, at) => contains(actual[at], item))
    );
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  return Object.entries(expected).every(([key, value]) =>
    contains((actual as Record<string, unknown> | undefined)?.[key], value),
  );
}

describe('AG-UI conformance corpus, in tolerant mode', () => {
  it('AG-UI 6: is whole', () => {
    expect(CONFORMANCE).to.have.length(72);
    expect(CONFORMANCE.filter(({ expect: { outcome } }) => outcome === 'failed')).to.have.length(20);
  });

  for (const conformance of CONFORMANCE) {
    const { name, expect: wanted, stream } = conformance;
    const { outcome } = wanted;

    it(`AG-UI 6: ${name} (${outcome}) throws nothing and ends its run`, async () => {
      const driver = await replay(conformance);
      const ends = driver.of('run.finished', 'run.failed').filter(({ runId }) => runId === driver.last.runId);
      expect(ends).to.have.length(1);
      if (outcome === 'failed') expect(driver.codes()).not.to.deep.equal([]);
      if (wanted.noWarnings && !UNMAPPED.test(name)) {
        const odd = driver
          .codes()
          .filter((code) => !/unmapped|unanswered_call|protocol_version|late_error/.test(code));
        expect(odd).to.deep.equal([]);
      }
      if (wanted.runError !== undefined && stream.some(({ type }) => type === 'RUN_ERROR')) {
        expect(
          driver.of('run.failed').length +
            driver.codes().filter((code) => code === 'ag-ui.late_error').length,
        ).to.be.greaterThan(0);
      }
    });

    if (outcome === 'completed' && wanted.messages && !UNMAPPED.test(name) && !KEPT.has(name)) {
      it(`AG-UI 6: ${name} leaves the messages that it asks for`, async () => {
        const driver = await replay(conformance);
        driver.answer(started(), finished());
        const [question] = driver.of('action.required');
        if (question) await driver.respond(question.actionId!, 'approve');
        else await driver.send('next', 'client-2');
        const held = driver.last.messages.filter(({ content }) => content !== 'hello' && content !== 'next');
        expect(contains(held, wanted.messages), JSON.stringify(held)).to.equal(true);
      });
    }

    if (outcome === 'completed' && 'state' in wanted) {
      it(`AG-UI 6: ${name} leaves the state that it asks for`, async () => {
        const driver = await replay(conformance);
        await driver.answer(started(), finished()).send('next', 'client-2');
        expect(contains(driver.last.state, wanted.state), JSON.stringify(driver.last.state)).to.equal(true);
      });
    }
  }
});
