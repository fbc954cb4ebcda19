import { css } from 'lit';

/**
 * What all panels look alike by. Each private `--_…` takes the public `--agent-…` of the page, else ours, for
 * light and dark by the `color-scheme` that the element inherits. Public ones are never set here: a page may
 * set them anywhere above.
 *
 * Public tokens, for every `agent-*` element:
 * - `--agent-font`, `--agent-font-mono`, `--agent-font-size` (0.875rem), `--agent-unit` (4px), `--agent-radius` (8px)
 * - `--agent-text`, `--agent-text-muted`, `--agent-link`, `--agent-surface`, `--agent-surface-sunken`,
 *   `--agent-surface-raised`, `--agent-border`, `--agent-border-strong`, `--agent-accent`, `--agent-on-accent`, `--agent-focus`
 * - `--agent-status-queued`, `-running`, `-preparing`, `-needs-you`, `-in-review`, `-blocked`, `-done`, `-failed`,
 *   `-declined`, `-cancelled`, `-idle`
 */
export const tokens = css`
  :host {
    --_font: var(--agent-font, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans SC', sans-serif);
    --_mono: var(--agent-font-mono, ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace);
    --_size: var(--agent-font-size, 0.875rem);
    --_small: calc(var(--_size) * 13 / 14);
    --_tiny: calc(var(--_size) * 12 / 14);
    --_unit: var(--agent-unit, var(--_agent-unit, 4px));
    --_radius: var(--agent-radius, 8px);

    --_text: var(--agent-text, light-dark(#1d211c, #e6e9e3));
    --_muted: var(--agent-text-muted, light-dark(#5a6157, #a3aa9e));
    --_link: var(--agent-link, light-dark(#1a5fb4, #8ab8f5));
    --_surface: var(--agent-surface, light-dark(#fcfcfa, #171a17));
    --_sunken: var(--agent-surface-sunken, light-dark(#f2f3ee, #10120f));
    --_raised: var(--agent-surface-raised, light-dark(#ffffff, #1f231e));
    --_border: var(--agent-border, light-dark(#dfe2d8, #31362f));
    --_border-strong: var(--agent-border-strong, light-dark(#878d80, #6f776a));
    --_accent: var(--agent-accent, light-dark(#232a20, #e3e8dd));
    --_on-accent: var(--agent-on-accent, light-dark(#ffffff, #171a17));
    --_focus: var(--agent-focus, light-dark(#2563d9, #82b1ff));

    --_queued: var(--agent-status-queued, light-dark(#5f665b, #a3aa9e));
    --_running: var(--agent-status-running, light-dark(#1c5fd4, #7eb2ff));
    --_preparing: var(--agent-status-preparing, light-dark(#4773b8, #a5c2ec));
    --_needs-you: var(--agent-status-needs-you, light-dark(#935a00, #f2b755));
    --_in-review: var(--agent-status-in-review, light-dark(#6a46c9, #bb9ff8));
    --_blocked: var(--agent-status-blocked, light-dark(#8a5a00, #deab5d));
    --_done: var(--agent-status-done, light-dark(#1d7a3e, #72d090));
    --_failed: var(--agent-status-failed, light-dark(#bf2f28, #ff8e84));
    --_declined: var(--agent-status-declined, light-dark(#5f665b, #a3aa9e));
    --_cancelled: var(--agent-status-cancelled, light-dark(#5f665b, #a3aa9e));
    --_idle: var(--agent-status-idle, light-dark(#5f665b, #a3aa9e));

    display: block;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  p {
    margin: 0;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .icon {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    font-size: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .icon[data-icon='chevron']:dir(rtl),
  .icon[data-icon='bend']:dir(rtl) {
    transform: scaleX(-1);
  }

  .meta,
  .label {
    color: var(--_muted);
    font-size: var(--_tiny);
  }

  code,
  pre,
  kbd {
    font-family: var(--_mono);
  }

  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
    border-radius: calc(var(--_radius) / 2);
  }
`;
