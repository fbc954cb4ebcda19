import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import { answeredHere, isApproving, isRejecting } from './approval-rules.js';
import { clockTime } from './duration.js';
import type { StringKey, Wording } from './localize.js';
import { SEPARATOR } from './separator.js';
import { statusIcon, type Status } from './status.js';

/** What became of a question, in the place where it was asked: "Approved by you · 14:02". */
export function approvalOutcome(
  approval: ApprovalView,
  wording: Wording,
  question: string | undefined,
): TemplateResult {
  const time = clockTime(approval.resolvedAt, wording);
  return html`<p
    class="outcome"
    tabindex="-1"
    part="approval-outcome"
    data-id=${approval.actionId}
    data-state=${approval.state}
    data-decision=${approval.decision ?? nothing}
  >
    ${statusIcon(outcomeStatus(approval))}
    ${question ? html`<span class="asked" dir="auto">${question}</span>` : nothing}
    <span>${outcomeText(approval, wording)}${time ? html`${SEPARATOR}<time>${time}</time>` : nothing}</span>
    ${approval.reason ? html`<q dir="auto">${approval.reason}</q>` : nothing}
  </p>`;
}

function outcomeText(approval: ApprovalView, { t }: Wording): string {
  if (approval.state === 'expired') return t('approval.expired');
  if (approval.state === 'cancelled') return t('approval.cancelled');
  if (approval.state === 'superseded') return t('approval.superseded');
  const decision = approval.decision ?? '';
  const name = approval.resolvedBy ?? '';
  const here = answeredHere(approval);
  const say = (you: StringKey, other: StringKey) => (here ? t(you) : t(other, { name }));
  if (isApproving(decision)) return say('approval.approvedByYou', 'approval.approvedBy');
  if (isRejecting(decision)) return say('approval.declinedByYou', 'approval.declinedBy');
  return here ? t('approval.decidedByYou', { decision }) : t('approval.decidedBy', { decision, name });
}

function outcomeStatus({ state, decision = '' }: ApprovalView): Status {
  if (state !== 'resolved') return 'cancelled';
  if (isApproving(decision)) return 'done';
  return isRejecting(decision) ? 'declined' : 'unknown';
}
