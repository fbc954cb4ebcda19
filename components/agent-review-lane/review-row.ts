import { html, nothing, type TemplateResult } from 'lit';
import type { ReviewRound, ReviewView } from '../../src/agent-ui/projection/view-models.js';
import { ago } from '../shared/ago.js';
import { decideForm } from '../shared/decide.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { reviewIcon, reviewLook } from '../shared/review-look.js';
import { SEPARATOR } from '../shared/separator.js';
import { warningIcon } from '../shared/status.js';
import { middleEllipsis } from '../shared/value-text.js';
import { controlButton, controlTrouble, type WorkControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { isPassed, openFixes } from './review-order.js';

export interface ReviewContext {
  wording: Wording;
  open: boolean;
  /** Those about the same thing, where they differ. */
  others: readonly ReviewView[];
  verdicts: readonly WorkControl[];
  again: readonly WorkControl[];
  reason: string;
  fixes(round: ReviewRound, n: number): unknown;
  write(reason: string): void;
  toggle(): void;
  ask(control: WorkControl): void;
  show(kind: AgentOpenRequestEvent['kind'], id: string): void;
}

/** One review: a line with its verdict, and its rounds behind it. */
export function reviewRow(review: ReviewView, context: ReviewContext): TemplateResult {
  const { wording, open } = context;
  const { t } = wording;
  const { target, targetTitle, reviewer, reviewerName, disputed, state } = review;
  const [status, word] = reviewLook(state, wording);
  const fixes = isPassed(review) ? 0 : openFixes(review);
  const said = [
    disputed ? t('timeline.disputed') : undefined,
    word,
    fixes > 0 ? t('review.fixes', { count: fixes }) : undefined,
  ].filter((text) => text !== undefined);
  const name = reviewerName ?? reviewer;
  return html`<li
    class="row review"
    part="review"
    data-id=${review.key}
    data-state=${state}
    data-status=${disputed ? 'disputed' : status}
    data-fallback=${disputed ? 'disputed' : status === 'unknown' || target?.id === undefined ? 'unknown' : nothing}
  >
    <button
      type="button"
      class="tool-line"
      part="review-line"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${context.toggle}
    >
      ${icon('chevron')} ${disputed ? warningIcon() : reviewIcon(status)}
      <span class="verb" dir="auto">${targetTitle ?? target?.id ?? t('review.targetUnknown')}</span>
      <span class="aside" dir="auto">${name ?? t('review.reviewerUnknown')}</span>
      <span class="tool-state" part="review-state">${said.join(SEPARATOR)}</span>
    </button>
    ${open ? body(review, context) : nothing}
  </li>`;
}

function body(review: ReviewView, context: ReviewContext): TemplateResult {
  const { wording, verdicts, again } = context;
  return html`<div class="tool-body" part="review-body">
    ${dispute(review, context)} ${facts(review, context)} ${rounds(review, context)}
    ${decideForm({ ...context, controls: verdicts, label: wording.t('review.decide'), primary: 0 })}
    ${
      again.length > 0
        ? html`<div class="tool-buttons">
            ${again.map((control) => controlButton(control, { ...context, part: 'control' }))}
          </div>`
        : nothing
    }
    ${controlTrouble([...verdicts.slice(0, 1), ...again], wording)}
  </div>`;
}

/** C29: both verdicts stand; nobody votes one away. */
function dispute({ disputed }: ReviewView, { others, wording }: ReviewContext): unknown {
  if (!disputed) return nothing;
  const { t } = wording;
  return html`<div class="dispute" data-fallback="disputed">
    ${warningIcon()}
    <p>
      ${others.length === 0 ? t('review.disputedPlain') : t('review.disputedBy')}
      ${others.map(
        ({ key, reviewer, reviewerName, verdict }, i) =>
          html`${i > 0 ? ', ' : ''}<bdi data-review=${key}
              >${reviewerName ?? reviewer ?? t('status.unknown')}: ${reviewLook(verdict, wording)[1]}</bdi
            >`,
      )}
    </p>
  </div>`;
}

const OPENS: Readonly<Record<string, AgentOpenRequestEvent['kind']>> = {
  artifact: 'artifact',
  evidence: 'evidence',
  agent: 'agent',
  turn: 'turn',
  tool: 'tool',
  tool_call: 'tool',
};

function facts(review: ReviewView, { wording, show }: ReviewContext): TemplateResult {
  const { t } = wording;
  const { target, targetTitle, reviewer, reviewerName, requestedBy, requestedAt } = review;
  const opens = target?.kind === undefined ? undefined : OPENS[target.kind];
  const when = requestedAt === undefined ? undefined : ago(requestedAt, wording);
  return html`<p class="meta facts-line">
    ${
      opens && target?.id !== undefined
        ? html`<button
            type="button"
            class="link"
            data-kind=${opens}
            data-ref=${target.id}
            @click=${() => show(opens, target.id!)}
          >
            ${t('review.showTarget', { title: targetTitle ?? middleEllipsis(target.id, 32) })}
          </button>`
        : nothing
    }
    ${
      reviewer === undefined
        ? html`<span data-fallback="unknown">${t('review.reviewerUnknown')}</span>`
        : html`<button
            type="button"
            class="link"
            data-kind="agent"
            data-ref=${reviewer}
            @click=${() => show('agent', reviewer)}
          >
            ${reviewerName ?? reviewer}
          </button>`
    }
    ${requestedBy === undefined ? nothing : html`<span dir="auto">${t('review.requestedBy', { name: requestedBy })}</span>`}
    ${when === undefined ? nothing : html`<span>${when}</span>`}
  </p>`;
}

/** Oldest first: a round never takes the place of another (section 2.3). */
function rounds(review: ReviewView, context: ReviewContext): unknown {
  const { t } = context.wording;
  const { rounds: held } = review;
  if (held.length === 0) return html`<p class="meta">${t('review.noRound')}</p>`;
  return html`<ol class="rounds">
    ${held.map((round, i) => roundItem(round, i, held.length, context))}
  </ol>`;
}

function roundItem(round: ReviewRound, i: number, count: number, context: ReviewContext): TemplateResult {
  const { wording, show } = context;
  const { t } = wording;
  const { verdict, evidenceRefs = [], summary, completedAt } = round;
  const [status, word] = reviewLook(verdict, wording);
  const when = completedAt === undefined ? undefined : ago(completedAt, wording);
  return html`<li
    class="round"
    part="round"
    data-state=${verdict ?? 'unknown'}
    data-fallback=${status === 'unknown' ? 'unknown' : nothing}
  >
    <p class="round-line">
      ${reviewIcon(status)}
      ${count > 1 ? html`<span class="meta">${t('review.round', { n: i + 1 })}</span>` : nothing}
      <strong>${word}</strong> ${when === undefined ? nothing : html`<span class="meta">${when}</span>`}
    </p>
    ${summary ? html`<p class="summary"><bdi>${summary}</bdi></p>` : nothing}
    ${
      evidenceRefs.length === 0
        ? html`<p class="meta" data-fallback="unavailable">${t('review.noEvidence')}</p>`
        : html`<p class="links">
            ${evidenceRefs.map(
              (id) =>
                html`<button
                  type="button"
                  class="link"
                  data-kind="evidence"
                  data-ref=${id}
                  @click=${() => show('evidence', id)}
                >
                  ${t('capsule.evidence', { id: middleEllipsis(id, 32) })}
                </button>`,
            )}
          </p>`
    }
    ${context.fixes(round, i)}
  </li>`;
}
