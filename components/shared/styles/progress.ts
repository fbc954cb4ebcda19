import { css } from 'lit';

/** A thin bar; how long it is, is for the panel to say. */
export const progress = css`
  progress {
    appearance: none;
    block-size: 4px;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--_border);
    accent-color: var(--_running);
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

  @media (forced-colors: active) {
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
