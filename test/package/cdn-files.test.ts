import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { read, ROOT } from './package-root.js';

const VERSION = (JSON.parse(read('package.json')) as { version: string }).version;

describe('the files for a script tag', () => {
  it('known-failure 51 every sample that loads from a CDN names the version', () => {
    const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const pages = ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
    const addresses = pages.flatMap((page) =>
      [...read(page).matchAll(/https:\/\/[^\s"'`)]*\/npm\/oui-elements[^\s"'`)]*/g)].map(
        ([url]) => `${page} ${url}`,
      ),
    );
    expect(addresses).not.to.deep.equal([]);
    for (const address of addresses) expect(address).to.include(`/npm/oui-elements@${VERSION}/`);
  });

  it('known-failure 51 cdn/integrity.json has the hash of each file, as `integrity` wants it', () => {
    const hashes = JSON.parse(read('cdn/integrity.json')) as Record<string, string>;
    const files = readdirSync(join(ROOT, 'cdn'), { recursive: true, encoding: 'utf8' });
    expect(Object.keys(hashes)).to.have.members(files.filter((file) => file.endsWith('.js')));
    for (const [file, hash] of Object.entries(hashes)) {
      const bytes = readFileSync(join(ROOT, 'cdn', file));
      expect(hash, file).to.equal(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  });
});
