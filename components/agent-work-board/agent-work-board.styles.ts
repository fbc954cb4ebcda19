import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { link } from '../shared/styles/link.js';
import { progress } from '../shared/styles/progress.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';
import { avatars } from '../shared/teammate-styles.js';
import { cards } from './board-card.styles.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .panel,
  .empty {
    color: var(--_text);
    font: var(--_small) / 1.45 var(--_font);
  }
  .empty {
    padding: 2px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .panel {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 2);
    min-inline-size: 0;
  }

  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .filters input {
    flex: 0 1 14rem;
    min-inline-size: 6rem;
  }
  .filters select {
    flex: 0 1 12rem;
    min-inline-size: 6rem;
  }
  .filters :is(input, select) {
    min-block-size: 30px;
    padding-block: 3px;
    border-color: var(--_border);
    font-size: var(--_small);
  }
  .choice {
    display: none;
    gap: 2px;
    margin-block-start: 8px;
  }
  .choice button {
    flex: none;
    padding-inline: 8px;
    font-size: var(--_tiny);
  }
  .choice [aria-pressed='true'] {
    background: color-mix(in srgb, var(--_text) 9%, transparent);
    color: var(--_text);
    font-weight: 600;
  }
  .number {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }

  .columns {
    display: flex;
    align-items: flex-start;
    gap: calc(var(--_unit) * 2);
    padding-block-end: 4px;
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .column {
    display: flex;
    flex: 1 0 12.5rem;
    flex-direction: column;
    min-inline-size: 0;
    max-inline-size: 24rem;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .column[data-bare] {
    flex: 0 0 8rem;
  }
  .column[data-takes] {
    border: 1px dashed var(--_border-strong);
  }
  .column[data-over] {
    border: 1px solid var(--_focus);
    background: color-mix(in srgb, var(--_focus) 9%, var(--_sunken));
  }
  .columns[data-dragging],
  .columns[data-dragging] .card-line {
    cursor: grabbing;
    user-select: none;
  }
  .ghost {
    position: absolute;
    z-index: 1;
    max-inline-size: 14rem;
    padding: 6px 10px;
    overflow: hidden;
    border: 1px solid var(--_border-strong);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_raised);
    font-weight: 500;
    pointer-events: none;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .column-head {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 7px 10px 5px;
    font-size: var(--_tiny);
    font-weight: 600;
  }
  .column-head .word {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Nothing runs where nothing is. */
  .column[data-bare] .icon,
  .choice .icon {
    animation: none;
  }
  .column[data-bare] .column-head {
    color: var(--_muted);
    font-weight: 500;
  }
  .cards {
    display: grid;
    /* WebKit makes rows less high than their cards, to have them all within the column. */
    grid-auto-rows: max-content;
    gap: 6px;
    max-block-size: var(--agent-board-column-height, 36rem);
    margin: 0;
    padding: 2px 6px 8px;
    overflow-y: auto;
    list-style: none;
    scrollbar-width: thin;
  }
  .column[data-bare] .cards {
    min-block-size: 20px;
    padding: 0;
  }
  .none {
    display: none;
    padding: 6px 2px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .more {
    inline-size: 100%;
    font-size: var(--_tiny);
  }

  @container (max-width: 900px) {
    .column[data-bare] {
      flex-basis: 6.5rem;
    }
  }
  @media (pointer: coarse) {
    .card-line,
    .link,
    .choice button {
      min-block-size: 44px;
    }
  }
  @container (max-width: 440px) {
    .choice {
      display: flex;
      flex-wrap: wrap;
    }
    .filters {
      flex-wrap: nowrap;
    }
    .column {
      display: none;
      flex: 1 1 auto;
      max-inline-size: none;
      background: transparent;
    }
    .column[data-shown] {
      display: flex;
    }
    .column-head {
      display: none;
    }
    .cards {
      max-block-size: none;
      padding-inline: 0;
    }
    .filters input {
      flex-grow: 1;
    }
    .filters .found {
      flex: none;
    }
    .none {
      display: block;
    }
  }
  /* Smaller text makes phones zoom into the field (known-failure 49). */
  @container (max-width: 640px) {
    .change :is(select, input),
    .filters :is(select, input) {
      font-size: max(16px, var(--_size));
    }
  }
  @media (forced-colors: active) {
    .card,
    .column {
      border: 1px solid CanvasText;
    }
    .column[data-over] {
      border-color: Highlight;
    }
    .choice [aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;

export const styles = [tokens, controls, link, progress, status, avatars, cards, own];
