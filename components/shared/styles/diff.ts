import { css } from 'lit';

/** A change, line by line. */
export const diff = css`
  .diff {
    max-block-size: 16rem;
    margin: 0;
    padding: 8px 10px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_sunken);
    font-size: var(--_tiny);
    line-height: 1.5;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .diff ins,
  .diff del {
    display: inline-block;
    inline-size: 100%;
    text-decoration: none;
  }
  .diff ins {
    background: color-mix(in srgb, var(--_done) 16%, transparent);
  }
  .diff del {
    background: color-mix(in srgb, var(--_failed) 14%, transparent);
  }
  .diff i {
    color: var(--_muted);
    font-style: normal;
  }
`;
