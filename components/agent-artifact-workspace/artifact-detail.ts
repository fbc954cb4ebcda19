import { html, nothing, type TemplateResult } from 'lit';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { artifactIcon, artifactKindWord, artifactStatus } from '../shared/artifact-kind.js';
import { icon, type IconName } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import { controlButton, controlTrouble } from '../shared/work-control.js';
import { artifactContent } from './artifact-content.js';
import { allows, artifactControls } from './artifact-controls.js';
import type { Editing } from './artifact-desk.js';
import { artifactEditor } from './artifact-editor.js';
import { artifactFacts } from './artifact-facts.js';
import { fallbackOf, unsaved } from './artifact-list.js';
import { exportList } from './export-list.js';
import { versionList } from './version-list.js';
import type { Tab, WorkspaceContext } from './workspace-context.js';

export interface DetailContext extends WorkspaceContext {
  /** How many there are, for the way back in a narrow panel. */
  count: number;
  editing: Editing | undefined;
  /** It goes along with the next message already. */
  attached: boolean;
  back(): void;
  edit(): void;
  attach(): void;
}

/** One artifact: what it is and how it stands, what can be done, and its content, versions, exports and facts. */
export function artifactDetail(artifact: ArtifactView, context: DetailContext): TemplateResult {
  const { wording, choices, count, back } = context;
  const { t } = wording;
  const { artifactId, title, kind, status, versionId } = artifact;
  const [look, word] = artifactStatus(artifact, wording);
  const name = title ?? artifactId;
  return html`<article
    class="detail"
    part="detail"
    data-id=${artifactId}
    data-state=${status}
    data-fallback=${fallbackOf(artifact)}
    aria-label=${name}
  >
    <header>
      ${
        count > 1
          ? html`<button type="button" class="quiet back" @click=${back}>
              ${icon('chevron')} ${t('artifact.all')} (${count})
            </button>`
          : nothing
      }
      <div class="head">
        <span class="head-icon">${icon(artifactIcon(kind))}</span>
        <h2 class="title" part="title" dir="auto">${name}</h2>
        <span class="head-state" part="state" data-status=${look}>${statusIcon(look)} ${word}</span>
      </div>
      <p class="meta head-facts">
        <span data-fallback=${kind === 'unknown' ? 'unknown' : nothing}
          >${kind === 'unknown' ? t('artifact.kindUnknown') : artifactKindWord(kind, wording)}</span
        >${SEPARATOR}<span data-fallback=${versionId === undefined ? 'unknown' : nothing}
          >${versionId === undefined ? t('artifact.versionUnknown') : versionId}</span
        >
        ${artifact.agentName ? html`${SEPARATOR}<span dir="auto">${artifact.agentName}</span>` : nothing}
      </p>
      ${markers(artifact, context)} ${actions(artifact, context)}
    </header>
    ${tabs(artifact, context)}
    <div class="pane" role="tabpanel" id="pane" aria-label=${t(TABS[choices.tab][0])} data-tab=${choices.tab}>
      ${pane(artifact, context)}
    </div>
  </article>`;
}

/** What a reader must know before reading: failed, disputed, deleted, out of date, unsaved. */
function markers(artifact: ArtifactView, context: DetailContext): unknown {
  const { wording, editing, choices, choose, desk } = context;
  const { t } = wording;
  const { failure, deleted, disputed, lastConfirmedVersionId } = artifact;
  // Beside the text that it is about, it is told with that.
  const toldBelow = editing?.state === 'failed' && choices.editing !== false && choices.tab === 'content';
  const marker = (name: IconName, token: string, text: unknown) =>
    html`<p class="marker" data-fallback=${token}>${icon(name)} <span dir="auto">${text}</span></p>`;
  const savedAs = desk.savedAs(artifact);
  return html`${deleted ? marker('square', 'unavailable', t('artifact.tombstone')) : nothing}
  ${
    failure && !deleted && !toldBelow
      ? marker(
          'cross',
          'failed',
          [
            t(failure.operation === 'save' ? 'artifact.saveFailed' : 'artifact.operationFailed', {
              operation: failure.operation ?? '',
            }),
            failure.error,
            lastConfirmedVersionId && t('artifact.lastConfirmed', { version: lastConfirmedVersionId }),
          ]
            .filter(Boolean)
            .join(SEPARATOR),
        )
      : nothing
  }
  ${reviewMarker(artifact, context)}
  ${disputed && !deleted ? marker('alert', 'disputed', t('artifact.disputedNote')) : nothing}
  ${artifact.stale || artifact.status === 'stale' ? marker('clock', 'stale', t('artifact.staleNote')) : nothing}
  ${savedAs ? html`<p class="marker saved" role="status">${icon('check')} ${t('artifact.savedAs', { version: savedAs })}</p>` : nothing}
  ${
    unsaved(editing) && (choices.editing === false || choices.tab !== 'content')
      ? html`<p class="marker unsaved" role="status">
          ${icon('pencil')} ${t(editing?.conflict ? 'artifact.conflict' : 'artifact.unsaved')}
          <button
            type="button"
            class="link"
            data-verb="resume"
            @click=${() => choose({ editing: true, tab: 'content', versionId: undefined })}
          >
            ${t('artifact.goOn')}
          </button>
        </p>`
      : nothing
  }`;
}

const VERDICTS: Readonly<Record<string, Status>> = {
  requested: 'in-review',
  reviewing: 'in-review',
  passed: 'done',
  changes_requested: 'needs-you',
  failed: 'failed',
};

