import { css } from 'lit';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  .tools {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 2px;
    min-block-size: 30px;
    padding-inline: 4px;
  }
  .tools .icon {
    font-size: 14px;
  }
  .tools [aria-pressed='true'] {
    background: color-mix(in srgb, var(--_text) 8%, transparent);
    color: var(--_text);
  }
  .fan-ins,
  .ends,
  .tree {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .fan-in {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-block-size: 26px;
    padding-inline: 8px;
  }
  .fan-in[data-state='partial_failure'] > .meta:first-of-type {
    color: var(--_failed);
  }
  progress {
    appearance: none;
    inline-size: 64px;
    block-size: 4px;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--_border);
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    background: var(--_running);
  }
  progress::-moz-progress-bar {
    background: var(--_running);
  }

  .graph {
    display: block;
    inline-size: 100%;
    border-block: 1px solid var(--_border);
    background: var(--_sunken);
    cursor: grab;
    touch-action: pan-y;
    user-select: none;
  }
  .graph[data-dragging] {
    cursor: grabbing;
  }
  .graph text {
    fill: var(--_text);
    font-family: var(--_font);
    font-size: 12px;
    unicode-bidi: plaintext;
  }
  .node,
  .handle {
    cursor: pointer;
  }
  .node:focus {
    outline: none;
  }
  .words {
    pointer-events: none;
  }
  .frame {
    fill: var(--_raised);
    stroke: var(--_border-strong);
    stroke-width: 1;
  }
  .node:hover .frame {
    stroke: var(--_text);
  }
  .node[data-fallback] .frame {
    stroke-dasharray: 4 3;
  }
  .node[aria-pressed='true'] .frame {
    stroke: var(--_accent);
    stroke-width: 2;
  }
  .node:focus-visible .frame {
    stroke: var(--_focus);
    stroke-width: 2.5;
  }
  .node[data-kind='task'] .frame {
    rx: 2px;
  }
  .node[data-kind='session'] .frame {
    fill: color-mix(in srgb, var(--_text) 6%, var(--_raised));
  }
  .graph .node-label {
    font-size: 13px;
    font-weight: 500;
  }
  .graph .node-state,
  .graph .pack-label {
    fill: var(--_muted);
    font-size: 11px;
    font-variant-numeric: tabular-nums;
  }
  .glyph {
    color: var(--_idle);
  }
  .node[data-status='running'] .glyph {
    color: var(--_running);
  }
  .node[data-status='preparing'] .glyph {
    color: var(--_preparing);
  }
  .node[data-status='needs-you'] .glyph {
    color: var(--_needs-you);
  }
  .graph .node[data-status='needs-you'] + .words .node-state {
    fill: var(--_needs-you);
  }
  .node[data-status='needs-you'] .frame {
    fill: color-mix(in srgb, var(--_needs-you) 9%, var(--_raised));
    stroke: var(--_needs-you);
  }
  .node[data-status='in-review'] .glyph {
    color: var(--_in-review);
  }
  .node[data-status='blocked'] .glyph {
    color: var(--_blocked);
  }
  .node[data-status='done'] .glyph {
    color: var(--_done);
  }
  .node:is([data-status='failed'], [data-status='timed-out']) .glyph {
    color: var(--_failed);
  }
  .graph .node:is([data-status='failed'], [data-status='timed-out']) + .words .node-state {
    fill: var(--_failed);
  }
  .node:is([data-status='failed'], [data-status='timed-out']) .frame {
    fill: color-mix(in srgb, var(--_failed) 7%, var(--_raised));
    stroke: var(--_failed);
  }
  .node:is([data-status='done'], [data-status='cancelled']) + .words .node-label {
    fill: var(--_muted);
  }
  .node[data-kind='session'] .glyph {
    color: var(--_muted);
  }
  .handle-frame {
    fill: var(--_surface);
    stroke: var(--_border-strong);
  }
  .handle:hover .handle-frame {
    stroke: var(--_text);
  }
  .graph .handle-text {
    font-size: 11px;
    font-weight: 600;
    text-anchor: middle;
  }
  .pack-frame {
    fill: color-mix(in srgb, var(--_surface) 60%, transparent);
    stroke: var(--_border);
  }
  .edge-line {
    fill: none;
    stroke: var(--_border-strong);
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .edge-tip {
    fill: var(--_border-strong);
  }
  .edge[data-state='settled'] .edge-line {
    stroke: color-mix(in srgb, var(--_border-strong) 65%, var(--_sunken));
  }
  .edge[data-near] .edge-line {
    stroke: var(--_text);
    stroke-width: 2;
  }
  .edge[data-near] .edge-tip {
    fill: var(--_text);
  }
  .graph .edge-label {
    fill: var(--_muted);
    font-size: 11px;
    paint-order: stroke;
    stroke: var(--_sunken);
    stroke-width: 4px;
    text-anchor: middle;
  }
  /* From far away fewer words are larger, and then signs stand for them. */
  .graph[data-far] .edge-label {
    display: none;
  }
  .graph[data-far] .node-label {
    font-size: 21px;
  }
  .graph[data-far] .chip .node-label,
  .graph[data-far] .pack-label {
    font-size: 17px;
  }
  .graph[data-far='signs'] .node-label {
    font-size: 27px;
  }
  .graph[data-far] .glyph {
    stroke-width: 2;
    transform: translate(-4px, -4px) scale(1.5);
  }
  .graph[data-far] .chip .glyph {
    transform: translate(-3px, -2px) scale(1.25);
  }
  .graph[data-far='signs'] .chip .glyph {
    transform: translate(44px, -5px) scale(1.6);
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    padding: 6px 8px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .legend-kind {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .legend-line {
    inline-size: 32px;
    block-size: 8px;
  }

  .list {
    padding: 4px 8px;
  }
  .tree .tree {
    margin-inline-start: 15px;
    padding-inline-start: 8px;
    border-inline-start: 1px solid var(--_border);
  }
  .tree-node {
    content-visibility: auto;
    contain-intrinsic-size: auto 28px;
  }
  .tree-line {
    justify-content: flex-start;
    gap: 8px;
    inline-size: 100%;
    min-inline-size: 0;
    text-align: start;
  }
  .tree-label {
    flex: none;
    max-inline-size: 50%;
    overflow: hidden;
    color: var(--_text);
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tree-said {
    min-inline-size: 0;
    font-size: var(--_tiny);
    overflow-wrap: anywhere;
  }
  .tree-line[aria-pressed='true'] {
    background: color-mix(in srgb, var(--_text) 8%, transparent);
  }

  .detail {
    position: sticky;
    inset-block-end: 0;
    display: grid;
    background: var(--_surface);
    gap: 8px;
    padding: 10px 12px 12px;
    border-block-start: 1px solid var(--_border);
    overflow-wrap: anywhere;
  }
  .detail-head {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .detail-head .close {
    margin-inline-start: auto;
    font-size: var(--_tiny);
  }
  .ends li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
  }

  @media (forced-colors: active) {
    /* SVG keeps its own colours: they are the system's here. */
    .graph,
    .legend-line {
      --_text: CanvasText;
      --_muted: CanvasText;
      --_surface: Canvas;
      --_sunken: Canvas;
      --_raised: Canvas;
      --_border: CanvasText;
      --_border-strong: CanvasText;
      --_accent: Highlight;
      --_focus: Highlight;
      --_running: CanvasText;
      --_preparing: CanvasText;
      --_needs-you: CanvasText;
      --_in-review: CanvasText;
      --_blocked: CanvasText;
      --_done: CanvasText;
      --_failed: CanvasText;
      --_idle: CanvasText;
    }
    progress {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
      background: Canvas;
    }
    progress::-webkit-progress-bar {
      background: Canvas;
    }
    progress::-webkit-progress-value {
      background: Highlight;
    }
    progress::-moz-progress-bar {
      background: Highlight;
    }
  }
`;

export const styles = [...teammateStyles, own];
