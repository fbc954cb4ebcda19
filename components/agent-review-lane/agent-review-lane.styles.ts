import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { controls } from '../shared/styles/controls.js';
import { rows } from '../shared/styles/rows.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

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
  .list,
  .rounds,
  .fixes {
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
  .review:is([data-status='disputed'], [data-status='blocked']) > .tool-line .tool-state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .review[data-status='failed'] > .tool-line .tool-state,
  .request:is([data-state='failed'], [data-state='unconfirmed']) .tool-state {
    color: var(--_failed);
    font-weight: 500;
  }
  .leads {
    padding-inline-start: 22px;
  }
  .tool-body {
    grid-template-columns: minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  .facts-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
  }
  .dispute {
    display: flex;
    gap: 8px;
    color: var(--_needs-you);
  }
  .round + .round {
    margin-block-start: calc(var(--_unit) * 2);
    padding-block-start: calc(var(--_unit) * 2);
    border-block-start: 1px solid var(--_border);
  }
  .round-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-block-size: 26px;
  }
  .round-line strong {
    font-weight: 600;
  }
  .summary,
  .round > .meta,
  .round > .links {
    padding-inline-start: 24px;
  }
  .fixes {
    padding-inline-start: 24px;
  }
  .fix {
    padding-block: 4px;
  }
  .fix-line {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .fix-line > .status-icon {
    align-self: center;
  }
  .fix-text {
    flex: 1 1 auto;
    min-inline-size: 0;
  }
  .fix-state {
    flex: none;
    max-inline-size: 50%;
    color: var(--_muted);
    font-size: var(--_tiny);
    text-align: end;
  }
  .owner {
    color: var(--_text);
  }
  .fix-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding-inline-start: 24px;
  }
  .fix > .meta,
  .fix > .trouble {
    padding-inline-start: 24px;
  }
  .fix-buttons :is(button, select),
  .tool-buttons button,
  .request-trouble button {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }
  .fix-buttons select {
    max-inline-size: 14rem;
    padding-block: 2px;
  }
  .decide {
    display: grid;
    gap: calc(var(--_unit) * 1.5);
    max-inline-size: 34rem;
  }
  .decide textarea {
    inline-size: 100%;
  }
  .request-trouble {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding-block-end: 4px;
    padding-inline-start: 46px;
  }
  .fold {
    display: flex;
    margin-inline-start: 2px;
    font-size: var(--_tiny);
  }
  .fold > [data-icon='chevron'] {
    font-size: 14px;
  }
  [aria-expanded='true'] > [data-icon='chevron'] {
    rotate: 90deg;
  }
  [aria-expanded='true'] > [data-icon='chevron']:dir(rtl) {
    rotate: -90deg;
  }

  @container (max-width: 420px) {
    .aside {
      display: none;
    }
  }
`;

export const styles = [tokens, controls, status, rows, approval, own];