/** Where the newest review of it stands, in its owner's word; all of them are among the facts. */
function reviewMarker({ reviews = [], deleted }: ArtifactView, { wording: { t } }: DetailContext): unknown {
  const last = reviews.at(-1);
  if (!last || deleted) return nothing;
  const word = last.verdict ?? last.state;
  const look = Object.hasOwn(VERDICTS, word) ? VERDICTS[word]! : 'unknown';
  const said = [t('artifact.reviewOf'), last.reviewer, word.replaceAll('_', ' ')];
  return html`<p class="marker" data-review=${last.reviewId}>
    ${statusIcon(look)} <span dir="auto">${said.filter(Boolean).join(SEPARATOR)}</span>
  </p>`;
}

const BARS: Readonly<Record<string, StringKey>> = {
  version: 'artifact.barVersion',
  stale: 'artifact.barStale',
  content: 'artifact.barContent',
  size: 'artifact.barSize',
};

function actions(artifact: ArtifactView, context: DetailContext): unknown {
  const { wording, session, writes, desk, editing, choices, attached } = context;
  const { t } = wording;
  const bar = desk.editBar(artifact);
  const controls = artifactControls(artifact, session, writes);
  const isWriting = editing !== undefined && choices.editing !== false;
  const attaches = allows(artifact, 'attach');
  if (bar === 'hidden' && controls.length === 0 && !attaches) return nothing;
  return html`<div class="actions" role="group" aria-label=${t('artifact.actions')}>
      ${
        bar === 'hidden' || isWriting
          ? nothing
          : html`<button
              type="button"
              part="artifact-button"
              data-verb="edit"
              data-fallback=${bar === 'version' ? 'unknown' : bar ? 'unavailable' : nothing}
              title=${bar ? t(BARS[bar]!) : nothing}
              ?disabled=${bar !== undefined}
              @click=${context.edit}
            >
              ${icon('pencil')} ${t('artifact.edit')}
            </button>`
      }
      ${
        attaches
          ? html`<button
              type="button"
              class="quiet"
              part="artifact-button"
              data-verb="attach"
              aria-pressed=${attached ? 'true' : 'false'}
              ?disabled=${attached}
              @click=${context.attach}
            >
              ${icon(attached ? 'check' : 'paperclip')}
              ${t(attached ? 'artifact.attached' : 'artifact.attach')}
            </button>`
          : nothing
      }
      ${controls.map((control) => controlButton(control, { wording, ask: context.ask, part: 'artifact-button', look: 'quiet' }))}
    </div>
    ${bar && bar !== 'hidden' && bar !== 'content' ? html`<p class="meta">${t(BARS[bar]!)}</p>` : nothing}
    ${controlTrouble(controls, wording)}`;
}

const TABS: Readonly<Record<Tab, readonly [StringKey]>> = {
  content: ['artifact.content'],
  versions: ['artifact.versions'],
  exports: ['artifact.exports'],
  facts: ['artifact.facts'],
};

function tabs(artifact: ArtifactView, { wording, choices, choose }: DetailContext): TemplateResult {
  const { t } = wording;
  const counts: Partial<Record<Tab, number>> = {
    versions: artifact.versions.length,
    exports: artifact.exports.length,
  };
  const names = Object.keys(TABS) as Tab[];
  const onKey = (event: KeyboardEvent) => {
    const rtl = (event.currentTarget as Element).matches(':dir(rtl)') ? -1 : 1;
    const step = event.key === 'ArrowRight' ? rtl : event.key === 'ArrowLeft' ? -rtl : 0;
    const at = names.indexOf(choices.tab);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? names.length - 1 : at + step;
    if ((step === 0 && to === at) || !names[to]) return;
    event.preventDefault();
    choose({ tab: names[to]! });
    (event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t('artifact.views')} @keydown=${onKey}>
    ${names.map(
      (name) =>
        html`<button
          type="button"
          role="tab"
          class="tab"
          part="tab"
          data-tab=${name}
          data-status=${name === 'exports' && artifact.exports.at(-1)?.state === 'failed' ? 'failed' : nothing}
          aria-selected=${name === choices.tab ? 'true' : 'false'}
          aria-controls=${name === choices.tab ? 'pane' : nothing}
          tabindex=${name === choices.tab ? 0 : -1}
          @click=${() => choose({ tab: name })}
        >
          ${t(TABS[name][0])} ${counts[name] ? html`<span class="tab-count">${counts[name]}</span>` : nothing}
        </button>`,
    )}
  </div>`;
}

function pane(artifact: ArtifactView, context: DetailContext): unknown {
  const { choices, choose, editing, wording } = context;
  switch (choices.tab) {
    case 'versions':
      return versionList(artifact, context);
    case 'exports':
      return exportList(artifact, context);
    case 'facts':
      return artifactFacts(artifact, context);
    case 'content': {
      if (editing && choices.editing !== false) return artifactEditor(artifact, editing, context);
      const { versionId = artifact.versionId } = choices;
      const older = versionId !== artifact.versionId;
      return html`${
        older
          ? html`<p class="marker" role="status">
              ${icon('clock')} ${wording.t('artifact.olderVersion', { version: versionId ?? '' })}
              <button type="button" class="link" @click=${() => choose({ versionId: undefined })}>
                ${wording.t('artifact.toCurrent')}
              </button>
            </p>`
          : nothing
      }
      ${artifactContent(artifact, versionId, context)}`;
    }
  }
}
