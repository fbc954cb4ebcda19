import { html, nothing, type TemplateResult } from 'lit';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import { writeKey } from '../../src/agent-ui/events/control-request.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { statusIcon } from '../shared/status.js';
import { middleEllipsis } from '../shared/value-text.js';

const PREFIX = writeKey('request_review');

/** W10: reviews that were asked for and that their owner has not spoken of. */
export function openRequests(writes: ReadonlyMap<string, WriteRecord>): WriteRecord[] {
  return [...writes.values()].filter(({ kind, state }) => kind === 'request_review' && state !== 'confirmed');
}

/** A request is no review: it stands apart until there is one. */
export function requestRow(
  { key, state, reason }: WriteRecord,
  { wording, again, dismiss }: { wording: Wording; again(key: string): void; dismiss(key: string): void },
): TemplateResult {
  const { t } = wording;
  const waits = state === 'submitting' || state === 'awaiting-confirmation';
  return html`<li
    class="row request"
    part="request"
    data-id=${key}
    data-state=${state}
    data-fallback=${waits ? 'loading' : 'failed'}
  >
    <p class="tool-line leads">
      ${statusIcon(waits ? 'queued' : 'failed')}
      <span class="verb" dir="auto">${middleEllipsis(key.slice(PREFIX.length), 40)}</span>
      <span class="tool-state"
        >${t(waits ? 'review.requesting' : state === 'unconfirmed' ? 'review.unconfirmed' : 'review.notRequested')}</span
      >
    </p>
    ${
      waits
        ? nothing
        : html`<div class="request-trouble">
            ${reason ? html`<p class="trouble">${icon('cross')} <bdi>${reason}</bdi></p>` : nothing}
            <button type="button" @click=${() => again(key)}>${t('conversation.retry')}</button>
            <button type="button" class="quiet" @click=${() => dismiss(key)}>${t('review.dismiss')}</button>
          </div>`
    }
  </li>`;
}
