import { html, nothing, type TemplateResult } from 'lit';
import type { NotificationView } from '../../src/agent-ui/projection/view-models.js';
import { duration } from '../shared/duration.js';
import type { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { openLinks } from '../shared/open-links.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { teammateAvatar } from '../shared/teammate-avatar.js';
import { teammateTrouble } from '../shared/teammate-controls.js';
import { teammateInput, type TeammateSay } from '../shared/teammate-drafts.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import { teammateLook, teammateWord, type TeammateLook } from '../shared/teammate-look.js';
import { usageWords } from '../shared/teammate-usage.js';
import type { DetailState } from '../shared/tool-desk.js';
import { valueSection } from '../shared/value-section.js';
import { controlButton, type WorkControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';

export interface ReportContext {
  wording: Wording;
  open: boolean;
  dismissed: boolean;
  controls: readonly WorkControl[];
  disclosure: Disclosure;
  /** Something can be said to its worker. */
  say: TeammateSay | undefined;
  detail(ref: string): DetailState | undefined;
  fetch(ref: string): void;
  toggle(): void;
  dismiss(): void;
  ask(control: WorkControl): void;
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
}

/** Whose report it is: an id for want of a name, and never the coordinator's (N-004). */
export function workerOf({ agentName, agentId }: NotificationView, { t }: Wording): string {
  return agentName ?? agentId ?? t('reports.workerUnknown');
}

/** Section 2.2: without a word about how it went, that is unknown, and no success. */
export function reportLook({ status }: NotificationView): TeammateLook {
  return teammateLook(status ?? 'unknown');
}

export function reportRow(report: NotificationView, context: ReportContext): TemplateResult {
  const { wording, open, dismissed } = context;
  const { t } = wording;
  const { status = 'unknown', summary, durationMs, fallbacks } = report;
  const look = reportLook(report);
  const name = workerOf(report, wording);
  const doing = summary ?? report.taskTitle;
  const said = t(dismissed ? 'reports.bringBack' : 'reports.dismiss', { name });
  return html`<li
    class="teammate report"
    part="report"
    data-id=${report.key}
    data-kind="worker-notification"
    data-state=${status}
    data-status=${look.status}
    data-fallback=${fallbacks?.['status']?.token ?? nothing}
    ?data-open=${open}
    ?data-dismissed=${dismissed}
  >
    <div class="line">
      <button
        type="button"
        class="teammate-line"
        part="report-line"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${context.toggle}
      >
        ${icon('chevron')} ${statusIcon(look.status)}
        ${teammateAvatar({ key: report.agentId ?? report.key, label: name })}
        <span class="name" dir="auto">${name}</span>
        ${doing && !open ? html`<span class="activity" dir="auto">${doing}</span>` : nothing}
        <span class="state" part="report-state"
          >${[teammateWord(look, status, wording), ...(durationMs === undefined ? [] : [duration(durationMs, wording)])].join(SEPARATOR)}</span
        >
      </button>
      <button
        type="button"
        class="quiet dismiss"
        part="report-button"
        aria-label=${said}
        title=${said}
        @click=${context.dismiss}
      >
        ${icon(dismissed ? 'retry' : 'cross')}
      </button>
    </div>
    ${open ? body(report, context) : nothing}
  </li>`;
}

function body(report: NotificationView, context: ReportContext): TemplateResult {
  const { wording, controls, show } = context;
  const { t } = wording;
  const { summary, agentId, turnId, usage } = report;
  return html`<div class="body" part="report-body">
    ${
      summary === undefined
        ? html`<p class="unavailable" data-fallback="unavailable">${t('reports.noSummary')}</p>`
        : html`<p class="reason" dir="auto">${summary}</p>`
    }
    ${result(report, context)}
    ${teammateFacts(
      report,
      [
        ['taskId', 'reports.task', report.taskTitle ?? report.taskId],
        ['agentId', 'reports.worker'],
        ['toolCount', 'reports.tools'],
        ['usage', 'reports.usage', usage === undefined ? undefined : (usageWords(usage, wording) ?? usage)],
      ],
      wording,
    )}
    ${transcript(report, context)} ${context.say ? teammateInput(context.say, wording) : nothing}
    <div class="buttons">
      ${openLinks(
        [
          ...(agentId === undefined ? [] : [['agent', agentId, t('reports.transcript')] as const]),
          ...(turnId === undefined ? [] : [['turn', turnId, t('capsule.show')] as const]),
        ],
        show,
      )}
      ${controls.map((control) => controlButton(control, { wording, ask: context.ask, part: 'report-button' }))}
    </div>
    ${teammateTrouble(context.say ? [...controls, context.say.control] : controls, wording)}
  </div>`;
}

/** What it found stays with its owner until somebody opens it; that there is none is said (section 2.2). */
function result({ resultRef }: NotificationView, context: ReportContext): TemplateResult {
  const { t } = context.wording;
  return resultRef === undefined
    ? html`<p class="unavailable" data-fallback="unavailable">${t('reports.noResult')}</p>`
    : opened(resultRef, t('reports.result'), t('reports.openResult'), context);
}

/** Where a worker has no id, its transcript is all that leads to it. */
function transcript({ transcriptRef, agentId }: NotificationView, context: ReportContext): unknown {
  const { t } = context.wording;
  return transcriptRef === undefined || agentId !== undefined
    ? nothing
    : opened(transcriptRef, t('reports.transcriptHead'), t('reports.transcript'), context);
}

function opened(ref: string, label: string, word: string, context: ReportContext): TemplateResult {
  const { wording, disclosure } = context;
  const { t } = wording;
  const detail = context.detail(ref);
  if (detail?.state === 'loaded')
    return valueSection({ label, value: detail.detail.text, id: ref, wording, disclosure });
  if (detail?.state === 'loading')
    return html`<p class="meta" data-fallback="loading" role="status">${t('tool.detailLoading')}</p>`;
  return html`<div>
    ${detail ? html`<p class="trouble" dir="auto">${icon('cross')} ${t('tool.detailFailed', { reason: detail.reason })}</p>` : nothing}
    <button
      type="button"
      part="report-button"
      data-verb="detail"
      data-ref=${ref}
      @click=${() => context.fetch(ref)}
    >
      ${word}
    </button>
  </div>`;
}
