import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { read, ROOT } from './package-root.js';

/** What finds or makes an element by the name it is given. */
const BY_NAME = /^(?:querySelector(?:All)?|closest|matches|createElement|getElementsByTagName|whenDefined)$/;
const IN_TEMPLATE = /<\/?(?:agent|oui)-/;
const IN_STYLE = /(?:^|[\s,>+~}])(?:agent|oui)-[\w-]+[^;:{}]*\{/;
const IN_SELECTOR = /(?:^|[\s,>+~])(?:agent|oui)-/;

/** Every template, style and look-up of a source in which a tag of ours is written out. */
function writtenOut(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const pattern = node.tag.getText() === 'css' ? IN_STYLE : IN_TEMPLATE;
      if (pattern.test(node.getText())) found.push(node.getText());
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [name] = node.arguments;
      const looksUp = BY_NAME.test(node.expression.name.text);
      if (looksUp && name && ts.isStringLiteralLike(name) && IN_SELECTOR.test(name.text))
        found.push(node.getText());
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

describe('own tag names', () => {
  it('known-failure 39 no template, style or look-up of the library has a tag of ours written out', () => {
    const files = readdirSync(join(ROOT, 'components'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts'),
    );
    const faults = files.flatMap((file) =>
      writtenOut(read(join('components', file))).map((text) => `${file}: ${text.slice(0, 100)}`),
    );
    expect(faults).to.deep.equal([]);
  });

  it('known-failure 39 such a look does find them', () => {
    const all = [
      'html`<p><agent-composer></agent-composer></p>`',
      'css`.a { color: red } agent-conversation { flex: 1 }`',
      'css`.rail agent-session-tabs,\n .b { flex: 1 }`',
      "root.querySelector<Composer>('.foot > agent-composer')",
      "customElements.whenDefined('oui-confirm')",
    ];
    for (const code of all) expect(writtenOut(code), code).to.have.length(1);
    expect(writtenOut('css`.frame { container: agent-workbench / size; }`')).to.deep.equal([]);
  });
});
