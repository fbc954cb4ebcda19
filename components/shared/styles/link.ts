import { css } from 'lit';

/** A button that goes somewhere in the page, and looks so. */
export const link = css`
  .link {
    justify-content: flex-start;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: transparent;
    color: var(--_link);
    font-size: var(--_tiny);
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .link:hover {
    background: transparent;
    text-decoration-thickness: 2px;
  }
`;
