import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './package-root.js';

export interface Packed {
  /** The tarball, as npm would publish it. */
  readonly tarball: string;
  /** The paths in it. */
  readonly files: ReadonlySet<string>;
}

let packed: Promise<Packed> | undefined;

/** Packs the library, once for all tests of this process. */
export function pack(): Promise<Packed> {
  return (packed ??= run());
}

async function run(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'oui-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    { cwd: ROOT, maxBuffer: 64 * 2 ** 20 },
  );
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), files: new Set(files.map(({ path }) => path)) };
}
