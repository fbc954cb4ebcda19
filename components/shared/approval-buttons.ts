import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import type { ApprovalDesk } from './approval-desk.js';
import { answerSchema, formOf, isEditable } from './approval-input.js';
import {
  approvingDecisions,
  asksForSecret,
  decisionsOf,
  isAboutPlan,
  isApproving,
  isRejecting,
  reachOf,
  type Reach,
} from './approval-rules.js';
import { icon } from './icons.js';
import { liveState } from './live-state.js';
import type { StringKey, Wording } from './localize.js';
import { valueText } from './value-text.js';

const REACHES: Readonly<Record<Reach, StringKey>> = {
  once: 'approval.reachOnce',
  session: 'approval.reachSession',
  always: 'approval.reachAlways',
};

/** The yes that is meant: of several, the one whose reach was chosen. */
export function approvingDecision(approval: ApprovalView, desk: ApprovalDesk): string | undefined {
  const all = approvingDecisions(approval);
  return all.find((decision) => decision === desk.card(approval.actionId).reach) ?? all[0];
}

/** How far a yes reaches, where its owner lets the person choose; with the rule that would stand. */
export function reachChoice(approval: ApprovalView, desk: ApprovalDesk, { t }: Wording): unknown {
  const all = approvingDecisions(approval);
  const card = desk.card(approval.actionId);
  if (all.length < 2 || card.editing || card.step === 'confirm') return nothing;
  const chosen = approvingDecision(approval, desk);
  const reach = chosen === undefined ? 'once' : reachOf(chosen);
  return html`<fieldset class="reach" ?disabled=${desk.isBusy(approval)}>
    <legend class="label">${t('approval.reach')}</legend>
    ${all.map(
      (decision) =>
        html`<label>
          <input
            type="radio"
            name=${`reach-${approval.actionId}`}
            value=${decision}
            .checked=${liveState(decision === chosen)}
            @change=${() => desk.set(approval.actionId, { reach: decision })}
          />
          ${t(REACHES[reachOf(decision)])}
        </label>`,
    )}
    ${
      reach !== 'once' && approval.scope !== undefined
        ? html`<p class="rule" dir="auto">${t('approval.rule', { rule: valueText(approval.scope).text })}</p>`
        : nothing
    }
  </fieldset>`;
}

