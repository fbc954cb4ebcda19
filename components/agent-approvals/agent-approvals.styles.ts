import { css } from 'lit';
import { approval } from '../shared/styles/approval.js';
import { controls } from '../shared/styles/controls.js';
import { status } from '../shared/styles/status.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    container-type: inline-size;
  }
  .approvals {
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .empty {
    color: var(--_muted);
  }
  .heading {
    padding-block: calc(var(--_unit) * 2) var(--_unit);
    color: var(--_muted);
    font-size: var(--_tiny);
  }
`;

export const styles = [tokens, controls, status, approval, own];
