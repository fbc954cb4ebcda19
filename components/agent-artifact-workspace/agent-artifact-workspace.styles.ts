import { css } from 'lit';
import { codeColours } from '../shared/styles/code-colours.js';
import { controls } from '../shared/styles/controls.js';
import { prose } from '../shared/styles/prose.js';
import { rows } from '../shared/styles/rows.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';
import { contentStyles } from './content.styles.js';

const own = css`
  :host {
    container-type: inline-size;
    min-block-size: 0;
  }
  .frame,
  .empty {
    color: var(--_text);
    font: var(--_small) / 1.45 var(--_font);
  }
  .empty {
    padding: 12px;
    color: var(--_muted);
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    block-size: 100%;
    min-block-size: 0;
  }
  .frame[data-count='many'] {
    grid-template-columns: minmax(180px, 240px) minmax(0, 1fr);
  }
  .list,
  .detail {
    min-inline-size: 0;
    min-block-size: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--_border-strong) transparent;
  }
  .list {
    padding: 6px;
    border-inline-end: 1px solid var(--_border);
  }
  .list ul,
  .versions,
  .exports {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .find {
    inline-size: 100%;
    margin-block-end: 6px;
    padding-block: 3px;
    font-size: var(--_small);
  }
  .none {
    padding-block: 8px;
  }
  .row {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 46px;
  }
  .row-line {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    column-gap: 8px;
    justify-content: stretch;
    inline-size: 100%;
    padding: 5px 8px;
    border: 0;
    background: transparent;
    text-align: start;
  }
  .row-line:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .row-line[aria-current] {
    background: color-mix(in srgb, var(--_text) 9%, transparent);
  }
  .row-line:focus-visible,
  .tab:focus-visible {
    outline-offset: -2px;
  }
  .row-icon {
    color: var(--_muted);
  }
  .row-title,
  .row-kind {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .row-title {
    font-weight: 500;
  }
  .row-facts {
    display: flex;
    grid-column: 2;
    gap: 8px;
    align-items: center;
    min-inline-size: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .row-kind {
    flex: 0 1 auto;
    min-inline-size: 0;
  }
  .row-state,
  .head-state {
    display: inline-flex;
    flex: none;
    gap: 4px;
    align-items: center;
    margin-inline-start: auto;
    white-space: nowrap;
  }
  .row-state .icon,
  .head-state .icon {
    font-size: 14px;
  }
  [data-status='needs-you'].row-state {
    color: var(--_needs-you);
  }
  [data-status='failed']:is(.row-state, .head-state) {
    color: var(--_failed);
  }

  .detail {
    display: flex;
    flex-direction: column;
  }
  header,
  .tabs {
    flex: none;
  }
  header {
    padding: 10px 14px 6px;
  }
  .back {
    display: none;
    margin-block-end: 2px;
    margin-inline-start: -6px;
    font-size: var(--_tiny);
  }
  .back .icon {
    rotate: 180deg;
    font-size: 14px;
  }
  .head {
    display: flex;
    gap: 8px;
    align-items: center;
    min-inline-size: 0;
  }
  .head-icon {
    display: inline-flex;
    color: var(--_muted);
  }
  .title {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: var(--_size);
    font-weight: 600;
    line-height: 1.35;
  }
  .head-state {
    padding-inline-start: 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .head-facts {
    padding-inline-start: 24px;
  }
  .marker {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 6px;
    align-items: center;
    margin-block-start: 4px;
    color: var(--_muted);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .marker > span {
    flex: 0 1 auto;
    min-inline-size: 0;
  }
  .marker > .icon,
  .trouble > .icon {
    font-size: 14px;
  }
  .marker[data-fallback='failed'],
  .trouble {
    color: var(--_failed);
  }
  .marker:is([data-fallback='disputed'], .unsaved) {
    color: var(--_needs-you);
  }
  .marker[data-fallback='stale'] {
    color: var(--_blocked);
  }
  .marker.saved {
    color: var(--_done);
  }
  .trouble {
    display: flex;
    gap: 6px;
    align-items: center;
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .actions,
  .editor-bar,
  .compare-bar,
  .export-bar,
  .review-bar,
  .confirm {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .actions {
    margin-block-start: 8px;
  }
  .actions .icon {
    font-size: 14px;
  }
  .actions button,
  .export-bar button,
  .compare-bar button {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }
  [aria-pressed='true'] {
    border-color: var(--_done);
    color: var(--_done);
    opacity: 1;
  }

  .tabs {
    display: flex;
    gap: 2px;
    padding-inline: 8px;
    border-block-end: 1px solid var(--_border);
    overflow-x: auto;
    scrollbar-width: none;
  }
  .tab {
    flex: none;
    margin-block-end: -1px;
    padding: 4px 8px;
    border: 0;
    border-block-end: 2px solid transparent;
    border-radius: 0;
    background: transparent;
    color: var(--_muted);
  }
  .tab:hover {
    background: transparent;
    color: var(--_text);
  }
  .tab[aria-selected='true'] {
    border-block-end-color: var(--_accent);
    color: var(--_text);
    font-weight: 500;
  }
  .tab[data-status='failed'] .tab-count {
    color: var(--_failed);
  }
  .tab-count,
  .tag {
    padding: 0 5px;
    border-radius: 999px;
    background: var(--_sunken);
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    font-weight: 400;
  }
  .pane {
    flex: 1 0 auto;
    min-inline-size: 0;
    padding: 12px 14px 20px;
  }

  @container (max-width: 640px) {
    .frame[data-count='many'] {
      grid-template-columns: minmax(0, 1fr);
    }
    .frame[data-view='detail'] > .list,
    .frame[data-view='list'] > .detail {
      display: none;
    }
    .list {
      border: 0;
    }
    .back {
      display: inline-flex;
    }
  }
  @media (pointer: coarse) {
    .row-line,
    .tab {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .row-line[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .tab {
      border: 0;
      border-block-end: 2px solid transparent;
    }
    .tab[aria-selected='true'] {
      border-block-end-color: Highlight;
    }
    .tag,
    .tab-count {
      border: 1px solid CanvasText;
    }
  }
`;

export const styles = [tokens, controls, status, rows, prose, codeColours, contentStyles, own];
