import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { codeColours } from '../shared/styles/code-colours.js';
import { controls } from '../shared/styles/controls.js';
import { prose } from '../shared/styles/prose.js';
import { rows } from '../shared/styles/rows.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .panel,
  .empty {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 4);
    color: var(--_text);
    font: var(--_small) / 1.45 var(--_font);
  }
  .empty {
    gap: calc(var(--_unit) * 2);
    color: var(--_muted);
  }
  .part {
    min-inline-size: 0;
  }
  .head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 30px;
    padding-inline: 4px;
    border-block-end: 1px solid var(--_border);
    font-variant-numeric: tabular-nums;
  }
  h3 {
    margin: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 600;
  }
  .aside-button {
    min-block-size: 24px;
    margin-inline-start: auto;
    padding: 0 4px;
    border-color: transparent;
    background: transparent;
    color: var(--_link);
    font-size: var(--_tiny);
  }
  .none,
  .older {
    padding: calc(var(--_unit) * 2) 4px;
  }
  .part > .trouble,
  .part > .meta {
    padding: 4px;
  }
  .none {
    color: var(--_muted);
  }
  .list,
  .steps-list,
  .plain {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 30px;
  }
  .verb {
    flex-shrink: 1;
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
  .tool-state [data-outcome='failed'] {
    color: var(--_failed);
    font-weight: 500;
  }
  .row:is([data-state='failed'], [data-state='disputed']) > .tool-line .tool-state {
    color: var(--_failed);
    font-weight: 500;
  }
  .row[data-state='disputed'] > .tool-line .tool-state {
    color: var(--_needs-you);
  }
  .leads {
    padding-inline-start: 22px;
  }
  .turn-body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 2);
    min-inline-size: 0;
    margin-block: 0 calc(var(--_unit) * 3);
    margin-inline: 11px 0;
    padding-inline-start: 8px;
    border-inline-start: 1px solid var(--_border);
  }
  .turn-body > .failure-text,
  .turn-body > .tool-buttons,
  .turn-body > .trouble,
  .turn-body > .meta {
    margin-inline-start: 22px;
  }
  .step .verb {
    font-weight: 400;
  }
  .tool-body {
    overflow-wrap: anywhere;
  }
  .plain.bullets {
    padding-inline-start: 1.4em;
    list-style: disc;
  }
  .outcome-line {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 24px;
  }
  ol.sources {
    padding-inline-start: 1.6em;
    list-style: decimal;
  }
  .sources li::marker {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .sources .link {
    font-size: inherit;
  }
  .anchor {
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 12px;
    margin: 0;
    font-size: var(--_tiny);
  }
  .facts > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
  }
  .facts dt {
    font-family: inherit;
  }
  .references {
    display: grid;
    gap: 2px;
  }
  .reference {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .more {
    margin-inline-start: 18px;
    font-size: var(--_tiny);
  }
  .tool-buttons button:not(.link) {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }

  @container (max-width: 420px) {
    .aside,
    .tool-state .extra {
      display: none;
    }
  }
`;

export const styles = [tokens, controls, status, rows, approval, prose, codeColours, own];
