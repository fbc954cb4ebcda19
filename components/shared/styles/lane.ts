import { css } from 'lit';
import { approval } from './approval.js';
import { controls } from './controls.js';
import { rows } from './rows.js';
import { status } from './status.js';
import { tokens } from './tokens.js';

/** Panels that are a list of records: a line each, the rest inside; what is not in view costs nothing. */
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
  }
  .list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 30px;
  }
  .aside {
    flex: 0 1000 auto;
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_muted);
    font-size: var(--_tiny);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .leads {
    padding-inline-start: 22px;
  }
  .tool-body {
    grid-template-columns: minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  .tool-buttons button:not(.link) {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }
  .decide {
    display: grid;
    gap: calc(var(--_unit) * 1.5);
    max-inline-size: 34rem;
  }
  .decide textarea {
    inline-size: 100%;
  }
  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 12px;
    margin: 0;
  }
  .facts > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
  }
  .facts dt {
    font-family: inherit;
  }
  .fold {
    display: flex;
    margin-inline-start: 2px;
    font-size: var(--_tiny);
  }
  .fold > [data-icon='chevron'] {
    font-size: 14px;
  }
  .fold[aria-expanded='true'] > [data-icon='chevron'] {
    rotate: 90deg;
  }
  .fold[aria-expanded='true'] > [data-icon='chevron']:dir(rtl) {
    rotate: -90deg;
  }

  @container (max-width: 420px) {
    .aside {
      display: none;
    }
  }
`;

export const lane = [tokens, controls, status, rows, approval, own];
