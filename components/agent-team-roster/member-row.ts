import type { TemplateResult } from 'lit';
import type { ApprovalView, TeammateView } from '../../src/agent-ui/projection/view-models.js';
import { duration } from '../shared/duration.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { teammateLook, teammateWord, type TeammateLook } from '../shared/teammate-look.js';
import { teammateRow, type TeammateRow } from '../shared/teammate-row.js';
import { usageWords } from '../shared/teammate-usage.js';
import { memberBody, type MemberBody } from './member-body.js';

export interface MemberRow extends Pick<TeammateRow, 'wording' | 'reachable' | 'toggle' | 'choose'> {
  /** Its team, where there are several. */
  team: string | undefined;
  /** Another has the same name: its id tells them apart (SF-TR-2). */
  namesake: boolean;
  /** What it asks first. */
  asks: ApprovalView | undefined;
  /** What is inside, while it is open. */
  body: MemberBody | undefined;
}

export function lookOf({ state, pendingActions, ended }: TeammateView): TeammateLook {
  return teammateLook(state, pendingActions.length > 0 && !ended);
}

export function memberRow(member: TeammateView, row: MemberRow): TemplateResult {
  const { wording, body } = row;
  const { key, label, state, role, fallbacks } = member;
  const about = [row.namesake ? key : undefined, role, row.team].filter((text) => text !== undefined);
  return teammateRow(member, {
    ...row,
    part: 'member',
    look: lookOf(member),
    label,
    about: about.join(SEPARATOR),
    activity: activity(member, row.asks),
    stateWords: stateWords(member, wording),
    used: usageWords(member.usage, wording),
    fallback: (fallbacks?.['state'] ?? fallbacks?.['agentName'])?.token,
    answer: state === 'plan_ready' ? 'capsule.reviewPlan' : 'capsule.answer',
    body: body && memberBody(member, body),
  });
}

/** What it asks, what went wrong, or what it does. */
function activity(member: TeammateView, asks: ApprovalView | undefined): string | undefined {
  const { currentTask, error, reason, ended } = member;
  return asks?.title ?? asks?.explanation ?? (ended ? (error ?? reason) : (currentTask ?? reason));
}

/** A notification stands beside the state: it ends nobody (C11). */
function stateWords(member: TeammateView, wording: Wording): string {
  const { t } = wording;
  const { state, durationMs, ended, notified, pastAttempts } = member;
  return [
    teammateWord(lookOf(member), state, wording),
    ended && durationMs !== undefined ? duration(durationMs, wording) : undefined,
    pastAttempts?.length ? t('team.attempt', { n: pastAttempts.length + 1 }) : undefined,
    !ended && notified !== undefined
      ? t('team.notified', { status: teammateWord(teammateLook(notified), notified, wording) })
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(SEPARATOR);
}
