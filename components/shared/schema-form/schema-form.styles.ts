import { css } from 'lit';
import { controls } from '../styles/controls.js';
import { tokens } from '../styles/tokens.js';

const own = css`
  :host {
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .members {
    display: grid;
    gap: calc(var(--_unit) * 3);
    min-inline-size: 0;
  }
  .field,
  .group {
    display: grid;
    gap: var(--_unit);
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .group {
    gap: calc(var(--_unit) * 2);
    padding-inline-start: calc(var(--_unit) * 3);
    border-inline-start: 2px solid var(--_border);
  }
  legend {
    padding: 0;
  }
  .group > legend {
    margin-block-end: calc(var(--_unit) * 2);
  }
  label,
  legend {
    font-size: var(--_small);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .check,
  .entry .label {
    font-weight: 400;
  }
  label code,
  legend code {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 400;
  }
  .star {
    margin-inline-start: 2px;
    color: var(--_failed);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_unit) calc(var(--_unit) * 2);
  }
  .head:empty {
    display: none;
  }
  .hint {
    color: var(--_muted);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .changed {
    padding: 0 6px;
    border-radius: 999px;
    background: color-mix(in srgb, var(--_needs-you) 14%, var(--_raised));
    color: var(--_needs-you);
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .fault {
    display: flex;
    align-items: flex-start;
    gap: 6px;
    color: var(--_failed);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .fault .icon {
    margin-block-start: 3px;
    font-size: 14px;
  }

  input:not([type='checkbox'], [type='radio']),
  textarea,
  select {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 32px;
  }
  textarea {
    max-block-size: 16rem;
    resize: vertical;
    field-sizing: content;
  }
  .json {
    font-family: var(--_mono);
    font-size: var(--_small);
  }
  [aria-invalid='true']:is(input, textarea, select) {
    border-color: var(--_failed);
  }
  input[type='checkbox'],
  input[type='radio'] {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-block-size: 24px;
  }
  .radios {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_unit) calc(var(--_unit) * 4);
  }
  .constant {
    font-family: var(--_mono);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .chooser {
    inline-size: auto;
    max-inline-size: 100%;
    justify-self: start;
  }
  button.add {
    border-style: dashed;
    background: transparent;
    color: var(--_muted);
  }
  button.add:hover:enabled {
    color: var(--_text);
  }
  .add .icon {
    font-size: 14px;
  }

  .items {
    display: grid;
    gap: calc(var(--_unit) * 2);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: calc(var(--_unit) * 2);
    align-items: start;
  }
  .number {
    min-inline-size: 1.5em;
    padding-block-start: 7px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .tools {
    display: flex;
    padding-block-start: 3px;
  }
  .entry {
    display: grid;
    gap: calc(var(--_unit) * 2);
    padding: calc(var(--_unit) * 2);
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
  }
  .entry > .head {
    flex-wrap: nowrap;
    align-items: end;
  }
  .entry > .head label {
    flex: 1;
  }

  @media (max-width: 640px) {
    input,
    textarea,
    select {
      font-size: max(16px, var(--_size));
    }
  }
  @container (max-width: 480px) {
    .item {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .item > .tools {
      grid-column: 2;
    }
    .group {
      padding-inline-start: calc(var(--_unit) * 2);
    }
  }
  @media (pointer: coarse) {
    .check {
      min-block-size: 44px;
    }
    input:not([type='checkbox'], [type='radio']),
    textarea,
    select {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    [aria-invalid='true']:is(input, textarea, select) {
      border: 2px solid Mark;
    }
  }
`;

export const styles = [tokens, controls, own];
