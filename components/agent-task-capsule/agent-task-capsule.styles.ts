import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { controls } from '../shared/styles/controls.js';
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
  .empty,
  .summary {
    padding: 2px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .capsules,
  .attempts {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
  }
  .capsule-line {
    flex: 1 1 auto;
    justify-content: flex-start;
    gap: 8px;
    min-inline-size: 0;
    min-block-size: calc(var(--_unit) * 4 + 14px);
    padding-block: 0;
    padding-inline: 4px 8px;
    border: 0;
    background: transparent;
    text-align: start;
  }
  .capsule-line:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .capsule-line:focus-visible {
    outline-offset: -2px;
  }
  .capsule-line > [data-icon='chevron'],
  .fold > [data-icon='chevron'] {
    margin-inline-end: -4px;
    color: var(--_muted);
    font-size: 14px;
  }
  [aria-expanded='true'] > [data-icon='chevron'] {
    rotate: 90deg;
  }
  [aria-expanded='true'] > [data-icon='chevron']:dir(rtl) {
    rotate: -90deg;
  }
  .label-text,
  .activity {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .label-text {
    flex: 0 1 auto;
    font-weight: 500;
  }
  .activity {
    flex: 0 1000 auto;
    min-inline-size: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .capsule-state {
    flex: none;
    margin-inline-start: auto;
    padding-inline-start: 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  [data-status='needs-you'] .capsule-state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  [data-status='blocked'] .capsule-state {
    color: var(--_blocked);
  }
  :is([data-status='failed'], [data-status='timed-out']) .capsule-state {
    color: var(--_failed);
  }
  .cta {
    flex: none;
    min-block-size: 26px;
    font-size: var(--_tiny);
  }
  .capsule-body {
    display: grid;
    gap: calc(var(--_unit) * 1.5);
    min-inline-size: 0;
    margin-block: 2px calc(var(--_unit) * 2);
    margin-inline: 10px 0;
    padding-inline-start: 14px;
    border-inline-start: 1px solid var(--_border);
    overflow-wrap: anywhere;
  }
  .reason {
    white-space: pre-line;
  }
  .attempts {
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .buttons,
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
  }
  .queued-edit {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    gap: 6px;
  }
  .queued-edit input {
    flex: 1 1 12rem;
    min-inline-size: 0;
  }
  .fold {
    font-size: var(--_tiny);
  }

  @media (pointer: coarse) {
    .capsule-line,
    .link {
      min-block-size: 44px;
    }
  }
  @container (max-width: 420px) {
    .activity {
      display: none;
    }
    .capsule-state {
      flex-shrink: 1;
      min-inline-size: 30%;
      overflow: hidden;
      text-align: end;
      text-overflow: ellipsis;
    }
  }
`;

export const styles = [tokens, controls, status, approval, own];
