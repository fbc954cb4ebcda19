import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { ApprovalDesk } from './approval-desk.js';
import { inWords } from './approval-facts.js';
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
  desk?: ApprovalDesk,
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
    ${audit(approval, wording, desk)}
  </p>`;
}

/** What its owner wrote down of it. */
function audit(approval: ApprovalView, { t }: Wording, desk: ApprovalDesk | undefined): unknown {
  const { auditSummary, effectiveScope, evidenceRef } = approval;
  return html`${auditSummary ? html`<span class="audit" dir="auto">${auditSummary}</span>` : nothing}
  ${
    effectiveScope === undefined || effectiveScope === null
      ? nothing
      : html`<span dir="auto">${t('approval.effective', { scope: inWords(effectiveScope) })}</span>`
  }
  ${
    evidenceRef && desk
      ? html`<button
          type="button"
          class="link"
          data-ref=${evidenceRef}
          @click=${() => desk.open('evidence', evidenceRef)}
        >
          ${t('approval.evidence', { id: evidenceRef })}
        </button>`
      : nothing
  }`;
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
  if (decision === 'changes_requested' || decision === 'request_changes')
    return say('approval.changesByYou', 'approval.changesBy');
  return here ? t('approval.decidedByYou', { decision }) : t('approval.decidedBy', { decision, name });
}

function outcomeStatus({ state, decision = '' }: ApprovalView): Status {
  if (state !== 'resolved') return 'cancelled';
  if (isApproving(decision)) return 'done';
  return isRejecting(decision) ? 'declined' : 'unknown';
}
