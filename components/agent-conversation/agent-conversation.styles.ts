import { css } from 'lit';
import { artifactCardStyles } from '../shared/artifact-card-styles.js';
import { approval } from '../shared/styles/approval.js';
import { codeColours } from '../shared/styles/code-colours.js';
import { controls } from '../shared/styles/controls.js';
import { prose } from '../shared/styles/prose.js';
import { rows } from '../shared/styles/rows.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
    min-block-size: 0;
  }
  .frame {
    position: relative;
    block-size: 100%;
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .scroller {
    block-size: 100%;
    overflow-y: auto;
    overscroll-behavior: contain;
    /* It is ours to keep what is read in its place: see scroll-follow.ts. */
    overflow-anchor: none;
    scrollbar-width: thin;
    scrollbar-color: var(--_border-strong) transparent;
  }
  .scroller:focus-visible {
    outline-offset: -2px;
  }
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-inline-size: var(--agent-column, var(--_agent-column, 44rem));
    min-block-size: 100%;
    align-content: start;
    margin-inline: auto;
    padding: calc(var(--_unit) * 5) clamp(12px, 4cqi, 24px) calc(var(--_unit) * 8);
  }
  .column:has(> .empty) {
    align-content: center;
  }
  .empty {
    color: var(--_muted);
  }

  .stretch,
  .history {
    /* Room for what stands out of a turn: containment would cut it off. */
    padding: calc(var(--_unit) * 3) var(--_out);
    margin-inline: calc(-1 * var(--_out));
    --_out: 12px;
  }
  .stretch[data-skippable] {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 1200px;
  }
  .stretch > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 6);
  }
  .turn {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 1.5);
  }
  .turn[data-state='resting'] {
    display: block;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .turn:focus-visible {
    outline-offset: 4px;
  }
  .answer {
    margin-block: calc(var(--_unit) * 1);
  }
  .user-message {
    justify-self: end;
    max-inline-size: min(100%, 34rem);
    margin-block-end: calc(var(--_unit) * 2);
    margin-inline-start: 12%;
  }
  .user-text {
    padding: 8px 12px;
    border-radius: calc(var(--_radius) * 1.5);
    border-end-end-radius: 3px;
    background: var(--agent-user-surface, light-dark(#e7eadf, #2a3027));
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .user-message[data-state='optimistic'] .user-text {
    opacity: 0.7;
  }
  .user-message[data-state='failed'] .user-text {
    background: transparent;
    box-shadow: inset 0 0 0 1px var(--_failed);
  }
  .attachments {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 6px;
    margin: 0;
    padding: 0;
    padding-block-start: 6px;
    list-style: none;
  }
  .attachment,
  .attachment a {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .attachment {
    padding: 2px 8px;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    font-size: var(--_small);
  }
  .attachment a {
    min-block-size: 24px;
    color: var(--_link);
  }
  .attachment-name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .attachment-size {
    flex: none;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .not-sent {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 4px;
    padding-block-start: 2px;
    color: var(--_failed);
    font-size: var(--_tiny);
  }
  .not-sent .icon {
    font-size: 12px;
  }

  .tool + .tool,
  .reasoning + .tool,
  .tool + .reasoning {
    margin-block-start: calc(var(--_unit) * -1.5);
  }
  .reasoning .verb {
    color: var(--_muted);
    font-weight: 400;
  }
  .reference .verb {
    color: var(--_muted);
    font-weight: 400;
  }
  .reference-title {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  p.tool-line {
    padding-inline-start: 22px;
  }
  .reasoning-body {
    display: block;
    color: var(--_muted);
    font-size: var(--_small);
  }

  .waiting {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 1.5lh;
    color: var(--_muted);
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
  }
  .dots {
    display: inline-flex;
    gap: 4px;
    padding-inline: 4px;
  }
  .dots i {
    inline-size: 5px;
    block-size: 5px;
    border-radius: 50%;
    background: currentColor;
  }
  @media (prefers-reduced-motion: no-preference) {
    .dots i {
      animation: pulse 1.2s ease-in-out infinite;
    }
    .dots i:nth-child(2) {
      animation-delay: 0.15s;
    }
    .dots i:nth-child(3) {
      animation-delay: 0.3s;
    }
  }

  .boundary {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .history {
    flex-wrap: wrap;
    justify-content: center;
    text-align: center;
  }
  .history .icon {
    font-size: 14px;
  }
  .load-older[aria-disabled] {
    color: var(--_muted);
    cursor: progress;
  }
  .run-error {
    display: flex;
    gap: 8px;
    padding: calc(var(--_unit) * 2.5) calc(var(--_unit) * 3);
    border: 1px solid color-mix(in srgb, var(--_failed) 45%, var(--_border));
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_failed) 5%, var(--_raised));
    font-size: var(--_small);
  }
  .run-error .status-icon {
    padding-block-start: 2px;
  }
  .run-error-text {
    overflow-wrap: anywhere;
  }
  .run-error button {
    margin-block-start: calc(var(--_unit) * 2);
  }
  .run-error button .icon {
    font-size: 14px;
  }
  .turn-footer {
    margin-inline-start: -6px;
    opacity: 0.75;
  }
  .turn:is(:hover, :focus-within) .turn-footer {
    opacity: 1;
  }

  .jump {
    position: absolute;
    inset-block-end: 12px;
    inset-inline: 0;
    inline-size: fit-content;
    max-inline-size: calc(100% - 24px);
    margin-inline: auto;
    border-radius: 999px;
    box-shadow: 0 2px 10px rgb(0 0 0 / 0.16);
    opacity: 0;
    visibility: hidden;
    white-space: nowrap;
  }
  .jump[data-away] {
    opacity: 1;
    visibility: visible;
  }
  .jump .icon {
    font-size: 14px;
  }
  .count {
    padding: 0 7px;
    border-radius: 999px;
    background: var(--_sunken);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .count.waiting {
    min-block-size: 0;
    background: color-mix(in srgb, var(--_needs-you) 16%, var(--_raised));
    color: var(--_needs-you);
  }
  @media (prefers-reduced-motion: no-preference) {
    .jump {
      transition: opacity 150ms;
    }
  }
  @media (forced-colors: active) {
    .user-text {
      border: 1px solid CanvasText;
    }
  }
`;

export const styles = [tokens, controls, status, prose, codeColours, rows, approval, artifactCardStyles, own];
