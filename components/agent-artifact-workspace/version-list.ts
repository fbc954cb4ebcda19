import { html, nothing, type TemplateResult } from 'lit';
import type { ArtifactVersion, ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { ago } from '../shared/ago.js';
import { diffView } from '../shared/diff-view.js';
import { icon } from '../shared/icons.js';
import { controlButton, controlTrouble } from '../shared/work-control.js';
import { rollbackControl } from './artifact-controls.js';
import { hunkReview } from './hunk-review.js';
import { lineDiff, withHunks, type Hunk } from './line-diff.js';
import { refLinks } from './ref-links.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Versions that are drawn at first, the newest, and with each "more". */
const STEP = 50;
/** Longer texts are not compared here. Characters. */
const MAX_COMPARED = 1_000_000;

/** §2.3: the versions that ever were, the newest first; two of them are compared below. */
export function versionList(artifact: ArtifactView, context: WorkspaceContext): TemplateResult {
  const { wording, choices } = context;
  const { t } = wording;
  const newest = [...artifact.versions].reverse();
  if (newest.length === 0)
    return html`<p class="meta none" data-fallback="unknown">${t('artifact.noVersions')}</p>`;
  const limit = choices.shown.get('versions') ?? STEP;
  const shown = newest.slice(0, limit);
  const rollbacks = shown.map((version) =>
    version.current
      ? undefined
      : rollbackControl(artifact, version.versionId, context.session, context.writes),
  );
  return html`<ol class="versions" part="versions">
      ${shown.map((version, i) => versionRow(artifact, version, rollbacks[i], context))}
    </ol>
    ${
      newest.length > limit
        ? html`<button
            type="button"
            class="quiet more"
            @click=${() => context.choose({ shown: choices.shown.set('versions', limit + STEP) })}
          >
            ${t('artifact.more', { count: newest.length - limit })}
          </button>`
        : nothing
    }
    ${controlTrouble(rollbacks.flatMap((control) => control ?? []).slice(0, 1), wording)}
    ${newest.length > 1 ? comparison(artifact, context) : nothing}`;
}

function versionRow(
  artifact: ArtifactView,
  version: ArtifactVersion,
  rollback: ReturnType<typeof rollbackControl>,
  context: WorkspaceContext,
): TemplateResult {
  const { wording, choices, choose, desk } = context;
  const { t } = wording;
  const { versionId, current, createdAt, turnId, sourceRefs = [] } = version;
  const confirming = choices.confirming === `rollback:${versionId}`;
  const readable = current || desk.refOf(artifact, versionId) !== undefined;
  const turn = turnId === undefined || sourceRefs.includes(`turn:${turnId}`) ? [] : [`turn:${turnId}`];
  const named = html`<span class="visually-hidden">${versionId}</span>`;
  return html`<li class="version" data-id=${versionId} data-state=${current ? 'current' : 'superseded'}>
    <div class="version-line">
      <span class="version-dot" aria-hidden="true"></span>
      <span class="version-name" dir="auto">${versionId}</span>
      ${current ? html`<span class="tag">${t('artifact.current')}</span>` : nothing}
      <span class="meta">${createdAt ? ago(createdAt, wording) : t('artifact.timeUnknown')}</span>
      <span class="version-tools">
        ${
          readable
            ? html`<button
                type="button"
                class="quiet"
                data-verb="view"
                @click=${() => {
                  choose({ tab: 'content', versionId: current ? undefined : versionId, editing: false });
                  if (!current) void desk.fetch(artifact, versionId);
                }}
              >
                ${icon('eye')} ${t('artifact.view')} ${named}
              </button>`
            : html`<span class="meta" data-fallback="unavailable">${t('artifact.notKept')}</span>`
        }
        ${
          rollback && !confirming
            ? html`<button
                type="button"
                class="quiet"
                data-verb="rollback"
                ?disabled=${rollback.pending}
                @click=${() => choose({ confirming: `rollback:${versionId}` })}
              >
                ${icon('retry')} ${t('artifact.rollback')} ${named}
              </button>`
            : nothing
        }
      </span>
    </div>
    ${refLinks([...turn, ...sourceRefs], context)}
    ${
      rollback && confirming
        ? html`<div
            class="confirm"
            role="group"
            aria-label=${t('artifact.rollbackTo', { version: versionId })}
          >
            <span>${t('artifact.rollbackNote', { version: versionId })}</span>
            ${controlButton(rollback, {
              wording,
              ask: (control) => {
                choose({ confirming: undefined });
                context.ask(control);
              },
              part: 'artifact-button',
            })}
            <button type="button" class="quiet" @click=${() => choose({ confirming: undefined })}>
              ${t('approval.back')}
            </button>
          </div>`
        : nothing
    }
  </li>`;
}

/** SF-ART-5: two versions that somebody names, whichever they are. */
function comparison(artifact: ArtifactView, context: WorkspaceContext): TemplateResult {
  const { wording, choices, choose } = context;
  const { t } = wording;
  const ids = artifact.versions.map(({ versionId }) => versionId);
  const current = artifact.versionId ?? ids.at(-1)!;
  const pair = choices.compare ?? { base: ids[Math.max(0, ids.indexOf(current) - 1)]!, head: current };
  const select = (side: 'base' | 'head') =>
    html`<select
      aria-label=${t(side === 'base' ? 'artifact.compareFrom' : 'artifact.compareTo')}
      data-side=${side}
      @change=${(event: Event) => {
        const value = (event.target as HTMLSelectElement).value;
        choose({ compare: { ...pair, [side]: value }, decided: new Map() });
      }}
    >
      ${ids.map((id) => html`<option value=${id} ?selected=${id === pair[side]}>${id}</option>`)}
    </select>`;
  return html`<section class="compare" part="compare" aria-label=${t('artifact.compare')}>
    <div class="compare-bar">
      ${select('base')} <span aria-hidden="true">${icon('bend')}</span> ${select('head')}
      <button
        type="button"
        data-verb="compare"
        @click=${() => {
          choose({ compare: pair });
          void fetchPair(artifact, pair, context);
        }}
      >
        ${t('artifact.compare')}
      </button>
    </div>
    ${choices.compare ? compared(artifact, choices.compare, context) : nothing}
  </section>`;
}

/** The owner's own diff of the two, where it made one. */
function toldDiff(
  { diffs }: ArtifactView,
  { base, head }: { base: string; head: string },
): string | undefined {
  return diffs.find((diff) => diff.base === base && diff.head === head)?.diffRef;
}

async function fetchPair(
  artifact: ArtifactView,
  pair: { base: string; head: string },
  { desk }: WorkspaceContext,
): Promise<void> {
  const known = [pair.base, pair.head].every(
    (id) => desk.refOf(artifact, id) !== undefined || desk.textOf(artifact, id) !== undefined,
  );
  const told = toldDiff(artifact, pair);
  if (known) await Promise.all([desk.fetch(artifact, pair.base), desk.fetch(artifact, pair.head)]);
  else if (told !== undefined) await desk.fetchDetail(told);
}

function compared(
  artifact: ArtifactView,
  { base, head }: { base: string; head: string },
  context: WorkspaceContext,
): unknown {
  const { desk, wording } = context;
  const { t } = wording;
  const texts = [desk.textOf(artifact, base), desk.textOf(artifact, head)];
  if (texts[0] !== undefined && texts[1] !== undefined)
    return reviewed(artifact, { base, head }, texts as [string, string], context);
  const told = toldDiff(artifact, { base, head });
  const states = [
    desk.fetched(artifact, base),
    desk.fetched(artifact, head),
    told ? desk.detail(told) : undefined,
  ];
  if (states.some((state) => state?.state === 'loading'))
    return html`<p class="meta" data-fallback="loading" role="status">${t('artifact.loading')}</p>`;
  const failed = states.find((state) => state?.state === 'failed');
  if (failed?.state === 'failed')
    return html`<p class="trouble" dir="auto">
      ${icon('cross')} ${t('tool.detailFailed', { reason: failed.reason })}
    </p>`;
  const diff = states[2];
  if (diff?.state === 'loaded') return diffView(diff.detail.text, wording);
  const missing = [base, head].filter(
    (id) => desk.refOf(artifact, id) === undefined && desk.textOf(artifact, id) === undefined,
  );
  if (missing.length === 0 || told) return nothing;
  return html`<p class="meta none" data-fallback="unavailable">
    ${t('artifact.cannotCompare', { versions: missing.join(', ') })}
  </p>`;
}

/** What changed; over the version in force, each hunk can be taken or turned down (AC-08). */
function reviewed(
  artifact: ArtifactView,
  { base, head }: { base: string; head: string },
  [from, to]: [string, string],
  context: WorkspaceContext,
): TemplateResult {
  const { choices, choose, desk, wording } = context;
  const { t } = wording;
  if (Math.max(from.length, to.length) > MAX_COMPARED)
    return html`<p class="meta none" data-fallback="unavailable">${t('artifact.tooLong')}</p>`;
  const hunks = choices.hunks(from, to, lineDiff);
  const decides = head === artifact.versionId && desk.editBar(artifact) === undefined;
  const editing = desk.editing(artifact, context.writes);
  const decide = (hunk: Hunk, takes: boolean) =>
    choose({ decided: new Map(choices.decided).set(hunk.index, takes) });
  const rejected = [...choices.decided.values()].filter((takes) => !takes).length;
  const apply = () => {
    const draft = desk.propose(
      artifact,
      to,
      withHunks(from, hunks, ({ index }) => choices.decided.get(index) !== false),
    );
    if (draft) desk.save(draft, artifact);
    choose({
      tab: 'content',
      compare: undefined,
      decided: new Map(),
      editing: undefined,
      versionId: undefined,
    });
  };
  return html`${hunkReview(
    { baseName: base, headName: head, base: from, hunks, decide: decides && !editing ? decide : undefined },
    context,
  )}
  ${
    decides && editing
      ? html`<p class="meta">${t('artifact.reviewBarred')}</p>`
      : decides && hunks.length > 0
        ? html`<div class="review-bar">
            <span class="meta" role="status">
              ${t('artifact.decided', { n: choices.decided.size, total: hunks.length })}
            </span>
            <button
              type="button"
              class="primary"
              data-verb="apply"
              ?disabled=${rejected === 0}
              @click=${apply}
            >
              ${t('artifact.apply', { count: rejected })}
            </button>
          </div>`
        : nothing
  }`;
}
