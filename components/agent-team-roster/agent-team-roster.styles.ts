import { css } from 'lit';
import { teammateStyles } from '../shared/teammate-styles.js';

const own = css`
  .team {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
    min-block-size: 28px;
    padding-inline: 8px;
  }
  .team-name {
    font-size: var(--_size);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .topology {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .topology-drawing {
    inline-size: 24px;
    block-size: 16px;
    color: var(--_text);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [data-topology='specialist_handoff'] .topology-drawing:dir(rtl) {
    transform: scaleX(-1);
  }
  .capacity {
    flex-basis: 100%;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
    min-block-size: 30px;
    padding-inline: 8px 4px;
  }
  .summary {
    flex: 1 1 auto;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .bar .icon {
    font-size: 14px;
  }
  .delegate {
    display: grid;
    gap: 8px;
    margin: 4px 8px 8px;
    padding: 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .delegate label {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
  }
  .delegate textarea {
    resize: vertical;
  }
  .delegate-row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 10rem), 1fr));
    gap: 8px;
  }
  .asked {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-block-size: 32px;
    padding-inline: 8px 4px;
    border-inline-start: 2px dashed var(--_border-strong);
    margin-inline-start: 8px;
  }
  .asked-text {
    flex: 1 1 12rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .used {
    flex: none;
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  @container (max-width: 560px) {
    .line .used {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .topology-drawing {
      color: CanvasText;
    }
  }
`;

export const styles = [...teammateStyles, own];
