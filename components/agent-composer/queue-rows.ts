import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ControlKind } from '../../src/agent-ui/events/control-request.js';
import type { QueuedItem, SteerItem } from '../../src/agent-ui/events/queue-events.js';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { icon, type IconName } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import type { ComposerDesk, PendingWrite } from './composer-desk.js';
import type { Draft, SentMessage } from './draft.js';

export interface QueueRowsContext {
  wording: Wording;
  /** The item that is being edited. */
  editing: string | undefined;
  draft: Draft;
  desk: ComposerDesk;
  edit(itemId: string | undefined): void;
}

interface Rows extends QueueRowsContext {
  can(kind: ControlKind): boolean;
}

/** What can be asked for about a row. */
const OF_QUEUED = ['queue.edit', 'queue.remove', 'queue.promote'] as const;
const PENDING: readonly string[] = ['submitting', 'awaiting-confirmation'];

/** What waits for its turn, above the field. Steering and queueing never look alike (M-025). */
export function queueRows(
  { queued, steers, capabilities }: ComposerView,
  context: QueueRowsContext,
): unknown {
  const waiting = queued.filter(({ state }) => state !== 'started' && state !== 'removed');
  const steering = steers.filter(
    ({ state }) => state === undefined || state === 'pending' || state === 'rejected',
  );
  const { outbox } = context.draft;
  const rows: Rows = { ...context, can: (kind) => capabilities.controls[kind] !== undefined };
  if (waiting.length === 0 && steering.length === 0 && outbox.length === 0) return nothing;
  return html`<ul class="stack" part="queue" aria-label=${context.wording.t('composer.queueLabel')}>
    ${repeat(
      steering,
      ({ id }, index) => id ?? `steer-${index}`,
      (item) => steerRow(item, rows),
    )}
    ${repeat(
      waiting,
      ({ id }, index) => id ?? `queued-${index}`,
      (item, index) => queueRow(item, index === 0, rows),
    )}
    ${repeat(
      outbox,
      ({ clientId }) => clientId,
      (message) => outboxRow(message, rows),
    )}
  </ul>`;
}

function steerRow(item: SteerItem, context: Rows): TemplateResult {
  const { id, text = '', reason } = item;
  const refused = item.state === 'rejected';
  const write = id === undefined ? undefined : context.desk.write(`steer.cancel:${id}`);
  return row(
    {
      id,
      state: item.state ?? 'pending',
      status: refused ? 'failed' : 'queued',
      steer: true,
      word: refused ? 'composer.steerRefused' : 'composer.steering',
      text: reason ? `${text}${SEPARATOR}${reason}` : text,
      write,
    },
    context,
    id !== undefined && !refused && context.can('steer.cancel')
      ? button('cross', 'composer.cancelSteer', context, write !== undefined, () =>
          context.desk.cancelSteer(id),
        )
      : nothing,
  );
}

function queueRow(item: QueuedItem, first: boolean, context: Rows): TemplateResult {
  const { id, preview = '' } = item;
  const failed = item.state === 'failed';
  if (id === undefined) {
    return row(
      {
        state: item.state ?? 'queued',
        status: failed ? 'failed' : 'queued',
        word: failed ? 'status.failed' : 'status.queued',
        text: preview,
      },
      context,
      nothing,
    );
  }
  if (context.editing === id) return editRow(id, item, context);
  const write = OF_QUEUED.map((kind) => context.desk.write(`${kind}:${id}`)).find(Boolean);
  const editable = item.editable !== false;
  const removable = item.removable !== false;
  // What is on its way is not asked for twice.
  const control = (shown: boolean, kind: ControlKind, name: IconName, key: StringKey, act: () => void) =>
    shown ? button(name, key, context, context.desk.write(`${kind}:${id}`) !== undefined, act) : nothing;
  return row(
    {
      id,
      state: item.state ?? 'queued',
      status: failed ? 'failed' : 'queued',
      word: failed ? 'status.failed' : 'status.queued',
      text: preview,
      write,
    },
    context,
    // What may be changed is told whole, so it can be said again as a steer.
    html`${control(
      editable && removable && context.can('steer') && context.can('queue.remove'),
      'queue.remove',
      'bend',
      'composer.steerQueued',
      () => context.desk.steerWith(id, preview, context.draft),
    )}
    ${control(!first && context.can('queue.promote'), 'queue.promote', 'up', 'composer.promote', () => context.desk.promote(id))}
    ${control(editable && context.can('queue.edit'), 'queue.edit', 'pencil', 'composer.editQueued', () => context.edit(id))}
    ${control(
      removable && context.can('queue.remove'),
      'queue.remove',
      'cross',
      'composer.removeQueued',
      () => context.desk.removeQueued(id),
    )}`,
  );
}

