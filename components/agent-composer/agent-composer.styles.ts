import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .composer {
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .box {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 4px 8px;
    padding: 5px 5px 5px 4px;
    border: 1px solid var(--_border-strong);
    border-radius: calc(var(--_radius) * 1.25);
    background: var(--_raised);
    cursor: text;
  }
  .box:focus-within {
    border-color: var(--_focus);
    outline: 1px solid var(--_focus);
  }
  .field {
    flex: 1 1 12rem;
    min-inline-size: 0;
    min-block-size: calc(1lh + 8px);
    max-block-size: var(--agent-composer-max, 40cqb);
    padding: 4px 8px;
    overflow-y: auto;
    border: 0;
    background: transparent;
    field-sizing: content;
    line-height: 1.5;
    outline: none;
    overflow-wrap: anywhere;
    resize: none;
    scrollbar-width: thin;
  }
  .field::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .field:disabled {
    cursor: not-allowed;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-inline-start: auto;
    cursor: default;
  }
  .buttons button {
    min-block-size: 30px;
    border-radius: var(--_radius);
  }
  .buttons .icon {
    font-size: 14px;
  }

  .stack {
    margin: 0 calc(var(--_radius) * 0.75);
    padding: 0;
    border: 1px solid var(--_border);
    border-block-end: 0;
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
    background: var(--_sunken);
    list-style: none;
  }
  .queue-row {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 32px;
    padding-inline: 10px 4px;
    font-size: var(--_small);
  }
  .queue-row + .queue-row {
    border-block-start: 1px solid var(--_border);
  }
  .queue-word {
    flex: none;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .queue-text {
    flex: 1 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .queue-field {
    flex: 1 1 auto;
    min-inline-size: 0;
    margin-block: 4px;
  }
  .queue-row .icon {
    font-size: 14px;
  }

  .note {
    padding: 4px 12px 6px;
    color: var(--_muted);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .note > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .note .icon {
    font-size: 14px;
  }
  .refusal {
    color: var(--_failed);
  }

  @media (pointer: coarse) {
    .buttons button {
      min-block-size: 44px;
    }
    .field {
      min-block-size: 44px;
      padding-block: 10px;
    }
  }
`;

export const styles = [tokens, controls, status, own];
