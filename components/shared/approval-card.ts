import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import { approvalButtons, approvalTrouble, approvingDecision, reachChoice } from './approval-buttons.js';
import type { ApprovalDesk } from './approval-desk.js';
import { approvalFacts, requester } from './approval-facts.js';
import { answerForm, answerSchema, approvalInput, formOf } from './approval-input.js';
import { approvalOutcome } from './approval-outcome.js';
import { approvalPlan } from './approval-plan.js';
import { approvalQuestion } from './approval-question.js';
import { asksForSecret, decisionsOf, needsSecondStep } from './approval-rules.js';
import { icon } from './icons.js';
import type { Wording } from './localize.js';

/**
 * A question to the person: the whole of it while it waits, one line of record afterwards.
 * @param place in a tool's `row`, which says what was asked, or `alone`
 */
export function approvalCard(
  approval: ApprovalView,
  desk: ApprovalDesk,
  wording: Wording,
  place: 'row' | 'alone' = 'alone',
): TemplateResult {
  const question = approvalQuestion(approval, wording);
  const told = desk.planOf(approval);
  const plan = told && approvalPlan(told, approval, wording);
  if (approval.state !== 'pending') {
    const asked = place === 'alone' ? question : undefined;
    // A rejected plan stays readable, with its reason (SF-HITL-4).
    return html`${approvalOutcome(approval, wording, asked, desk)} ${plan ?? nothing}`;
  }
  const { t } = wording;
  const high = needsSecondStep(approval);
  return html`<div
    class="card"
    part="approval"
    role="group"
    tabindex="-1"
    aria-label=${t('approval.label', { question })}
    data-id=${approval.actionId}
    data-state=${approval.state}
    data-type=${approval.actionType}
    data-severity=${approval.severity ?? 'unknown'}
    data-fallback=${approval.stale ? 'stale' : (approval.fallback?.token ?? nothing)}
    @keydown=${(event: KeyboardEvent) => onKey(event, approval, desk)}
  >
    ${high ? html`<p class="band">${icon('alert')} ${t('approval.highRisk')}</p>` : nothing}
    <div class="card-inside">
      <p class="question">${icon('hand')} <strong dir="auto">${question}</strong></p>
      ${
        approval.explanation && approval.explanation !== question
          ? html`<p class="explanation" dir="auto">${approval.explanation}</p>`
          : nothing
      }
      ${requester(approval, wording)} ${plan ?? nothing} ${approvalInput(approval, desk, wording)}
      ${
        approval.consequence
          ? html`<p class="consequence">
              <span class="label">${t('approval.consequence')}</span>
              <span dir="auto">${approval.consequence}</span>
            </p>`
          : nothing
      }
      ${asksForSecret(approval) ? html`<p class="explanation">${t('approval.credentialNote')}</p>` : nothing}
      ${approvalFacts(approval, wording)} ${answerField(approval, desk, wording)}
      ${reachChoice(approval, desk, wording)} ${approvalButtons(approval, desk, wording)}
      ${approvalTrouble(approval, desk, wording)}
    </div>
  </div>`;
}

function answerField(approval: ApprovalView, desk: ApprovalDesk, wording: Wording): unknown {
  const { t } = wording;
  const card = desk.card(approval.actionId);
  if (asksForSecret(approval)) return nothing;
  if (card.step === 'ask' && !card.reasonOpen && answerSchema(approval)) {
    return answerForm(approval, desk, wording);
  }
  const decisions = decisionsOf(approval);
  const answers = decisions.includes('answer');
  if (!answers && !card.reasonOpen) return nothing;
  const label = answers
    ? 'approval.answer'
    : decisions.includes('request_changes')
      ? 'approval.whatChanges'
      : 'approval.reason';
  return html`<label class="answer-field">
    <span class="label">${t(label)}</span>
    <textarea
      rows="2"
      dir="auto"
      part="approval-field"
      .value=${card.text}
      ?disabled=${desk.isBusy(approval)}
      @input=${(event: InputEvent) => {
        card.text = (event.target as HTMLTextAreaElement).value;
      }}
    ></textarea>
  </label>`;
}

/** Ctrl/⌘+Enter approves the card in which the focus is, and never while somebody writes (known-failure 26). */
function onKey(event: KeyboardEvent, approval: ApprovalView, desk: ApprovalDesk): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  const target = event.composedPath()[0];
  if (target instanceof HTMLTextAreaElement) return;
  if (target instanceof HTMLInputElement && target.type !== 'radio') return;
  if (formOf(event.currentTarget)?.contains(event.target as Node)) return;
  // A key held down must not walk through both steps of a high risk.
  if (event.repeat) event.preventDefault();
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { editing, edited } = desk.card(approval.actionId);
  const approving = edited === undefined ? approvingDecision(approval, desk) : 'edit';
  if (approving !== undefined && !event.repeat && !editing) desk.decide(approval, approving, edited);
}
