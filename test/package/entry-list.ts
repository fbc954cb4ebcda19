import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type PackageJson } from './package-root.js';

export interface Entry {
  /** What a user writes behind `import`. */
  readonly specifier: string;
  /** The module, and what TypeScript reads in its place. */
  readonly module: string;
  readonly types: string;
}

/** Every module that a user may import, with the patterns of the exports map written out. */
export function entriesOf({ exports }: PackageJson): Entry[] {
  const found: Entry[] = [];
  for (const [key, target] of Object.entries(exports)) {
    // Files, and types alone, are not imported.
    if (typeof target === 'string' || !target.default) continue;
    for (const name of key.includes('*') ? matches(target.default) : ['']) {
      const written = (pattern: string) => pattern.replaceAll('*', name).replace(/^\.\//, '');
      found.push({
        specifier: written(key.replace(/^\./, 'oui-elements')),
        module: written(target.default),
        types: written(target.types),
      });
    }
  }
  return found.sort((a, b) => (a.specifier < b.specifier ? -1 : 1));
}

/** What stands for `*` in a target such as `./dist/components/*​/define.js`. */
function matches(target: string): string[] {
  const [before, ...after] = target.split('*');
  const folder = join(ROOT, before);
  const names = readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? entry.name : entry.name.replace(/\.js$/, ''),
  );
  return [...new Set(names)].filter((name) => existsSync(join(ROOT, before + name + after.join(name))));
}
