import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atVersion, scriptTags, withNotes, withTags } from './package/integrity-notes.js';
import { packageJson, read, ROOT } from './package/package-root.js';

/**
 * After `changeset version`: writes the new version wherever it stands, builds, and puts the hashes of what was built into
 * README and changelog. Part of `npm run version-packages`; a build by itself changes no file of the repository.
 */
const { version } = packageJson();
const write = (path: string, text: string) => writeFileSync(join(ROOT, path), text);

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file));
for (const path of ['src/base/version.ts', 'README.md', ...pages])
  write(path, atVersion(read(path), version));

const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
  cwd: ROOT,
  stdio: 'inherit',
  shell: true,
});
if (status !== 0) process.exit(status ?? 1);

const tags = scriptTags(version, JSON.parse(read('cdn/integrity.json')) as Record<string, string>);
write('README.md', withTags(read('README.md'), tags));
write('CHANGELOG.md', withNotes(read('CHANGELOG.md'), version, tags));
