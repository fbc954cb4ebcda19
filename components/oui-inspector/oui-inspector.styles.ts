import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';
import { detailStyles } from './detail.styles.js';

const own = css`
  :host {
    block-size: 100%;
    min-block-size: 0;
    container-type: inline-size;
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .inspector {
    display: flex;
    flex-direction: column;
    block-size: 100%;
    min-block-size: 0;
    background: var(--_surface);
  }
  h2,
  h3,
  h4,
  h5 {
    margin: 0;
    font-size: inherit;
    font-weight: 600;
  }
  .count {
    color: var(--_muted);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .bad {
    color: var(--_failed);
    font-weight: 600;
  }
  .empty {
    padding: calc(var(--_unit) * 4);
    color: var(--_muted);
  }

  .top {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 calc(var(--_unit) * 3);
    align-items: baseline;
    padding: calc(var(--_unit) * 3) calc(var(--_unit) * 4) 0;
    border-block-end: 1px solid var(--_border);
  }
  h2 {
    font-size: calc(var(--_size) * 15 / 14);
  }
  .summary {
    overflow-wrap: anywhere;
  }
  .tabs {
    display: flex;
    grid-column: 1 / -1;
    gap: calc(var(--_unit) * 4);
    margin-block-start: var(--_unit);
  }
  .tabs button {
    padding: 6px 0;
    border: 0;
    border-block-end: 2px solid transparent;
    border-radius: 0;
    background: transparent;
    color: var(--_muted);
    font-weight: 500;
  }
  .tabs button:hover {
    background: transparent;
    color: var(--_text);
  }
  .tabs button[aria-selected='true'] {
    border-block-end-color: var(--_accent);
    color: var(--_text);
  }
  .panel {
    flex: 1;
    min-block-size: 0;
    overflow: auto;
  }

  .split {
    display: grid;
    grid-template-columns: minmax(220px, 300px) minmax(0, 1fr);
    block-size: 100%;
    min-block-size: 0;
  }
  .side {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    border-inline-end: 1px solid var(--_border);
    background: var(--_sunken);
  }
  .main {
    min-inline-size: 0;
    overflow: auto;
    padding: calc(var(--_unit) * 4) calc(var(--_unit) * 6) calc(var(--_unit) * 8);
  }
  .back {
    display: none;
    margin-block-end: calc(var(--_unit) * 2);
  }
  .back .icon {
    rotate: 180deg;
  }

  .search {
    position: relative;
    display: flex;
    align-items: center;
  }
  .side > .search {
    padding: calc(var(--_unit) * 2);
  }
  .search > .icon {
    position: absolute;
    inset-inline-start: 9px;
    color: var(--_muted);
    font-size: 14px;
    pointer-events: none;
  }
  .side > .search > .icon {
    inset-inline-start: calc(9px + var(--_unit) * 2);
  }
  .search input {
    inline-size: 100%;
    min-inline-size: 0;
    padding: 5px 8px;
    padding-inline-start: 28px;
    font-size: var(--_small);
  }

  .list {
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    padding: 0 calc(var(--_unit) * 2) calc(var(--_unit) * 2);
  }
  .list ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .list li {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 30px;
  }
  .surface-line {
    justify-content: flex-start;
    inline-size: 100%;
    min-block-size: 30px;
    padding: 3px 8px;
    border-color: transparent;
    background: transparent;
    text-align: start;
  }
  .surface-line:focus-visible {
    outline-offset: -2px;
  }
  .surface-line[aria-current] {
    background: color-mix(in srgb, var(--_text) 9%, transparent);
    font-weight: 600;
  }
  .line-name {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .line-state {
    flex: none;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 400;
  }
  .dot {
    display: inline-flex;
    flex: none;
    justify-content: center;
    inline-size: 16px;
  }
  .dot .icon {
    color: var(--_failed);
    font-size: 14px;
  }
  .dot:is([data-state='active'], [data-state='inactive'])::before {
    inline-size: 8px;
    block-size: 8px;
    border: 1.5px solid var(--_idle);
    border-radius: 50%;
    content: '';
  }
  .dot[data-state='active']::before {
    border-color: var(--_done);
    background: var(--_done);
  }
  .more {
    inline-size: 100%;
    margin-block-start: var(--_unit);
  }

  .filters {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_unit) * 2);
    padding: calc(var(--_unit) * 2) calc(var(--_unit) * 4);
    border-block-end: 1px solid var(--_border);
    background: var(--_sunken);
  }
  .filters .search {
    flex: 1 1 12rem;
  }
  select {
    min-inline-size: 0;
    max-inline-size: 14rem;
    min-block-size: 30px;
    padding: 3px 6px;
    font-size: var(--_small);
  }
  .export {
    margin-inline-start: auto;
  }
  .entries,
  .clients .rows {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .entries li {
    border-block-end: 1px solid var(--_border);
    content-visibility: auto;
    contain-intrinsic-block-size: auto 34px;
  }
  .entry-line {
    justify-content: flex-start;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 34px;
    padding-inline: calc(var(--_unit) * 4);
    border: 0;
    border-radius: 0;
    background: transparent;
    text-align: start;
  }
  .entry-line:focus-visible {
    outline-offset: -2px;
  }
  .entry-name {
    flex: 1 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    font-family: var(--_mono);
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
  }
  .entry-meta {
    flex: 0 1 auto;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .client::before {
    content: ' \\2190  ';
  }
  .entry-body {
    display: grid;
    gap: calc(var(--_unit) * 2);
    padding: 0 calc(var(--_unit) * 4) calc(var(--_unit) * 4) calc(var(--_unit) * 4 + 26px);
  }
  .entry-body h3 {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .clients .rows {
    padding: calc(var(--_unit) * 4);
  }
  .client-row {
    display: flex;
    gap: 10px;
    align-items: flex-start;
  }
  .client-row .status-icon {
    padding-block-start: 3px;
  }

  @container (max-width: 719px) {
    .split {
      grid-template-columns: minmax(0, 1fr);
    }
    .split[data-place='detail'] > .side,
    .split[data-place='list'] > .main {
      display: none;
    }
    .side {
      border-inline-end: 0;
    }
    .main {
      padding: calc(var(--_unit) * 3) calc(var(--_unit) * 4) calc(var(--_unit) * 6);
    }
    .back {
      display: inline-flex;
    }
    .top {
      grid-template-columns: minmax(0, 1fr);
    }
    select,
    .search input {
      font-size: max(16px, var(--_size));
    }
    .filters > * {
      flex: 1 1 40%;
    }
    .entry-line {
      flex-wrap: wrap;
      gap: 0 10px;
      padding-block: 6px;
    }
    .entry-name {
      flex-basis: calc(100% - 32px);
    }
    .entry-meta {
      padding-inline-start: 26px;
      text-align: start;
    }
  }
  @media (pointer: coarse) {
    .surface-line,
    .entry-line,
    select {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .tabs button[aria-selected='true'] {
      border-block-end-color: Highlight;
    }
    .surface-line[aria-current] {
      border-color: Highlight;
    }
    .dot[data-state='active']::before {
      background: CanvasText;
    }
  }
`;

export const styles = [tokens, controls, status, detailStyles, own];
