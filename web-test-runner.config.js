import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { conformanceSockets } from './dist/test/browser/conformance-sockets.js';
import { findEngines } from './dist/test/engines.js';

/** The few dependencies that come as CommonJS, and what we take from them. A user has a bundler for that. */
const COMMONJS = {
  picomatch: 'default',
  'partial-json': 'parse',
  'ajv/dist/2020.js': 'Ajv2020',
  'highlight.js/lib/core': 'default',
};

/** ajv carries its meta-schemas as JSON. */
const json = {
  name: 'json',
  transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code}`, map: null } : null),
};

const asModules = {
  name: 'commonjs-dependencies',
  resolveImport({ source }) {
    // Lit is to be quiet, and says nothing under "production"; our own warnings are tested.
    if (source === '#dev-warning') return '/dist/src/base/dev-warning.js';
    // Tests of what is drawn look at once; test/package/late-parts.test.ts has it fetched.
    if (source === '#markdown') return '/dist/components/shared/markdown/markdown.js';
    if (source === '#turn-parts') return '/dist/components/agent-conversation/turn-parts.js';
    return source in COMMONJS ? `/commonjs/${source}.js` : undefined;
  },
  async serve({ path }) {
    const name = /^\/commonjs\/(.*)\.js$/.exec(path)?.[1];
    if (!name) return;
    const entry = {
      name: 'entry',
      resolveId: (id) => (id === 'entry' ? id : null),
      load: (id) => (id === 'entry' ? `export { ${COMMONJS[name]} } from '${name}';` : null),
    };
    const bundle = await rollup({
      input: 'entry',
      plugins: [entry, json, nodeResolve({ browser: true }), commonjs({ requireReturnsDefault: 'auto' })],
    });
    const { output } = await bundle.generate({ format: 'es' });
    return { body: output[0].code, type: 'js' };
  },
};

/**
 * A page that is scrolled from an observer of sizes may bring something into view that has to be measured; a browser then
 * goes on in the next frame, and says so by an error event that is none.
 */
const testRunnerHtml = (testRunner) => `<!doctype html>
<html>
  <body>
    <script>
      addEventListener('error', (event) => {
        if (event.message.startsWith('ResizeObserver loop')) event.stopImmediatePropagation();
      });
    </script>
    <script type="module" src="${testRunner}"></script>
  </body>
</html>`;

/** Runs on what `tsc` made: `npm run build:modules` first. */
export default {
  files: [
    'dist/test/src/**/*.test.js',
    'dist/test/components/**/*.test.js',
    'dist/test/browser/**/*.test.js',
  ],
  nodeResolve: { exportConditions: ['production'] },
  concurrency: 2,
  // Warnings to authors are tested where they are said; here they would hide what fails.
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('[oui-elements]'),
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  testFramework: { config: { timeout: 60_000 } },
  testRunnerHtml,
  plugins: [asModules, conformanceSockets],
  concurrentBrowsers: 2,
  browsers: findEngines().launchers,
};
