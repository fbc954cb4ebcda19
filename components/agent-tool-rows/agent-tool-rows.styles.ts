import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { controls } from '../shared/styles/controls.js';
import { rows } from '../shared/styles/rows.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .rows,
  .empty {
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .empty {
    color: var(--_muted);
  }
  /* Thousands of rows: what is not in view costs nothing. */
  .item {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 30px;
  }
`;

export const styles = [tokens, controls, status, rows, approval, own];
