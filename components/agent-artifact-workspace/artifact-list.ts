import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { artifactIcon, artifactKindWord, artifactStatus } from '../shared/artifact-kind.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import type { Editing } from './artifact-desk.js';

/** Rows that are drawn at once. */
export const ROWS = 60;
/** From here on a field to find one by its title is worth its place. */
const MANY = 12;

export interface ListContext {
  wording: Wording;
  chosen: string | undefined;
  filter: string;
  /** How many rows of those that ask for nothing. */
  limit: number;
  editing(artifact: ArtifactView): Editing | undefined;
  choose(artifactId: string): void;
  find(filter: string): void;
  more(): void;
  onKey(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
}

/** Somebody would miss it. */
export function unsaved(editing: Editing | undefined): Editing | undefined {
  return editing?.state === 'clean' ? undefined : editing;
}

/** What waits for the person, then what failed or is in dispute, then the rest; what was deleted last. */
function rank(artifact: ArtifactView, editing: Editing | undefined): number {
  if (artifact.deleted) return 3;
  if (unsaved(editing) && (editing?.conflict || editing?.state === 'failed')) return 0;
  return artifact.failed || artifact.disputed || artifact.status === 'failed' ? 1 : 2;
}

/** Attention first; otherwise in the order in which they came, the newest last. */
export function inListOrder(
  artifacts: readonly ArtifactView[],
  editing: (artifact: ArtifactView) => Editing | undefined,
): ArtifactView[] {
  const ranked = artifacts.map((artifact) => ({ artifact, rank: rank(artifact, editing(artifact)) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ artifact }) => artifact);
}

export function artifactList(artifacts: readonly ArtifactView[], context: ListContext): TemplateResult {
  const { wording, filter, limit, chosen } = context;
  const { t } = wording;
  const sought = filter.trim().toLocaleLowerCase();
  const found = inListOrder(artifacts, context.editing).filter(
    ({ title, artifactId }) => !sought || (title ?? artifactId).toLocaleLowerCase().includes(sought),
  );
  // Of a long list the newest count.
  const hidden = Math.max(0, found.length - limit);
  const urgent = found.findIndex((artifact) => rank(artifact, context.editing(artifact)) > 1);
  const from = Math.min(urgent < 0 ? found.length : urgent, limit);
  const rows = [...found.slice(0, from), ...found.slice(from + hidden)];
  return html`<nav class="list" part="list" aria-label=${t('artifact.list')}>
    ${
      artifacts.length > MANY
        ? html`<input
            type="search"
            class="find"
            dir="auto"
            aria-label=${t('artifact.find')}
            placeholder=${t('artifact.find')}
            .value=${filter}
            @input=${(event: Event) => context.find((event.target as HTMLInputElement).value)}
          />`
        : nothing
    }
    ${sought && found.length === 0 ? html`<p class="meta none" role="status">${t('artifact.noneFound')}</p>` : nothing}
    <ul @keydown=${context.onKey} @focusin=${context.onFocus}>
      ${repeat(
        rows,
        ({ key }) => key,
        (artifact, i) => {
          const editing = unsaved(context.editing(artifact));
          const isChosen = artifact.artifactId === chosen;
          const gap = hidden > 0 && i === from;
          return guard(
            [artifact, isChosen, editing?.state, editing?.conflict, wording, gap && hidden],
            () =>
              html`${gap ? moreRow(hidden, context) : nothing}${listRow(artifact, editing, isChosen, context)}`,
          );
        },
      )}
    </ul>
  </nav>`;
}

function moreRow(count: number, { more, wording: { t } }: ListContext): TemplateResult {
  return html`<li>
    <button type="button" class="quiet more" @click=${more}>${t('artifact.earlier', { count })}</button>
  </li>`;
}

function listRow(
  artifact: ArtifactView,
  editing: Editing | undefined,
  chosen: boolean,
  { wording, choose }: ListContext,
): TemplateResult {
  const { t } = wording;
  const { artifactId, title, kind, status, versionId, disputed, deleted } = artifact;
  const [look, word] = artifactStatus(artifact, wording);
  const state = editing?.conflict
    ? t('artifact.conflict')
    : editing
      ? t(editing.state === 'failed' ? 'artifact.notSaved' : 'artifact.unsaved')
      : disputed && !deleted
        ? t('artifact.disputed')
        : word;
  const asks = editing !== undefined || (disputed && !deleted);
  return html`<li
    class="row"
    part="row"
    data-id=${artifactId}
    data-state=${status}
    data-fallback=${fallbackOf(artifact)}
  >
    <button
      type="button"
      class="row-line"
      aria-current=${chosen ? 'true' : nothing}
      @click=${() => choose(artifactId)}
    >
      <span class="row-icon">${icon(artifactIcon(kind))}</span>
      <span class="row-title" dir="auto">${title ?? artifactId}</span>
      <span class="row-facts">
        <span class="row-kind"
          >${[artifactKindWord(kind, wording), versionId].filter(Boolean).join(SEPARATOR)}</span
        >
        <span class="row-state" data-status=${asks ? 'needs-you' : look}>
          ${asks ? html`<span class="status-icon" data-status="needs-you">${icon(editing ? 'pencil' : 'alert')}</span>` : statusIcon(look)}
          ${state}
        </span>
      </span>
    </button>
  </li>`;
}

/** The gravest of what is missing (§6). */
export function fallbackOf({ fallbacks }: ArtifactView): unknown {
  const said = fallbacks?.['status'] ?? fallbacks?.['kind'] ?? fallbacks?.['versionId'];
  return said?.token ?? nothing;
}
