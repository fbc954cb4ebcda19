import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .panel {
    display: grid;
    gap: calc(var(--_unit) * 4);
    padding: calc(var(--_unit) * 3);
    background: var(--_surface);
    color: var(--_text);
    font: var(--_small) / 1.45 var(--_font);
  }
  .bar-line {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .title,
  .heading {
    margin: 0;
    font-size: var(--_small);
    font-weight: 600;
  }
  .title {
    flex: 1 1 auto;
    font-size: var(--_size);
  }
  .heading {
    padding-block-end: 4px;
  }
  .section {
    min-inline-size: 0;
  }
  .fact,
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  ul {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    min-block-size: 26px;
    padding-block: 2px;
    border-block-start: 1px solid var(--_border);
    content-visibility: auto;
    contain-intrinsic-block-size: auto 26px;
  }
  .level {
    font-weight: 500;
  }
  .message,
  .reason {
    flex: 1 1 12rem;
    min-inline-size: 0;
  }
  .row-end {
    display: flex;
    margin-inline-start: auto;
  }
  code {
    font-size: var(--_tiny);
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    padding-block-end: 6px;
  }
  .filter {
    min-block-size: 26px;
    border-radius: 999px;
    font-size: var(--_tiny);
  }
  .filter[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .count,
  .number {
    font-variant-numeric: tabular-nums;
  }

  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 3px 8px 3px 0;
    text-align: start;
    vertical-align: middle;
  }
  th {
    inline-size: 50%;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  tr + tr > * {
    border-block-start: 1px solid var(--_border);
  }
  .number {
    inline-size: 20%;
    color: var(--_text);
    text-align: end;
    white-space: nowrap;
  }
  [data-fallback] > .number {
    color: var(--_muted);
  }
  .chart {
    inline-size: 30%;
    padding-inline: 8px 0;
  }
  .spark,
  .bar {
    display: block;
    inline-size: 100%;
    block-size: 8px;
  }
  .spark {
    block-size: 20px;
    fill: none;
    stroke: var(--_running);
    stroke-width: 1.5;
  }
  .spark polyline {
    vector-effect: non-scaling-stroke;
  }
  .bar {
    fill: var(--_running);
  }
  .bar:dir(rtl),
  .spark:dir(rtl) {
    transform: scaleX(-1);
  }

  @container (max-width: 420px) {
    .chart {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .bar {
      fill: Highlight;
      forced-color-adjust: none;
    }
    .spark {
      stroke: Highlight;
      forced-color-adjust: none;
    }
    .filter[aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`;

export const styles = [tokens, controls, status, own];
