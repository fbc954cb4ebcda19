import { expect } from 'chai';
import type { EngineDifference } from '../engine-differences.js';
import { judgeOutcomes, type Outcome } from '../judge-outcomes.js';

const passing: Outcome = { engine: 'WebKit', file: 'browser/a.test', title: 'it > works' };
const failing: Outcome = { ...passing, error: 'gc is not there' };
const entry: EngineDifference = {
  engine: 'WebKit',
  file: 'browser/a.test',
  title: 'it > works',
  error: 'gc is not',
  reason: 'No gc.',
};
const judge = (outcomes: Outcome[], entries: EngineDifference[], engines = ['Chromium', 'WebKit']) =>
  judgeOutcomes(outcomes, entries, engines);

describe('the list of what an engine cannot pass', () => {
  it('issue 9: excuses a test that fails as it says, and counts it neither as passed nor as failed', () => {
    const { passed, known, failures } = judge([failing], [entry]);
    expect({ passed, known, failures }).to.deep.equal({ passed: 0, known: [failing], failures: [] });
    const { title: _, ...whole } = entry;
    expect(judge([failing, { ...failing, title: 'another' }], [whole]).known).to.have.length(2);
  });

  it('issue 9: excuses nothing else: another engine, another file, another test, another failure', () => {
    for (const other of [
      { engine: 'Chromium' },
      { file: 'browser/b.test' },
      { title: 'it > breaks' },
      { error: 'expected 1 to equal 2' },
    ]) {
      const { known, failures } = judge([{ ...failing, ...other }], [entry]);
      expect(known).to.deep.equal([]);
      expect(failures[0]).to.contain({ ...failing, ...other }.error);
      expect(failures[0]).to.match(/^(Chromium|WebKit): /);
    }
  });

  it('issue 9: an entry whose test passes, or does not exist, fails the run', () => {
    expect(judge([passing], [entry]).failures).to.match(/"it > works" passes/);
    expect(judge([], [entry]).failures).to.match(/there is no such test/);
    const { title: _, ...whole } = entry;
    const some = judge([failing, { ...passing, title: 'passes after all' }], [whole]);
    expect(some.failures).to.match(/"passes after all" passes/);
  });

  it('issue 9: an engine that did not run says nothing of its entries', () => {
    expect(judge([], [entry], ['Chromium']).failures).to.deep.equal([]);
  });

  it('issue 9: a page that fails as a whole is a failure with its file', () => {
    const whole: Outcome = { ...failing, title: '', error: 'Could not import your test module' };
    expect(judge([whole], []).failures).to.deep.equal([
      'WebKit: browser/a.test\n  Could not import your test module',
    ]);
  });
});
