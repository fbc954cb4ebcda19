import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcesBreak, diffApi } from './package/api-diff.js';
import { apiOfTree } from './package/api-list.js';
import { packageJson, ROOT } from './package/package-root.js';
import { changesets, releasedApi } from './package/released.js';

/** `npm run manifest:diff` shows what has changed since the last release; with `--record` this is the last release. */
const api = await apiOfTree();
if (process.argv.includes('--record')) {
  writeFileSync(join(ROOT, 'released/api.json'), `${JSON.stringify(api, null, 2)}\n`);
} else {
  const { added, broken } = diffApi(releasedApi(), api);
  for (const name of added) console.log(`+ ${name}`);
  for (const name of broken) console.log(`! ${name}`);
  const announced = announcesBreak(changesets(), packageJson().version);
  console.log(
    `\n${added.length} added, ${broken.length} gone or changed${announced ? ', which a changeset announces' : ''}.`,
  );
  process.exitCode = broken.length > 0 && !announced ? 1 : 0;
}
