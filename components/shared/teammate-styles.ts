import { css } from 'lit';
import { approval } from './styles/approval.js';
import { controls } from './styles/controls.js';
import { status } from './styles/status.js';
import { tokens } from './styles/tokens.js';

/** The face beside a name; see `teammate-avatar.ts`. */
export const avatars = css`
  .avatar {
    position: relative;
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    inline-size: 22px;
    block-size: 22px;
    border-radius: 6px;
    background: color-mix(in srgb, var(--_tint) 16%, var(--_raised));
    color: color-mix(in srgb, var(--_tint) 55%, var(--_text));
    font-size: 10px;
    font-weight: 600;
    line-height: 1;
    letter-spacing: 0.01em;
  }
  .avatar[data-source='human'] {
    border-radius: 50%;
  }
  .avatar[data-source='remote'] {
    outline: 1px dashed color-mix(in srgb, var(--_tint) 60%, var(--_border));
    outline-offset: -1px;
  }
  .avatar[data-tint='0'] {
    --_tint: light-dark(#2f6fb0, #7db4ec);
  }
  .avatar[data-tint='1'] {
    --_tint: light-dark(#7a55b5, #bda0ee);
  }
  .avatar[data-tint='2'] {
    --_tint: light-dark(#2d7d5c, #79cfa8);
  }
  .avatar[data-tint='3'] {
    --_tint: light-dark(#9a6324, #e0b070);
  }
  .avatar[data-tint='4'] {
    --_tint: light-dark(#a3486b, #ec9dbb);
  }
  .avatar[data-tint='5'] {
    --_tint: light-dark(#3c757b, #7fc6cd);
  }
  .avatar-ring {
    position: absolute;
    inset: 0;
    fill: none;
    stroke-width: 2;
  }
  .avatar[data-source='human'] .avatar-ring rect {
    rx: 10px;
  }
  .avatar-mark {
    position: absolute;
    inset-block-end: -4px;
    inset-inline-end: -4px;
    display: inline-flex;
    padding: 1px;
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_muted);
  }
  .avatar-mark .icon {
    font-size: 9px;
    stroke-width: 2;
  }

  @media (forced-colors: active) {
    .avatar {
      border: 1px solid CanvasText;
    }
  }
`;

/** Rows of teammates and of what they do: one line of 32 px, the rest inside. */
const rows = css`
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
  .teammates {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .teammate {
    min-inline-size: 0;
    /* What is not in sight of two hundred costs nothing. */
    content-visibility: auto;
    contain-intrinsic-size: auto calc(var(--_unit) * 4 + 16px);
  }
  .teammate[data-open] {
    content-visibility: visible;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 2px;
    min-inline-size: 0;
    border-radius: calc(var(--_radius) * 0.75);
  }
  .line:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .line > .unfold {
    min-inline-size: 24px;
    min-block-size: 24px;
    padding: 0;
  }
  .unfold .icon {
    font-size: 14px;
  }
  [aria-expanded='true'] > [data-icon='chevron'] {
    rotate: 90deg;
  }
  [aria-expanded='true'] > [data-icon='chevron']:dir(rtl) {
    rotate: -90deg;
  }
  .teammate-line {
    flex: 1 1 auto;
    justify-content: flex-start;
    gap: 8px;
    min-inline-size: 0;
    min-block-size: calc(var(--_unit) * 4 + 16px);
    padding-block: 0;
    padding-inline: 2px 8px;
    border: 0;
    background: transparent;
    text-align: start;
  }
  .teammate-line:hover {
    background: transparent;
  }
  .teammate-line:focus-visible {
    outline-offset: -2px;
  }
  .name,
  .role,
  .activity {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .name {
    flex: 0 1 auto;
    min-inline-size: 5em;
    font-weight: 500;
  }
  .role {
    flex: 0 1 auto;
    min-inline-size: 0;
    max-inline-size: 14em;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .activity {
    flex: 0 1000 auto;
    min-inline-size: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .state {
    flex: none;
    max-inline-size: 60%;
    margin-inline-start: auto;
    padding-inline-start: 8px;
    overflow: hidden;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  [data-status='needs-you'] > .line .state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  [data-status='blocked'] > .line .state {
    color: var(--_blocked);
  }
  :is([data-status='failed'], [data-status='timed-out']) > .line .state {
    color: var(--_failed);
  }
  .cta {
    flex: none;
    min-block-size: 26px;
    margin-inline-end: 4px;
    font-size: var(--_tiny);
  }

  .body {
    display: grid;
    gap: calc(var(--_unit) * 2);
    min-inline-size: 0;
    margin-block: 2px calc(var(--_unit) * 2);
    margin-inline: 12px 0;
    padding-block: 2px;
    padding-inline-start: 16px;
    border-inline-start: 1px solid var(--_border);
    overflow-wrap: anywhere;
  }
  .body > .card {
    margin-block: 0;
  }
  .reason {
    white-space: pre-line;
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 2px 20px;
    margin: 0;
  }
  .fact {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: 8px;
    align-items: baseline;
  }
  .facts dt {
    max-inline-size: none;
    overflow: hidden;
    color: var(--_muted);
    font-family: inherit;
    font-size: var(--_tiny);
    text-overflow: ellipsis;
  }
  .facts dd {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 8;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .fact[data-fallback] dd {
    color: var(--_muted);
    font-style: italic;
  }
  .attempts {
    margin: 0;
    padding: 0;
    color: var(--_muted);
    font-size: var(--_tiny);
    list-style: none;
  }
  .buttons,
  .links,
  .say {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .links {
    gap: 6px 12px;
  }
  .say input,
  .say select {
    flex: 1 1 12rem;
    min-inline-size: 0;
    padding-block: 3px;
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 24px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .fold {
    font-size: var(--_tiny);
  }

  @media (pointer: coarse) {
    .teammate-line,
    .line > .unfold,
    .link {
      min-block-size: 44px;
    }
    .line > .unfold {
      min-inline-size: 44px;
    }
  }
  @container (max-width: 420px) {
    .line .activity,
    .line .role {
      display: none;
    }
    .state {
      flex: 0 1 auto;
      min-inline-size: 0;
      max-inline-size: none;
    }
    .fact {
      grid-template-columns: 6rem minmax(0, 1fr);
    }
    .body {
      margin-inline-start: 8px;
      padding-inline-start: 10px;
    }
  }
`;

export const teammateStyles = [tokens, controls, status, approval, avatars, rows];
