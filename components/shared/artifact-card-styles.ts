import { css } from 'lit';

/** The card of an artifact; `tokens` and `status` stand beside it. */
export const artifactCardStyles = css`
  .artifact-card-line {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    column-gap: 10px;
    align-items: center;
    justify-content: stretch;
    inline-size: min(100%, 30rem);
    padding: 8px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_raised);
    color: var(--_text);
    font-size: var(--_small);
    line-height: 1.35;
    text-align: start;
  }
  .artifact-card-line:hover {
    border-color: var(--_border-strong);
    background: var(--_raised);
  }
  .artifact-card-icon {
    display: inline-flex;
    grid-row: 1 / span 2;
    align-items: center;
    justify-content: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_sunken);
    color: var(--_muted);
  }
  .artifact-card-title,
  .artifact-card-facts {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .artifact-card-title {
    font-weight: 500;
  }
  .artifact-card-facts {
    grid-column: 2;
    grid-row: 2;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .artifact-card-state {
    display: inline-flex;
    grid-column: 3;
    grid-row: 1 / span 2;
    align-items: center;
    gap: 4px;
    color: var(--_muted);
    font-size: var(--_tiny);
    white-space: nowrap;
  }
  .artifact-card-state[data-status='failed'] {
    color: var(--_failed);
  }
  .artifact-card-state .icon {
    font-size: 14px;
  }
  @media (pointer: coarse) {
    .artifact-card-line {
      min-block-size: 48px;
    }
  }
`;
