import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { link } from '../shared/styles/link.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';
import { avatars } from '../shared/teammate-styles.js';

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
    overflow-x: auto;
    scrollbar-width: thin;
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
  .column[data-bare] .column-head {
    color: var(--_muted);
    font-weight: 500;
  }
  .cards {
    display: grid;
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
  .more {
    inline-size: 100%;
    font-size: var(--_tiny);
  }

  .card {
    min-inline-size: 0;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_raised);
    content-visibility: auto;
    contain-intrinsic-size: auto 62px;
  }
  .card[draggable='true'] > .card-line {
    cursor: grab;
  }
  .card:hover {
    border-color: var(--_border-strong);
  }
  .card-line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    justify-content: stretch;
    gap: 5px;
    inline-size: 100%;
    min-inline-size: 0;
    padding: 7px 10px 8px;
    border: 0;
    background: transparent;
    font-size: var(--_small);
    line-height: 1.4;
    text-align: start;
  }
  .card-line:hover {
    background: transparent;
  }
  .card-line:focus-visible {
    outline-offset: -2px;
  }
  .card-title {
    display: -webkit-box;
    overflow: hidden;
    font-weight: 500;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  [aria-expanded='true'] > .card-title {
    -webkit-line-clamp: none;
  }
  .card-title[data-fallback] {
    color: var(--_muted);
    font-family: var(--_mono);
    font-size: var(--_tiny);
  }
  .card-facts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 3px 10px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .who {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .who > .avatar {
    inline-size: 18px;
    block-size: 18px;
    border-radius: 5px;
    font-size: 9px;
  }
  .who > .avatar[data-source='human'] {
    border-radius: 50%;
  }
  .who[data-fallback] {
    font-style: italic;
  }
  .name {
    overflow: hidden;
    color: var(--_text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .priority,
  .count,
  .done-part {
    display: inline-flex;
    align-items: center;
    gap: 3px;
  }
  :is(.priority, .count) > .icon {
    font-size: 13px;
  }
  .priority:is([data-priority='urgent'], [data-priority='critical'], [data-priority='high']) {
    color: var(--_needs-you);
    font-weight: 500;
  }
  progress {
    appearance: none;
    inline-size: 44px;
    block-size: 4px;
    margin-inline-end: 3px;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--_border);
    accent-color: var(--_running);
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    background: var(--_running);
  }
  progress::-moz-progress-bar {
    background: var(--_running);
  }
  .blocker {
    display: flex;
    align-items: baseline;
    gap: 5px;
    color: var(--_blocked);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .blocker .icon {
    align-self: center;
    font-size: 13px;
  }

  .mark {
    display: grid;
    gap: 4px;
    justify-items: start;
    padding: 6px 10px 8px;
    border-block-start: 1px dashed var(--_border-strong);
    overflow-wrap: anywhere;
  }
  .mark .icon {
    font-size: 13px;
  }
  .wanted {
    display: flex;
    align-items: center;
    gap: 5px;
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .trouble {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--_failed);
    font-size: var(--_tiny);
  }
  .again {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }

  .card-body {
    display: grid;
    gap: calc(var(--_unit) * 2);
    padding: 8px 10px 10px;
    border-block-start: 1px solid var(--_border);
    overflow-wrap: anywhere;
  }
  .depends,
  .comments {
    display: grid;
    gap: 4px;
    margin: 2px 0 0;
    padding: 0;
    list-style: none;
  }
  .depends li {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  .depends .status-icon {
    align-self: center;
  }
  .depends .icon {
    font-size: 14px;
  }
  .depends .meta {
    flex: none;
    margin-inline-start: auto;
  }
  .comment {
    white-space: pre-line;
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
  }
  .links:empty {
    display: none;
  }
  .change {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 6px 8px;
  }
  .change label {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .change .wide {
    grid-column: 1 / -1;
  }
  .change :is(select, input) {
    min-inline-size: 0;
    inline-size: 100%;
    min-block-size: 30px;
    padding-block: 3px;
    font-size: var(--_small);
  }
  .change button {
    justify-self: start;
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
    progress {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
      background: Canvas;
    }
    progress::-webkit-progress-bar {
      background: Canvas;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
  }
`;

export const styles = [tokens, controls, link, status, avatars, own];
