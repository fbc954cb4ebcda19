import { html, nothing, type TemplateResult } from 'lit';
import type { BackgroundView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { ago } from '../shared/ago.js';
import { approvalCard } from '../shared/approval-card.js';
import { inWords } from '../shared/approval-facts.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { pauses, resumes, retries, stops, teammateTrouble } from '../shared/teammate-controls.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import { teammateLook, teammateWord, type TeammateLook } from '../shared/teammate-look.js';
import type { ListedRow } from '../shared/teammate-list-panel.js';
import { teammateRow } from '../shared/teammate-row.js';
import { controlButton, type WantedControl } from '../shared/work-control.js';

/** What people call a job. */
export function jobLabel({ title, agentName, key }: BackgroundView): string {
  return title ?? agentName ?? key;
}

export function jobLook({ state, pendingActions, ended }: BackgroundView): TeammateLook {
  return teammateLook(state, pendingActions.length > 0 && !ended);
}

/** W24: what may be wanted of a job as it stands. Its schedule is its owner's. */
export function jobControls(job: BackgroundView): WantedControl[] {
  const { state, taskId, agentId } = job;
  const work = taskId === undefined ? { agentId: agentId! } : { taskId };
  const end = stops(work, 'background.terminate', { mode: 'terminate' });
  switch (state) {
    case 'paused':
      return [resumes(work), end];
    case 'scheduled':
    case 'sleeping':
      return [resumes(work, 'background.runNow'), pauses(work), end];
    case 'failed':
      // Only what its owner says can be done again.
      return job.retryable ? [retries(work)] : [];
    default:
      return job.ended ? [] : [pauses(work), end];
  }
}

export function jobRow(job: BackgroundView, row: ListedRow): TemplateResult {
  const { wording, asks } = row;
  const { title, agentName, schedule, state, reason, fallbacks } = job;
  const look = jobLook(job);
  const why = state === 'failed' || state === 'blocked' ? reason : undefined;
  return teammateRow(
    { ...job, source: 'background' },
    {
      ...row,
      part: 'job',
      look,
      label: jobLabel(job),
      about: title === undefined ? undefined : (agentName ?? job.agentId),
      activity: asks[0]?.title ?? why ?? (schedule == null ? undefined : inWords(schedule)),
      stateWords: [teammateWord(look, state, wording), lastWords(job, wording)]
        .filter((text) => text !== undefined)
        .join(SEPARATOR),
      fallback: state === 'unknown' ? 'unknown' : fallbacks?.['schedule']?.token,
      answer: 'capsule.answer',
      body: row.open ? body(job, row) : undefined,
    },
  );
}

/** SF-BG-1: the record of the run before stays while the next one runs. */
function lastWords({ lastRun }: BackgroundView, wording: Wording): string | undefined {
  const outcome = isJsonObject(lastRun) ? (lastRun['outcome'] ?? lastRun['status']) : undefined;
  if (typeof outcome !== 'string') return undefined;
  const look = teammateLook(outcome === 'success' ? 'completed' : outcome);
  return wording.t('background.lastWas', { outcome: teammateWord(look, outcome, wording) });
}

function body(job: BackgroundView, row: ListedRow): TemplateResult {
  const { wording, controls, show } = row;
  const { report } = job;
  return html`<div class="body" part="job-body">
    ${row.asks.map((asked) => approvalCard(asked, row.desk, wording))}
    ${job.reason ? html`<p class="reason" dir="auto">${job.reason}</p>` : nothing}
    ${teammateFacts(
      job,
      [
        ['schedule', 'background.schedule'],
        ['wakeReason', 'background.wakeReason'],
        ['currentRunId', 'background.currentRun', job.state === 'running' ? job.currentRunId : ''],
        ['lastRun', 'background.lastRun', lastRun(job, wording)],
        [
          'report',
          'background.report',
          report && inWords(report.summary ?? report.status ?? report.resultRef),
        ],
        ['resultRef', 'team.result', job.resultRef ?? report?.resultRef],
        ['agentId', 'background.owner', job.agentName ?? job.agentId],
        ['taskId', 'background.id', job.taskId],
      ],
      wording,
    )}
    ${
      show || controls.length > 0
        ? html`<div class="buttons">
            ${
              show
                ? html`<button type="button" part="job-button" data-verb="open" @click=${show}>
                    ${wording.t('team.openTranscript')}
                  </button>`
                : nothing
            }
            ${controls.map((control) => controlButton(control, { wording, ask: row.ask, part: 'job-button' }))}
          </div>`
        : nothing
    }
    ${teammateTrouble(controls, wording)}
  </div>`;
}

const ENDS = ['finishedAt', 'endedAt', 'completedAt'];

function lastRun({ lastRun: run }: BackgroundView, wording: Wording): unknown {
  if (run == null) return undefined;
  if (!isJsonObject(run)) return inWords(run);
  const { outcome, status, runId, summary } = run;
  const told = outcome ?? status;
  const end = ENDS.map((name) => run[name]).find((value) => typeof value === 'string') as string | undefined;
  const known = [
    typeof told === 'string'
      ? teammateWord(teammateLook(told === 'success' ? 'completed' : told), told, wording)
      : undefined,
    typeof summary === 'string' ? summary : undefined,
    typeof runId === 'string' ? runId : undefined,
  ].filter((text) => text !== undefined);
  if (known.length === 0 && end === undefined) return inWords(run);
  return html`${known.join(SEPARATOR)}${end === undefined ? nothing : html`${SEPARATOR}${ago(end, wording) ?? end}`}`;
}
