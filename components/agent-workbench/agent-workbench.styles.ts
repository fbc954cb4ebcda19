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
  .transcript {
    flex: 1 1 0;
    min-block-size: 0;
  }
  agent-conversation {
    block-size: 100%;
  }
  ::slotted([slot='conversation']) {
    block-size: 100%;
  }
  agent-session-tabs {
    flex: none;
    border-block-end: 1px solid var(--_border);
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
