import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .strip {
    display: flex;
    align-items: center;
    gap: var(--_unit);
    min-inline-size: 0;
    color: var(--_text);
    font: var(--_small) / 1.4 var(--_font);
  }
  .strip[data-orientation='vertical'] {
    flex-direction: column;
    align-items: stretch;
  }
  .empty {
    padding: calc(var(--_unit) * 2);
    color: var(--_muted);
  }
  .tabs {
    display: flex;
    flex: 0 1 auto;
    gap: 2px;
    min-inline-size: 0;
    padding: 3px;
    overflow-x: auto;
    scrollbar-width: thin;
  }
  [data-orientation='vertical'] .tabs {
    flex-direction: column;
    overflow: visible;
  }
  .place {
    position: relative;
    flex: 0 0 auto;
    min-inline-size: 0;
    max-inline-size: 16rem;
  }
  [data-orientation='vertical'] .place {
    max-inline-size: none;
  }
  .tab {
    align-items: center;
    justify-content: flex-start;
    gap: 8px;
    inline-size: 100%;
    min-block-size: 32px;
    padding-block: 4px;
    padding-inline: 8px 26px;
    border-color: transparent;
    background: transparent;
    text-align: start;
  }
  .tab:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .tab[aria-selected='true'] {
    border-color: var(--_border);
    background: var(--_raised);
  }
  .words {
    display: grid;
    flex: 1 1 auto;
    min-inline-size: 0;
  }
  .title {
    display: flex;
    align-items: center;
    gap: 4px;
    min-inline-size: 0;
    font-weight: 500;
  }
  .name,
  .preview,
  .said {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tab[data-unread] .name {
    font-weight: 650;
  }
  .tab[data-fallback='unknown'] .name {
    color: var(--_muted);
    font-style: italic;
  }
  .pin {
    display: inline-flex;
    color: var(--_muted);
  }
  .pin .icon {
    font-size: 12px;
  }
  .dot {
    flex: none;
    inline-size: 7px;
    block-size: 7px;
    border-radius: 50%;
    background: var(--_running);
  }
  .facts {
    display: flex;
    gap: 8px;
    min-inline-size: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .when {
    flex: none;
    margin-inline-start: auto;
  }
  .tab[data-status='needs-you'] .said {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .tab[data-status='failed'] .said {
    color: var(--_failed);
  }
  .preview {
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  [data-orientation='horizontal'] .preview {
    display: none;
  }
  .place > .close {
    position: absolute;
    inset-block-start: 3px;
    inset-inline-end: 2px;
    min-inline-size: 24px;
    min-block-size: 24px;
    opacity: 0;
  }
  .place > .close .icon {
    font-size: 12px;
  }
  .place:hover > .close,
  .tab[aria-selected='true'] + .close {
    opacity: 1;
  }
  .actions {
    display: flex;
    flex: none;
  }
  .actions .icon {
    font-size: 14px;
  }
  .actions [aria-pressed='true'] {
    color: var(--_text);
  }
  .closed {
    position: relative;
    flex: none;
    margin-inline-start: auto;
  }
  [data-orientation='vertical'] .closed {
    margin-inline-start: 0;
  }
  .fold {
    font-size: var(--_tiny);
  }
  .fold .icon {
    font-size: 14px;
  }
  .fold[aria-expanded='true'] > .icon {
    rotate: 90deg;
  }
  .fold[aria-expanded='true'] > .icon:dir(rtl) {
    rotate: -90deg;
  }
  ul {
    margin: 0;
    padding: var(--_unit);
    list-style: none;
  }
  [data-orientation='horizontal'] ul {
    position: absolute;
    z-index: 2;
    inset-inline-end: 0;
    inset-block-start: 100%;
    min-inline-size: 12rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  li button {
    inline-size: 100%;
    justify-content: flex-start;
    text-align: start;
  }

  @container (max-width: 520px) {
    .strip {
      flex-wrap: wrap;
    }
    [data-orientation='horizontal'] .tabs {
      flex-basis: 100%;
    }
  }
  @media (pointer: coarse) {
    .place > .close {
      display: none;
    }
    .tab {
      min-block-size: 44px;
      padding-inline-end: 10px;
    }
  }
  @media (forced-colors: active) {
    .tab[aria-selected='true'] {
      border-color: Highlight;
    }
    .dot {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;

export const styles = [tokens, controls, status, own];
