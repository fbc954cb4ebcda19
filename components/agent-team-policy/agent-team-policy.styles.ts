import { css } from 'lit';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  .summary {
    padding: 2px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .mode {
    flex: 0 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    padding: 1px 6px;
    border-radius: 4px;
    background: var(--_sunken);
    font-family: var(--_mono);
    font-size: var(--_tiny);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .mode[data-fallback] {
    background: transparent;
    color: var(--_muted);
    font-family: inherit;
    font-style: italic;
  }
  .differs {
    flex: 0 1 auto;
    min-inline-size: 0;
    overflow: hidden;
    color: var(--_blocked);
    font-size: var(--_tiny);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .note {
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .differences {
    display: grid;
    gap: 2px;
    margin: 0;
    padding: 0;
    font-size: var(--_tiny);
    list-style: none;
  }
  .fact[data-differs] dd {
    color: var(--_blocked);
  }
  .grant {
    font-variant-numeric: tabular-nums;
  }
  .wish {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
    gap: 6px 10px;
    align-items: end;
  }
  .wish label {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .wish :is(input, select) {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 30px;
    padding-block: 3px;
    font-size: var(--_small);
  }
  .wish button {
    justify-self: start;
  }

  @container (max-width: 640px) {
    .wish :is(input, select) {
      font-size: max(16px, var(--_size));
    }
  }
  @container (max-width: 420px) {
    .line .differs {
      display: none;
    }
    /* Where it stands is worth more than what it is called. */
    .line .state {
      flex: none;
    }
    .line .mode {
      flex-shrink: 1000;
    }
  }
  @media (forced-colors: active) {
    .mode {
      border: 1px solid CanvasText;
    }
  }
`;

export const styles = [...teammateStyles, own];
