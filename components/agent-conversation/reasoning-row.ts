import { html, nothing, type TemplateResult } from 'lit';
import { markdown } from '#markdown';
import type { ReasoningPart } from '../../src/agent-ui/projection/view-models.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { disclosureId, type ProcessDisclosure } from './process-disclosure.js';

/** The rank of headings inside a thought: they are no outline of the page. */
const HEADING_LEVEL = 6;

/** A thought: live and open while it comes, one closed line afterwards. Its title is never half a stream. */
export function reasoningRow(
  part: ReasoningPart,
  disclosure: ProcessDisclosure,
  wording: Wording,
): TemplateResult {
  const { t } = wording;
  const live = part.state === 'streaming';
  const id = disclosureId(part);
  const open = part.text !== '' && disclosure.isOpen(id, live);
  const title = part.title ?? t(live ? 'reasoning.live' : 'reasoning.done');
  const line = html`${statusMark(live)}<span class="verb" dir="auto">${title}</span>`;
  return html`<div class="reasoning" part="reasoning" data-id=${part.partId} data-state=${part.state}>
    ${
      part.text === ''
        ? html`<p class="tool-line">${line}</p>`
        : html`<button
            type="button"
            class="tool-line"
            aria-expanded=${open ? 'true' : 'false'}
            @click=${() => disclosure.toggle(id, live)}
          >
            ${icon('chevron')} ${line}
            ${disclosure.isElsewhere(id) ? html`<span class="tool-state">${t('reasoning.elsewhere')}</span>` : nothing}
          </button>`
    }
    ${
      open
        ? html`<div class="reasoning-body prose">${markdown(part.text, live, wording, HEADING_LEVEL)}</div>`
        : nothing
    }
  </div>`;
}

function statusMark(live: boolean): TemplateResult {
  return html`<span class="status-icon" data-status=${live ? 'preparing' : 'thought'}
    >${icon(live ? 'preparing' : 'bend')}</span
  >`;
}
