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
  .owner {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    min-block-size: 34px;
    padding-inline: 4px;
    border-block-end: 1px solid var(--_border);
  }
  .owner > .icon {
    color: var(--_running);
  }
  .owner strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .owner .since {
    margin-inline-start: auto;
    padding-inline-end: 4px;
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
  .handoff[data-status='needs-you'] > .tool-line .tool-state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .to {
    position: relative;
  }
  .to .icon {
    margin-inline: 1px;
    color: var(--_muted);
    font-size: 12px;
    vertical-align: -1px;
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
  .tool-body {
    grid-template-columns: minmax(0, 1fr);
    overflow-wrap: anywhere;
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
  .facts [data-fallback] dd {
    color: var(--_muted);
  }
  .facts .link {
    font-size: inherit;
  }
  .decide {
    display: grid;
    gap: calc(var(--_unit) * 1.5);
    max-inline-size: 34rem;
  }
  .decide textarea {
    inline-size: 100%;
  }
  .card {
    max-inline-size: 40rem;
    margin-block: 0;
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
    .aside,
    .when {
      display: none;
    }
  }
`;

export const styles = [tokens, controls, status, rows, approval, own];
