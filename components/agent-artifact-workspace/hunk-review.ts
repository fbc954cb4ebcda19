import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../shared/icons.js';
import type { Hunk } from './line-diff.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Hunks that are drawn at first, and lines of each. */
const HUNKS = 60;
const LINES = 400;
/** Unchanged lines that stand around a change. */
const AROUND = 3;

export interface HunkReview {
  baseName: string;
  headName: string;
  base: string;
  hunks: readonly Hunk[];
  /** Decide about each: whether the newer text is taken. Without it, the change is only shown. */
  decide?: ((hunk: Hunk, takes: boolean) => void) | undefined;
}

/** A change, hunk by hunk, between what stays; each line keeps its sign, so that colour is not the only one. */
export function hunkReview(review: HunkReview, context: WorkspaceContext): TemplateResult {
  const { wording, choices } = context;
  const { t } = wording;
  const { hunks, base, baseName, headName } = review;
  if (hunks.length === 0) return html`<p class="meta none" role="status">${t('artifact.noChange')}</p>`;
  const lines = base.split('\n');
  const limit = choices.shown.get('hunks') ?? HUNKS;
  const shown = hunks.slice(0, limit);
  return html`<div
    class="review"
    part="review"
    role="group"
    aria-label=${t('artifact.changeFromTo', { base: baseName, head: headName })}
  >
    ${shown.map((hunk, i) => {
      const before = hunks[i - 1];
      const from = before ? before.baseStart + before.base.length : 0;
      return html`${unchanged(lines, from, hunk.baseStart, i === 0, false, context)}
      ${oneHunk(hunk, review, context)}`;
    })}
    ${
      hunks.length > limit
        ? html`<button
            type="button"
            class="quiet more"
            @click=${() => context.choose({ shown: choices.shown.set('hunks', limit + HUNKS) })}
          >
            ${t('artifact.more', { count: hunks.length - limit })}
          </button>`
        : unchanged(lines, endOf(hunks.at(-1)!), lines.length, false, true, context)
    }
  </div>`;
}

function endOf({ baseStart, base }: Hunk): number {
  return baseStart + base.length;
}

/** A few lines on either side, and how many stand between. */
function unchanged(
  lines: readonly string[],
  from: number,
  to: number,
  first: boolean,
  last: boolean,
  { wording: { t } }: WorkspaceContext,
): unknown {
  const after = first ? 0 : AROUND;
  const before = last ? 0 : AROUND;
  if (to - from <= after + before + 1) return to > from ? plain(lines.slice(from, to)) : nothing;
  return html`${after > 0 ? plain(lines.slice(from, from + after)) : nothing}
    <p class="gap">${t('artifact.unchanged', { count: to - from - after - before })}</p>
    ${before > 0 ? plain(lines.slice(to - before, to)) : nothing}`;
}

function plain(lines: readonly string[]): TemplateResult {
  return html`<pre class="lines" dir="ltr">${lines.map((line) => ` ${line}\n`)}</pre>`;
}

function oneHunk(hunk: Hunk, { decide }: HunkReview, context: WorkspaceContext): TemplateResult {
  const { choices, wording } = context;
  const { t } = wording;
  const takes = choices.decided.get(hunk.index);
  const state = takes === undefined ? 'open' : takes ? 'accepted' : 'rejected';
  const name = t('artifact.hunk', { n: hunk.index + 1, line: hunk.headStart + 1 });
  const button = (value: boolean) =>
    html`<button
      type="button"
      class="quiet"
      data-verb=${value ? 'accept' : 'reject'}
      aria-pressed=${takes === value ? 'true' : 'false'}
      @click=${() => decide?.(hunk, value)}
    >
      ${icon(value ? 'check' : 'cross')} ${t(value ? 'artifact.accept' : 'artifact.reject')}
      <span class="visually-hidden">${name}</span>
    </button>`;
  return html`<section class="hunk" part="hunk" data-id=${hunk.index} data-state=${state} aria-label=${name}>
    <p class="hunk-head">
      <span class="meta">${name}</span>${decide ? html`${button(true)}${button(false)}` : nothing}
    </p>
    <pre class="diff" dir="ltr">${signed(hunk, context)}</pre>
  </section>`;
}

function signed({ base, head }: Hunk, { wording: { t } }: WorkspaceContext): unknown {
  const left = base.length + head.length - 2 * LINES;
  return html`${base.slice(0, LINES).map((line) => html`<del>${`-${line}\n`}</del>`)}${head
    .slice(0, LINES)
    .map((line) => html`<ins>${`+${line}\n`}</ins>`)}${
    left > 0 && (base.length > LINES || head.length > LINES)
      ? html`<i>${t('artifact.more', { count: left })}</i>`
      : nothing
  }`;
}
