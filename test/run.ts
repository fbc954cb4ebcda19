import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTestRunner } from '@web/test-runner';
import Mocha from 'mocha';
import { findBrowser } from './find-browser.js';

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

async function inBrowser(): Promise<Count> {
  const runner = await startTestRunner({
    autoExitProcess: false,
    readCliArgs: false,
    config: { rootDir: root },
    readFileConfig: true,
  });
  if (!runner) return { passed: 0, failed: 1 };
  const ok = await new Promise<boolean>((resolve) => runner.on('finished', resolve));
  const count: Count = { passed: 0, failed: 0 };
  for (const session of runner.sessions.all()) {
    if (session.testResults) countSuite(session.testResults, count);
    for (const error of session.errors) {
      count.failed++;
      failures.push(`${session.testFile}\n  ${error.message}`);
    }
  }
  if (!ok && count.failed === 0) {
    count.failed++;
    failures.push('the browser run, without a word of its own');
  }
  return count;
}

interface Suite {
  readonly tests: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly skipped: boolean;
    readonly error?: { readonly message: string };
  }[];
  readonly suites: readonly Suite[];
}

function countSuite(suite: Suite, count: Count): void {
  for (const test of suite.tests) {
    if (test.passed) count.passed++;
    else if (!test.skipped) {
      count.failed++;
      failures.push(`${test.name}\n  ${test.error?.message ?? 'no reason given'}`);
    }
  }
  for (const inner of suite.suites) countSuite(inner, count);
}

findBrowser();
process.chdir(root);
const counts = [lint(), await inNode(), await inBrowser()];
const total = counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
