import { css } from 'lit';

/** What is shown of one surface, and of all of them in short. */
export const detailStyles = css`
  .detail {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 3);
    max-inline-size: 52rem;
  }
  .detail-head,
  .row-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_unit) calc(var(--_unit) * 2);
  }
  .detail-head h3 {
    font-size: calc(var(--_size) * 18 / 14);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .detail-head h3:focus {
    outline: none;
  }
  .detail-head .switch,
  .row-head .switch {
    margin-inline-start: auto;
  }
  .detail > h4 {
    margin-block-start: calc(var(--_unit) * 2);
    color: var(--_muted);
    font-size: var(--_small);
  }
  .description,
  .reason {
    overflow-wrap: anywhere;
  }
  .reason {
    padding: 6px 10px;
    border-inline-start: 3px solid var(--_idle);
    background: var(--_sunken);
    font-size: var(--_small);
  }

  .badges {
    display: inline-flex;
    flex-wrap: wrap;
    gap: var(--_unit);
  }
  .badge {
    padding: 0 7px;
    border: 1px solid color-mix(in srgb, var(--_text) 22%, transparent);
    border-radius: 999px;
    color: var(--_muted);
    font-size: var(--_tiny);
    line-height: 1.55;
    white-space: nowrap;
  }
  .badge[data-tone='good'] {
    border-color: color-mix(in srgb, var(--_done) 45%, transparent);
    color: var(--_done);
  }
  .badge[data-tone='warn'] {
    border-color: color-mix(in srgb, var(--_needs-you) 50%, transparent);
    color: var(--_needs-you);
  }
  .badge[data-tone='bad'] {
    border-color: color-mix(in srgb, var(--_failed) 50%, transparent);
    color: var(--_failed);
  }

  .switch {
    flex: none;
    justify-content: flex-start;
    inline-size: 36px;
    min-inline-size: 36px;
    min-block-size: 20px;
    block-size: 20px;
    padding: 2px;
    border: 1px solid var(--_border-strong);
    border-radius: 999px;
    background: var(--_sunken);
  }
  .switch .knob {
    inline-size: 14px;
    block-size: 14px;
    border-radius: 50%;
    background: var(--_border-strong);
  }
  .switch[aria-checked='true'] {
    border-color: var(--_done);
    background: var(--_done);
  }
  .switch[aria-checked='true'] .knob {
    margin-inline-start: 16px;
    background: var(--_raised);
  }
  @media (prefers-reduced-motion: no-preference) {
    .switch .knob {
      transition: margin 120ms ease-out;
    }
  }

  .faults {
    display: grid;
    gap: var(--_unit);
    margin: 0;
    padding: 8px 10px;
    border: 1px solid color-mix(in srgb, var(--_failed) 40%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_failed) 6%, var(--_surface));
    font-size: var(--_small);
    list-style: none;
  }
  .faults li {
    display: flex;
    gap: 8px;
    align-items: flex-start;
    overflow-wrap: anywhere;
  }
  .faults .icon {
    margin-block-start: 3px;
    color: var(--_failed);
    font-size: 14px;
  }
  .faults li > span {
    min-inline-size: 0;
  }
  .faults code {
    font-size: var(--_tiny);
    font-weight: 600;
  }

  .facts,
  .values {
    display: grid;
    grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
    gap: 2px calc(var(--_unit) * 4);
    margin: 0;
    font-size: var(--_small);
  }
  .facts > div,
  .values > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
  }
  dt {
    color: var(--_muted);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .values dt,
  .values dd {
    font-family: var(--_mono);
    font-size: var(--_tiny);
  }

  .rows {
    display: grid;
    gap: calc(var(--_unit) * 2);
  }
  .row,
  .card {
    min-inline-size: 0;
    padding: calc(var(--_unit) * 2) calc(var(--_unit) * 3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_raised);
    overflow-wrap: anywhere;
  }
  .row,
  .card,
  .row-body,
  .try {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--_unit) * 2);
  }
  .row.action {
    gap: 0;
  }
  .card {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 8rem;
  }
  .card[data-tone='bad'] {
    border-color: color-mix(in srgb, var(--_failed) 45%, var(--_border));
  }
  .action[data-off] .row-line {
    color: var(--_muted);
    text-decoration: line-through;
  }
  .row-head h5 {
    min-inline-size: 0;
  }
  .observation h5 {
    font-family: var(--_mono);
    font-size: var(--_small);
  }
  .row-line {
    justify-content: flex-start;
    min-block-size: 28px;
    padding: 2px 4px;
    margin-inline-start: -4px;
    border-color: transparent;
    background: transparent;
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .row-line code,
  .card-name code {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 400;
  }
  .row-line code:only-of-type:not(span + code) {
    color: inherit;
    font-size: var(--_small);
    font-weight: 600;
  }
  .row-line > .icon,
  .fold-line > .icon {
    color: var(--_muted);
    font-size: 14px;
  }
  [aria-expanded='true'] > .icon {
    rotate: 90deg;
  }
  [aria-expanded='true'] > .icon:dir(rtl) {
    rotate: -90deg;
  }
  .first-line,
  .row-body {
    padding-inline-start: 20px;
  }
  .row-body {
    padding-block: calc(var(--_unit) * 2) var(--_unit);
    font-size: var(--_small);
  }

  .fold-line {
    justify-content: flex-start;
    min-block-size: 26px;
    padding: 2px 6px 2px 2px;
    border-color: transparent;
    background: transparent;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .fold-body {
    padding-block: var(--_unit);
    padding-inline-start: 20px;
  }
  .value {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    min-inline-size: 0;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_sunken);
  }
  .value pre {
    flex: 1 1 0;
    min-inline-size: 0;
    max-block-size: 16rem;
    margin: 0;
    padding: 7px 10px;
    overflow: auto;
    font-size: var(--_tiny);
    line-height: 1.55;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .value .copy {
    margin: 3px 4px;
  }
  .value .meta {
    flex-basis: 100%;
    padding: 0 10px 7px;
  }

  .try {
    padding: calc(var(--_unit) * 3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .try .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .outcome-box {
    display: grid;
    gap: var(--_unit);
    padding: 8px 10px;
    border-inline-start: 3px solid var(--_done);
    background: var(--_sunken);
  }
  .outcome-box[data-outcome='failed'] {
    border-inline-start-color: var(--_failed);
  }
  .outcome-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }

  .card-name {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 8px;
  }
  .link {
    justify-content: flex-start;
    min-block-size: 24px;
    padding: 0;
    border: 0;
    background: transparent;
    color: var(--_text);
    font-size: var(--_size);
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .link:hover {
    background: transparent;
    text-decoration: underline;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_unit);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .chips li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 1px 7px;
    border-radius: 5px;
    background: var(--_sunken);
    font-size: var(--_tiny);
  }
  .chips .badge {
    padding: 0 4px;
    border: 0;
  }

  @container (max-width: 480px) {
    .row-body,
    .fold-body {
      padding-inline-start: 0;
    }
    .try {
      padding: calc(var(--_unit) * 2);
    }
  }
  @media (pointer: coarse) {
    .switch {
      block-size: 28px;
      min-block-size: 28px;
      inline-size: 48px;
      min-inline-size: 48px;
    }
    .switch .knob {
      inline-size: 22px;
      block-size: 22px;
    }
    .switch[aria-checked='true'] .knob {
      margin-inline-start: 20px;
    }
  }
  @media (forced-colors: active) {
    .switch[aria-checked='true'] {
      border-color: Highlight;
      background: Highlight;
      forced-color-adjust: none;
    }
    .knob {
      background: CanvasText;
    }
  }
`;