/** Asked for, and not yet told by its owner: never shown as the fact itself (§4.1, 3). */
function outboxRow({ verb, clientId, text, files }: SentMessage, context: Rows): TemplateResult {
  const names = files.map(({ name }) => name).join(', ');
  return row(
    {
      id: clientId,
      state: 'optimistic',
      status: 'preparing',
      steer: verb === 'steer',
      word: verb === 'steer' ? 'composer.steering' : 'status.queued',
      text: text || names,
      write: context.desk.write(`${verb}:${clientId}`),
      pending: 'composer.sending',
    },
    context,
    nothing,
  );
}

interface Row {
  id?: string;
  state: string;
  status: Status;
  steer?: boolean;
  word: StringKey;
  text: string;
  write?: PendingWrite | undefined;
  /** The word while `write` is on its way. */
  pending?: StringKey;
}

function row(of: Row, context: Rows, buttons: unknown): TemplateResult {
  const { t } = context.wording;
  const { id, write } = of;
  const pending = of.pending ?? 'composer.changing';
  const open = write && !PENDING.includes(write.state) ? write : undefined;
  return html`<li
    class="queue-row"
    part="queue-row"
    data-id=${id ?? nothing}
    data-state=${of.state}
    data-kind=${of.steer ? 'steer' : 'queue'}
    data-write=${write?.state ?? nothing}
  >
    ${of.steer && of.status !== 'failed' ? icon('bend') : statusIcon(of.status)}
    <span class="queue-word">${t(of.word)}</span>
    <span class="queue-text" dir="auto">${of.text}</span>
    ${write && !open ? html`<span class="queue-write">${t(pending)}</span>` : nothing}
    ${
      open
        ? html`<span class="queue-write refusal"
              >${
                open.state === 'unconfirmed'
                  ? t('composer.unconfirmed')
                  : t('composer.notDone', { reason: open.reason ?? '' })
              }</span
            >
            <button type="button" class="quiet" @click=${() => context.desk.retryWrite(open.key)}>
              ${t('composer.retry')}
            </button>
            <button type="button" class="quiet" @click=${() => context.desk.dismissWrite(open.key)}>
              ${t('composer.dismiss')}
            </button>`
        : buttons
    }
  </li>`;
}

function button(
  name: IconName,
  key: StringKey,
  { wording }: Rows,
  pending: boolean,
  act: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    aria-label=${wording.t(key)}
    title=${wording.t(key)}
    ?disabled=${pending}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
}

function editRow(id: string, item: QueuedItem, context: Rows): TemplateResult {
  const { t } = context.wording;
  const field = (event: Event) =>
    (event.currentTarget as Element).closest('.queue-row')!.querySelector<HTMLInputElement>('input')!;
  const save = (event: Event) => {
    context.edit(undefined);
    context.desk.saveQueued(id, field(event).value);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') save(event);
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
    <button type="button" @click=${save}>${t('composer.save')}</button>
    <button type="button" class="quiet" @click=${() => context.edit(undefined)}>
      ${t('composer.cancel')}
    </button>
  </li>`;
}
