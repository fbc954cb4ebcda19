import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ConnectionState } from '../../src/agent-ui/events/control-request.js';
import { duration } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import { bar, sparkline } from './charts.js';
import { intervals, type Metric } from './intervals.js';
import type { MetricCourses } from './metric-courses.js';

const CONNECTIONS: Readonly<Record<ConnectionState, readonly [Status, StringKey]>> = {
  connecting: ['preparing', 'diagnostics.connecting'],
  live: ['done', 'diagnostics.live'],
  reconnecting: ['blocked', 'diagnostics.reconnecting'],
  closed: ['cancelled', 'diagnostics.closed'],
  failed: ['failed', 'diagnostics.failed'],
};

export function connectionSection(session: AgentSession, { t }: Wording): TemplateResult {
  const { connection, connectionDetail } = session.view('runtime_status').get();
  const [status, word] = CONNECTIONS[connection];
  const count = Object.keys(session.capabilities.controls).length;
  return section(
    t('diagnostics.connection'),
    html`<p class="fact" part="connection" data-state=${connection}>
      ${statusIcon(status)} <span>${t(word)}</span>
      ${connectionDetail ? html`<span class="meta" dir="auto">${connectionDetail}</span>` : nothing}
      <span class="meta">${t('diagnostics.capabilities', { count })}</span>
      <code class="meta" dir="ltr">${session.sessionId}</code>
    </p>`,
  );
}

/** §7: what a person waited for, and for how long. */
export function timingsSection(metrics: readonly Metric[], wording: Wording): TemplateResult {
  const { t } = wording;
  const rows = intervals(metrics);
  const whole = Math.max(...rows.map(({ start, ms }) => (ms === undefined ? 0 : start + ms)));
  return section(
    t('diagnostics.timings'),
    html`<table class="timings">
      <tbody>
        ${rows.map(
          ({ name, word, start, ms }) =>
            html`<tr
              data-id=${name}
              data-state=${ms === undefined ? 'unknown' : 'measured'}
              data-fallback=${ms === undefined ? 'unavailable' : nothing}
            >
              <th scope="row">${t(word)}</th>
              <td class="number">
                ${ms === undefined ? t('diagnostics.notMeasured') : amount(ms, 'ms', wording)}
              </td>
              <td class="chart">${ms === undefined ? nothing : bar(start, ms, whole)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

export function metricsSection(
  metrics: readonly Metric[],
  courses: MetricCourses,
  wording: Wording,
): TemplateResult {
  const { t } = wording;
  return section(
    t('diagnostics.metrics'),
    metrics.length === 0
      ? html`<p class="meta">${t('diagnostics.noMetrics')}</p>`
      : html`<table class="metrics">
          <tbody>
            ${repeat(
              metrics,
              ({ name }) => name,
              ({ name, value, unit }) =>
                html`<tr part="metric" data-id=${name} data-state="measured">
                  <th scope="row"><code dir="ltr">${name}</code></th>
                  <td class="number">${amount(value, unit, wording)}</td>
                  <td class="chart">${sparkline(name, courses.of(name), wording)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`,
  );
}

function amount(value: unknown, unit: string | undefined, { t, lang }: Wording): TemplateResult {
  const text =
    typeof value === 'number' ? value.toLocaleString(lang, { maximumFractionDigits: 1 }) : String(value);
  const plain = typeof value !== 'number' || unit === undefined || unit === 'count';
  return html`<bdi>${plain ? text : t('diagnostics.value', { value: text, unit })}</bdi>`;
}

const REQUESTS: Readonly<Record<WriteRecord['state'], readonly [Status, StringKey]>> = {
  submitting: ['preparing', 'diagnostics.requestSubmitting'],
  'awaiting-confirmation': ['running', 'diagnostics.requestAwaiting'],
  confirmed: ['done', 'diagnostics.requestConfirmed'],
  unconfirmed: ['unknown', 'diagnostics.requestUnconfirmed'],
  failed: ['failed', 'status.failed'],
};

/** What a person asked for, newest first; nothing of what was in it. */
export function requestsSection(
  writes: readonly WriteRecord[],
  wording: Wording,
  act: (verb: 'retry' | 'dismiss', key: string) => void,
): unknown {
  if (writes.length === 0) return nothing;
  const { t } = wording;
  // Only the last request of a key can be made again.
  const last = new Map(writes.map((write) => [write.key, write]));
  return section(
    t('diagnostics.requests'),
    html`<ul class="requests">
      ${[...writes].reverse().map((write) => {
        const [status, word] = REQUESTS[write.state];
        const open =
          last.get(write.key) === write && (write.state === 'failed' || write.state === 'unconfirmed');
        const took =
          write.endedAt === undefined ? '' : SEPARATOR + duration(write.endedAt - write.startedAt, wording);
        return html`<li class="row" part="request" data-id=${write.key} data-state=${write.state}>
          ${statusIcon(status)} <code dir="ltr">${write.key}</code>
          <span class="meta">${t(word)}${took}</span>
          ${write.reason ? html`<span class="reason" dir="auto">${write.reason}</span>` : nothing}
          ${
            open
              ? html`<span class="row-end">
                  <button
                    type="button"
                    class="quiet"
                    data-verb="retry"
                    @click=${() => act('retry', write.key)}
                  >
                    ${icon('retry')} ${t('diagnostics.requestAgain')}
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    data-verb="dismiss"
                    @click=${() => act('dismiss', write.key)}
                  >
                    ${t('diagnostics.dismiss')}
                  </button>
                </span>`
              : nothing
          }
        </li>`;
      })}
    </ul>`,
  );
}

/** How many events of each class have come, where they are recorded. */
export function eventsSection(session: AgentSession, wording: Wording): TemplateResult {
  const { t, lang } = wording;
  const { recording } = session;
  if (!recording)
    return section(
      t('diagnostics.events'),
      html`<p class="meta" data-fallback="unavailable">${t('diagnostics.notRecorded')}</p>`,
    );
  const counts = new Map<string, number>();
  for (const event of recording.events) {
    const type = String((event as { type?: unknown } | null)?.type);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  const most = rows[0]?.[1] ?? 0;
  return section(
    t('diagnostics.events'),
    html`<p class="meta">
        ${t('diagnostics.eventsKept', { count: recording.events.length })}
        ${recording.complete ? nothing : html`<span data-fallback="stale">${t('diagnostics.eventsPart')}</span>`}
      </p>
      <table class="events">
        <tbody>
          ${rows.map(
            ([type, count]) =>
              html`<tr part="event" data-id=${type} data-state="counted">
                <th scope="row"><code dir="ltr">${type}</code></th>
                <td class="number">${count.toLocaleString(lang)}</td>
                <td class="chart">${bar(0, count, most)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );
}

export function section(heading: string, content: unknown): TemplateResult {
  return html`<section class="section" aria-label=${heading}>
    <h3 class="heading">${heading}</h3>
    ${content}
  </section>`;
}
