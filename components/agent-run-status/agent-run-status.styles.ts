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
    gap: 8px;
    block-size: calc(var(--_unit) * 4 + 12px);
    overflow: hidden;
    padding-inline: 10px;
    color: var(--_muted);
    font: var(--_tiny) / 1.4 var(--_font);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .strip .icon {
    font-size: 14px;
  }
  .word {
    flex: none;
    overflow: hidden;
    max-inline-size: 70%;
    color: var(--_text);
    font-weight: 500;
    text-overflow: ellipsis;
  }
  .strip[data-status='idle'] .word,
  .strip[data-status='done'] .word {
    color: var(--_muted);
    font-weight: 400;
  }
  .strip[data-attention][data-status='needs-you'] .word {
    color: var(--_needs-you);
  }
  .strip[data-attention][data-status='failed'] .word {
    color: var(--_failed);
  }
  .stale {
    overflow: hidden;
    color: var(--_blocked);
    font-weight: 500;
    text-overflow: ellipsis;
  }
  .tool-name,
  .detail {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .tool-name::before,
  .elapsed::before,
  .stale::before,
  .detail::before {
    content: '\\b7';
    padding-inline-end: 8px;
  }
  .elapsed {
    flex: none;
  }
  .end {
    display: flex;
    flex: none;
    align-items: center;
    gap: 12px;
    margin-inline-start: auto;
    padding-inline-start: 8px;
  }
  .pending {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .end button {
    min-block-size: 24px;
    padding-block: 0;
    font-size: var(--_tiny);
  }
  kbd {
    padding: 0 4px;
    border: 1px solid var(--_border);
    border-radius: 3px;
    font-size: 0.92em;
  }

  .connection {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    padding: 2px 10px;
    background: color-mix(in srgb, var(--_blocked) 14%, var(--_surface));
    color: var(--_text);
    font: var(--_tiny) / 1.5 var(--_font);
  }
  .connection .icon {
    font-size: 14px;
  }
  .connection[data-state='failed'] {
    background: color-mix(in srgb, var(--_failed) 12%, var(--_surface));
  }

  @container (max-width: 480px) {
    .hint,
    .usage,
    .model {
      display: none;
    }
  }
  @media (pointer: coarse) {
    .strip {
      block-size: 44px;
    }
    .end button {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
    .hint {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .connection {
      border-block: 1px solid CanvasText;
    }
  }
`;

export const styles = [tokens, controls, status, own];
