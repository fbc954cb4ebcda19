import { css } from 'lit';

/** Text from a model. */
export const prose = css`
  .prose {
    min-inline-size: 0;
    overflow-wrap: break-word;
  }
  .unformatted {
    white-space: pre-wrap;
  }
  .chunk {
    display: flow-root;
    /* Remembered while it is drawn, for when it is not. */
    contain-intrinsic-block-size: auto 800px;
  }
  .chunk > * {
    contain: layout style;
  }
  /* What has been written and scrolled away costs no frame of what is being written. */
  .chunk:not(:last-child) {
    content-visibility: auto;
  }
  .chunk:first-child > :first-child,
  .prose li > :first-child,
  .prose blockquote > :first-child {
    margin-block-start: 0;
  }
  .chunk > :last-child,
  .prose li > :last-child,
  .prose blockquote > :last-child {
    margin-block-end: 0;
  }
  .prose p {
    margin-block: 0.65em;
  }
  .prose :is(h1, h2, h3, h4, h5, h6) {
    margin-block: 1.1em 0.4em;
    font-weight: 600;
    line-height: 1.3;
    text-wrap: balance;
  }
  .prose [data-rank='1'] {
    font-size: 1.3em;
  }
  .prose [data-rank='2'] {
    font-size: 1.15em;
  }
  .prose :is([data-rank='3'], [data-rank='4'], [data-rank='5'], [data-rank='6']) {
    font-size: 1em;
  }
  .prose :is(ul, ol) {
    margin-block: 0.65em;
    padding-inline-start: 1.6em;
  }
  .prose li + li {
    margin-block-start: 0.2em;
  }
  .prose li > :is(p, ul, ol) {
    margin-block: 0.3em;
  }
  .prose li::marker {
    color: var(--_muted);
  }
  .prose li.task {
    list-style: none;
  }
  .prose li.task > p {
    display: inline;
  }
  .task-box {
    display: inline-block;
    inline-size: 0.95em;
    block-size: 0.95em;
    margin-inline: -1.4em 0.45em;
    border: 1.5px solid var(--_border-strong);
    border-radius: 3px;
    vertical-align: -0.12em;
  }
  .task-box[data-checked='true'] {
    border-color: var(--_done);
    background: var(--_done);
    color: var(--_surface);
  }
  .task-box .icon {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    stroke-width: 2.5;
  }
  .prose blockquote {
    margin-block: 0.8em;
    margin-inline: 0;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_border);
    color: var(--_muted);
  }
  .prose hr {
    margin-block: 1.2em;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }

  .prose a {
    color: var(--_link);
    text-underline-offset: 2px;
  }
  .host {
    display: inline-block;
    margin-inline-start: 0.35em;
    padding: 0 0.35em;
    border-radius: 3px;
    background: var(--_sunken);
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 1.4;
  }
  .dead-link {
    text-decoration: underline dotted var(--_muted);
    text-underline-offset: 2px;
  }

  .prose :not(pre) > code {
    padding: 0.1em 0.35em;
    border-radius: 4px;
    background: var(--_sunken);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  .code {
    margin-block: 0.8em;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .code-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: 30px;
    padding-inline: 12px 4px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .code pre {
    margin: 0;
    padding: 2px 12px 12px;
    overflow: auto;
    font-size: calc(var(--_size) * 12.5 / 14);
    line-height: 1.55;
    tab-size: 2;
  }
  .code pre:focus-visible {
    outline-offset: -3px;
  }

  .math {
    font-family: var(--_mono);
    font-size: 0.92em;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  div.math {
    margin-block: 0.8em;
    padding: 8px 12px;
    border-radius: var(--_radius);
    background: var(--_sunken);
    text-align: center;
    white-space: pre-wrap;
  }
  .note-mark {
    font-size: 0.8em;
    line-height: 0;
  }
  .prose .note-mark a,
  .prose a.note-back {
    padding-inline: 0.1em;
    text-decoration: none;
  }
  .note {
    display: flex;
    gap: 0.4em;
    margin-block: 0.4em;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .note > div {
    min-inline-size: 0;
  }

  .table {
    margin-block: 0.8em;
    overflow-x: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .table table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
  }
  .table :is(th, td) {
    padding: 6px 12px;
    border-block-start: 1px solid var(--_border);
    text-align: start;
    vertical-align: top;
  }
  .table th {
    border-block-start: 0;
    background: var(--_sunken);
    font-weight: 600;
    white-space: nowrap;
  }
  .table [data-align='center'] {
    text-align: center;
  }
  .table [data-align='end'] {
    text-align: end;
  }

  .load-image {
    max-inline-size: 100%;
    border-style: dashed;
    vertical-align: middle;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .prose img {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    margin-block: 0.4em;
    border-radius: var(--_radius);
  }

  @media (forced-colors: active) {
    .prose :not(pre) > code,
    .host {
      border: 1px solid CanvasText;
    }
  }
`;
