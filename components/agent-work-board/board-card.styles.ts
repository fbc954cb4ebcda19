import { css } from 'lit';

/** A work item: what is always seen of it, what was asked about it, and what it opens. */
export const cards = css`
  .card {
    min-inline-size: 0;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_raised);
    content-visibility: auto;
    contain-intrinsic-size: auto 62px;
  }
  .card[data-movable] > .card-line {
    cursor: grab;
  }
  .card[data-carried] {
    opacity: 0.45;
  }
  .card:hover {
    border-color: var(--_border-strong);
  }
  .card-line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    justify-content: stretch;
    gap: 5px;
    inline-size: 100%;
    min-inline-size: 0;
    padding: 7px 10px 8px;
    border: 0;
    background: transparent;
    font-size: var(--_small);
    line-height: 1.4;
    text-align: start;
  }
  .card-line:hover {
    background: transparent;
  }
  .card-line:focus-visible {
    outline-offset: -2px;
  }
  .card-title {
    display: -webkit-box;
    overflow: hidden;
    font-weight: 500;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  [aria-expanded='true'] > .card-title {
    -webkit-line-clamp: none;
  }
  .card-title[data-fallback] {
    color: var(--_muted);
    font-family: var(--_mono);
    font-size: var(--_tiny);
  }
  .card-facts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 3px 10px;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .who {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .who > .avatar {
    inline-size: 18px;
    block-size: 18px;
    border-radius: 5px;
    font-size: 9px;
  }
  .who > .avatar[data-source='human'] {
    border-radius: 50%;
  }
  .who[data-fallback] {
    font-style: italic;
  }
  .name {
    overflow: hidden;
    color: var(--_text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .priority,
  .count,
  .done-part {
    display: inline-flex;
    align-items: center;
    gap: 3px;
  }
  :is(.priority, .count) > .icon {
    font-size: 13px;
  }
  .priority:is([data-priority='urgent'], [data-priority='critical'], [data-priority='high']) {
    color: var(--_needs-you);
    font-weight: 500;
  }
  progress {
    inline-size: 44px;
    margin-inline-end: 3px;
  }
  .blocker {
    display: flex;
    align-items: baseline;
    gap: 5px;
    color: var(--_blocked);
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .blocker .icon {
    align-self: center;
    font-size: 13px;
  }

  .mark {
    display: grid;
    gap: 4px;
    justify-items: start;
    padding: 6px 10px 8px;
    border-block-start: 1px dashed var(--_border-strong);
    overflow-wrap: anywhere;
  }
  .mark .icon {
    font-size: 13px;
  }
  .wanted {
    display: flex;
    align-items: center;
    gap: 5px;
    font-size: var(--_tiny);
    font-weight: 500;
  }
  .trouble {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--_failed);
    font-size: var(--_tiny);
  }
  .again {
    min-block-size: 26px;
    font-size: var(--_tiny);
  }

  .card-body {
    display: grid;
    gap: calc(var(--_unit) * 2);
    padding: 8px 10px 10px;
    border-block-start: 1px solid var(--_border);
    overflow-wrap: anywhere;
  }
  .depends,
  .comments {
    display: grid;
    gap: 4px;
    margin: 2px 0 0;
    padding: 0;
    list-style: none;
  }
  .depends li {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  .depends .status-icon {
    align-self: center;
  }
  .depends .icon {
    font-size: 14px;
  }
  .depends .meta {
    flex: none;
    margin-inline-start: auto;
  }
  .comment {
    white-space: pre-line;
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
  }
  .change {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 6px 8px;
  }
  .change label {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .change .wide {
    grid-column: 1 / -1;
  }
  .change :is(select, input) {
    min-inline-size: 0;
    inline-size: 100%;
    min-block-size: 30px;
    padding-block: 3px;
    font-size: var(--_small);
  }
  .change button {
    justify-self: start;
  }
`;
