import { css } from 'lit';
import { codeColours } from '../shared/styles/code-colours.js';
import { prose } from '../shared/styles/prose.js';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  :host {
    min-block-size: 0;
  }
  .frame {
    display: flex;
    flex-direction: column;
    block-size: 100%;
    min-block-size: 0;
    color: var(--_text);
    font: var(--_small) / 1.45 var(--_font);
  }
  .head {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 4px 4px 6px 0;
    border-block-end: 1px solid var(--_border);
  }
  .back .icon {
    rotate: 180deg;
  }
  .who {
    flex: 1 1 auto;
    min-inline-size: 0;
  }
  .who-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 10px;
  }
  .who-line strong {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .standing {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-inline-start: auto;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .standing .icon {
    font-size: 14px;
  }
  .standing[data-status='needs-you'] {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .standing:is([data-status='failed'], [data-status='timed-out']) {
    color: var(--_failed);
  }
  .about {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    overflow-wrap: anywhere;
  }
  .about .link {
    min-block-size: 20px;
  }
  .messages {
    flex: 1 1 auto;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: calc(var(--_unit) * 4);
    min-block-size: 6rem;
    overflow-y: auto;
    overscroll-behavior: contain;
    overflow-anchor: none;
    padding: calc(var(--_unit) * 3) 8px;
    scrollbar-width: thin;
    scrollbar-color: var(--_border-strong) transparent;
  }
  .messages:focus-visible {
    outline-offset: -2px;
  }
  .above {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 6px;
    /* Whether it can be pressed or is under way: the messages below stay where they are. */
    min-block-size: 28px;
  }
  @media (pointer: coarse) {
    .above {
      min-block-size: 44px;
    }
  }
  .message {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .message[data-state='user'] {
    padding: 6px 10px;
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .by {
    display: flex;
    gap: 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .by .meta {
    margin-inline-start: auto;
    font-weight: 400;
  }
  .told {
    white-space: pre-wrap;
    text-align: match-parent;
  }
  .prose {
    font-size: var(--_small);
  }
  .activity-now {
    display: grid;
    gap: 2px;
  }
  .doing {
    display: flex;
    align-items: center;
    justify-content: flex-start;
    gap: 8px;
    min-block-size: 28px;
    padding: 0 4px;
    border: 0;
    background: transparent;
    text-align: start;
  }
  button.doing:hover {
    background: color-mix(in srgb, var(--_text) 5%, transparent);
  }
  .none {
    padding: 8px;
    color: var(--_muted);
  }
  .foot {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
    padding-block: 6px;
    border-block-start: 1px solid var(--_border);
  }
  .foot:not(:has(> *)) {
    display: none;
  }
  .foot .card {
    max-block-size: 60cqb;
    margin: 0;
    overflow: auto;
  }
  .pending {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .pending li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 26px;
    padding-inline: 4px;
  }
  .pending-text {
    flex: 1 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  @media (forced-colors: active) {
    .message[data-state='user'] {
      border: 1px solid CanvasText;
    }
  }
`;

export const styles = [...teammateStyles, prose, codeColours, own];
