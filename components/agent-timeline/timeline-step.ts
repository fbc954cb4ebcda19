import { html, nothing, type TemplateResult } from 'lit';
import { markdown } from '#markdown';
import type { ProcessStep } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from '../shared/approval-card.js';
import { duration } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, statusWord } from '../shared/status.js';
import { toolBody } from '../shared/tool-body.js';
import { verb } from '../shared/tool-row.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import type { TimelineContext } from './timeline-context.js';

/** The rank of headings inside a thought: they are no outline of the page. */
const HEADING_LEVEL = 6;

const WORDS: Readonly<Record<ProcessStep['type'], StringKey>> = {
  reasoning_summary: 'reasoning.done',
  reasoning_detail: 'reasoning.done',
  plan: 'reference.plan',
  tool_call: 'timeline.stepTool',
  action_required: 'approval.type.unknown',
  context_event: 'reference.context',
  artifact_ref: 'reference.artifact',
  evidence_ref: 'reference.evidence',
  agent_handoff: 'reference.handoff',
  worker_notification: 'reference.notification',
};

/** A step of what was done: a line; what is behind it opens here, or is shown where it stands. */
export function stepRow(step: ProcessStep, context: TimelineContext): TemplateResult {
  const { wording } = context;
  const { t } = wording;
  const elsewhere = step.expandedIn !== undefined;
  const target = targetOf(step);
  const opens = !target && hasBody(step);
  const state = elsewhere
    ? t('reasoning.elsewhere')
    : [
        t(statusWord(step.status)),
        step.durationMs === undefined ? undefined : duration(step.durationMs, wording),
      ]
        .filter((text) => text !== undefined)
        .join(SEPARATOR);
  const line = html`${statusIcon(step.status)}
    <span class="verb" dir="auto">${titleOf(step, context)}</span>
    ${step.title && step.type !== 'tool_call' ? html`<span class="aside">${t(WORDS[step.type])}</span>` : nothing}
    <span class="tool-state">${state}</span>`;
  return html`<li
    class="step"
    part="step"
    data-id=${step.key}
    data-type=${step.type}
    data-state=${step.state}
    data-status=${step.status}
    data-fallback=${step.fallback?.token ?? nothing}
  >
    ${
      opens
        ? html`<button
            type="button"
            class="tool-line"
            aria-expanded=${step.expanded ? 'true' : 'false'}
            @click=${() => context.expand(step.key, !step.expanded)}
          >
            ${icon('chevron')} ${line}
          </button>`
        : target
          ? html`<button type="button" class="tool-line leads" @click=${() => context.show(...target)}>
              ${line}
            </button>`
          : html`<p class="tool-line leads">${line}</p>`
    }
    ${opens && step.expanded ? body(step, context) : nothing}
  </li>`;
}

/** M-019: a title, or a general word; never half a stream. */
function titleOf({ tool, title, type }: ProcessStep, { wording }: TimelineContext): string {
  return tool ? verb(tool, wording) : (title ?? wording.t(WORDS[type]));
}

function targetOf({
  type,
  artifactId,
  evidenceId,
  agentId,
}: ProcessStep): readonly [AgentOpenRequestEvent['kind'], string] | undefined {
  if (type === 'artifact_ref' && artifactId) return ['artifact', artifactId];
  if (type === 'evidence_ref' && evidenceId) return ['evidence', evidenceId];
  return type === 'worker_notification' && agentId ? ['agent', agentId] : undefined;
}

function hasBody({ toolCallId, actionId, text }: ProcessStep): boolean {
  return toolCallId !== undefined || actionId !== undefined || !!text;
}

function body(step: ProcessStep, context: TimelineContext): unknown {
  const { wording } = context;
  if (step.tool) return toolBody(step.tool, context);
  const approval = step.actionId === undefined ? undefined : context.approval(step.actionId);
  if (approval && step.type === 'action_required')
    return html`<div class="tool-body">${approvalCard(approval, context.desk, wording)}</div>`;
  if (step.text)
    return html`<div class="tool-body prose">${markdown(step.text, false, wording, HEADING_LEVEL)}</div>`;
  return html`<p class="tool-body meta" data-fallback="unavailable">${unavailable(wording)}</p>`;
}

function unavailable({ t }: Wording): string {
  return t('timeline.noDetail');
}
