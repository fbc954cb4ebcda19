import { css } from 'lit';
import { diff } from './diff.js';
import { link } from './link.js';

/** A question to the person, and the line that remains of it. */
export const approval = css`
  ${diff}
  ${link}

  .card {
    margin-block: calc(var(--_unit) * 1.5);
    overflow: hidden;
    border: 1px solid color-mix(in srgb, var(--_needs-you) 55%, var(--_border));
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_needs-you) 5%, var(--_raised));
    color: var(--_text);
  }
  .tool > .card,
  .tool > .outcome {
    margin-inline-start: 27px;
  }
  .card-inside {
    display: grid;
    gap: calc(var(--_unit) * 2);
    padding: calc(var(--_unit) * 3);
  }
  .band {
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 4px calc(var(--_unit) * 3);
    border-block-end: 1px solid color-mix(in srgb, var(--_failed) 30%, transparent);
    background: color-mix(in srgb, var(--_failed) 11%, var(--_raised));
    color: var(--_failed);
    font-size: var(--_tiny);
    font-weight: 600;
  }
  .card[data-severity='high'],
  .card[data-severity='critical'] {
    border-color: var(--_failed);
    background: color-mix(in srgb, var(--_failed) 4%, var(--_raised));
  }

  .question {
    display: flex;
    align-items: baseline;
    gap: 8px;
    font-size: var(--_size);
  }
  .question .icon {
    align-self: center;
    color: var(--_needs-you);
  }
  .question strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .explanation,
  .consequence {
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }

  .parameters {
    display: grid;
    grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
    max-block-size: 16rem;
    margin: 0;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    font-size: var(--_small);
  }
  .parameter {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    gap: 12px;
    padding: 4px 10px;
  }
  .parameter + .parameter {
    border-block-start: 1px solid var(--_border);
  }
  dt {
    max-inline-size: 12rem;
    color: var(--_muted);
    font-family: var(--_mono);
    font-size: var(--_tiny);
    line-height: 1.6;
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dd .text-value {
    white-space: pre-wrap;
  }
  dd code,
  dd pre,
  .raw {
    margin: 0;
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .raw {
    max-block-size: 16rem;
    padding: 8px 10px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
  }

  .plan {
    display: grid;
    gap: 6px;
    max-block-size: 20rem;
    overflow: auto;
    padding: 8px 10px;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }
  .steps {
    margin: 0;
    padding-inline-start: 1.6em;
  }
  .plan-text {
    white-space: pre-wrap;
  }
  .reach {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: var(--_small);
  }
  .reach legend {
    padding: 0;
  }
  .reach label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 24px;
  }
  .rule {
    flex-basis: 100%;
    font-family: var(--_mono);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  .answer-field {
    display: grid;
    gap: 4px;
  }
  .answer-field textarea {
    resize: vertical;
  }
  .card .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .trouble {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--_failed);
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }

  .outcome {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-block-size: 24px;
    padding-inline: 4px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .outcome .icon {
    font-size: 14px;
  }
  .outcome .asked {
    color: var(--_text);
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  @media (forced-colors: active) {
    .card {
      border: 2px solid CanvasText;
    }
    .band {
      border-block-end: 2px solid CanvasText;
    }
  }
`;
