import { css } from 'lit';
import { diff } from './diff.js';
import { link } from './link.js';
import { progress } from './progress.js';

/** Tool calls and thoughts: closed, a line of 28 to 32 px; they hang on one thin thread. */
export const rows = css`
  ${diff}
  ${link}
  ${progress}

  .tool,
  .reasoning {
    position: relative;
    min-inline-size: 0;
  }

  .tool-line {
    display: flex;
    align-items: center;
    justify-content: flex-start;
    gap: 8px;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: calc(var(--_unit) * 4 + 14px);
    padding-block: 0;
    padding-inline: 4px 8px;
    border: 0;
    border-radius: calc(var(--_radius) * 0.75);
    background: transparent;
    color: var(--_text);
    font-size: var(--_small);
    line-height: 1.4;
    text-align: start;
  }
  button.tool-line:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .tool-line:focus-visible {
    outline-offset: -2px;
  }
  .tool-line > [data-icon='chevron'] {
    margin-inline-end: -4px;
    color: var(--_muted);
    font-size: 14px;
  }
  .tool-line[aria-expanded='true'] > [data-icon='chevron'] {
    rotate: 90deg;
  }
  .tool-line[aria-expanded='true'] > [data-icon='chevron']:dir(rtl) {
    rotate: -90deg;
  }

  .verb {
    flex: 0 1 auto;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 500;
  }
  .chip {
    flex: 0 1000 auto;
    min-inline-size: 0;
    overflow: hidden;
    padding: 1px 6px;
    border-radius: 4px;
    background: var(--_sunken);
    color: var(--_text);
    font-size: var(--_tiny);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tool-state {
    flex: none;
    margin-inline-start: auto;
    padding-inline-start: 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .tool[data-status='needs-you'] .tool-state {
    color: var(--_needs-you);
  }
  .tool:is([data-status='failed'], [data-status='timed-out']) .tool-state {
    color: var(--_failed);
  }

  .tool-progress {
    display: flex;
    align-items: center;
    gap: 8px;
    padding-block-end: 4px;
    padding-inline: 46px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  progress {
    flex: 0 1 160px;
  }

  .tool-body,
  .reasoning-body {
    display: grid;
    gap: calc(var(--_unit) * 2);
    min-inline-size: 0;
    margin-block: 2px calc(var(--_unit) * 2);
    margin-inline: 27px 0;
    padding-inline-start: 14px;
    border-inline-start: 1px solid var(--_border);
  }
  .section {
    min-inline-size: 0;
  }
  .section-head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 26px;
  }
  .section-tools {
    display: flex;
    margin-inline-start: auto;
  }
  .section-tools .icon {
    font-size: 14px;
  }
  .section-tools [aria-pressed='false'] {
    opacity: 0.6;
  }
  .section-head code {
    color: var(--_failed);
    font-size: var(--_tiny);
  }
  .failure-text {
    color: var(--_failed);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  pre.value {
    max-block-size: 16rem;
    margin: 0;
    padding: 8px 10px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_sunken);
    color: var(--_text);
    font-size: var(--_tiny);
    line-height: 1.5;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    tab-size: 2;
  }
  pre.nowrap {
    overflow-wrap: normal;
    white-space: pre;
  }
  .picture img {
    max-inline-size: 100%;
    max-block-size: 16rem;
    border-radius: calc(var(--_radius) * 0.75);
  }
  .host {
    color: var(--_muted);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .sources,
  .attempts {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    font-size: var(--_small);
    list-style: none;
  }
  .sources li {
    overflow-wrap: anywhere;
  }
  .tool-body a {
    color: var(--_link);
  }
  .attempt {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
  }
  .raw-toggle {
    justify-self: start;
    font-size: var(--_tiny);
  }
  .raw-toggle .icon {
    font-size: 14px;
  }
  .raw-toggle[aria-expanded='true'] > .icon {
    rotate: 90deg;
  }
  .raw-toggle[aria-expanded='true'] > .icon:dir(rtl) {
    rotate: -90deg;
  }
  .tool-buttons,
  .links {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 10px;
  }
  .recovery {
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .tool-facts {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .member {
    padding-inline-start: 14px;
  }
  q {
    overflow-wrap: anywhere;
  }

  @media (pointer: coarse) {
    .tool-line {
      min-block-size: 44px;
    }
  }
  @container (max-width: 420px) {
    .chip {
      max-inline-size: 30%;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .tool-line > [data-icon='chevron'] {
      transition: rotate 120ms ease-out;
    }
  }
  @media (forced-colors: active) {
    .chip,
    pre.value {
      border: 1px solid CanvasText;
    }
  }
`;
