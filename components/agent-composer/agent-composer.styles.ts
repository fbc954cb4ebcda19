import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .composer {
    position: relative;
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
  .bar,
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin-inline-start: auto;
    cursor: default;
  }
  .bar {
    justify-content: flex-end;
    max-inline-size: 100%;
  }
  .bar:has(.mode, .fact) {
    flex: 1 0 100%;
    padding-inline-start: 4px;
  }
  .buttons button,
  button.attach,
  .mode {
    min-inline-size: 30px;
    min-block-size: 30px;
    border-radius: var(--_radius);
  }
  .mode {
    max-inline-size: 12rem;
    padding-block: 2px;
    field-sizing: content;
    border-color: transparent;
    background: transparent;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .fact {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .key {
    font-size: var(--_tiny);
    opacity: 0.75;
  }
  :host(:state(dragging)) .box {
    border-style: dashed;
    border-color: var(--_focus);
    outline: 1px dashed var(--_focus);
  }

  .chips {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 4px 6px;
    max-block-size: 12rem;
    margin: 2px 2px 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-inline-size: 0;
    max-inline-size: 100%;
    min-block-size: 28px;
    padding-inline: 8px 2px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_sunken);
    font-size: var(--_small);
    cursor: default;
  }
  .chip:not(:has(button)) {
    padding-inline-end: 8px;
  }
  .chip .icon {
    color: var(--_muted);
    font-size: 14px;
  }
  .chip-name {
    overflow: hidden;
    max-inline-size: 16rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chip-size {
    color: var(--_muted);
    font-size: var(--_tiny);
    white-space: nowrap;
  }
  .chip-fault {
    color: var(--_failed);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .chip:is([data-state='failed'], [data-state='refused']) {
    border-color: var(--_failed);
  }
  .chip[data-state='unresolved'] {
    border-style: dashed;
    background: transparent;
    color: var(--_muted);
  }
  .chip[data-state='unresolved'] .chip-name {
    max-inline-size: 24rem;
  }
  .chip-progress {
    inline-size: 4rem;
    block-size: 6px;
    accent-color: var(--_running);
  }

  .suggestions {
    position: absolute;
    z-index: 2;
    inset-inline: 0;
    inset-block-end: calc(100% + 4px);
    max-block-size: 16rem;
    overflow-y: auto;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--_raised);
    box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
  }
  .suggestions[data-place='below'] {
    inset-block: calc(100% + 4px) auto;
  }
  .suggestions[data-state='loading'] .option {
    opacity: 0.6;
  }
  .suggestions ul {
    margin: 0;
    padding: 4px;
    list-style: none;
  }
  .option {
    display: flex;
    align-items: baseline;
    gap: 8px;
    min-block-size: 28px;
    padding: 4px 8px;
    border-radius: calc(var(--_radius) / 2);
    cursor: pointer;
  }
  .option[aria-selected='true'],
  .option:hover {
    background: color-mix(in srgb, var(--_text) 8%, var(--_raised));
  }
  .option[aria-selected='true'] {
    box-shadow: inset 2px 0 0 var(--_focus);
  }
  .option[aria-selected='true']:dir(rtl) {
    box-shadow: inset -2px 0 0 var(--_focus);
  }
  .option-label {
    flex: 0 1 auto;
    overflow-wrap: anywhere;
  }
  .option-detail {
    flex: 1 1 0;
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_muted);
    font-size: var(--_tiny);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .option-none {
    padding: 8px 12px;
    color: var(--_muted);
    font-size: var(--_small);
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
  .queue-row button {
    white-space: nowrap;
  }
  .stack:has(+ .note) {
    margin-block-end: 4px;
    border-block-end: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .queue-row .icon {
    flex: none;
    font-size: 14px;
  }
  .queue-row[data-kind='steer']:not([data-state='rejected']) > :is(.icon, .queue-word) {
    color: var(--_running);
  }
  .queue-row[data-write] .queue-text {
    opacity: 0.7;
  }
  .queue-write {
    flex: none;
    max-inline-size: 60%;
    color: var(--_muted);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }

  .note {
    padding: 4px 12px 6px;
    color: var(--_muted);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .note strong {
    color: var(--_needs-you);
    font-weight: 600;
  }
  .note button {
    vertical-align: middle;
  }
  .note .icon {
    margin-inline-end: 4px;
    vertical-align: -2px;
  }
  .refused-text {
    display: inline-block;
    overflow: hidden;
    vertical-align: middle;
    max-inline-size: 20rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .note .icon {
    font-size: 14px;
  }
  .note > .refusal,
  .queue-write.refusal {
    color: var(--_failed);
  }

  @container (max-width: 480px) {
    .key {
      display: none;
    }
    .queue-row {
      gap: 4px;
    }
    .queue-row[data-write] {
      flex-wrap: wrap;
    }
    .queue-row[data-write] .queue-text {
      flex-basis: 40%;
    }
  }
  @media (pointer: coarse) {
    .buttons button,
    button.quiet,
    .mode,
    .option {
      min-block-size: 44px;
    }
    button.quiet {
      min-inline-size: 44px;
    }
    .option {
      align-items: center;
    }
    .key {
      display: none;
    }
    .field {
      min-block-size: 44px;
      padding-block: 10px;
    }
  }
  @media (forced-colors: active) {
    .option[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .chip,
    .suggestions {
      border-color: CanvasText;
    }
    .box:focus-within {
      outline-color: Highlight;
    }
  }
`;

export const styles = [tokens, controls, status, own];
