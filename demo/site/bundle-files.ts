import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The files of `cdn/` that a page loads before anything of a bundle runs: it, and what it imports at once. */
export function filesAtFirst(cdn: string, name: string): string[] {
  const first = new Set([`${name}.js`]);
  for (const file of first)
    for (const [, imported = ''] of readFileSync(join(cdn, file), 'utf8').matchAll(
      /\b(?:import|from)\s*"(\.\/[^"]+)"/g,
    )) {
      const next = posix.join(posix.dirname(file), imported);
      if (existsSync(join(cdn, next))) first.add(next);
    }
  return [...first];
}
