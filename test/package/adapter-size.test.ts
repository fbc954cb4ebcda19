import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { rollup, type OutputChunk } from 'rollup';
import { commonjs, nodeResolve, terser } from './bundler.js';
import { packageJson, ROOT } from './package-root.js';

const KIB = 1024;

const weightOf = (chunks: Iterable<OutputChunk>) =>
  [...chunks].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / KIB;
const inKib = (kib: number) => `${kib.toFixed(1)} KiB`;

async function chunksOf(input: string | string[], minified = true): Promise<readonly OutputChunk[]> {
  const bundle = await rollup({
    input,
    plugins: [nodeResolve({ browser: true, exportConditions: ['production'] }), commonjs()],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({
    format: 'es',
    plugins: minified ? [terser({ module: true, ecma: 2021, format: { comments: false } })] : [],
  });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
}

/** What a page loads with these chunks. */
function loadedWith(chunks: readonly OutputChunk[], begin: readonly OutputChunk[]): Set<OutputChunk> {
  const loaded = new Set(begin);
  for (const { imports } of loaded)
    for (const name of imports) loaded.add(chunks.find(({ fileName }) => fileName === name)!);
  return loaded;
}

/** What each fetches when it connects, by the names of its modules. */
const CONNECTS: Readonly<Record<string, RegExp>> = {
  'ag-ui': /\/ag-ui-connection\.js$/,
  'ai-sdk': /\/ai-sdk-connection\.js$/,
  langgraph: /\/(?:langgraph-connection|protocol-transport)\.js$/,
  acp: /\/acp-connection\.js$/,
  a2a: /\/a2a-connection\.js$/,
  'agent-events': /\/(?:feed-connection|frame-mapper)\.js$/,
};

/** What each weighed when this was written and a little more: at first, connected for a run of text and calls, whole. */
const CEILINGS: Readonly<Record<string, readonly [first: number, connected: number, whole: number]>> = {
  'ag-ui': [6, 19, 46],
  'ai-sdk': [6, 17.5, 23],
  langgraph: [6, 19, 24],
  acp: [6, 19, 21],
  a2a: [6, 14, 14],
  'agent-events': [6, 8.5, 10],
};

interface Size {
  first: number;
  connected: number;
  whole: number;
  modules: readonly string[];
}

const sizes = new Map<string, Size>();

async function sizeOf(name: string): Promise<Size> {
  const known = sizes.get(name);
  if (known) return known;
  const chunks = await chunksOf(join(ROOT, `dist/src/agent-ui/adapters/${name}.js`));
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const connects = chunks.filter(({ moduleIds }) => moduleIds.some((id) => CONNECTS[name]!.test(id)));
  const size = {
    first: weightOf(loadedWith(chunks, [entry])),
    connected: weightOf(loadedWith(chunks, [entry, ...connects])),
    whole: weightOf(chunks),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
  sizes.set(name, size);
  return size;
}

describe('what adapters weigh', function () {
  this.timeout(60_000);

  for (const [name, [first, connected, whole]] of Object.entries(CEILINGS)) {
    it(`issue 8: adapters/${name}: what a page loads at first, when it connects, and in all`, async () => {
      const size = await sizeOf(name);
      console.log(
        `      adapters/${name}: ${inKib(size.first)} at first, ${inKib(size.connected)} with a run of text and calls, ${inKib(size.whole)} in all`,
      );
      expect(size.first).to.be.below(first);
      expect(size.connected).to.be.below(connected);
      expect(size.whole).to.be.below(whole);
    });
  }

  it('issue 8: what protocols share stands beside them, so that a page with two loads it once', async () => {
    for (const name of Object.keys(CEILINGS)) {
      const { modules } = await sizeOf(name);
      const others = Object.keys(CEILINGS).filter((other) => other !== name && other !== 'agent-events');
      const borrowed = modules.filter((id) => others.some((other) => id.includes(`/adapters/${other}/`)));
      expect(borrowed, name).to.deep.equal([]);
    }
    const of = async (name: string) => new Set((await sizeOf(name)).modules);
    const [agUi, aiSdk] = [await of('ag-ui'), await of('ai-sdk')];
    const shared = [...agUi].filter((id) => aiSdk.has(id)).map((id) => /[^/]+$/.exec(id)![0]);
    for (const file of ['late-calls', 'late-queue', 'page-offer', 'receipts', 'carried', 'http-answer'])
      expect(shared).to.include(`${file}.js`);
  });

  it('AG-UI 4 #27: the adapter needs no schema library, no observables, and no package beside it', async () => {
    const { modules } = await sizeOf('ag-ui');
    const packages = new Set(
      modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
    );
    const allowed = ['eventsource-parser', 'fast-json-patch', 'partial-json'];
    expect([...packages].filter((one) => !allowed.includes(one))).to.deep.equal([]);
    expect(packageJson()).not.to.have.property('peerDependencies');
  });

  it('AG-UI 4 #26: session and adapter know no framework, and not even a DOM', async () => {
    const of = (path: string) => join(ROOT, 'dist/src/agent-ui', path);
    const chunks = await chunksOf([of('index.js'), of('adapters/ag-ui.js')], false);
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
    const frameworks = /node_modules\/(?:lit|@lit\/|lit-|react|vue|svelte|@angular|rxjs|zod)/;
    expect(modules.filter((id) => frameworks.test(id))).to.deep.equal([]);
    expect(modules.filter((id) => /\/components\//.test(id))).to.deep.equal([]);
    const code = chunks.map((chunk) => chunk.code).join('\n');
    expect(code).not.to.match(/\b(?:customElements\.|attachShadow\(|document\.createElement)/);
  });
});
