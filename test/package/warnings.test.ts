import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { rollup } from 'rollup';
import { codesOfSources } from './codes.js';
import { nodeResolve, commonjs, terser } from './bundler.js';
import { read, ROOT } from './package-root.js';

const { warnings, errors, sentences } = codesOfSources();

/** `oui-elements/oui`, as an app's bundler would make it; the apps of test/consumers have all of the rest. */
async function bundled(condition: 'production' | 'development'): Promise<string> {
  const bundle = await rollup({
    input: join(ROOT, 'dist/src/oui/index.js'),
    plugins: [nodeResolve({ browser: true, exportConditions: [condition] }), commonjs()],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({ format: 'es', plugins: [terser({ module: true })] });
  await bundle.close();
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

const inNode = (script: string, ...flags: string[]) =>
  spawnSync(process.execPath, [...flags, '--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stderr;

const UNHANDLED = `
  const { SurfaceBus } = await import('oui-elements/oui');
  const action = { id: 'add_todo', description: 'Adds.', input: { type: 'object' } };
  new SurfaceBus().register({ id: 'todo', name: 'Todo', description: 'A list.', actions: [action] }, {});`;

/** Asks a server for a place, whose callback throws. */
const FAILING_SERVER = `
  import { createServer, get } from 'node:http';
  import { once } from 'node:events';
  const { serveOui } = await import('oui-elements/node');
  const server = createServer();
  const oui = serveOui(server, { authenticate() { throw new Error('no database') } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  const [response] = await once(get({ port: server.address().port, path: '/oui/v1', headers }), 'response');
  response.resume();
  await oui.close();
  server.close();`;

describe('warnings to authors', () => {
  it('issue 9: no sentence of a warning is in a production bundle; a development bundle has them', async function () {
    this.timeout(60_000);
    const all = [...sentences.values()].flat();
    const within = async (condition: 'production' | 'development') => {
      const code = await bundled(condition);
      return all.filter((piece) => code.includes(piece));
    };
    expect(await within('production')).to.deep.equal([]);
    expect(await within('development')).to.have.lengthOf.above(5);
  });

  it('issue 9: they are said under no condition, with the address of their page, and not in production', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const page = `https://unpkg.com/oui-elements@${version}/docs/warnings.md#ouimissing_handler`;
    expect(inNode(UNHANDLED)).to.match(/^\[oui-elements\] oui:missing_handler: todo\.add_todo .*\nSee \S+$/m);
    expect(inNode(UNHANDLED)).to.include(page);
    expect(inNode(UNHANDLED, '--conditions=production')).to.equal('');
  });

  it('issue 9: the faults of a server are said in production too, with their stack', () => {
    const said = inNode(FAILING_SERVER, '--conditions=production');
    expect(said).to.match(/^\[oui-elements\] oui:authentication_failed: authenticate threw: no database$/m);
    expect(said).to.match(/^\s+at .*authenticate/m);
  });

  it('issue 9: what an author’s callback threw reaches whoever watches the page, once, in production', () => {
    const said = inNode(
      `
      const heard = [];
      globalThis.reportError = (thrown) => heard.push(thrown.message);
      const { SurfaceBus } = await import('oui-elements/oui');
      const bus = new SurfaceBus();
      const transport = { state: 'connected', connect: async () => {}, disconnect() {}, onEvent: () => () => {},
        onStateChange: () => () => {}, send() { throw new Error('mine') } };
      bus.connect(transport);
      const actions = [{ id: 'go_on', description: 'Goes.', input: { type: 'object' } }];
      for (const id of ['todo', 'other'])
        bus.register({ id, name: 'Todo', description: 'A list.', actions }, { go_on() {} });
      await new Promise((resolve) => setTimeout(resolve));
      console.error(JSON.stringify(heard));`,
      '--conditions=production',
    );
    expect(said).to.equal('["mine"]\n');
  });

  /** The headings of a page, or the first cells of its tables. */
  const documented = (page: string, pattern: RegExp) =>
    [...read(page).matchAll(pattern)].map(([, code]) => code).sort();

  it('issue 9: docs/warnings.md has each code that the sources can say, and no other', () => {
    expect(documented('docs/warnings.md', /^### (\S+)$/gm)).to.deep.equal([...warnings].sort());
  });

  it('issue 9: docs/errors.md has each code that the sources can throw or answer, and no other', () => {
    expect(documented('docs/errors.md', /^\| `(\S+)`/gm)).to.deep.equal([...errors].sort());
  });
});
