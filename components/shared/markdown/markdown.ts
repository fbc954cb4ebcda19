import { html } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Wording } from '../localize.js';
import { MarkdownDocument, type MarkdownBlock } from './markdown-document.js';
import { renderBlock } from './render-block.js';

/**
 * Blocks are put into boxes of this many: with each delta a browser looks at every sibling of what grew, and
 * in a long answer that is most of the cost.
 */
const CHUNK = 24;

class MarkdownDirective extends Directive {
  #document = new MarkdownDocument();
  #chunks: (readonly MarkdownBlock[])[] = [];

  render(text: string, streaming: boolean, wording: Wording, headingLevel: number): unknown {
    const blocks = this.#document.update(text, streaming);
    this.#arrange(blocks);
    const draw = ({ token }: MarkdownBlock) => renderBlock(token, { wording, headingLevel, depth: 0 });
    return this.#chunks.map(
      (chunk) =>
        html`<div class="chunk">
          ${guard([chunk, wording, headingLevel], () =>
            repeat(
              chunk,
              ({ id }) => id,
              (block) => guard([block, wording, headingLevel], () => draw(block)),
            ),
          )}
        </div>`,
    );
  }

  /** Boxes whose blocks did not change stay the same, and are not looked into again. */
  #arrange(blocks: readonly MarkdownBlock[]): void {
    const count = Math.ceil(blocks.length / CHUNK);
    const same = Math.min(Math.floor(this.#document.changedFrom / CHUNK), this.#chunks.length);
    this.#chunks.length = same;
    for (let at = same; at < count; at++) this.#chunks.push(blocks.slice(at * CHUNK, (at + 1) * CHUNK));
  }
}

/**
 * A model's Markdown as DOM: only what it says, never its HTML. While `streaming`, only the open block is read
 * and drawn again.
 * @param headingLevel the level of a first-rank heading, 1 to 6
 */
export const markdown = directive(MarkdownDirective);

/** Here it is always there: see `late-markdown.ts`. */
export function hasMarkdown(): boolean {
  return true;
}

export function markdownReady(): Promise<void> | undefined {
  return undefined;
}
