import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import { answerForm, answerSchema, approvalInput, formOf, isEditable } from './approval-input.js';
import { approvalOutcome } from './approval-outcome.js';
import type { ApprovalDesk } from './approval-desk.js';
import { decisionsOf, isApproving, isRejecting, needsSecondStep } from './approval-rules.js';
import { icon } from './icons.js';
import type { StringKey, Wording } from './localize.js';
import { SEPARATOR } from './separator.js';
import { valueText } from './value-text.js';

const SEVERITIES: Readonly<Record<string, StringKey>> = {
  low: 'approval.riskLow',
  medium: 'approval.riskMedium',
  high: 'approval.riskHigh',
  critical: 'approval.riskHigh',
};

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
  if (approval.state !== 'pending') {
    return approvalOutcome(
      approval,
      wording,
      place === 'alone' ? approvalQuestion(approval, wording) : undefined,
    );
  }
  const { t } = wording;
  const question = approvalQuestion(approval, wording);
  const high = needsSecondStep(approval);
  return html`<div
    class="card"
    part="approval"
    role="group"
    tabindex="-1"
    aria-label=${t('approval.label', { question })}
    data-id=${approval.actionId}
    data-state=${approval.state}
    data-severity=${approval.severity ?? 'unknown'}
    data-fallback=${approval.fallback?.token ?? nothing}
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
      ${
        approval.agentName
          ? html`<p class="meta">${t('approval.askedBy', { name: approval.agentName })}</p>`
          : nothing
      }
      ${approvalInput(approval, desk.card(approval.actionId), desk.isBusy(approval), wording)}
      ${
        approval.consequence
          ? html`<p class="consequence">
              <span class="label">${t('approval.consequence')}</span>
              <span dir="auto">${approval.consequence}</span>
            </p>`
          : nothing
      }
      <p class="meta">
        ${risk(approval, wording)}${SEPARATOR}${scope(approval, wording)}${expiry(approval, wording)}
      </p>
      ${answerField(approval, desk, wording)} ${buttons(approval, desk, wording)}
      ${trouble(approval, desk, wording)}
    </div>
  </div>`;
}

/** One question in plain words. */
export function approvalQuestion(approval: ApprovalView, { t }: Wording): string {
  if (approval.title) return approval.title;
  if (approval.explanation) return approval.explanation;
  return approval.toolName
    ? t('approval.allowTool', { tool: approval.toolName })
    : t('approval.unknownQuestion');
}

function risk(approval: ApprovalView, { t }: Wording): TemplateResult {
  const key = SEVERITIES[approval.severity ?? ''];
  const text = key ? t(key) : t('approval.riskUnknown');
  return html`<span data-fallback=${key ? nothing : 'unknown'}>${text}</span>`;
}

function scope(approval: ApprovalView, { t }: Wording): TemplateResult {
  if (approval.scope === undefined)
    return html`<span data-fallback="unknown">${t('approval.scopeUnknown')}</span>`;
  return html`<span dir="auto">${t('approval.scope', { scope: valueText(approval.scope).text })}</span>`;
}

function expiry(approval: ApprovalView, { t }: Wording): unknown {
  const at = approval.expiresAt === undefined ? NaN : Date.parse(approval.expiresAt);
  // Only its owner says that it has expired; until then it can be answered.
  return at < Date.now()
    ? html`${SEPARATOR}<span data-fallback="stale">${t('approval.mayHaveExpired')}</span>`
    : nothing;
}

