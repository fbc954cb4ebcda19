import { html, nothing, type TemplateResult } from 'lit';
import type { MessageAttachment } from '../../src/agent-ui/events/control-request.js';
import type { PartView, TurnView, UserTextPart } from '../../src/agent-ui/projection/view-models.js';
import { copyButton } from '../shared/copy-button.js';
import { byteSize, elapsedTime } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { safeImageUrl } from '../shared/markdown/safe-url.js';
import { drawnByHost } from '../shared/renderers.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { ticking } from '../shared/ticking.js';

/** A part that the host draws itself, if it does. */
export function drawnByPage(renderers: object | undefined, part: PartView): TemplateResult | undefined {
  const own = drawnByHost(renderers, part.type, part);
  return (
    own && html`<div data-id=${part.partId} data-state=${'state' in part ? part.state : nothing}>${own}</div>`
  );
}

/** What the person said, exactly as they typed it, and the files that go with it. */
export function userMessage(part: UserTextPart, wording: Wording): TemplateResult {
  const { t } = wording;
  return html`<div
    class="user-message"
    part="user-message"
    data-id=${part.messageId}
    data-message=${part.messageId}
    data-state=${part.state}
  >
    <span class="visually-hidden">${t('conversation.youSaid')}</span>
    ${part.text === '' ? nothing : html`<p class="user-text" dir="auto">${part.text}</p>`}
    ${part.attachments ? attachments(part.attachments, wording) : nothing}
    ${
      part.state === 'failed'
        ? html`<p class="not-sent">${icon('cross')} ${t('conversation.notSent')}</p>`
        : nothing
    }
  </div>`;
}

/** Named, never loaded: what is in a file is between the person and its keeper. */
function attachments(files: readonly MessageAttachment[], wording: Wording): TemplateResult {
  return html`<ul class="attachments" aria-label=${wording.t('composer.attachments')}>
    ${files.map(({ id, name, mimeType, size, url }) => {
      const leads = url === undefined ? undefined : safeImageUrl(url);
      const label = html`${icon(mimeType?.startsWith('image/') ? 'image' : 'file')}
        <span class="attachment-name" dir="auto">${name ?? id}</span>
        ${size === undefined ? nothing : html`<bdi class="attachment-size">${byteSize(size, wording)}</bdi>`}`;
      return html`<li class="attachment" part="attachment" data-id=${id}>
        ${
          leads
            ? html`<a
                href=${leads.href}
                title=${leads.host}
                target="_blank"
                rel="noopener noreferrer nofollow"
                >${label}</a
              >`
            : label
        }
      </li>`;
    })}
  </ul>`;
}

/** A word after 2 s, the time after 10 s, and after 30 s that it is longer than usual. */
export function waitingNote(wording: Wording): TemplateResult {
  const { t } = wording;
  return html`<p class="waiting">
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
    ${ticking(undefined, (ms) => {
      if (ms < 2000) return html`<span class="visually-hidden">${t('conversation.working')}</span>`;
      if (ms < 10_000) return t('conversation.working');
      return `${t(ms < 30_000 ? 'conversation.working' : 'conversation.workingLong')}${SEPARATOR}${elapsedTime(ms, wording)}`;
    })}
  </p>`;
}

/** How a run ended, when not well; what was already said stays above. */
export function turnTrouble(turn: TurnView, { t }: Wording, retry: (() => void) | undefined): unknown {
  const { error } = turn;
  if (error) {
    return html`<div class="run-error" part="error" role="group" aria-label=${t('conversation.failed')}>
      ${statusIcon('failed')}
      <div>
        <p class="run-error-text">
          <strong>${t('conversation.failed')}</strong> <span dir="auto">${error.message}</span>
          ${error.code ? html`<code>${error.code}</code>` : nothing}
        </p>
        ${
          retry && error.retryable !== false
            ? html`<button type="button" @click=${retry}>${icon('retry')} ${t('conversation.retry')}</button>`
            : nothing
        }
      </div>
    </div>`;
  }
  return turn.outcome === 'cancelled'
    ? html`<p class="boundary stopped">${statusIcon('cancelled')} ${t('status.cancelled')}</p>`
    : nothing;
}

export function turnFooter(answer: () => string, wording: Wording): unknown {
  if (answer() === '') return nothing;
  return html`<div class="turn-footer">${copyButton(answer, wording.t('copy.answer'), wording)}</div>`;
}
