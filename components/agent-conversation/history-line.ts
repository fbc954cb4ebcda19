import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ConversationView } from '../../src/agent-ui/projection/view-models.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';

/** Above the oldest turn: what lies before it, and how to get it. Nothing is loaded unasked (agent-ui.md §5.4). */
export function historyLine(
  session: AgentSession | undefined,
  view: ConversationView | undefined,
  { t }: Wording,
  load: () => void,
): unknown {
  if (!session || !view || view.turns.length === 0) return nothing;
  const { state, reason } = session.history;
  if (state === 'complete') return line(t('conversation.historyEnd'));
  if (state === 'failed') {
    return html`<div class="boundary history" data-fallback="failed">
      <p>${t('conversation.olderFailed')} ${reason ? html`<span dir="auto">${reason}</span>` : nothing}</p>
      <button type="button" class="load-older" part="load-older" @click=${load}>
        ${icon('retry')} ${t('conversation.retry')}
      </button>
    </div>`;
  }
  if (!view.truncated) return nothing;
  if (state === 'unavailable') return line(t('conversation.truncated'));
  const loading = state === 'loading';
  return html`<div class="boundary history">
    <button
      type="button"
      class="load-older"
      part="load-older"
      aria-disabled=${loading ? 'true' : nothing}
      aria-busy=${loading ? 'true' : nothing}
      @click=${loading ? undefined : load}
    >
      ${icon(loading ? 'preparing' : 'up')}
      ${t(loading ? 'conversation.loadingOlder' : 'conversation.loadOlder')}
    </button>
  </div>`;
}

function line(text: string): TemplateResult {
  return html`<p class="boundary history">${text}</p>`;
}
