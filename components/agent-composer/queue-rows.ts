import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { QueuedItem, SteerItem } from '../../src/agent-ui/events/queue-events.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';

export interface QueueRowsContext {
  wording: Wording;
  /** The item that is being edited. */
  editing: string | undefined;
  edit(itemId: string | undefined): void;
  save(itemId: string, text: string): void;
  /** Absent where the runtime cannot. */
  canEdit: boolean;
  canRemove: boolean;
  remove(itemId: string): void;
}

/** What waits for its turn, above the field. */
export function queueRows(
  queued: readonly QueuedItem[],
  steers: readonly SteerItem[],
  context: QueueRowsContext,
): unknown {
  const waiting = queued.filter(({ state }) => state !== 'started' && state !== 'removed');
  const steering = steers.filter(
    ({ state }) => state === undefined || state === 'pending' || state === 'rejected',
  );
  if (waiting.length === 0 && steering.length === 0) return nothing;
  return html`<ul class="stack" part="queue" aria-label=${context.wording.t('composer.queueLabel')}>
    ${repeat(
      steering,
      ({ id }, index) => id ?? `steer-${index}`,
      (item) => steerRow(item, context.wording),
    )}
    ${repeat(
      waiting,
      ({ id }, index) => id ?? `queued-${index}`,
      (item) => queueRow(item, context),
    )}
  </ul>`;
}

function steerRow(item: SteerItem, { t }: Wording): TemplateResult {
  const refused = item.state === 'rejected';
  const word = refused ? t('composer.steerRefused') : t('composer.steering');
  return html`<li
    class="queue-row"
    part="queue-row"
    data-id=${item.id ?? nothing}
    data-state=${item.state ?? 'pending'}
  >
    ${statusIcon(refused ? 'failed' : 'queued')}
    <span class="queue-word">${word}</span>
    <span class="queue-text" dir="auto"
      >${item.text ?? ''}${item.reason ? `${SEPARATOR}${item.reason}` : ''}</span
    >
  </li>`;
}

function queueRow(item: QueuedItem, context: QueueRowsContext): TemplateResult {
  const { t } = context.wording;
  const { id } = item;
  if (id !== undefined && context.editing === id) return editRow(id, item, context);
  return html`<li
    class="queue-row"
    part="queue-row"
    data-id=${id ?? nothing}
    data-state=${item.state ?? 'queued'}
  >
    ${statusIcon(item.state === 'failed' ? 'failed' : 'queued')}
    <span class="queue-word">${t(item.state === 'failed' ? 'status.failed' : 'status.queued')}</span>
    <span class="queue-text" dir="auto">${item.preview ?? ''}</span>
    ${
      id !== undefined && context.canEdit && item.editable !== false
        ? html`<button
            type="button"
            class="quiet"
            aria-label=${t('composer.editQueued')}
            title=${t('composer.editQueued')}
            @click=${() => context.edit(id)}
          >
            ${icon('pencil')}
          </button>`
        : nothing
    }
    ${
      id !== undefined && context.canRemove && item.removable !== false
        ? html`<button
            type="button"
            class="quiet"
            aria-label=${t('composer.removeQueued')}
            title=${t('composer.removeQueued')}
            @click=${() => context.remove(id)}
          >
            ${icon('cross')}
          </button>`
        : nothing
    }
  </li>`;
}

function editRow(id: string, item: QueuedItem, context: QueueRowsContext): TemplateResult {
  const { t } = context.wording;
  const field = (event: Event) =>
    (event.currentTarget as Element).closest('.queue-row')!.querySelector<HTMLInputElement>('input')!;
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') context.save(id, field(event).value);
    else if (event.key === 'Escape') context.edit(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<li class="queue-row" part="queue-row" data-id=${id} data-state="editing">
    <input
      class="queue-field"
      dir="auto"
      aria-label=${t('composer.queuedText')}
      .value=${item.preview ?? ''}
      @keydown=${onKey}
    />
    <button type="button" @click=${(event: Event) => context.save(id, field(event).value)}>
      ${t('composer.save')}
    </button>
    <button type="button" class="quiet" @click=${() => context.edit(undefined)}>
      ${t('composer.cancel')}
    </button>
  </li>`;
}
