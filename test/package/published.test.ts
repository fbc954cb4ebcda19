import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import picomatch from 'picomatch';
import { publint } from 'publint';
import { rollup } from 'rollup';
import { nodeResolve } from './bundler.js';
import { entriesOf } from './entry-list.js';
import { pack, type Packed } from './packed.js';
import { packageJson, read, ROOT } from './package-root.js';
import { doersOf } from './side-effects.js';

/** What an app keeps of the library that has this as its only module. */
async function kept(source: string): Promise<string[]> {
  const id = join(ROOT, 'app.js');
  const app = {
    name: 'app',
    resolveId: (name: string) => (name === id ? id : null),
    load: (name: string) => (name === id ? source : null),
  };
  const bundle = await rollup({
    input: id,
    plugins: [app, nodeResolve({ browser: true, exportConditions: ['production'] })],
    external: (name) => !/^(?:[./#]|oui-elements)/.test(name),
    onwarn: () => {},
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const first = output.find((file) => file.type === 'chunk' && file.isEntry)!;
  if (first.type !== 'chunk') return [];
  return Object.entries(first.modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([module]) => module.replace(ROOT, ''))
    .filter((module) => module.startsWith('dist/'));
}

describe('the package as it is published', () => {
  let packed: Packed;

  before(async function () {
    this.timeout(120_000);
    packed = await pack();
  });

  it('issue 9: publint finds nothing', async function () {
    this.timeout(120_000);
    const data = readFileSync(packed.tarball);
    const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
    const { messages } = await publint({ strict: true, pack: { tarball } });
    expect(messages).to.deep.equal([]);
  });

  it('issue 9: are-the-types-wrong finds nothing, for modules', async function () {
    this.timeout(120_000);
    const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const options = ['--profile', 'esm-only', '--no-color', '--no-emoji'];
    const found = await promisify(execFile)(process.execPath, [attw, packed.tarball, ...options]).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    expect(found).to.equal('');
  });

  it('issue 9: every entry is in it, with its types', () => {
    const entries = entriesOf(packageJson());
    expect(entries.length).to.be.above(80);
    const missing = entries.flatMap(({ module, types }) =>
      [module, types].filter((file) => !packed.files.has(file)),
    );
    expect(missing).to.deep.equal([]);
  });

  it('issue 9: what one of its pages links to is in it', () => {
    const dead: string[] = [];
    for (const page of [...packed.files].filter((file) => file.endsWith('.md'))) {
      for (const [, link] of read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)) {
        const target = posix.join(posix.dirname(page), link);
        const exists =
          packed.files.has(target) || [...packed.files].some((file) => file.startsWith(`${target}/`));
        if (!exists) dead.push(`${page} → ${link}`);
      }
    }
    expect(dead).to.deep.equal([]);
  });

  it('issue 9: what the source maps of its modules name is in it', () => {
    const maps = [...packed.files].filter((file) => /^dist\/.*\.js\.map$/.test(file));
    expect(maps.length).to.be.above(300);
    const missing = maps.filter((map) => {
      const [source] = (JSON.parse(read(map)) as { sources: [string] }).sources;
      const path = posix.join(posix.dirname(map), source);
      // A source that was deleted may have left its output here; a release builds in a clean clone.
      return existsSync(join(ROOT, path)) && !packed.files.has(path);
    });
    expect(missing).to.deep.equal([]);
  });

  it('issue 9: sideEffects names each module that does something by being loaded, and no other', () => {
    const listed = picomatch(packageJson().sideEffects.map((pattern) => pattern.replace(/^\.\//, '')));
    const doers = doersOf(['src', 'components']);
    expect(doers.filter((module) => !listed(module))).to.deep.equal([]);
    const modules = [...packed.files].filter((file) => /^dist\/.*\.js$/.test(file));
    expect(modules.filter((module) => listed(module) && !doers.includes(module))).to.deep.equal([]);
  });

  it('issue 9: an app that imports one class keeps that class, and defines nothing', async function () {
    this.timeout(60_000);
    const modules = await kept(`import { AgentRunStatus } from 'oui-elements'; console.log(AgentRunStatus);`);
    expect(modules).to.include('dist/components/agent-run-status/agent-run-status.js');
    const tags = modules.flatMap((module) => /^dist\/components\/([a-z]+-[a-z-]+)\//.exec(module)?.[1] ?? []);
    // Of the composer, the events that any panel may send.
    expect([...new Set(tags)].sort()).to.deep.equal(['agent-composer', 'agent-run-status']);
    expect(modules.filter((module) => /define\.js|autoload|\/zh\.js|\/cdn\//.test(module))).to.deep.equal([]);
  });

  it('issue 9: an app that imports a definition or a language keeps it', async function () {
    this.timeout(60_000);
    const modules = await kept(`import 'oui-elements/define/oui-surface'; import 'oui-elements/locales/zh';`);
    expect(modules).to.include('dist/components/oui-surface/define.js');
    expect(modules).to.include('dist/components/shared/locales/zh.js');
  });
});
