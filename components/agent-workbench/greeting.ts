import { html, nothing, type TemplateResult } from 'lit';
import type { Wording } from '../shared/localize.js';

/** What stands while nothing has been said: a line, what the agent can touch on this page, and how one may begin. */
export function greeting(
  { t }: Wording,
  surfaceNames: readonly string[],
  starters: readonly string[],
): TemplateResult {
  return html`<div class="greeting" part="greeting">
    <p class="hello">${t('workbench.greeting')}</p>
    ${
      surfaceNames.length > 0
        ? html`<p class="touches">
            ${t('workbench.touches')}
            ${surfaceNames.map((name) => html`<span class="surface" dir="auto">${name}</span> `)}
          </p>`
        : nothing
    }
    ${
      starters.length > 0
        ? html`<div class="starters" role="group" aria-label=${t('workbench.starters')}>
            ${starters.map(
              (text) =>
                html`<button type="button" class="starter" part="starter" dir="auto" data-prompt=${text}>
                  ${text}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </div>`;
}

/** The prompt of the button that was pressed, ours or the host's. */
export function promptOf(event: Event): string | undefined {
  const target = event.composedPath().find((node) => node instanceof HTMLElement && node.dataset['prompt']);
  return (target as HTMLElement | undefined)?.dataset['prompt'];
}
