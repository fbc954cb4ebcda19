import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root, from `dist/test/package`. */
export const ROOT = new URL('../../../', import.meta.url).pathname;

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export interface PackageJson {
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
  sideEffects: string[];
}

export const packageJson = () => JSON.parse(read('package.json')) as PackageJson;
