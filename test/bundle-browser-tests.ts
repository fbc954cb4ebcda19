import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as commonjsModule from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup, type Plugin } from 'rollup';

/** Its types take the plugin for CommonJS, which it is not when imported. */
const commonjs = commonjsModule.default as unknown as typeof commonjsModule.default.default;

/** ajv carries its meta-schemas as JSON. */
const json: Plugin = {
  name: 'json',
  transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code}`, map: null } : null),
};

/** Not a test: what some tests put into frames and workers. */
const PEER = 'embedded-peer.js';

/** What the test runner's server makes up as it goes. */
const FROM_SERVER = /^\/__web-dev-server__/;

/** Lit is quiet in production, and we are tested with our warnings; and tests of what is drawn look at once. */
const STAND_INS = new Map([
  ['#dev-warning', 'dist/src/base/dev-warning.js'],
  ['#markdown', 'dist/components/shared/markdown/markdown.js'],
  ['#turn-parts', 'dist/components/agent-conversation/turn-parts.js'],
]);
const standIns = (root: string): Plugin => ({
  name: 'stand-ins',
  resolveId(source) {
    const file = STAND_INS.get(source);
    return file === undefined ? null : join(root, file);
  },
});

/** Tests of what has no page stand together on one, as they do in Node. */
const TOGETHER = /^src\/(?:agent-ui\/adapters|[^/]+)/;
const together = (groups: ReadonlyMap<string, readonly string[]>): Plugin => ({
  name: 'together',
  resolveId: (source) => (groups.has(source) ? source : null),
  load: (id) =>
    groups
      .get(id)
      ?.map((file) => `import ${JSON.stringify(file)};`)
      .join('\n') ?? null,
});

/**
 * Puts what `tsc` made of the browser tests into fewer, larger modules in `dist/browser-tests`: one for each test
 * file, or for each folder of `src`, and some that they share. A page then asks for a dozen files where it asked for hundreds; in
 * three engines that is most of the time. A module that does something when it is imported stays one that is imported only by
 * those who ask for it.
 */
export async function bundleBrowserTests(root: string): Promise<void> {
  const from = join(root, 'dist/test');
  const input: Record<string, string> = {};
  const groups = new Map<string, string[]>();
  for (const folder of ['src', 'components', 'browser']) {
    for (const file of readdirSync(join(from, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.test.js') && file !== PEER) continue;
      const name = join(folder, file).slice(0, -'.js'.length);
      const [group] = TOGETHER.exec(name) ?? [];
      if (group === undefined) input[name] = join(from, folder, file);
      else groups.set(`${group}.test`, [...(groups.get(`${group}.test`) ?? []), join(from, folder, file)]);
    }
  }
  for (const name of groups.keys()) input[name] = name;
  const bundle = await rollup({
    input,
    external: FROM_SERVER,
    treeshake: false,
    experimentalLogSideEffects: false,
    onLog: (level, log, handle) => {
      // Dependencies' habits, of no consequence here.
      if (log.code !== 'CIRCULAR_DEPENDENCY' && log.code !== 'THIS_IS_UNDEFINED' && level === 'warn') {
        handle(level, log);
      }
    },
    plugins: [
      together(groups),
      standIns(root),
      json,
      nodeResolve({ browser: true, exportConditions: ['production'] }),
      commonjs({ requireReturnsDefault: 'auto' }),
    ],
  });
  const dir = join(root, 'dist/browser-tests');
  rmSync(dir, { recursive: true, force: true });
  await bundle.write({
    dir,
    format: 'es',
    sourcemap: true,
    chunkFileNames: 'shared/[name]-[hash].js',
    experimentalMinChunkSize: 30_000,
  });
  await bundle.close();
}
