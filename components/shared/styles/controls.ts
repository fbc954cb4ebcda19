import { css } from 'lit';

/** Buttons and fields. */
export const controls = css`
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-block-size: 28px;
    padding: 2px 10px;
    border: 1px solid var(--_border-strong);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_raised);
    color: var(--_text);
    font: inherit;
    font-size: var(--_small);
    line-height: 1.3;
    cursor: pointer;
  }
  button:hover {
    background: color-mix(in srgb, var(--_text) 6%, var(--_raised));
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  button.primary:hover:enabled {
    background: color-mix(in srgb, var(--_accent) 86%, var(--_on-accent));
  }
  button.danger {
    border-color: var(--_failed);
    background: var(--_failed);
    color: var(--_surface);
  }
  button.quiet {
    min-inline-size: 26px;
    min-block-size: 26px;
    padding: 2px 5px;
    border-color: transparent;
    background: transparent;
    color: var(--_muted);
  }
  button.quiet:hover:enabled {
    background: color-mix(in srgb, var(--_text) 8%, transparent);
    color: var(--_text);
  }
  button.copy .icon {
    font-size: 14px;
  }
  button.copy[data-state='copied'] {
    color: var(--_done);
  }
  button.copy[data-state='failed'] {
    color: var(--_failed);
  }

  textarea,
  input,
  select {
    padding: 6px 8px;
    border: 1px solid var(--_border-strong);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_raised);
    color: var(--_text);
    font: inherit;
    font-size: var(--_size);
  }

  @media (pointer: coarse) {
    button,
    button.quiet {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }

  /* Smaller text makes phones zoom into the field (known-failure 49). */
  @container (max-width: 640px) {
    textarea,
    input,
    select {
      font-size: max(16px, var(--_size));
    }
  }

  @media (forced-colors: active) {
    button,
    textarea,
    input,
    select {
      border: 1px solid ButtonText;
    }
    button.primary {
      border-color: Highlight;
    }
    button:disabled {
      border-color: GrayText;
      color: GrayText;
      opacity: 1;
    }
  }
`;
