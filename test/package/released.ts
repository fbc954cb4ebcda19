import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from './api-list.js';
import { read, ROOT } from './package-root.js';

/** The API as it was at the last release. */
export const releasedApi = () => JSON.parse(read('released/api.json')) as Api;

/** What is announced for the next release. */
export const changesets = () =>
  readdirSync(join(ROOT, '.changeset'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => read(`.changeset/${file}`));
