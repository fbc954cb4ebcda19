import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalView, CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import { approvalCard } from '../shared/approval-card.js';
import type { ApprovalDesk } from '../shared/approval-desk.js';
import { elapsedTime } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import { ticking } from '../shared/ticking.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { middleEllipsis } from '../shared/value-text.js';
import { controlButton, controlTrouble, type WorkControl } from '../shared/work-control.js';
import { capsuleLabel, capsuleLook } from './capsule-look.js';
import { queuedText, type QueuedEdit } from './queued-text.js';

export interface CapsuleContext {
  wording: Wording;
  desk: ApprovalDesk;
  open: boolean;
  controls: readonly WorkControl[];
  /** The question that it waits for. */
  approval: ApprovalView | undefined;
  /** Of a queued message that may be edited. */
  edit: QueuedEdit | undefined;
  toggle(): void;
  ask(control: WorkControl): void;
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
}

/** One button for those that ask for a person; the rest is inside (§3.7). */
const ASKS: Partial<Record<CapsuleView['state'], StringKey>> = {
  needs_input: 'capsule.answer',
  plan_ready: 'capsule.reviewPlan',
  permission_required: 'capsule.decide',
  blocked: 'capsule.seeWhy',
};

const WAITING = new Set(['needs_input', 'plan_ready', 'permission_required']);

export function capsuleRow(capsule: CapsuleView, context: CapsuleContext): TemplateResult {
  const { wording, open } = context;
  const [status, word] = capsuleLook(capsule);
  const fallback = Object.values(capsule.fallbacks ?? {})[0]?.token;
  return html`<li
    class="capsule"
    part="capsule"
    data-id=${capsule.key}
    data-kind=${capsule.kind}
    data-state=${capsule.state}
    data-status=${status}
    data-attention=${capsule.attention}
    data-fallback=${capsule.state === 'unknown' ? 'unknown' : (fallback ?? nothing)}
  >
    <div class="line">
      <button
        type="button"
        class="capsule-line"
        part="capsule-line"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${context.toggle}
      >
        ${icon('chevron')} ${statusIcon(status)}
        <span class="label-text" part="capsule-label" dir="auto">${capsuleLabel(capsule, wording)}</span>
        ${activity(capsule)}
        <span class="capsule-state" part="capsule-state">${stateText(capsule, word, wording)}</span>
      </button>
      ${primary(capsule, context)}
    </div>
    ${open ? body(capsule, context) : nothing}
  </li>`;
}

/** What happened last, on the line as far as there is room. */
function activity({ activity: last, state, reason, label }: CapsuleView): unknown {
  const text = state === 'failed' || state === 'blocked' ? (reason ?? last) : last;
  return text && text !== label ? html`<span class="activity" dir="auto">${text}</span>` : nothing;
}

function stateText(capsule: CapsuleView, word: StringKey, wording: Wording): unknown {
  const { t } = wording;
  const { state, since, position, kind } = capsule;
  const percent = percentOf(capsule.progress);
  const said = [
    t(word),
    percent === undefined ? undefined : `${percent} %`,
    state === 'queued' && kind === 'queued'
      ? position === undefined
        ? t('capsule.placeUnknown')
        : t('capsule.place', { n: position })
      : undefined,
    capsule.retryCount ? t('capsule.retries', { n: capsule.retryCount }) : undefined,
    capsule.deliveryPending ? t('capsule.notDelivered') : undefined,
  ].filter((text) => text !== undefined);
  const counts = since !== undefined && (state === 'running' || WAITING.has(state));
  return html`${said.join(SEPARATOR)}${
    counts ? html`${SEPARATOR}${ticking(since, (ms) => elapsedTime(ms, wording))}` : nothing
  }`;
}

function percentOf(progress: unknown): number | undefined {
  const told =
    typeof progress === 'object' && progress !== null
      ? (progress as { percent?: unknown }).percent
      : progress;
  return typeof told === 'number' && Number.isFinite(told) ? Math.round(told) : undefined;
}

function primary(capsule: CapsuleView, context: CapsuleContext): unknown {
  const { t } = context.wording;
  const retry = capsule.state === 'failed' ? context.controls.find(isRetry) : undefined;
  if (retry) return button(retry, context, 'cta');
  const word = ASKS[capsule.state];
  if (word === undefined || context.open) return nothing;
  return html`<button type="button" class="cta" part="capsule-button" @click=${context.toggle}>
    ${t(word)}
  </button>`;
}

function isRetry({ request }: WorkControl): boolean {
  return request.kind === 'retry';
}

function body(capsule: CapsuleView, context: CapsuleContext): TemplateResult {
  const { wording, approval } = context;
  const { reason, preview, agentName, label, kind } = capsule;
  const inside = context.controls.filter((control) => !(capsule.state === 'failed' && isRetry(control)));
  return html`<div class="capsule-body" part="capsule-body">
    ${agentName && kind !== 'agent' ? html`<p class="meta" dir="auto">${agentName}</p>` : nothing}
    ${reason ? html`<p class="reason" dir="auto">${reason}</p>` : nothing}
    ${capsule.activity ? html`<p class="meta" dir="auto">${capsule.activity}</p>` : nothing}
    ${preview && (kind === 'queued' || kind === 'steer' || preview !== label) ? html`<p dir="auto">${preview}</p>` : nothing}
    ${attempts(capsule, wording)} ${approval ? approvalCard(approval, context.desk, wording) : nothing}
    ${links(capsule, context)}
    ${
      inside.length > 0 || context.edit
        ? html`<div class="buttons">
            ${context.edit ? queuedText(capsule, context.edit, wording) : nothing}
            ${context.edit?.editing ? nothing : inside.map((control) => button(control, context, ''))}
          </div>`
        : nothing
    }
    ${controlTrouble(context.controls, wording)}
  </div>`;
}

function button(control: WorkControl, context: CapsuleContext, look: string): TemplateResult {
  return controlButton(control, { ...context, part: 'capsule-button', look });
}

function attempts({ attempts: made }: CapsuleView, { t }: Wording): unknown {
  if (!made || made.length < 2) return nothing;
  return html`<ol class="attempts">
    ${made.map(
      ({ attemptId, status }, i) =>
        html`<li data-id=${attemptId ?? nothing} data-state=${status ?? 'unknown'}>
          ${t('capsule.attempt', { n: i + 1, status: status ?? t('status.unknown') })}
        </li>`,
    )}
  </ol>`;
}

/** To the process, the artifacts and the evidence of it. */
function links(capsule: CapsuleView, { wording, show }: CapsuleContext): unknown {
  const { t } = wording;
  const { turnId, artifactRefs = [], evidenceRefs = [] } = capsule;
  const all = [
    ...(turnId === undefined ? [] : [['turn', turnId, t('capsule.show')] as const]),
    ...artifactRefs.map(
      (id) => ['artifact', id, t('capsule.artifact', { id: middleEllipsis(id, 32) })] as const,
    ),
    ...evidenceRefs.map(
      (id) => ['evidence', id, t('capsule.evidence', { id: middleEllipsis(id, 32) })] as const,
    ),
  ];
  if (all.length === 0) return nothing;
  return html`<div class="links">
    ${all.map(
      ([kind, id, text]) =>
        html`<button
          type="button"
          class="link"
          data-kind=${kind}
          data-ref=${id}
          @click=${() => show(kind, id)}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}
