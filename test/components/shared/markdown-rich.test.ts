import { expect, fixture } from '@open-wc/testing';
import { html, render } from 'lit';
import { markdown } from '../../../components/shared/markdown/markdown.js';
import { enTurn } from '../../../components/shared/locales/en-turn.js';
import { needEnglish, wordingOf } from '../../../components/shared/localize.js';
import { textOf } from '../scripted-session.js';

async function page() {
  // What draws it in a panel brings its words.
  needEnglish([enTurn]);
  const box = await fixture<HTMLElement>(html`<div class="prose" lang="en"></div>`);
  const show = (text: string, streaming = false) =>
    render(html`${markdown(text, streaming, wordingOf(box), 3)}`, box);
  return { box, show };
}

describe('markdown: what models write', () => {
  it('SF-CONV footnotes: a mark leads to its note and back, also when the note comes much later', async () => {
    const { box, show } = await page();
    const text =
      'As shown[^a] and [^z].\n\nMore.\n\nAnd more.\n\n[^a]: See *the* paper.\n[^b]: Nobody asked.';
    for (let at = 1; at <= text.length; at++) show(text.slice(0, at), true);
    show(text);
    const mark = box.querySelector<HTMLAnchorElement>('[data-note-mark="a"] a')!;
    expect(mark.getAttribute('aria-label')).to.equal('Footnote a');
    expect(textOf(box.querySelector('p')!)).to.equal('As showna and [^z].');
    mark.click();
    expect(document.activeElement).to.equal(box.querySelector('[data-note="a"]'));
    expect(textOf(document.activeElement!)).to.equal('a See the paper.');
    document.activeElement!.querySelector('a')!.click();
    expect(document.activeElement).to.equal(mark);
    expect(location.hash).not.to.contain('note');
  });

  it('SF-CONV formulas are shown as they were written; prices are no formulas', async () => {
    const { box, show } = await page();
    show(
      'So $x_1 * y_2$ and \\(a*b*c\\), for $5 or $10.\n\n$$\nE = mc^2 \\\\ *x*\n$$\n\n\\[ a_b _c_ \\]\n\nIt costs 5$ and 6$.',
    );
    expect([...box.querySelectorAll('span.math')].map(textOf)).to.deep.equal(['x_1 * y_2', 'a*b*c']);
    expect([...box.querySelectorAll('div.math')].map(textOf)).to.deep.equal(['E = mc^2 \\\\ *x*', 'a_b _c_']);
    expect(box.querySelector('em')).to.equal(null);
    expect(textOf(box)).to.contain('for $5 or $10.').and.to.contain('5$ and 6$.');
  });

  it('SF-CONV lists nest, tasks are ticked, and tables keep their alignment', async () => {
    const { box, show } = await page();
    show(
      '1. one\n   - [x] two\n   - [ ] three\n     1. four\n2. five\n\n| a | b |\n|:-:|--:|\n| 1 | **2** |',
    );
    expect(box.querySelector('ol > li > ul > li.task > ol > li')?.textContent).to.contain('four');
    expect(
      [...box.querySelectorAll('.task-box')].map((task) => task.getAttribute('aria-label')),
    ).to.deep.equal(['Done', 'Open']);
    expect([...box.querySelectorAll('td')].map(({ dataset }) => dataset['align'])).to.deep.equal([
      'center',
      'end',
    ]);
  });

  for (const [size, blocks] of [
    ['1 KB', 10],
    ['1 MB', 10_000],
  ] as const) {
    it(`known-failure 11 a word more costs the same at ${size}: it changes one text, and nothing else`, async function () {
      const { box, show } = await page();
      const text = Array.from({ length: blocks }, (_, n) => `Paragraph **${n}** ${'word '.repeat(16)}`).join(
        '\n\n',
      );
      show(text, true);
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((more) => records.push(...more));
      observer.observe(box, { childList: true, characterData: true, attributes: true, subtree: true });
      for (let n = 1; n <= 5; n++) show(`${text}${' more'.repeat(n)}`, true);
      records.push(...observer.takeRecords());
      observer.disconnect();
      expect(records.map(({ type }) => type)).to.deep.equal(Array(5).fill('characterData'));
      expect(new Set(records.map(({ target }) => target)).size).to.equal(1);
    });
  }
});
