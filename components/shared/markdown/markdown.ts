import { html } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Wording } from '../localize.js';
import { MarkdownDocument } from './markdown-document.js';
import { renderBlock } from './render-block.js';

/**
 * Blocks are put into boxes of this many: with each delta a browser looks at every sibling of what grew, and
 * in a long answer that is most of the cost.
 */
const CHUNK = 24;

class MarkdownDirective extends Directive {
  #document = new MarkdownDocument();

  render(text: string, streaming: boolean, wording: Wording, headingLevel: number): unknown {
    const blocks = this.#document.update(text, streaming);
    return Array.from({ length: Math.ceil(blocks.length / CHUNK) }, (_, index) => {
      const chunk = repeat(
        blocks.slice(index * CHUNK, (index + 1) * CHUNK),
        ({ id }) => id,
        (block) =>
          guard([block, wording, headingLevel], () =>
            renderBlock(block.token, { wording, headingLevel, depth: 0 }),
          ),
      );
      return html`<div class="chunk">${chunk}</div>`;
    });
  }
}

/**
 * A model's Markdown as DOM: only what it says, never its HTML. While `streaming`, only the open block is read
 * and drawn again.
 * @param headingLevel the level of a first-rank heading, 1 to 6
 */
export const markdown = directive(MarkdownDirective);
