import { css } from 'lit';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  .messages {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    font-size: var(--_tiny);
    list-style: none;
  }
  .messages li {
    display: -webkit-box;
    overflow: hidden;
    padding-inline-start: 8px;
    border-inline-start: 2px solid var(--_border);
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .teammate[data-fallback='stale'] > .line .name {
    color: var(--_muted);
  }
`;

export const styles = [...teammateStyles, own];
