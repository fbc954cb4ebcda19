import { css } from 'lit';
import { rows } from '../shared/styles/rows.js';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  .summary {
    padding: 2px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .report > .line > .dismiss {
    flex: none;
    opacity: 0.75;
  }
  .report > .line > .dismiss .icon {
    font-size: 14px;
  }
  .unavailable {
    color: var(--_muted);
    font-style: italic;
  }
  .report[data-dismissed] > .line {
    opacity: 0.8;
  }
`;

export const styles = [rows, ...teammateStyles, own];
