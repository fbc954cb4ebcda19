import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { expect } from 'chai';
import { rollup, type OutputChunk, type Plugin } from 'rollup';
import { packageJson, ROOT } from './package-root.js';

const KIB = 1024;

/** Their types are written for CommonJS, their code is a module. */
type PluginModule = { default: (options?: object) => Plugin };
const { default: terser } = (await import('@rollup/plugin-terser')) as unknown as PluginModule;
const { default: commonjs } = (await import('@rollup/plugin-commonjs')) as unknown as PluginModule;

const weightOf = (chunks: Iterable<OutputChunk>) =>
  [...chunks].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / KIB;
const inKib = (kib: number) => `${kib.toFixed(1)} KiB`;

async function chunksOf(input: Record<string, string>): Promise<readonly OutputChunk[]> {
  const bundle = await rollup({
    input,
    plugins: [nodeResolve({ browser: true, exportConditions: ['production'] }), commonjs()],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({
    format: 'es',
    plugins: [terser({ module: true, ecma: 2021, format: { comments: false } })],
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
  'ag-ui': [6, 19, 42],
  'ai-sdk': [6, 17.5, 23],
  langgraph: [6, 19, 24],
  acp: [6, 19, 21],
  a2a: [6, 14, 14],
  'agent-events': [6, 8.5, 10],
};

async function sizeOf(name: string) {
  const adapter = join(ROOT, `dist/src/agent-ui/adapters/${name}.js`);
  const chunks = await chunksOf({ adapter });
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const connects = chunks.filter(({ facadeModuleId }) => CONNECTS[name]!.test(facadeModuleId ?? ''));
  return {
    first: weightOf(loadedWith(chunks, [entry])),
    connected: weightOf(loadedWith(chunks, [entry, ...connects])),
    whole: weightOf(chunks),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
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

  it('issue 8: a page with two protocols loads what they share once', async () => {
    const of = (name: string) => join(ROOT, `dist/src/agent-ui/adapters/${name}.js`);
    const names = ['ag-ui', 'ai-sdk'];
    const both = weightOf(await chunksOf(Object.fromEntries(names.map((name) => [name, of(name)]))));
    const alone = await Promise.all(
      names.map(async (name) => weightOf(await chunksOf({ [name]: of(name) }))),
    );
    console.log(`      ${names.join(' and ')}: ${inKib(both)}, alone ${alone.map(inKib).join(' and ')}`);
    expect(both).to.be.below(alone[0]! + alone[1]! - 5);
  });

  it('AG-UI 4 #27: the adapter is a fraction of the protocol’s own client, and asks for no package beside it', async () => {
    const { whole, modules } = await sizeOf('ag-ui');
    const client = join(ROOT, 'node_modules/@ag-ui/client/dist/index.mjs');
    const theirs = weightOf(await chunksOf({ client }));
    console.log(`      AG-UI: ours ${inKib(whole)} in all, @ag-ui/client ${inKib(theirs)}`);
    expect(theirs).to.be.above(whole * 2);
    const packages = new Set(
      modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
    );
    const allowed = ['eventsource-parser', 'fast-json-patch', 'partial-json'];
    expect([...packages].filter((one) => !allowed.includes(one))).to.deep.equal([]);
    expect(packageJson()).not.to.have.property('peerDependencies');
  });

  it('AG-UI 4 #26: session and adapter know no framework, and not even a DOM', async () => {
    const of = (path: string) => join(ROOT, 'dist/src/agent-ui', path);
    const chunks = await chunksOf({ session: of('index.js'), adapter: of('adapters/ag-ui.js') });
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
    const frameworks = /node_modules\/(?:lit|@lit\/|lit-|react|vue|svelte|@angular|rxjs|zod)/;
    expect(modules.filter((id) => frameworks.test(id))).to.deep.equal([]);
    expect(modules.filter((id) => /\/components\//.test(id))).to.deep.equal([]);
    const code = chunks.map((chunk) => chunk.code).join('\n');
    expect(code).not.to.match(/\b(?:HTMLElement|customElements|attachShadow|document\.createElement)\b/);
  });
});
