import { expect, fixture } from '@open-wc/testing';
import { html, render } from 'lit';
import { codeLanguage, codeReader } from '../../../components/shared/markdown/code-languages.js';
import { colouredPieces } from '../../../components/shared/markdown/coloured-code.js';
import { markdown } from '../../../components/shared/markdown/markdown.js';
import { wordingOf } from '../../../components/shared/localize.js';
import { until } from '../scripted-session.js';

async function page() {
  const box = await fixture<HTMLElement>(html`<div class="prose" lang="en"></div>`);
  const show = (text: string, streaming = false) =>
    render(html`${markdown(text, streaming, wordingOf(box), 3)}`, box);
  return { box, show, code: () => box.querySelector('pre code')! };
}

const total = () => Object.values(colouredPieces()).reduce((sum, count) => sum + count, 0);

describe('markdown: code', () => {
  it('SF-CONV code is coloured over its one text: no element and no style of its own', async () => {
    const { box, show, code } = await page();
    show('```ts\nconst answer = "42"; // yes\n```');
    await until(() => (colouredPieces().keyword ?? 0) > 0);
    expect(colouredPieces()).to.include({ keyword: 1, string: 1, comment: 1 });
    expect(code().children).to.have.length(0);
    expect(code().textContent).to.equal('const answer = "42"; // yes');
    expect(box.querySelector('[style]')).to.equal(null);
    render(html``, box);
    expect(total(), 'what is gone is forgotten').to.equal(0);
  });

  it('known-failure 10 text selected in growing code stays selected, and keeps its node, while it is coloured', async () => {
    const { box, show, code } = await page();
    let text = '```js\nlet first = 1;\n';
    show(text, true);
    const node = [...code().childNodes].find((child) => child instanceof Text && child.data !== '') as Text;
    const range = document.createRange();
    range.setStart(node, 4);
    range.setEnd(node, 9);
    for (let n = 0; n < 60; n++) show((text += `let more${n} = "${n}";\n`), true);
    await until(() => (colouredPieces().keyword ?? 0) > 60);
    expect(range.toString()).to.equal('first');
    expect(node.isConnected).to.equal(true);
    render(html``, box);
  });

  it('SF-CONV every language that has a name is there, reads code, and never makes pieces that overlap', async () => {
    const names =
      'bash c cpp c# css diff docker go graphql toml java js json kt lua make md php ps1 py r rb rust scss sql swift tsx html yaml';
    for (const name of names.split(' ')) {
      const language = codeLanguage(name);
      const read = await codeReader(language!);
      const scopes = read!('# a "b" 1\nclass X { const a = "<b>" }\n<style>a{b:c}</style>');
      let end = 0;
      for (const scope of scopes) {
        expect(scope.start, name).to.be.at.least(end);
        end = scope.end;
      }
    }
    expect(codeLanguage('brainfuck')).to.equal(undefined);
    expect(codeLanguage('__proto__')).to.equal(undefined);
    expect(codeLanguage('constructor')).to.equal(undefined);
  });

  it('SF-CONV code in no known language, and very long code, is shown as it is', async () => {
    const { show, code } = await page();
    show(`\`\`\`unknown\nconst a = 1;\n\`\`\`\n\n\`\`\`js\n${'const a = 1;\n'.repeat(2000)}\`\`\``);
    await codeReader('javascript');
    await new Promise((resolve) => setTimeout(resolve));
    expect(total()).to.equal(0);
    expect(code().textContent).to.equal('const a = 1;');
  });
});
