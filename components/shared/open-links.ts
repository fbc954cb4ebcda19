import { html, nothing } from 'lit';
import type { AgentOpenRequestEvent } from './work-request-events.js';

/** What is to be shown where it stands, and what its link says. */
export type OpenLink = readonly [kind: AgentOpenRequestEvent['kind'], id: string, text: string];

/** Links to other places of the page; nobody leaves it for them. */
export function openLinks(
  links: readonly OpenLink[],
  show: (kind: OpenLink[0], id: string) => void,
): unknown {
  if (links.length === 0) return nothing;
  return html`<div class="links">
    ${links.map(
      ([kind, id, text]) =>
        html`<button
          type="button"
          class="link"
          data-kind=${kind}
          data-ref=${id}
          @click=${() => show(kind, id)}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}
