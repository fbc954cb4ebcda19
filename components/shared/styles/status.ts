import { css } from 'lit';

/** `workbench-ux.md`, status table: colour and motion. Icon and word always stand beside it. */
export const status = css`
  .status-icon {
    display: inline-flex;
    flex: none;
    color: var(--_idle);
  }
  .status-icon[data-status='running'] {
    color: var(--_running);
  }
  .status-icon[data-status='preparing'] {
    color: var(--_preparing);
  }
  .status-icon[data-status='preparing'] .icon {
    stroke-width: 2.5;
  }
  .status-icon[data-status='needs-you'] {
    color: var(--_needs-you);
  }
  .status-icon[data-status='in-review'] {
    color: var(--_in-review);
  }
  .status-icon[data-status='blocked'] {
    color: var(--_blocked);
  }
  .status-icon[data-status='done'] {
    color: var(--_done);
  }
  .status-icon:is([data-status='failed'], [data-status='timed-out']) {
    color: var(--_failed);
  }
  .status-icon[data-status='declined'] {
    color: var(--_declined);
  }
  .status-icon[data-status='cancelled'] {
    color: var(--_cancelled);
  }
  .status-icon[data-status='queued'] {
    color: var(--_queued);
  }

  @media (prefers-reduced-motion: no-preference) {
    .status-icon[data-status='running'] .icon {
      animation: spin 1s linear infinite;
    }
    .status-icon[data-status='preparing'] .icon {
      animation: pulse 1.2s ease-in-out infinite;
    }
  }

  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }
`;
