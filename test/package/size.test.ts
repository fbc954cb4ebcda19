import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { rollup } from 'rollup';
import { filesAtFirst } from '../../demo/site/bundle-files.js';
import { commonjs, nodeResolve, terser } from './bundler.js';
import { bundleFiles, packageJson, read, ROOT } from './package-root.js';

const KIB = 1024;

const packed = (code: string) => gzipSync(code, { level: 9 }).length;
const inKib = (bytes: number) => `${(bytes / KIB).toFixed(2)} KiB`;

/** What a page loads at first for an entry, and what it may load when that is needed: min+gzip. */
async function sizeOf(entry: string): Promise<{ first: number; all: number; modules: string[] }> {
  const bundle = await rollup({
    input: join(ROOT, entry),
    plugins: [nodeResolve({ browser: true, exportConditions: ['production'] }), commonjs()],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({
    format: 'es',
    plugins: [terser({ module: true, ecma: 2021, format: { comments: false } })],
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const first = new Set([chunks.find((chunk) => chunk.isEntry)!.fileName]);
  for (const name of first) {
    for (const imported of chunks.find((chunk) => chunk.fileName === name)!.imports) first.add(imported);
  }
  const sum = (list: typeof chunks) => list.reduce((total, { code }) => total + packed(code), 0);
  const atFirst = chunks.filter(({ fileName }) => first.has(fileName));
  return {
    first: sum(atFirst),
    all: sum(chunks),
    modules: atFirst.flatMap(({ moduleIds }) => moduleIds),
  };
}

/** What the README promises: the most that an entry may weigh at first, in KiB. */
const CEILINGS = [...read('README.md').matchAll(/^\| `([^`]+)` +\| under ([\d.]+) KiB/gm)].map(
  ([, entry, ceiling]): [string, number] => [entry!, Number(ceiling)],
);

/** The file of a specifier of this package. */
function fileOf(specifier: string): string {
  const key = specifier.replace('oui-elements', '.');
  for (const [pattern, target] of Object.entries(packageJson().exports)) {
    const file = typeof target === 'string' ? target : target.default;
    if (!file) continue;
    const [before, after] = pattern.split('*') as [string, string?];
    if (key === pattern) return file;
    if (after !== undefined && key.startsWith(before) && key.endsWith(after))
      return file.replaceAll('*', key.slice(before.length, key.length - after.length));
  }
  throw new Error(`${specifier} is no entry of the package`);
}

/** A file for a script tag: with what it imports at once, and with all that lies in its folder. */
function weightOfBundle(name: string): { first: number; all: number } {
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + packed(read(file)), 0);
  const atFirst = filesAtFirst(join(ROOT, 'cdn'), name).map((file) => `cdn/${file}`);
  return { first: sum(atFirst), all: sum(bundleFiles(name)) };
}

describe('the size of what pages load (README, Sizes)', () => {
  it('issue 9: the README promises a size for each way in', () => {
    expect(CEILINGS.map(([entry]) => entry)).to.include.members([
      'oui-elements/oui',
      'oui-elements/oui/agent',
      'oui-elements/agent-ui',
      'oui-elements/page',
      'oui-elements/define/agent-workbench',
      'cdn/oui-elements.js',
      'cdn/oui-surface.js',
      'cdn/autoload.js',
    ]);
    const promised = Object.fromEntries(CEILINGS);
    expect(promised['oui-elements/oui']).to.be.at.most(15);
    expect(promised['cdn/oui-elements.js']).to.be.at.most(90);
    expect(promised['cdn/oui-surface.js']).to.be.at.most(25);
  });

  for (const [entry, ceiling] of CEILINGS) {
    it(`issue 9: ${entry} stays under ${ceiling} KiB min+gzip at first`, async function () {
      this.timeout(120_000);
      const name = /^cdn\/(.+)\.js$/.exec(entry)?.[1];
      const { first, all } = name ? weightOfBundle(name) : await sizeOf(fileOf(entry));
      console.log(`      ${entry}: ${inKib(first)} at first, ${inKib(all)} with all that may follow`);
      expect(first).to.be.below(ceiling * KIB);
      // A promise that is far from the truth is none.
      expect(first).to.be.above(ceiling * KIB * 0.75);
    });
  }

  it('issue 3, issue 5: both halves do without Lit', async function () {
    this.timeout(120_000);
    for (const entry of ['oui-elements/oui', 'oui-elements/oui/agent', 'oui-elements/agent-ui']) {
      const { modules } = await sizeOf(fileOf(entry));
      expect(modules.filter((id) => /node_modules\/(?:lit|@lit)/.test(id))).to.deep.equal([]);
    }
  });
});
