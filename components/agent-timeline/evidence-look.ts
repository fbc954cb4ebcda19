import { html, type TemplateResult } from 'lit';
import type { EvidenceView } from '../../src/agent-ui/projection/view-models.js';
import { isJsonObject } from '../../src/base/json.js';
import { icon } from '../shared/icons.js';
import type { StringKey, Wording } from '../shared/localize.js';
import { statusIcon, warningIcon, type Status } from '../shared/status.js';

/** How evidence stands: its owner's word, and over it that somebody disputes it or that it is old. */
export type EvidenceState =
  'failed' | 'disputed' | 'stale' | 'exporting' | 'pending' | 'ready' | 'unknown' | (string & {});

export function evidenceState({ status, disputed, stale }: EvidenceView): EvidenceState {
  if (status === 'failed') return 'failed';
  return disputed ? 'disputed' : stale ? 'stale' : status;
}

const LOOKS: Readonly<Record<string, readonly [Status, StringKey]>> = {
  failed: ['failed', 'status.failed'],
  exporting: ['running', 'timeline.exporting'],
  pending: ['queued', 'status.queued'],
  ready: ['done', 'status.ready'],
  unknown: ['unknown', 'status.unknown'],
};

/** Icon and word; an owner's word that nobody knows stays as it is. */
export function evidenceLook(
  state: EvidenceState,
  wording: Wording,
  outcomes: readonly Outcome[],
): readonly [TemplateResult, string] {
  const { t } = wording;
  if (state === 'disputed') return [warningIcon(), t('timeline.disputed')];
  if (state === 'stale')
    return [
      html`<span class="status-icon" data-status="blocked">${icon('clock')}</span>`,
      t('timeline.stale'),
    ];
  const worst = state === 'ready' ? worstOf(outcomes) : undefined;
  const [status, word] = LOOKS[state] ?? ['unknown', undefined];
  return [worst ? outcomeLook(worst, wording)[0] : statusIcon(status), word ? t(word) : state];
}

/** Each outcome that says something: what does not apply is left out (section 6). */
export function outcomesOf({ verificationOutcomes }: EvidenceView): readonly Outcome[] {
  return (verificationOutcomes ?? [])
    .filter(isJsonObject)
    .map(({ name, status }) => ({
      name: typeof name === 'string' ? name : undefined,
      status: typeof status === 'string' ? status : 'unknown',
    }))
    .filter(({ status }) => status !== 'not_applicable');
}

export interface Outcome {
  name: string | undefined;
  status: string;
}

const OUTCOMES: Readonly<Record<string, readonly [Status | 'warning', StringKey, StringKey]>> = {
  failed: ['failed', 'status.failed', 'timeline.countFailed'],
  partial: ['warning', 'timeline.partial', 'timeline.countPartial'],
  unknown: ['unknown', 'status.unknown', 'timeline.countUnknown'],
  passed: ['done', 'timeline.passed', 'timeline.countPassed'],
};

export function outcomeLook(status: string, { t }: Wording): readonly [TemplateResult, string] {
  const [look, word] = OUTCOMES[status] ?? ['unknown', undefined];
  return [look === 'warning' ? warningIcon() : statusIcon(look), word ? t(word) : status];
}

function worstOf(outcomes: readonly Outcome[]): string | undefined {
  return Object.keys(OUTCOMES).find((status) => outcomes.some((outcome) => outcome.status === status));
}

/** "1 failed, 2 passed": the bad ones first. */
export function outcomeCounts(outcomes: readonly Outcome[], { t }: Wording): readonly [string, string][] {
  return Object.entries(OUTCOMES).flatMap(([status, [, , key]]): [string, string][] => {
    const count = outcomes.filter((outcome) => outcome.status === status).length;
    return count > 0 ? [[status, t(key, { count })]] : [];
  });
}

const RANKS = ['failed', 'disputed', 'exporting', 'stale'];

/** What asks for a person first; then the newest. */
export function byUrgency(evidence: readonly EvidenceView[]): EvidenceView[] {
  const ranks = new Map(evidence.map((view) => [view, rankOf(view)]));
  return [...evidence].reverse().sort((a, b) => ranks.get(a)! - ranks.get(b)!);
}

function rankOf(view: EvidenceView): number {
  const at = RANKS.indexOf(evidenceState(view));
  if (at >= 0) return at;
  return outcomesOf(view).some(({ status }) => status === 'failed') ? 1 : RANKS.length;
}

/** What has become of an export, and what does not hold any more: what to say, by what it is and how it stands. */
export function evidenceNews(evidence: readonly EvidenceView[], wording: Wording): Map<string, string> {
  const news = new Map<string, string>();
  for (const record of evidence) {
    const state = evidenceState(record);
    const told = state === 'failed' || state === 'disputed' || (record.kind === 'pack' && state === 'ready');
    if (!told) continue;
    const [, text] = evidenceLook(state, wording, []);
    const title = record.title ?? wording.t('reference.evidence');
    news.set(`evidence:${record.key}:${state}`, wording.t('tabs.needsYou', { title, text }));
  }
  return news;
}

/** Per cent, from a share, a percentage or a count. */
export function percentOf(progress: unknown): number | undefined {
  if (typeof progress === 'number') return bounded(progress <= 1 ? progress * 100 : progress);
  if (!isJsonObject(progress)) return undefined;
  const { percent, done, total } = progress;
  if (typeof percent === 'number') return bounded(percent);
  return typeof done === 'number' && typeof total === 'number' && total > 0
    ? bounded((100 * done) / total)
    : undefined;
}

function bounded(percent: number): number | undefined {
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, Math.round(percent))) : undefined;
}
