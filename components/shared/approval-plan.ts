import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, PlanView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import { inWords } from './approval-facts.js';
import { isAboutPlan } from './approval-rules.js';
import type { Wording } from './localize.js';

/** The plan that a question is about, where the session knows it. Tracked. */
export function planOf(session: AgentSession | undefined, approval: ApprovalView): PlanView | undefined {
  if (!isAboutPlan(approval)) return undefined;
  const plans = session?.view('inline_process').get().plans ?? [];
  return plans.find(({ actionId }) => actionId === approval.actionId);
}

/** What a plan comes to: its steps, what it will give, its cost, and where it is kept. */
export function approvalPlan(plan: PlanView, approval: ApprovalView, { t }: Wording): TemplateResult {
  const { steps, text, expectedOutputs, cost } = plan;
  const ref = plan.planRef ?? approval.planRef;
  return html`<div
    class="plan"
    part="approval-plan"
    role="group"
    aria-label=${t('approval.plan')}
    data-id=${plan.planId}
    data-state=${plan.state}
  >
    ${
      steps && steps.length > 0
        ? html`<ol class="steps">
            ${steps.map((step) => html`<li dir="auto">${stepText(step)}</li>`)}
          </ol>`
        : text
          ? html`<p class="plan-text" dir="auto">${text}</p>`
          : nothing
    }
    ${
      expectedOutputs && expectedOutputs.length > 0
        ? html`<p>
            <span class="label">${t('approval.expectedOutputs')}</span>
            <span dir="auto">${expectedOutputs.map(inWords).join(', ')}</span>
          </p>`
        : nothing
    }
    ${cost === undefined ? nothing : html`<p class="meta" dir="auto">${t('approval.cost', { cost: inWords(cost) })}</p>`}
    ${ref ? html`<p class="meta" dir="auto">${t('approval.planRef', { ref })}</p>` : nothing}
  </div>`;
}

function stepText(step: unknown): string {
  if (isJsonObject(step)) {
    const told = [step['title'], step['text'], step['description']].find((text) => typeof text === 'string');
    if (told !== undefined) return told as string;
  }
  return inWords(step);
}
