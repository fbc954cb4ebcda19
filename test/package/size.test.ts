import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { expect } from 'chai';
import { rollup, type Plugin } from 'rollup';
import { bundleFiles, read, ROOT } from './package-root.js';

const KIB = 1024;

/** Their types are written for CommonJS, their code is a module. */
type PluginModule = { default: (options?: object) => Plugin };
const { default: terser } = (await import('@rollup/plugin-terser')) as unknown as PluginModule;
const { default: commonjs } = (await import('@rollup/plugin-commonjs')) as unknown as PluginModule;

const packed = (code: string) => gzipSync(code, { level: 9 }).length;
const inKib = (bytes: number) => `${(bytes / KIB).toFixed(2)} KiB`;

/** What a page loads at first for an entry, and what it may load when that is needed: min+gzip. */
async function sizeOf(entry: string): Promise<{ first: number; later: number; modules: string[] }> {
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
    later: sum(chunks) - sum(atFirst),
    modules: atFirst.flatMap(({ moduleIds }) => moduleIds),
  };
}

describe('the size of what pages load', () => {
  it('oui-elements/oui stays under 15 KiB min+gzip at first, without Lit', async function () {
    this.timeout(30_000);
    const { first, later, modules } = await sizeOf('dist/src/oui/index.js');
    console.log(`      oui-elements/oui: ${inKib(first)} at first, ${inKib(later)} when needed`);
    expect(first).to.be.below(15 * KIB);
    expect(modules.filter((id) => /node_modules/.test(id))).to.deep.equal([]);
  });

  it('oui-elements/agent-ui stays under 48 KiB min+gzip at first, without Lit', async function () {
    this.timeout(30_000);
    const { first, modules } = await sizeOf('dist/src/agent-ui/index.js');
    console.log(`      oui-elements/agent-ui: ${inKib(first)} at first`);
    expect(first).to.be.below(48 * KIB);
    expect(modules.filter((id) => /node_modules\/(?:lit|@lit)/.test(id))).to.deep.equal([]);
  });

  /** The whole of each, as it was when this was written and a little more. */
  const WHOLE = { 'ag-ui': 38, 'ai-sdk': 20, langgraph: 20, acp: 20, a2a: 14, 'agent-events': 10 };

  for (const [name, whole] of Object.entries(WHOLE)) {
    it(`issue 8: oui-elements/agent-ui/adapters/${name} stays under 6 KiB min+gzip at first`, async function () {
      this.timeout(30_000);
      const { first, later } = await sizeOf(`dist/src/agent-ui/adapters/${name}.js`);
      console.log(`      adapters/${name}: ${inKib(first)} at first, ${inKib(later)} when it connects`);
      expect(first).to.be.below(6 * KIB);
      expect(first + later).to.be.below(whole * KIB);
    });
  }

  /** The surface is promised; of the other, what it weighed when this was written and a little more. */
  const CEILINGS = { 'oui-surface': 25 * KIB, 'oui-elements': 190 * KIB, autoload: 20 * KIB };

  for (const [name, ceiling] of Object.entries(CEILINGS)) {
    it(`cdn/${name}.js stays under ${inKib(ceiling)} gzip at first`, () => {
      const files = bundleFiles(name);
      const atFirst = [`cdn/${name}.js`];
      for (const file of atFirst) {
        for (const [, imported] of read(file).matchAll(/\b(?:import|from)\s*"\.?\/([^"]+)"/g)) {
          const found = files.find((other) => other.endsWith(imported))!;
          if (!atFirst.includes(found)) atFirst.push(found);
        }
      }
      const sum = (list: string[]) => list.reduce((total, file) => total + packed(read(file)), 0);
      console.log(`      cdn/${name}.js: ${inKib(sum(atFirst))} at first, ${inKib(sum(files))} in all`);
      expect(sum(atFirst)).to.be.below(ceiling);
    });
  }
});
