import { expect } from 'chai';
import { withDifferences } from '../differences-table.js';
import { ENGINE_DIFFERENCES } from '../engine-differences.js';
import { read } from './package-root.js';

describe('docs/browsers.md', () => {
  it('issue 9: lists what the engines cannot pass as the test runner does (npm run differences)', () => {
    const page = read('docs/browsers.md');
    const flat = (text: string) => text.replace(/ +/g, ' ').replace(/-+/g, '-');
    expect(flat(page)).to.equal(flat(withDifferences(page, ENGINE_DIFFERENCES)));
  });
});
