import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { linksOf } from '../../demo/site/llms.js';
import { llmsFiles } from '../../demo/site/write-llms.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('llms.txt', () => {
  for (const [name, text] of Object.entries(llmsFiles(ROOT))) {
    it(`issue 9: ${name} says what the documents and the manifest say: npm run llms`, () => {
      expect(readFileSync(join(ROOT, name), 'utf8')).to.equal(text);
    });
  }

  it('issue 9: llms.txt leads to every guide and names every element, and its links are files of the package', () => {
    const text = readFileSync(join(ROOT, 'llms.txt'), 'utf8');
    const links = linksOf(text);
    expect(links.filter((link) => !existsSync(join(ROOT, link)))).to.deep.equal([]);
    expect(links).to.include.members([
      'docs/guides/agent-ready.md',
      'docs/connect-ag-ui.md',
      'llms-full.txt',
    ]);
    expect(text).to.contain('- `<oui-surface>`: ').and.to.contain('- `<agent-workbench>`: ');
  });
});
