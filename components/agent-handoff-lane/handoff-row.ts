import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, HandoffView } from '../../src/agent-ui/projection/view-models.js';
import { ago } from '../shared/ago.js';
import { approvalCard } from '../shared/approval-card.js';
import type { ApprovalDesk } from '../shared/approval-desk.js';
import { inWords } from '../shared/approval-facts.js';
import { decideForm } from '../shared/decide.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { openLinks, type OpenLink } from '../shared/open-links.js';
import { statusIcon } from '../shared/status.js';
import { controlTrouble, type WorkControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { handoffLook, isRequested, placeOf } from './handoff-look.js';

export interface HandoffContext {
  wording: Wording;
  desk: ApprovalDesk;
  open: boolean;
  /** The question whose answer takes it or not. */
  approval: ApprovalView | undefined;
  /** Where there is no question: yes and no. */
  controls: readonly WorkControl[];
  reason: string;
  write(reason: string): void;
  toggle(): void;
  ask(control: WorkControl): void;
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
}

/** One hand-off: from whom to whom, and what goes along. */
export function handoffRow(handoff: HandoffView, context: HandoffContext): TemplateResult {
  const { wording, open, approval, controls } = context;
  const { key, state, from, to, reason } = handoff;
  const asks = isRequested(handoff) && (approval?.state === 'pending' || controls.length > 0);
  const [status, word] = handoffLook(state, asks, wording);
  const when = handoff.acceptedAt === undefined ? undefined : ago(handoff.acceptedAt, wording);
  return html`<li
    class="row handoff"
    part="handoff"
    data-id=${key}
    data-state=${state}
    data-status=${status}
    data-fallback=${asks ? 'needs-input' : from === undefined || to === undefined || status === 'unknown' ? 'unknown' : nothing}
  >
    <button
      type="button"
      class="tool-line"
      part="handoff-line"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${context.toggle}
    >
      ${icon('chevron')} ${statusIcon(status)} ${parties(handoff, wording)}
      ${reason && !open ? html`<span class="aside" dir="auto">${reason}</span>` : nothing}
      <span class="tool-state" part="handoff-state">
        ${word}${when === undefined ? nothing : html`<span class="when"> ${when}</span>`}
      </span>
    </button>
    ${open ? body(handoff, context) : nothing}
  </li>`;
}

/** Both by name; who is not known by id, and who nobody named as unknown. */
function parties({ from, to, fromName, toName }: HandoffView, { t }: Wording): TemplateResult {
  return html`<span class="verb">
    <bdi>${fromName ?? from ?? t('status.unknown')}</bdi>
    <span class="to">${icon('chevron')}<span class="visually-hidden">${t('handoff.to')}</span></span>
    <bdi>${toName ?? to ?? t('status.unknown')}</bdi>
  </span>`;
}

function body(handoff: HandoffView, context: HandoffContext): TemplateResult {
  const { wording, approval, desk, controls } = context;
  return html`<div class="tool-body" part="handoff-body">
    ${facts(handoff, context)}
    ${
      approval
        ? approvalCard(approval, desk, wording)
        : decideForm({ ...context, label: wording.t('handoff.answer'), primary: 1 })
    }
    ${openLinks(linksOf(handoff, wording), context.show)} ${controlTrouble(controls.slice(0, 1), wording)}
  </div>`;
}

function facts(handoff: HandoffView, { wording, show }: HandoffContext): TemplateResult {
  const { t } = wording;
  const { resumeTarget, resumeTitle, boundary, reason, summary, fallbacks } = handoff;
  const place = resumeTarget === undefined ? undefined : placeOf(resumeTarget);
  const target = resumeTitle ?? resumeTarget;
  const told: (readonly [name: string, word: StringKey, value: unknown])[] = [
    ['reason', 'handoff.reason', reason],
    ['summary', 'handoff.summary', summary],
    ['boundary', 'handoff.boundary', boundary === undefined ? undefined : inWords(boundary)],
    [
      'resumeTarget',
      'handoff.resume',
      place
        ? html`<button
            type="button"
            class="link"
            data-kind=${place[0]}
            data-ref=${place[1]}
            @click=${() => show(...place)}
          >
            ${target}
          </button>`
        : target,
    ],
  ];
  return html`<dl class="facts">
    ${told.map(([name, word, value]) => {
      const token = fallbacks?.[name]?.token;
      if (value === undefined && token === undefined) return nothing;
      return html`<div data-fact=${name} data-fallback=${value === undefined ? token : nothing}>
        <dt>${t(word)}</dt>
        <dd><bdi>${value ?? t(token === 'unavailable' ? 'team.unavailable' : 'status.unknown')}</bdi></dd>
      </div>`;
    })}
  </dl>`;
}

function linksOf({ turnId, from, to, fromName, toName }: HandoffView, { t }: Wording): OpenLink[] {
  return [
    ...(turnId === undefined ? [] : [['turn', turnId, t('timeline.showTurn')] as const]),
    ...(from === undefined
      ? []
      : [['agent', from, t('handoff.showAgent', { name: fromName ?? from })] as const]),
    ...(to === undefined ? [] : [['agent', to, t('handoff.showAgent', { name: toName ?? to })] as const]),
  ];
}
