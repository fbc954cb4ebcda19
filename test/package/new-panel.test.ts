import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import { AgentSession } from 'oui-elements/agent-ui';
import { check, resolveConfig } from 'prettier';
import ts from 'typescript';
import { newPanel } from '../new-panel.js';
import { read, ROOT } from './package-root.js';

const TAG = 'agent-note-list';
const LISTS = [
  'components/index.ts',
  'components/define-elements.ts',
  'components/autoload.ts',
  'components/shared/locales/en-work.ts',
  'components/shared/locales/zh.ts',
  'demo/gallery/stories/index.js',
  'test/browser/tags.ts',
  'test/components/manifest/team-scenes.ts',
];

describe('npm run new:panel', function () {
  this.timeout(60_000);
  let copy: string;
  let written: string[];

  before(async () => {
    // Within the package, so that what it imports is found.
    copy = mkdtempSync(join(ROOT, 'dist/new-panel-'));
    cpSync(join(ROOT, 'components'), join(copy, 'components'), { recursive: true });
    // What the panel imports of the rest has been compiled already.
    symlinkSync(join(ROOT, 'dist/src'), join(copy, 'src'));
    for (const path of [
      ...LISTS,
      ...['every-look', 'in-shadow', 'scripted-session'].map((name) => `test/components/${name}.ts`),
    ])
      cpSync(join(ROOT, path), join(copy, path));
    written = await newPanel(copy, TAG);
  });

  after(() => rmSync(copy, { recursive: true }));

  it('issue 9: it writes an element, its styles, its registration, a test and a story, and adds it to every list', () => {
    expect(written).to.have.members([
      `components/${TAG}/${TAG}.ts`,
      `components/${TAG}/${TAG}.styles.ts`,
      `components/${TAG}/define.ts`,
      `test/components/${TAG}/${TAG}.test.ts`,
      `demo/gallery/stories/${TAG}.js`,
      ...LISTS,
    ]);
    for (const list of LISTS) {
      const [before, after] = [read(list), readFileSync(join(copy, list), 'utf8')].map((text) =>
        text.split('\n'),
      );
      const added = after.filter((line) => !before.includes(line));
      expect(added.join('\n'), list).to.match(/agent-note-list|noteList/);
      expect(after.filter((line) => !added.includes(line) && line !== '')).to.deep.equal(
        before.filter((line) => line !== ''),
      );
    }
  });

  it('issue 9: lists stay in order, and every file is formatted', async () => {
    const tags = [
      ...readFileSync(join(copy, 'test/browser/tags.ts'), 'utf8').matchAll(/^ {2}'([\w-]+)',$/gm),
    ];
    const names = tags.map(([, name]) => name);
    expect(names).to.include(TAG);
    expect(names).to.deep.equal(names.toSorted());
    const options = await resolveConfig(join(ROOT, 'package.json'));
    for (const path of written) {
      const formatted = await check(readFileSync(join(copy, path), 'utf8'), { ...options, filepath: path });
      expect(formatted, path).to.equal(true);
    }
  });

  it('issue 9: what it writes has no fault of types, under the rules of this project', () => {
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
    const { options } = ts.convertCompilerOptionsFromJson(
      (config as { compilerOptions: object }).compilerOptions,
      ROOT,
    );
    // The scenes import half of the tests; a line in a list of them has no types to be wrong.
    const files = written
      .filter((path) => path.endsWith('.ts') && !path.includes('manifest/'))
      .map((path) => join(copy, path));
    const program = ts.createProgram(files, {
      ...options,
      composite: false,
      noEmit: true,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['mocha'],
      paths: {
        [`oui-elements/components/${TAG}`]: [join(copy, `components/${TAG}/${TAG}.ts`)],
        [`oui-elements/define/${TAG}`]: [join(copy, `components/${TAG}/define.ts`)],
        'oui-elements/agent-ui': [join(ROOT, 'dist/src/agent-ui/index.d.ts')],
      },
    });
    const faults = files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ]);
    expect(faults.map(({ file, messageText }) => [file?.fileName, messageText])).to.deep.equal([]);
  });

  it('issue 9: the panel shows that there is nothing, and then what there is', async () => {
    const built = join(copy, 'built');
    cpSync(join(ROOT, 'dist/components'), join(built, 'components'), {
      recursive: true,
      filter: (path) => !/\.(?:d\.ts|map)$/.test(path),
    });
    symlinkSync(join(ROOT, 'dist/src'), join(built, 'src'));
    for (const path of written.filter((path) => path.startsWith('components/'))) {
      const { outputText } = ts.transpileModule(readFileSync(join(copy, path), 'utf8'), {
        compilerOptions: {
          target: ts.ScriptTarget.ES2022,
          module: ts.ModuleKind.ESNext,
          useDefineForClassFields: false,
        },
      });
      const file = join(built, path.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, outputText);
    }
    await import(pathToFileURL(join(built, `components/${TAG}/define.js`)).href);
    const session = new AgentSession();
    const shown = (template: TemplateResult) => collectResult(render(template));
    const panel = () => shown(html`<agent-note-list lang="en" .session=${session}></agent-note-list>`);
    expect(await panel()).to.contain('Nothing has been called yet.');
    const ids = { sessionId: 's', threadId: 't', runId: 'r', turnId: '1', toolCallId: 'c' };
    session.dispatch([
      { type: 'run.started', ...ids, sequence: 1, payload: {} },
      { type: 'tool.started', ...ids, sequence: 2, payload: { title: '<b>Find</b>', status: 'running' } },
    ]);
    expect(await panel()).to.match(/data-id="c"[^]*&lt;b&gt;Find&lt;\/b&gt;[^]*Running/);
  });

  it('issue 9: it refuses a name that is none, and one that is there', async () => {
    const said = (tag: string) => newPanel(copy, tag).catch((error: Error) => error.message);
    expect(await said('note-list')).to.contain('"agent-" and small words with hyphens');
    expect(await said(TAG)).to.contain('is there already');
  });
});
