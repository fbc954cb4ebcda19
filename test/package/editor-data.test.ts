import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { EDITOR_DATA } from '../editor-data.js';
import { packageJson, read, ROOT } from './package-root.js';

/** What a consumer's type check says of each of these files, with the library installed beside them. */
function faultsOf(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'oui-types-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const files = Object.keys(sources).map((name) => join(folder, name));
    files.forEach((file, i) => writeFileSync(file, Object.values(sources)[i]!));
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      skipLibCheck: true,
      paths: {
        'oui-elements': [join(ROOT, 'dist/components/index.d.ts')],
        'oui-elements/types/*': [join(ROOT, 'types/*.d.ts')],
      },
    });
    const faults = Object.fromEntries(Object.keys(sources).map((name) => [name, [] as string[]]));
    for (const file of files) {
      const found = [...program.getSemanticDiagnostics(program.getSourceFile(file))];
      faults[file.slice(folder.length + 1)] = found.map(
        ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0]!,
      );
    }
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what editors and frameworks know of the elements', function () {
  this.timeout(60_000);

  for (const [file, content] of Object.entries(EDITOR_DATA)) {
    it(`api 4 ${file} is what \`npm run manifest\` makes, and is published`, async () => {
      const options = await resolveConfig(join(ROOT, file));
      expect(read(file)).to.equal(await format(content, { ...options, filepath: file }));
      const { files } = packageJson() as unknown as { files: string[] };
      expect(files).to.include(file.split('/')[0]);
    });
  }

  it('issue 9 React, Vue and Svelte: properties, attributes and events have their types, and a wrong one is a fault', function () {
    this.timeout(180_000);
    const react = (more: string) => `
      import 'oui-elements/types/jsx';
      import type { AgentSession } from 'oui-elements';
      declare const session: AgentSession;
      export const App = () => (
        <>
          <agent-workbench src="/agent" protocol="ag-ui" layout="team" session-id="s" page-tools session={session}
            class="mine" slot="x" onagent-send-request={(event) => event.preventDefault()} ${more} />
          <oui-surface surface-id="a-b" name="A" description="B"><oui-action action-id="do_it" /></oui-surface>
        </>
      );`;
    const vue = (props: string) => `
      import 'oui-elements/types/vue';
      import type { GlobalComponents } from 'vue';
      type Props = InstanceType<GlobalComponents['agent-workbench']>['$props'];
      export const props: Props = { ${props} };`;
    const svelte = (props: string) => `
      import 'oui-elements/types/svelte';
      import type { SvelteHTMLElements } from 'svelte/elements';
      export const props: SvelteHTMLElements['agent-workbench'] = { ${props} };`;
    const faults = faultsOf({
      'react.tsx': react(''),
      'react-property.tsx': react('diagnostics="sometimes"'),
      'react-event.tsx': react('onagent-queue-request={(event: MouseEvent) => event}'),
      'react-unknown.tsx': react('nosuchthing={1}'),
      'vue.ts': vue("src: '/agent', layout: 'full', onAgentSendRequest: (event) => void event.text"),
      'vue-property.ts': vue('diagnostics: 7'),
      'svelte.ts': svelte("src: '/agent', 'onagent-send-request': (event) => void event.text"),
      'svelte-property.ts': svelte('diagnostics: 7'),
    });
    for (const right of ['react.tsx', 'vue.ts', 'svelte.ts']) expect(faults[right], right).to.deep.equal([]);
    for (const [file, found] of Object.entries(faults)) {
      if (file.includes('-')) expect(found, file).to.have.length(1);
    }
  });
});
