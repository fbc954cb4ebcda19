import { css } from 'lit';
import { lane } from '../shared/styles/lane.js';

const own = css`
  .rounds,
  .fixes {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .review:is([data-status='disputed'], [data-status='blocked']) > .tool-line .tool-state {
    color: var(--_needs-you);
    font-weight: 500;
  }
  .review[data-status='failed'] > .tool-line .tool-state,
  .request:is([data-state='failed'], [data-state='unconfirmed']) .tool-state {
    color: var(--_failed);
    font-weight: 500;
  }
  .facts-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
  }
  .dispute {
    display: flex;
    gap: 8px;
    color: var(--_needs-you);
  }
  .round + .round {
    margin-block-start: calc(var(--_unit) * 2);
    padding-block-start: calc(var(--_unit) * 2);
    border-block-start: 1px solid var(--_border);
  }
  .round-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-block-size: 26px;
  }
  .round-line strong {
    font-weight: 600;
  }
  .summary,
  .round > .meta,
  .round > .links {
    padding-inline-start: 24px;
  }
  .fixes {
    padding-inline-start: 24px;
  }
  .fix {
    padding-block: 4px;
  }
  .fix-line {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .fix-line > .status-icon {
    align-self: center;
  }
  .fix-text {
    flex: 1 1 auto;
    min-inline-size: 0;
  }
  .fix-state {
    flex: none;
    max-inline-size: 50%;
    color: var(--_muted);
    font-size: var(--_tiny);
    text-align: end;
  }
  .owner {
    color: var(--_text);
  }
  .fix-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding-inline-start: 24px;
  }
  .fix > .meta,
  .fix > .trouble {
    padding-inline-start: 24px;
  }
  .fix-buttons :is(button, select),
  .request-trouble button {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }
  .fix-buttons select {
    max-inline-size: 14rem;
    padding-block: 2px;
  }
  .request-trouble {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding-block-end: 4px;
    padding-inline-start: 46px;
  }
`;

export const styles = [...lane, own];