export function approvalButtons(
  approval: ApprovalView,
  desk: ApprovalDesk,
  wording: Wording,
): TemplateResult {
  const { t } = wording;
  const { actionId } = approval;
  const card = desk.card(actionId);
  const busy = desk.isBusy(approval);
  if (card.editing) return editButtons(approval, desk, wording);
  const approving = approvingDecision(approval, desk);
  const confirming = card.edited === undefined ? approving : 'edit';
  if (card.step === 'confirm' && confirming !== undefined)
    return confirmButtons(approval, confirming, desk, wording);
  const decisions = decisionsOf(approval).filter(
    (decision) =>
      (!isApproving(decision) || decision === approving) &&
      (decision !== 'edit' || isEditable(approval)) &&
      // It has a button of its own.
      decision !== 'open_settings',
  );
  const canReason = decisions.some(isRejecting) && !decisions.includes('answer') && !card.reasonOpen;
  return html`<div class="buttons">
    ${decisions.map(
      (decision) =>
        html`<button
          type="button"
          class=${isApproving(decision) ? 'primary' : ''}
          data-decision=${decision}
          ?disabled=${busy || (isFormAnswer(approval, decision) && desk.awaitsForm)}
          @click=${(event: MouseEvent) => choose(event, approval, decision, desk)}
        >
          ${decisionWord(approval, decision, wording)}
        </button>`,
    )}
    ${
      asksForSecret(approval)
        ? html`<button
            type="button"
            class="primary"
            data-decision="open_settings"
            ?disabled=${busy}
            @click=${() => desk.openSettings(approval)}
          >
            ${t('approval.openSettings')}
          </button>`
        : nothing
    }
    ${
      canReason && !asksForSecret(approval)
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

/** The second step of a high risk. */
function confirmButtons(
  approval: ApprovalView,
  decision: string,
  desk: ApprovalDesk,
  { t }: Wording,
): TemplateResult {
  const { actionId } = approval;
  const busy = desk.isBusy(approval);
  return html`<div class="buttons" role="group" aria-label=${t('approval.confirmLabel')}>
    <button type="button" ?disabled=${busy} @click=${() => desk.stepBack(actionId)}>
      ${t('approval.back')}
    </button>
    ${keyed(
      'confirm',
      html`<button
        type="button"
        class="danger"
        data-decision=${decision}
        ?disabled=${busy}
        @click=${(event: MouseEvent) => {
          // The second click of a double click on "Approve" lands here; it confirms nothing.
          if (event.detail < 2) desk.decide(approval, decision, desk.card(actionId).edited);
        }}
      >
        ${t('approval.confirm')}
      </button>`,
    )}
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
      ?disabled=${busy || desk.awaitsForm}
      @click=${(event: MouseEvent) => sendForm(event, approval, 'edit', desk)}
    >
      ${t('approval.approveEdited')}
    </button>
    ${busy ? html`<span class="meta">${t('approval.sending')}</span>` : nothing}
  </div>`;
}

function choose(event: MouseEvent, approval: ApprovalView, decision: string, desk: ApprovalDesk): void {
  const { actionId } = approval;
  const card = desk.card(actionId);
  if (decision === 'edit') desk.set(actionId, { editing: true, reasonOpen: false });
  else if (decision === 'request_changes' && card.text.trim() === '')
    // W16: a wish for changes that names none helps nobody.
    desk.set(actionId, { reasonOpen: true });
  else if (isFormAnswer(approval, decision)) void sendForm(event, approval, decision, desk);
  else desk.decide(approval, decision);
}

/** What is sent is what was filled in. */
function isFormAnswer(approval: ApprovalView, decision: string): boolean {
  return decision === 'answer' && answerSchema(approval) !== undefined;
}

/** What is wrong is said in the form, and nothing is sent. */
async function sendForm(
  event: MouseEvent,
  approval: ApprovalView,
  decision: string,
  desk: ApprovalDesk,
): Promise<void> {
  const form = formOf(event.currentTarget);
  if (!form || !desk.hasForm() || (await form.validate()).length > 0) return;
  desk.decide(approval, decision, form.value);
}

function decisionWord(approval: ApprovalView, decision: string, { t }: Wording): string {
  const reach = reachOf(decision);
  const isHandoff = approval.actionType === 'handoff_acceptance';
  if (isApproving(decision)) {
    if (isHandoff) return t('approval.accept');
    if (reach === 'always') return t('approval.approveAlways');
    if (reach === 'session') return t('approval.approveSession');
    if (isAboutPlan(approval)) return t('approval.approvePlan');
    return t(
      /^(?:artifact_review|cost_confirmation)$/.test(approval.actionType)
        ? 'approval.approvePlain'
        : 'approval.approve',
    );
  }
  if (decision === 'cancel') return t('approval.cancel');
  if (isRejecting(decision)) {
    if (reach === 'always') return t('approval.rejectAlways');
    return t(isHandoff ? 'approval.decline' : 'approval.reject');
  }
  if (decision === 'edit') return t('approval.edit');
  if (decision === 'request_changes') return t('approval.requestChanges');
  return decision === 'answer' ? t('approval.sendAnswer') : decision.replaceAll('_', ' ');
}

/** Why the last answer did not arrive. */
export function approvalTrouble(approval: ApprovalView, desk: ApprovalDesk, { t }: Wording): unknown {
  const failure = desk.failureOf(approval);
  if (failure === undefined) return nothing;
  return html`<p class="trouble" dir="auto">
    ${icon('cross')} ${failure ? t('approval.failedBecause', { reason: failure }) : t('approval.failed')}
  </p>`;
}
