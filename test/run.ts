import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startTestRunner } from '@web/test-runner';
import type { TestSession, TestSuiteResult } from '@web/test-runner';
import Mocha from 'mocha';
import { bundleBrowserTests } from './bundle-browser-tests.js';
import { ENGINE_DIFFERENCES } from './engine-differences.js';
import { findEngines } from './engines.js';
import { findBrowser } from './find-browser.js';
import { judgeOutcomes, type Outcome } from './judge-outcomes.js';

/**
 * `npm test`: lint, the tests that need Node, and the tests that need a browser, in that order. The closing
 * line counts them all.
 */
interface Count {
  passed: number;
  failed: number;
}

/** What failed and why, said again at the very end: the end is what a CI page shows. */
const failures: string[] = [];
/** Which engines ran, and which did not. */
const closing: string[] = [];

const root = new URL('../../', import.meta.url).pathname;
/** These run in Node; `src` runs in the browser as well. */
const NODE_FOLDERS = ['src', 'package', 'node', 'demo', 'consumers'];

function lint(): Count {
  const { status } = spawnSync('npm', ['run', '--silent', 'lint'], {
    cwd: root,
    stdio: 'inherit',
    shell: true,
  });
  if (status === 0) return { passed: 1, failed: 0 };
  failures.push('lint');
  return { passed: 0, failed: 1 };
}

async function inNode(): Promise<Count> {
  const mocha = new Mocha({ timeout: 60_000, reporter: 'dot' });
  for (const folder of NODE_FOLDERS) {
    const path = join(root, 'dist/test', folder);
    for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.test.js')) mocha.addFile(join(path, file));
    }
  }
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve({ passed: runner.stats!.passes, failed: runner.stats!.failures }));
    runner.on('fail', (test, error: Error) => failures.push(`${test.fullTitle()}\n  ${error.message}`));
  });
}

/** In every engine that is installed, or in those that `ENGINES` names. */
async function inBrowsers(): Promise<Count> {
  process.env['ENGINES'] ??= 'all';
  const { missing } = findEngines();
  await bundleBrowserTests(root);
  // Given whole: what a configuration file says wins over what is given beside it.
  const { default: config } = (await import(join(root, 'web-test-runner.config.js'))) as { default: object };
  const runner = await startTestRunner({
    autoExitProcess: false,
    readCliArgs: false,
    readFileConfig: false,
    config: { ...config, rootDir: root, files: ['dist/browser-tests/**/*.test.js'] },
  });
  if (!runner) return { passed: 0, failed: 1 };
  await new Promise((resolve) => runner.on('finished', resolve));
  const sessions = [...runner.sessions.all()];
  const engines = [...new Set(sessions.map(({ browser }) => browser.name))];
  const outcomes = sessions.flatMap(outcomesOf);
  const verdict = judgeOutcomes(outcomes, ENGINE_DIFFERENCES, engines);
  failures.push(...verdict.failures);
  for (const engine of engines) {
    const count = (of: readonly Outcome[]) => of.filter((outcome) => outcome.engine === engine).length;
    const known = count(verdict.known);
    const cannot = known ? `, ${known} of which it cannot pass (docs/browsers.md)` : '';
    closing.push(`${engine}: ${count(outcomes)} tests${cannot}`);
  }
  for (const { name, get } of missing) closing.push(`${name}: not found, so not tested. ${get}`);
  return { passed: verdict.passed, failed: verdict.failures.length };
}

function outcomesOf({ browser, testFile, testResults, errors }: TestSession): Outcome[] {
  const engine = browser.name;
  const file = relative(join(root, 'dist/browser-tests'), testFile).replace(/\.js$/, '');
  const whole = errors.map((error) => ({ engine, file, title: '', error: error.message }));
  if (!testResults && errors.length === 0) whole.push({ engine, file, title: '', error: 'no result' });
  const inSuite = (suite: TestSuiteResult, above: readonly string[]): Outcome[] => [
    ...suite.tests
      .filter(({ skipped }) => !skipped)
      .map(({ name, passed, error }) => ({
        engine,
        file,
        title: [...above, name].join(' > '),
        ...(!passed && { error: error?.message ?? 'no reason given' }),
      })),
    ...suite.suites.flatMap((inner) => inSuite(inner, [...above, inner.name])),
  ];
  return [...whole, ...(testResults ? inSuite(testResults, []) : [])];
}

findBrowser();
process.chdir(root);
const counts = [lint(), await inNode(), await inBrowsers()];
const total = counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log('');
for (const line of closing) console.log(line);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
