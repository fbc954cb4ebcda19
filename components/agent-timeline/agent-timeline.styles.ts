import { css } from 'lit';
import { lane } from '../shared/styles/lane.js';
import { codeColours } from '../shared/styles/code-colours.js';
import { prose } from '../shared/styles/prose.js';

const own = css`
  .panel,
  .empty {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 4);
  }
  .empty {
    gap: calc(var(--_unit) * 2);
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
  .steps-list,
  .plain {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .verb {
    flex-shrink: 1;
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
    font-size: var(--_tiny);
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

  @container (max-width: 420px) {
    .tool-state .extra {
      display: none;
    }
  }
`;

export const styles = [...lane, prose, codeColours, own];
