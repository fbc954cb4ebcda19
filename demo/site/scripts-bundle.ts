import { fileURLToPath } from 'node:url';
import { rollup, type Plugin } from 'rollup';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The agent of the demo is written for Node; a page has what it takes from there too. */
const nodeInPage: Plugin = {
  name: 'node-in-page',
  resolveId: (id) => (id.startsWith('node:') ? here('scripts/node-in-page.js') : null),
};

/** Makes the modules of the pages: one file for each, with the library as it is in `cdn/`. */
export async function bundleScripts(names: readonly string[], dir: string): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name, here(`scripts/${name}.js`)])),
    external: ['oui-elements'],
    plugins: [nodeInPage],
  });
  await bundle.write({ dir, format: 'es', paths: { 'oui-elements': '../cdn/oui-elements.js' } });
  await bundle.close();
}
