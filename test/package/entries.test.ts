import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { VERSION } from '../../src/base/version.js';
import { TAGS } from '../browser/tags.js';
import { entriesOf } from './entry-list.js';
import { bundleFiles, packageJson, read, ROOT } from './package-root.js';

describe('the package', () => {
  it('known-failure 40 every public entry imports in plain Node, with no DOM', () => {
    const entries = entriesOf(packageJson()).map(({ specifier }) => specifier);
    expect(entries).to.include.members([
      'oui-elements',
      'oui-elements/define',
      'oui-elements/define/oui-surface',
      'oui-elements/oui',
      'oui-elements/oui/agent',
      'oui-elements/oui/transports/direct',
      'oui-elements/oui/transports/named-events',
      'oui-elements/oui/transports/post-message',
      'oui-elements/oui/transports/websocket',
      'oui-elements/agent-ui',
      'oui-elements/agent-ui/adapters/ag-ui',
      'oui-elements/bridges/frontend-tools',
      'oui-elements/page',
      'oui-elements/node',
      'oui-elements/testing',
      'oui-elements/locales/zh',
      'oui-elements/components/agent-workbench',
    ]);
    const script = `for (const entry of ${JSON.stringify(entries)}) {
      try { await import(entry) } catch (error) { console.log(entry + ': ' + error.message) }
    }`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout + stderr).to.equal('');
  });

  it('api §4 importing the classes registers nothing; importing define registers every tag that draws on a server', () => {
    const script = `
      await import('oui-elements');
      const before = ${JSON.stringify(TAGS)}.filter((tag) => customElements.get(tag));
      await import('oui-elements/define');
      const missing = ${JSON.stringify(TAGS)}.filter((tag) => !customElements.get(tag));
      console.log(JSON.stringify({ before, missing }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).to.equal('');
    // What only declares a server writes as it stands.
    const missing = ['oui-action', 'oui-observation', 'oui-surface', 'oui-transport'];
    expect(JSON.parse(stdout)).to.deep.equal({ before: [], missing });
  });

  it('the version in the code is the version of the package', () => {
    expect(VERSION).to.equal(packageJson().version);
  });

  it('known-failure D every CDN file is pure ASCII', () => {
    for (const file of ['oui-elements', 'oui-surface'].flatMap(bundleFiles)) {
      expect(/^[\x00-\x7f]*$/.test(read(file)), file).to.equal(true);
    }
  });

  it('custom-elements.json is what `npm run manifest` makes of the sources, and knows every tag', () => {
    const { status, stderr } = spawnSync('npx', ['cem', 'analyze', '--quiet', '--outdir', 'dist/manifest'], {
      cwd: ROOT,
      encoding: 'utf8',
      shell: true,
    });
    expect(status, stderr).to.equal(0);
    const committed: unknown = JSON.parse(read('custom-elements.json'));
    const made = JSON.parse(read('dist/manifest/custom-elements.json')) as {
      modules: { declarations?: { tagName?: string }[] }[];
    };
    expect(committed, 'run `npm run manifest` and commit custom-elements.json').to.deep.equal(made);
    const tags = made.modules.flatMap(({ declarations = [] }) =>
      declarations.map(({ tagName }) => tagName ?? []).flat(),
    );
    expect(tags.sort()).to.deep.equal([...TAGS]);
  });
});
