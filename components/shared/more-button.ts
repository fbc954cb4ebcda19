import { html, nothing } from 'lit';
import type { Wording } from './localize.js';

/** Shows the next page of a list of which the beginning is drawn; nothing where nothing is left. */
export function moreButton(left: number, { t }: Wording, more: () => void): unknown {
  return left > 0
    ? html`<button type="button" class="quiet fold" data-verb="more" @click=${more}>
        ${t('board.more', { count: left })}
      </button>`
    : nothing;
}