function answerField(approval: ApprovalView, desk: ApprovalDesk, wording: Wording): unknown {
  const { t } = wording;
  const card = desk.card(approval.actionId);
  if (card.step === 'ask' && !card.reasonOpen && answerSchema(approval)) {
    return answerForm(approval, desk.isBusy(approval), wording);
  }
  const answers = decisionsOf(approval).includes('answer');
  if (!answers && !card.reasonOpen) return nothing;
  return html`<label class="answer-field">
    <span class="label">${answers ? t('approval.answer') : t('approval.reason')}</span>
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

function buttons(approval: ApprovalView, desk: ApprovalDesk, wording: Wording): TemplateResult {
  const { t } = wording;
  const { actionId } = approval;
  const card = desk.card(actionId);
  const busy = desk.isBusy(approval);
  const decisions = decisionsOf(approval);
  const approving = decisions.find(isApproving);
  if (card.editing) return editButtons(approval, desk, wording);
  const confirming = card.edited === undefined ? approving : 'edit';
  if (card.step === 'confirm' && confirming !== undefined) {
    return html`<div class="buttons" role="group" aria-label=${t('approval.confirmLabel')}>
      <button type="button" ?disabled=${busy} @click=${() => desk.stepBack(actionId)}>
        ${t('approval.back')}
      </button>
      ${keyed(
        'confirm',
        html`<button
          type="button"
          class="danger"
          data-decision=${confirming}
          ?disabled=${busy}
          @click=${(event: MouseEvent) => {
            // The second click of a double click on "Approve" lands here; it confirms nothing.
            if (event.detail < 2) desk.decide(approval, confirming, card.edited);
          }}
        >
          ${t('approval.confirm')}
        </button>`,
      )}
    </div>`;
  }
  const canReason = decisions.some(isRejecting) && !decisions.includes('answer') && !card.reasonOpen;
  return html`<div class="buttons">
    ${decisions.map((decision) => {
      if (decision === 'edit' && !isEditable(approval)) return nothing;
      const primary = isApproving(decision);
      return html`<button
        type="button"
        class=${primary ? 'primary' : ''}
        data-decision=${decision}
        ?disabled=${busy}
        @click=${(event: MouseEvent) => choose(event, approval, decision, desk)}
      >
        ${decisionWord(decision, wording)}
      </button>`;
    })}
    ${
      canReason
        ? html`<button
            type="button"
            class="quiet"
            ?disabled=${busy}
            @click=${() => desk.set(actionId, { reasonOpen: true })}
          >
            ${t('approval.addReason')}
          </button>`
        : nothing
    }
    ${busy ? html`<span class="meta">${t('approval.sending')}</span>` : nothing}
  </div>`;
}

function editButtons(approval: ApprovalView, desk: ApprovalDesk, { t }: Wording): TemplateResult {
  const busy = desk.isBusy(approval);
  return html`<div class="buttons">
    <button type="button" ?disabled=${busy} @click=${() => desk.set(approval.actionId, { editing: false })}>
      ${t('approval.back')}
    </button>
    <button
      type="button"
      class="primary"
      data-decision="edit"
      ?disabled=${busy}
      @click=${(event: MouseEvent) => sendForm(event, approval, 'edit', desk)}
    >
      ${t('approval.approveEdited')}
    </button>
    ${busy ? html`<span class="meta">${t('approval.sending')}</span>` : nothing}
  </div>`;
}

function choose(event: MouseEvent, approval: ApprovalView, decision: string, desk: ApprovalDesk): void {
  if (decision === 'edit') desk.set(approval.actionId, { editing: true, reasonOpen: false });
  else if (decision === 'answer' && answerSchema(approval)) void sendForm(event, approval, decision, desk);
  else desk.decide(approval, decision);
}

/** What is wrong is said in the form, and nothing is sent. */
async function sendForm(
  event: MouseEvent,
  approval: ApprovalView,
  decision: string,
  desk: ApprovalDesk,
): Promise<void> {
  const form = formOf(event.currentTarget);
  if (!form || (await form.validate()).length > 0) return;
  desk.decide(approval, decision, form.value);
}

function trouble(approval: ApprovalView, desk: ApprovalDesk, { t }: Wording): unknown {
  const failure = desk.failureOf(approval);
  if (failure === undefined) return nothing;
  return html`<p class="trouble" dir="auto">
    ${icon('cross')} ${failure ? t('approval.failedBecause', { reason: failure }) : t('approval.failed')}
  </p>`;
}

function decisionWord(decision: string, { t }: Wording): string {
  if (isApproving(decision)) return t('approval.approve');
  if (decision === 'cancel') return t('approval.cancel');
  if (isRejecting(decision)) return t('approval.reject');
  if (decision === 'edit') return t('approval.edit');
  return decision === 'answer' ? t('approval.sendAnswer') : decision.replaceAll('_', ' ');
}

/** Ctrl/⌘+Enter approves the card in which the focus is, and never while somebody writes (known-failure 26). */
function onKey(event: KeyboardEvent, approval: ApprovalView, desk: ApprovalDesk): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  const target = event.composedPath()[0];
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
  if (formOf(event.currentTarget)?.contains(event.target as Node)) return;
  // A key held down must not walk through both steps of a high risk.
  if (event.repeat) event.preventDefault();
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { editing, edited } = desk.card(approval.actionId);
  const approving = edited === undefined ? decisionsOf(approval).find(isApproving) : 'edit';
  if (approving !== undefined && !event.repeat && !editing) desk.decide(approval, approving, edited);
}
