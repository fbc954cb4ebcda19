import { css } from 'lit';
import { lane } from '../shared/styles/lane.js';

const own = css`
  .owner {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    min-block-size: 34px;
    padding-inline: 4px;
    border-block-end: 1px solid var(--_border);
  }
  .owner > .icon {
    color: var(--_running);
  }
  .owner strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .owner .since {
    margin-inline-start: auto;
    padding-inline-end: 4px;
  }
  .handoff[data-status='needs-you'] > .tool-line .tool-state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .to {
    position: relative;
  }
  .to .icon {
    margin-inline: 1px;
    color: var(--_muted);
    font-size: 12px;
    vertical-align: -1px;
  }
  .facts [data-fallback] dd {
    color: var(--_muted);
  }
  .facts .link {
    font-size: inherit;
  }
  .card {
    max-inline-size: 40rem;
    margin-block: 0;
  }

  @container (max-width: 420px) {
    .when {
      display: none;
    }
  }
`;

export const styles = [...lane, own];
