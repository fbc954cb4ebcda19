import { css } from 'lit';
import { controls } from '../shared/styles/controls.js';
import { tokens } from '../shared/styles/tokens.js';

const own = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
  }
  .frame {
    container: agent-workbench / size;
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    /* Also where the page has made the host a block. */
    block-size: 100%;
    min-block-size: 0;
    overflow: clip;
    /* The height of a workbench that nobody gave one. */
    contain-intrinsic-block-size: 36rem;
    background: var(--_surface);
    color: var(--_text);
    font: var(--_size) / 1.5 var(--_font);
  }
  .frame[data-density='compact'] {
    --_agent-unit: 3px;
  }
  .frame[data-layout='chat'] {
    --_agent-column: 100%;
  }
  .panes {
    position: relative;
    display: flex;
    flex: 1 1 0;
    min-block-size: 0;
  }
  .main {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-inline-size: 0;
  }
  .rail,
  .workspace {
    display: flex;
    flex: none;
    flex-direction: column;
    box-sizing: border-box;
    min-inline-size: 0;
    background: var(--_surface);
    outline-offset: -2px;
  }
  .rail {
    inline-size: clamp(240px, 22cqi, 320px);
    padding: calc(var(--_unit) * 2) calc(var(--_unit) * 2);
    overflow: auto;
    border-inline-end: 1px solid var(--_border);
  }
  .workspace {
    inline-size: min(var(--_workspace-size, clamp(480px, 40cqi, 720px)), calc(100cqi - 320px));
  }
  .workspace-head {
    display: flex;
    flex: none;
    align-items: center;
    gap: 4px;
    padding: 4px 8px;
    border-block-end: 1px solid var(--_border);
  }
  .workspace-tabs,
  .bar {
    display: flex;
    flex: 1 1 auto;
    gap: 2px;
    min-inline-size: 0;
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .bar {
    flex: none;
    padding: 4px 8px;
    border-block-end: 1px solid var(--_border);
  }
  button.quiet,
  .workspace-tab {
    flex: none;
    border-color: transparent;
    background: transparent;
    white-space: nowrap;
  }
  .workspace-tab {
    border-radius: 0;
    box-shadow: inset 0 -2px transparent;
    color: var(--_muted);
  }
  .workspace-tab[aria-selected='true'] {
    box-shadow: inset 0 -2px var(--_accent);
    color: var(--_text);
    font-weight: 500;
  }
  button.close {
    align-self: end;
    inline-size: 28px;
    padding: 0;
  }
  .count {
    color: var(--_muted);
    font-size: var(--_tiny);
    font-variant-numeric: tabular-nums;
  }
  .workspace-panel {
    flex: 1 1 0;
    min-block-size: 0;
    padding: calc(var(--_unit) * 2) calc(var(--_unit) * 3);
    overflow: auto;
  }
  .grip {
    flex: none;
    inline-size: 9px;
    margin-inline: -4px;
    background: linear-gradient(var(--_border), var(--_border)) center / 1px 100% no-repeat;
    cursor: col-resize;
    touch-action: none;
    z-index: 1;
  }
  .grip:hover,
  .grip:focus-visible {
    background-size: 3px 100%;
    background-image: linear-gradient(var(--_accent), var(--_accent));
    outline: none;
  }
  /* Where there is no room for three, the others lie over the conversation. */
  .frame:not([data-width='wide']) :is(.rail, .workspace) {
    position: absolute;
    inset-block: 0;
    z-index: 2;
    box-shadow: 0 0 24px light-dark(rgb(0 0 0 / 18%), rgb(0 0 0 / 60%));
  }
  .frame:not([data-width='wide']) .rail {
    inset-inline-start: 0;
    inline-size: min(85%, 320px);
  }
  .frame:not([data-width='wide']) .workspace {
    inset-inline-end: 0;
    inline-size: min(100%, 560px);
  }
  .frame[data-width='narrow'] :is(.rail, .workspace) {
    inline-size: 100%;
    box-shadow: none;
  }
  .transcript {
    flex: 1 1 0;
    min-block-size: 0;
    outline-offset: -2px;
  }
  .teammate-transcript,
  .conversation {
    block-size: 100%;
  }
  ::slotted([slot='conversation']) {
    block-size: 100%;
  }
  .sessions {
    flex: none;
    border-block-end: 1px solid var(--_border);
  }
  .rail .sessions {
    padding: 4px;
  }
  .tasks {
    max-block-size: 30cqb;
    overflow: auto;
  }
  .diagnostics {
    flex: 0 1 auto;
    max-block-size: 45cqb;
    overflow: auto;
    border-block-start: 1px solid var(--_border);
  }
  .foot {
    flex: none;
    padding-block-end: calc(var(--_unit) * 3);
    padding-inline: clamp(8px, 3cqi, 20px);
  }
  .foot-column {
    max-inline-size: var(--agent-column, var(--_agent-column, 44rem));
    margin-inline: auto;
  }

  .fault {
    display: flex;
    flex: none;
    align-items: center;
    gap: 8px;
    padding: 8px 12px;
    border-block-end: 1px solid var(--_border);
    background: color-mix(in srgb, var(--_blocked) 12%, var(--_surface));
    font-size: var(--_small);
    overflow-wrap: anywhere;
  }

  .greeting {
    display: grid;
    gap: calc(var(--_unit) * 3);
    color: var(--_text);
  }
  .hello {
    font-size: calc(var(--_size) * 22 / 14);
    font-weight: 600;
    letter-spacing: -0.01em;
    line-height: 1.25;
    text-wrap: balance;
  }
  .touches {
    color: var(--_muted);
    font-size: var(--_small);
  }
  .surface {
    display: inline-block;
    padding: 0 8px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    color: var(--_text);
  }
  .starters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .starter {
    min-block-size: 34px;
    padding-inline: 14px;
    border-color: var(--_border);
    border-radius: 999px;
    text-align: start;
  }
  .starter:hover {
    border-color: var(--_border-strong);
  }

  @media (forced-colors: active) {
    .frame {
      border: 1px solid CanvasText;
    }
  }
`;

export const styles = [tokens, controls, own];
