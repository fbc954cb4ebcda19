import commonjs from '@rollup/plugin-commonjs';
import { fromRollup } from '@web/dev-server-rollup';
import { chromeLauncher } from '@web/test-runner-chrome';
import { BROWSER_FLAGS, findBrowser } from './dist/test/find-browser.js';

const commonjsPlugin = fromRollup(commonjs);

/** Runs on what `tsc` made: `npm run build:modules` first. */
export default {
  files: [
    'dist/test/src/**/*.test.js',
    'dist/test/components/**/*.test.js',
    'dist/test/browser/**/*.test.js',
  ],
  nodeResolve: { exportConditions: ['production'] },
  concurrency: 2,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  testFramework: { config: { timeout: 20_000 } },
  // The few dependencies that come as CommonJS; whoever uses the package has a bundler for them.
  plugins: [commonjsPlugin({ include: ['**/node_modules/picomatch/**', '**/node_modules/partial-json/**'] })],
  browsers: [chromeLauncher({ launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS } })],
};
