import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { controls } from '../shared/styles/controls.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    display: contents;
  }
  dialog {
    inline-size: min(30rem, calc(100vw - 32px));
    max-block-size: min(44rem, calc(100dvh - 32px));
    margin: auto;
    padding: 0;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_raised);
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 12%),
      0 12px 40px rgb(0 0 0 / 28%);
  }
  dialog::backdrop {
    background: rgb(10 12 10 / 45%);
  }
  .inside {
    display: grid;
    gap: calc(var(--_unit) * 3);
    padding: calc(var(--_unit) * 5);
  }
  .band {
    padding-inline: calc(var(--_unit) * 5);
    padding-block: 6px;
  }
  h2 {
    margin: 0;
    font-size: calc(var(--_size) * 16 / 14);
    font-weight: 600;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  #what {
    display: grid;
    gap: var(--_unit);
    overflow-wrap: anywhere;
  }
  .scroll {
    max-block-size: min(18rem, 40dvh);
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
  }
  .scroll .parameters {
    max-block-size: none;
    border: 0;
    overflow: visible;
  }
  .left {
    font-variant-numeric: tabular-nums;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 8px;
    margin-block-start: var(--_unit);
  }
  .buttons button {
    min-block-size: 36px;
    min-inline-size: 6rem;
    padding-inline: 16px;
  }
  @media (max-width: 480px) {
    .buttons button {
      flex: 1;
    }
  }
  @media (forced-colors: active) {
    dialog {
      border: 2px solid CanvasText;
    }
  }
`;

export const styles = [tokens, controls, approval, own];
