import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root, from `dist/test/package`. */
export const ROOT = new URL('../../../', import.meta.url).pathname;

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The files of a bundle for a script tag: the one that pages name, and those that it finds beside itself. */
export const bundleFiles = (name: string): string[] => [
  `cdn/${name}.js`,
  ...readdirSync(join(ROOT, 'cdn', name))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `cdn/${name}/${file}`),
];

/** The same, to be served in a folder of any name. */
export const servedBundle = (name: string, folder: string): Record<string, readonly [string, string]> =>
  Object.fromEntries(
    bundleFiles(name).map((file) => [file.replace('cdn', folder), ['text/javascript', read(file)] as const]),
  );

export interface PackageJson {
  version: string;
  files: string[];
  exports: Record<string, string | { types: string; default?: string }>;
  sideEffects: string[];
}

export const packageJson = () => JSON.parse(read('package.json')) as PackageJson;
