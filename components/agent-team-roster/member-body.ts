import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, TeammateView, WorkItemView } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from '../shared/approval-card.js';
import type { ApprovalDesk } from '../shared/approval-desk.js';
import { duration } from '../shared/duration.js';
import { liveState } from '../shared/live-state.js';
import type { Wording } from '../shared/localize.js';
import { teammateInput, type TeammateSay } from '../shared/teammate-drafts.js';
import { sourceWord } from '../shared/teammate-avatar.js';
import { teammateTrouble } from '../shared/teammate-controls.js';
import { teammateFacts } from '../shared/teammate-facts.js';
import { teammateLook, teammateWord } from '../shared/teammate-look.js';
import { usageWords } from '../shared/teammate-usage.js';
import { controlButton, type WorkControl } from '../shared/work-control.js';
import { capacityWords } from './team-head.js';

export interface MemberBody {
  wording: Wording;
  desk: ApprovalDesk;
  /** Its questions that wait for a person. */
  asks: readonly ApprovalView[];
  controls: readonly WorkControl[];
  /** Something can be said to it. */
  say: TeammateSay | undefined;
  /** Work that it can be given (W9). */
  give:
    | {
        items: readonly WorkItemView[];
        /** The last that it was given here. */
        control: WorkControl;
        assign(workItemId: string): void;
      }
    | undefined;
  /** Those that it started, and whether they shall stop with it (W8). */
  cascade: { count: number; on: boolean; set(on: boolean): void } | undefined;
  ask(control: WorkControl): void;
  choose(): void;
}

export function memberBody(member: TeammateView, body: MemberBody): TemplateResult {
  const { wording, controls } = body;
  const { t } = wording;
  // What ended an attempt before this one stands with that attempt.
  const why = member.ended ? (member.error ?? member.reason) : member.reason;
  return html`<div class="body" part="member-body">
    ${body.asks.map((asked) => approvalCard(asked, body.desk, wording))}
    ${why ? html`<p class="reason" dir="auto">${why}</p>` : nothing} ${facts(member, wording)}
    ${attempts(member, wording)} ${body.say ? teammateInput(body.say, wording) : nothing}
    <div class="buttons">
      <button type="button" part="member-button" data-verb="open" @click=${body.choose}>
        ${t('team.openTranscript')}
      </button>
      ${controls.map((control) => controlButton(control, { wording, ask: body.ask, part: 'member-button' }))}
      ${cascade(body)}
    </div>
    ${give(body)}
    ${teammateTrouble(
      // A wait is of the whole team, and its answer stands there.
      [
        ...controls.filter(({ request }) => request.kind !== 'wait'),
        ...(body.say ? [body.say.control] : []),
        ...(body.give ? [body.give.control] : []),
      ],
      wording,
    )}
  </div>`;
}

function facts(member: TeammateView, wording: Wording): unknown {
  const { parentAgentId, parentSessionId, sessionId, source, durationMs, latestTurnStatus, runtimeStatus } =
    member;
  const parent = member.parentName ?? parentAgentId ?? parentSessionId;
  const own = sessionId !== undefined && parentSessionId !== undefined && sessionId !== parentSessionId;
  const capacity = capacityWords(member, wording).join(', ');
  return teammateFacts(
    member,
    [
      ['agentId', 'team.id'],
      // An empty text is no news: the line above says it already.
      ['agentName', 'team.name', ''],
      ['role', 'team.role'],
      ['source', 'team.source', source && sourceWord(source, wording)],
      ['model', 'team.model'],
      ['policy', 'team.policy'],
      ['capability', 'team.capability'],
      ['cardRef', 'team.card'],
      ['teamName', 'team.team'],
      ['currentTask', 'team.task', member.currentTask ?? member.taskId],
      ['remoteTaskId', 'remote.remoteTask'],
      ['parentSessionId', 'team.startedBy', parent],
      ['sessionId', 'team.session', own ? undefined : ''],
      ['spawnReason', 'team.why'],
      ['runtimeStatus', 'team.runtime', runtimeStatus === member.state ? '' : runtimeStatus],
      ['latestTurnStatus', 'team.lastTurn', latestTurnStatus],
      [
        'durationMs',
        'team.took',
        durationMs === undefined || !member.ended ? '' : duration(durationMs, wording),
      ],
      ['usage', 'team.used', usageWords(member.usage, wording)],
      ['toolCount', 'team.tools'],
      ['capacity', 'team.limits', capacity || undefined],
      ['resultRef', 'team.result', member.ended ? undefined : ''],
    ],
    wording,
  );
}

/** A retry never overwrites what failed (N-015). */
function attempts({ pastAttempts = [] }: TeammateView, wording: Wording): unknown {
  if (pastAttempts.length === 0) return nothing;
  return html`<ol class="attempts">
    ${pastAttempts.map(({ attemptId, status = 'unknown', error }, i) => {
      const said = teammateWord(teammateLook(status), status, wording);
      return html`<li data-id=${attemptId ?? nothing} data-state=${status} dir="auto">
        ${wording.t('capsule.attempt', { n: i + 1, status: error === undefined ? said : `${said}: ${error}` })}
      </li>`;
    })}
  </ol>`;
}

function give({ give: work, wording }: MemberBody): unknown {
  if (!work || work.items.length === 0) return nothing;
  const { t } = wording;
  const onClick = (event: Event) => {
    const field = (event.currentTarget as Element).parentElement!.querySelector('select')!;
    if (field.value !== '') work.assign(field.value);
    field.value = '';
  };
  return html`<div class="say">
    <select aria-label=${t('team.give')}>
      <option value="">${t('team.give')}</option>
      ${work.items.map(({ key, title }) => html`<option value=${key}>${title ?? key}</option>`)}
    </select>
    <button type="button" data-control="assign" ?disabled=${work.control.pending} @click=${onClick}>
      ${t('team.assign')}
    </button>
  </div>`;
}

function cascade({ cascade: choice, wording, controls }: MemberBody): unknown {
  if (!choice || !controls.some(({ request }) => request.kind === 'stop')) return nothing;
  return html`<label class="check">
    <input
      type="checkbox"
      .checked=${liveState(choice.on)}
      @change=${(event: Event) => choice.set((event.target as HTMLInputElement).checked)}
    />
    ${wording.t('team.cascade', { count: choice.count })}
  </label>`;
}
