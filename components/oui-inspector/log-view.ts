import { liveState } from '../shared/live-state.js';
import { saveFile } from '../shared/save-file.js';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { isJsonObject } from '../../src/base/json.js';
import type { Invocation } from '../../src/oui/index.js';
import { clockTime, duration, elapsedTime } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import { ticking } from '../shared/ticking.js';
import { INSPECTOR_CLIENT } from './action-trial.js';
import type { InspectorView } from './inspector-view.js';
import {
  filterLog,
  LOG_OUTCOMES,
  NO_FILTER,
  outcomeOf,
  type LogFilter,
  type LogOutcome,
} from './log-filter.js';
import { valueBox } from './parts.js';
import { visibleValue } from './visible-value.js';

const LOOKS: Readonly<Record<LogOutcome, readonly [Status, StringKey]>> = {
  running: ['running', 'status.running'],
  succeeded: ['done', 'status.done'],
  failed: ['failed', 'status.failed'],
  denied: ['declined', 'status.declined'],
};

/** Every invocation, newest first, with its filters. */
export function logView(
  log: readonly Invocation[],
  filter: LogFilter,
  change: (filter: Partial<LogFilter>) => void,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const entries = filterLog(log, filter);
  const isFiltered = Object.values(filter).some(Boolean);
  return html`<section class="log" aria-label=${t('inspector.log')}>
    <div class="filters" role="search" aria-label=${t('inspector.filters')}>
      <label class="search">
        ${icon('search')}<span class="visually-hidden">${t('inspector.searchLog')}</span>
        <input
          type="search"
          placeholder=${t('inspector.searchLog')}
          .value=${live(filter.text)}
          @input=${(event: Event) => change({ text: (event.target as HTMLInputElement).value })}
        />
      </label>
      ${choice(t('inspector.surface'), filter.surfaceId, unique(log, 'surfaceId'), t, (surfaceId) => change({ surfaceId }))}
      ${choice(t('inspector.action'), filter.actionId, unique(log, 'actionId'), t, (actionId) => change({ actionId }))}
      ${choice(
        t('inspector.outcome'),
        filter.outcome,
        LOG_OUTCOMES.map((outcome) => [outcome, t(LOOKS[outcome][1])]),
        t,
        (outcome) => change({ outcome: outcome as LogOutcome | '' }),
      )}
      ${
        isFiltered
          ? html`<button type="button" class="quiet" @click=${() => change(NO_FILTER)}>
              ${icon('cross')} ${t('inspector.clearFilters')}
            </button>`
          : nothing
      }
      <button
        type="button"
        class="export"
        ?disabled=${entries.length === 0}
        @click=${() => download(entries)}
      >
        ${icon('download')} ${t('inspector.export')}
      </button>
    </div>
    ${
      entries.length > 0
        ? html`<ol class="entries" aria-label=${t('inspector.log')}>
            ${repeat(
              entries,
              ({ requestId }) => requestId,
              (entry) =>
                html`<li>
                  ${guard([entry, view.wording, view.disclosure.version], () => entryTemplate(entry, view))}
                </li>`,
            )}
          </ol>`
        : html`<p class="empty">${t(log.length === 0 ? 'inspector.noLog' : 'inspector.noMatch')}</p>`
    }
  </section>`;
}

function entryTemplate(entry: Invocation, view: InspectorView): TemplateResult {
  const { wording } = view;
  const { t } = wording;
  const { requestId, surfaceId, actionId, client, startedAt, durationMs, error } = entry;
  const outcome = outcomeOf(entry);
  const [status, word] = LOOKS[outcome];
  const key = `log ${requestId}`;
  const open = view.disclosure.isOpen(key, false);
  const time = new Date(startedAt).toISOString();
  return html`<button
      type="button"
      class="entry-line"
      aria-expanded=${String(open)}
      data-outcome=${outcome}
      @click=${() => view.disclosure.toggle(key, false)}
    >
      ${statusIcon(status)}
      <span class="entry-name" dir="ltr"><span class="meta">${surfaceId}.</span>${actionId}</span>
      <span class="entry-meta">
        ${error ? html`<code dir="ltr">${error.code}</code>` : t(word)}${SEPARATOR}${
          durationMs === undefined
            ? ticking(startedAt, (elapsed) => elapsedTime(elapsed, wording))
            : duration(durationMs, wording)
        }${SEPARATOR}<time datetime=${time}>${clockTime(time, wording)}</time>
        ${client ? html`<span class="client" dir="auto">${clientName(client, view)}</span>` : nothing}
      </span>
    </button>
    ${open ? entryBody(entry, view) : nothing}`;
}

function entryBody(
  { params, data, progress, error, requestId }: Invocation,
  view: InspectorView,
): TemplateResult {
  const { t } = view.wording;
  const part = (label: string, value: unknown) =>
    value === undefined
      ? nothing
      : html`<h3>${label}</h3>
          ${valueBox(visibleValue(value), label, view)}`;
  return html`<div class="entry-body">
    ${isJsonObject(params) && Object.keys(params).length > 0 ? part(t('approval.parameters'), params) : html`<p class="meta">${t('confirm.noParameters')}</p>`}
    ${
      error
        ? html`<h3>${t('tool.error')}</h3>
            <p dir="auto">${error.message}</p>`
        : nothing
    }
    ${part(t('inspector.details'), error?.details)} ${part(t('tool.progress'), progress)}
    ${part(t('tool.result'), data)}
    <p class="meta">${t('inspector.request')} <code dir="ltr">${requestId}</code></p>
  </div>`;
}

/** The person's own calls say so. */
export function clientName(client: string, { wording }: InspectorView): string {
  return client === INSPECTOR_CLIENT ? wording.t('inspector.you') : client;
}

type Choice = readonly [value: string, text: string];

function choice(
  label: string,
  chosen: string,
  options: readonly Choice[],
  t: InspectorView['wording']['t'],
  choose: (value: string) => void,
): TemplateResult {
  // What was chosen stays choosable when the log has moved on.
  const all =
    options.some(([value]) => value === chosen) || !chosen
      ? options
      : [...options, [chosen, chosen] as const];
  return html`<select
    aria-label=${label}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    <option value="" .selected=${liveState(chosen === '')}>${t('inspector.any', { what: label })}</option>
    ${all.map(
      ([value, text]) =>
        html`<option value=${value} .selected=${liveState(value === chosen)}>${text}</option>`,
    )}
  </select>`;
}

function unique(log: readonly Invocation[], name: 'surfaceId' | 'actionId'): Choice[] {
  return [...new Set(log.map((entry) => entry[name]))].sort().map((value) => [value, value]);
}

/** As a file; the log's own redaction and the inspector's. */
function download(entries: readonly Invocation[]): void {
  const text = JSON.stringify(visibleValue([...entries].reverse()), null, 2);
  saveFile(text, `oui-log-${new Date().toISOString().replace(/[:.]/g, '-')}.json`, 'application/json');
}
