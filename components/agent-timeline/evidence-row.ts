import { html, nothing, type TemplateResult } from 'lit';
import type { EvidenceView, ReviewView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { ago } from '../shared/ago.js';
import { inWords } from '../shared/approval-facts.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { openLinks, type OpenLink } from '../shared/open-links.js';
import { reviewLook } from '../shared/review-look.js';
import { safeUrl } from '../shared/markdown/safe-url.js';
import { SEPARATOR } from '../shared/separator.js';
import { valueSection } from '../shared/value-section.js';
import { middleEllipsis } from '../shared/value-text.js';
import { controlButton, controlTrouble, type WorkControl } from '../shared/work-control.js';
import {
  evidenceLook,
  evidenceState,
  outcomeCounts,
  outcomeLook,
  outcomesOf,
  percentOf,
} from './evidence-look.js';
import type { TimelineContext } from './timeline-context.js';

export interface EvidenceContext extends TimelineContext {
  open: boolean;
  controls: readonly WorkControl[];
  /** Those that look at it, or rest on it. */
  reviews: readonly ReviewView[];
  toggle(): void;
}

const KINDS: Readonly<Record<string, StringKey>> = {
  citation: 'timeline.kindCitation',
  trace: 'timeline.kindTrace',
  verification: 'timeline.kindVerification',
  replay: 'timeline.kindReplay',
  review: 'timeline.kindReview',
  audit: 'timeline.kindAudit',
  source_map: 'timeline.kindSourceMap',
  pack: 'timeline.kindPack',
};

function kindWord(kind: string | undefined, { t }: Wording): string {
  const key = kind === undefined ? undefined : KINDS[kind];
  return key ? t(key) : (kind ?? t('reference.evidence'));
}

/** One record of evidence: a line, and in it only what its owner said (N-017, N-021). */
export function evidenceRow(evidence: EvidenceView, context: EvidenceContext): TemplateResult {
  const { wording, open } = context;
  const state = evidenceState(evidence);
  const outcomes = outcomesOf(evidence);
  const [mark, word] = evidenceLook(state, wording, outcomes);
  // What it proves says more than that it is there.
  const counts = outcomeCounts(outcomes, wording).map(
    ([status, text], i) =>
      html`${i > 0 ? html`<span class="extra">${SEPARATOR}</span>` : nothing}<bdi
          class=${i > 0 ? 'extra' : ''}
          data-outcome=${status}
          >${text}</bdi
        >`,
  );
  const { evidenceId, title, kind } = evidence;
  const percent = state === 'exporting' ? percentOf(evidence.progress) : undefined;
  return html`<li
    class="row evidence"
    part="evidence"
    data-id=${evidence.key}
    data-state=${state}
    data-kind=${kind ?? 'unknown'}
    data-fallback=${fallbackOf(evidence, state) ?? nothing}
  >
    <button
      type="button"
      class="tool-line"
      part="evidence-line"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${context.toggle}
    >
      ${icon('chevron')} ${mark}
      <span class="verb" dir="auto">${title ?? kindWord(kind, wording)}</span>
      <span class="aside" dir="auto"
        >${title ? kindWord(kind, wording) : middleEllipsis(evidenceId, 28)}</span
      >
      <span class="tool-state" part="evidence-state">
        ${state === 'ready' && counts.length > 0 ? counts : word}${percent === undefined ? nothing : html` ${percent} %`}
      </span>
    </button>
    ${percent === undefined ? nothing : html`<div class="tool-progress"><progress max="100" .value=${percent} aria-label=${word}></progress></div>`}
    ${open ? body(evidence, context) : nothing}
  </li>`;
}

function fallbackOf({ fallbacks, kind }: EvidenceView, state: string): string | undefined {
  if (state === 'failed' || state === 'disputed' || state === 'stale' || state === 'unknown') return state;
  if (state === 'exporting') return 'loading';
  return kind === undefined ? 'unknown' : fallbacks?.['kind']?.token;
}

function body(evidence: EvidenceView, context: EvidenceContext): TemplateResult {
  const { wording, controls } = context;
  return html`<div class="tool-body" part="evidence-body">
    ${verification(evidence, wording)} ${sources(evidence, context)} ${reviews(evidence, context)}
    ${facts(evidence, wording)} ${gaps(evidence, wording)} ${references(evidence, context)}
    ${openLinks(linksOf(evidence, wording), context.show)}
    ${
      controls.length > 0
        ? html`<div class="tool-buttons">
            ${controls.map((control) => controlButton(control, { ...context, part: 'control' }))}
          </div>`
        : nothing
    }
    ${controlTrouble(controls, wording)}
  </div>`;
}

function verification(evidence: EvidenceView, wording: Wording): unknown {
  const { t } = wording;
  const outcomes = outcomesOf(evidence);
  if (outcomes.length === 0) {
    // Without a word about it, nothing has passed (AC-11, N-001).
    return evidence.kind === 'verification'
      ? html`<p class="meta" data-fallback="unknown">${t('timeline.outcomeUnknown')}</p>`
      : nothing;
  }
  return html`<div class="section">
    <p class="label">${t('timeline.verification')}</p>
    <ul class="plain">
      ${outcomes.map(({ name, status }) => {
        const [mark, word] = outcomeLook(status, wording);
        return html`<li class="outcome-line" data-outcome=${status}>
          ${mark} <span dir="auto">${name ?? t('status.unknown')}</span> <span class="meta">${word}</span>
        </li>`;
      })}
    </ul>
  </div>`;
}

function sources(evidence: EvidenceView, { wording, show }: EvidenceContext): unknown {
  const { t } = wording;
  const given = (evidence.sources ?? []).filter(isJsonObject);
  if (given.length === 0) {
    return evidence.kind === 'citation' || evidence.kind === 'source_map'
      ? html`<p class="meta" data-fallback="unavailable">${t('timeline.noSources')}</p>`
      : nothing;
  }
  return html`<div class="section">
    <p class="label">${t('tool.sources')}</p>
    <ol class="sources" part="sources">
      ${given.map((source) => {
        const { id, title, anchor, artifactId, url: raw } = source;
        const name = typeof title === 'string' ? title : typeof id === 'string' ? id : t('status.unknown');
        const url = typeof raw === 'string' ? safeUrl(raw) : undefined;
        const named =
          typeof artifactId === 'string'
            ? html`<button
                type="button"
                class="link"
                data-ref=${artifactId}
                @click=${() => show('artifact', artifactId)}
              >
                ${name}
              </button>`
            : url
              ? html`<a href=${url.href} target="_blank" rel="noopener noreferrer" dir="auto">${name}</a>
                  <span class="host" dir="ltr">${url.host}</span>`
              : html`<span dir="auto">${name}</span>`;
        return html`<li data-id=${typeof id === 'string' ? id : nothing}>
          ${named}
          ${typeof anchor === 'string' ? html`<code class="anchor" dir="auto">${anchor}</code>` : nothing}
        </li>`;
      })}
    </ol>
  </div>`;
}

/** SF-TL-5: the lane's own records, so that the two cannot differ (N-016). */
function reviews({ reviewDecision }: EvidenceView, { reviews: known, wording }: EvidenceContext): unknown {
  const { t } = wording;
  const decided =
    reviewDecision === undefined || reviewDecision === null ? undefined : inWords(reviewDecision);
  if (known.length === 0 && decided === undefined) return nothing;
  return html`<div class="section">
    <p class="label">${t('timeline.review')}</p>
    ${decided === undefined ? nothing : html`<p class="decision" dir="auto">${decided}</p>`}
    <ul class="plain">
      ${known.map(
        ({ key, reviewer, reviewerName, state }) =>
          html`<li data-review=${key} data-state=${state} dir="auto">
            ${t('timeline.reviewBy', { name: reviewerName ?? reviewer ?? t('status.unknown'), state: reviewLook(state, wording)[1] })}
          </li>`,
      )}
    </ul>
  </div>`;
}

function facts(evidence: EvidenceView, wording: Wording): unknown {
  const { t } = wording;
  const { generatedAt, provenance, traceId, telemetry, telemetrySummary = telemetry } = evidence;
  const told: (readonly [StringKey, unknown])[] = [
    ['timeline.generated', generatedAt && (ago(generatedAt, wording) ?? generatedAt)],
    ['timeline.provenance', provenance && inWords(provenance)],
    ['timeline.trace', traceId],
    ['timeline.telemetry', telemetrySummary && inWords(telemetrySummary)],
  ];
  const known = told.filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (known.length === 0) return nothing;
  return html`<dl class="facts">
    ${known.map(
      ([key, value]) =>
        html`<div>
          <dt>${t(key)}</dt>
          <dd><bdi>${value}</bdi></dd>
        </div>`,
    )}
  </dl>`;
}

function gaps({ knownGaps }: EvidenceView, { t }: Wording): unknown {
  if (!knownGaps || knownGaps.length === 0) return nothing;
  return html`<div class="section">
    <p class="label">${t('timeline.gaps')}</p>
    <ul class="plain bullets">
      ${knownGaps.map((gap) => html`<li><bdi>${gapText(gap)}</bdi></li>`)}
    </ul>
  </div>`;
}

function gapText(gap: unknown): string {
  if (isJsonObject(gap)) {
    const told = [gap['title'], gap['text'], gap['message'], gap['name']].find(
      (text) => typeof text === 'string',
    );
    if (told !== undefined) return told as string;
  }
  return inWords(gap);
}

/** AC-09: pack, replay and review are behind their references until somebody opens them. */
function references(evidence: EvidenceView, context: EvidenceContext): unknown {
  const { packRef, replayRef, reviewRef } = evidence;
  const all: (readonly [StringKey, string | undefined])[] = [
    ['timeline.kindPack', packRef],
    ['timeline.kindReplay', replayRef],
    ['timeline.kindReview', reviewRef],
  ];
  if (!packRef && !replayRef && !reviewRef) return nothing;
  return html`<div class="references">
    ${all.map(([word, ref]) => (ref === undefined ? nothing : reference(word, ref, context)))}
  </div>`;
}

function reference(word: StringKey, ref: string, { wording, tools, disclosure }: EvidenceContext): unknown {
  const { t } = wording;
  const label = t(word);
  const detail = tools.detail(ref);
  if (detail?.state === 'loaded')
    return valueSection({ label, value: detail.detail.text, id: `ref:${ref}`, wording, disclosure });
  const loading = detail?.state === 'loading';
  return html`<div
      class="reference"
      data-ref=${ref}
      data-fallback=${loading ? 'loading' : (detail?.state ?? nothing)}
    >
      <span class="label">${label}</span> <code dir="ltr">${middleEllipsis(ref, 40)}</code>
      <button
        type="button"
        class="link"
        aria-label=${t('timeline.openNamed', { what: label })}
        ?disabled=${loading}
        @click=${() => void tools.fetch(ref)}
      >
        ${t(loading ? 'timeline.opening' : 'timeline.open')}
      </button>
    </div>
    ${detail?.state === 'failed' ? html`<p class="trouble" dir="auto">${icon('cross')} ${t('tool.detailFailed', { reason: detail.reason })}</p>` : nothing}`;
}

function linksOf(evidence: EvidenceView, { t }: Wording): OpenLink[] {
  const { turnId, artifactId, toolCallId, sourceRefs = [] } = evidence;
  const short = (id: string) => ({ id: middleEllipsis(id, 32) });
  return [
    ...(turnId ? [['turn', turnId, t('timeline.showTurn')] as const] : []),
    ...(toolCallId ? [['tool', toolCallId, t('timeline.showTool')] as const] : []),
    ...(artifactId ? [['artifact', artifactId, t('capsule.artifact', short(artifactId))] as const] : []),
    ...sourceRefs.map((id) => ['evidence', id, t('tool.source', short(id))] as const),
  ];
}
