import * as commonjsModule from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { ROOT } from './package-root.js';
import { codeBlocks } from './server-rendering-doc.js';

/** Its types take the plugin for CommonJS, which it is not when imported. */
const commonjs = commonjsModule.default as unknown as typeof commonjsModule.default.default;

const FOLDER = join(ROOT, 'dist/test/package');

type Files = Readonly<Record<string, readonly [string, string]>>;

let made: Promise<Files> | undefined;

/**
 * What a host's own bundler makes of the published modules, by path: `/npm/classes.js` has every class, `/npm/library.js` registers
 * every tag besides, `/npm/hydration.js` is lit's support for what a server drew, `/npm/hydrating-page.js` takes that over, and `/npm/client.js` is that of
 * `docs/server-rendering.md`. Made once for all tests that ask.
 */
export function npmBundle(): Promise<Files> {
  return (made ??= bundle());
}

async function bundle(): Promise<Files> {
  mkdirSync(FOLDER, { recursive: true });
  const library = join(FOLDER, 'library.js');
  const client = join(FOLDER, 'client.js');
  writeFileSync(library, "import 'oui-elements/define';\nexport * from 'oui-elements';\n");
  const classes = join(FOLDER, 'classes.js');
  writeFileSync(classes, "export * from 'oui-elements';\n");
  const hydration = join(FOLDER, 'hydration.js');
  writeFileSync(hydration, "import '@lit-labs/ssr-client/lit-element-hydrate-support.js';\n");
  writeFileSync(client, codeBlocks()['client.js']!);
  const bundled = await rollup({
    input: { classes, library, client, hydration, 'hydrating-page': join(FOLDER, 'hydrating-page.js') },
    // Quicker, and as much as a page in development loads.
    treeshake: false,
    logLevel: 'silent',
    plugins: [nodeResolve({ browser: true }), commonjs()],
  });
  const { output } = await bundled.generate({ format: 'es' });
  await bundled.close();
  return Object.fromEntries(
    output.flatMap((file) =>
      file.type === 'chunk' ? [[`/npm/${file.fileName}`, ['text/javascript', file.code]] as const] : [],
    ),
  );
}
