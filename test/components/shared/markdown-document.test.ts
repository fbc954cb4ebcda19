import { expect } from '@open-wc/testing';
import { MarkdownDocument } from '../../../components/shared/markdown/markdown-document.js';

const PIECES = [
  '# Heading\n',
  'A paragraph with **bold**, *italic* and `code`.\n',
  'Another one\n',
  '\n\n',
  '\n',
  '- item\n',
  '  - nested\n',
  '1. first\n',
  '2. second\n',
  '3',
  '> quote\n',
  '```js\n',
  'let x = 1;\n',
  '```\n',
  '| a | b |\n',
  '|---|---|\n',
  '| 1 | 2 |\n',
  '---\n',
  '===\n',
  'see [x] and [text][x]\n',
  '\n\n[x]: https://example.com\n\n',
  '[link](https://example.com "title")\n',
  '    indented\n',
  '<div>\n',
  'a<br>b\n',
  '- [ ] open\n',
  '- [x] done\n',
  '**',
  '*',
  '_',
  '- ',
  '\r\n',
  'noted[^1] and[^n]\n',
  '\n[^1]: a note\n',
  '[^n]: another\n  goes on\n',
  '$$\nx_1\n',
  '$$',
  ' $a_b * c$ ',
  '\\(a * b\\)',
  '\\[\nc\n\\]\n',
];

/** mulberry32: the same documents in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const LONG = Array.from(
  { length: 60 },
  (_, index) => `## Part ${index}\n\nSome words about part ${index}, **bold** ones too.\n\n- one\n- two\n\n`,
).join('');

describe('MarkdownDocument', () => {
  it('known-failure 15 a text read in pieces has the same blocks as the text read at once', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 600; round++) {
      const length = 2 + Math.floor(random() * 20);
      const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
      const pieces = new MarkdownDocument();
      for (let at = 1; at < text.length; at += 1 + Math.floor(random() * 9))
        pieces.update(text.slice(0, at), true);
      const whole = new MarkdownDocument().update(text, false);
      const raw = (blocks: ReturnType<MarkdownDocument['update']>) =>
        blocks.map(({ token }) => [token.type, token.raw]);
      expect(raw(pieces.update(text, false)), JSON.stringify(text)).to.deep.equal(raw(whole));
    }
  });

  it('known-failure 15 a long text has the same blocks, however little of it the parser sees at a time', () => {
    const random = randomFrom(11);
    for (let round = 0; round < 600; round++) {
      const length = 5 + Math.floor(random() * 40);
      const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
      const [little, whole] = [1 + Math.floor(random() * 80), Infinity].map((size) =>
        new MarkdownDocument(size).update(text, false).map(({ token }) => [token.type, token.raw]),
      );
      expect(little, JSON.stringify(text)).to.deep.equal(whole);
    }
  });

  it('known-failure 11 a long text goes through the parser once, and little more, also where a block is long', () => {
    const block = `\`\`\`js\n${'let x = 1;\n'.repeat(20_000)}\`\`\`\n\n`;
    for (const text of [LONG.repeat(100), LONG + block + LONG]) {
      const document = new MarkdownDocument();
      document.update(text, false);
      expect(document.parsedLength).to.be.at.most(3 * text.length);
    }
  });

  it('known-failure 11 each delta gives the parser the open block and at most two more', () => {
    const document = new MarkdownDocument();
    const longest = Math.max(
      ...new MarkdownDocument().update(LONG, false).map(({ token }) => token.raw.length),
    );
    let total = 0;
    for (let at = 0; at <= LONG.length; at += 16) {
      document.update(LONG.slice(0, at), true);
      expect(document.parsedLength).to.be.at.most(3 * longest);
      total += document.parsedLength;
    }
    expect(total).to.be.below((LONG.length / 16) * 3 * longest);
  });

  it('known-failure 9 a closed block keeps its identity through all later deltas', () => {
    const document = new MarkdownDocument();
    const early = document.update(LONG.slice(0, 400), true).slice(0, 6);
    for (let at = 410; at <= LONG.length; at += 10) document.update(LONG.slice(0, at), true);
    const late = document.update(LONG, false);
    for (const [index, block] of early.entries()) expect(late[index]).to.equal(block);
  });

  it('AUI-2.4 a text that its owner replaced keeps the blocks before the difference', () => {
    const document = new MarkdownDocument();
    const [kept] = document.update('One.\n\nTwo.\n\nThree.\n\nFour.', true);
    const blocks = document.update('One.\n\nTwo!\n\nThree.', false);
    expect(blocks.map(({ token }) => token.raw.trim())).to.deep.equal(['One.', 'Two!', 'Three.']);
    expect(blocks[0]).to.equal(kept);
  });

  it('a link whose address is defined far below is resolved when the definition comes', () => {
    const document = new MarkdownDocument();
    const text = 'See [docs].\n\nMore.\n\nAnd more.\n\n[docs]: https://example.com\n\nEnd.\n\n';
    document.update(text.slice(0, 30), true);
    const [first] = document.update(text, true);
    expect(JSON.stringify(first!.token)).to.include('"href":"https://example.com"');
  });

  it('known-failure 42 nesting that would exhaust the parser is shown as it came', () => {
    const document = new MarkdownDocument();
    const blocks = document.update('>'.repeat(6000), true);
    expect(blocks).to.have.length(1);
    expect(blocks[0]!.token.raw).to.have.length(6000);
  });
});
