import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { copyButton } from '../shared/copy-button.js';
import { icon } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon, type Status } from '../shared/status.js';
import { controlButton } from '../shared/work-control.js';
import { artifactContent } from './artifact-content.js';
import { artifactControls } from './artifact-controls.js';
import type { DraftState } from './artifact-drafts.js';
import type { Editing } from './artifact-desk.js';
import { hunkReview } from './hunk-review.js';
import { lineDiff, withHunks, type Hunk } from './line-diff.js';
import type { WorkspaceContext } from './workspace-context.js';

const STATES: Readonly<Record<Exclude<DraftState, 'saved'>, readonly [Status, StringKey]>> = {
  clean: ['idle', 'artifact.noEdits'],
  dirty: ['needs-you', 'artifact.unsaved'],
  saving: ['running', 'artifact.saving'],
  unconfirmed: ['blocked', 'artifact.saveUnconfirmed'],
  failed: ['failed', 'artifact.notSaved'],
};

/** W12: what a person writes over a version, apart from what is confirmed (M-032, SF-ART-4). */
export function artifactEditor(
  artifact: ArtifactView,
  editing: Editing,
  context: WorkspaceContext,
): TemplateResult {
  const { wording, choices, choose, desk } = context;
  const { t } = wording;
  const { draft, conflict } = editing;
  const state = editing.state as Exclude<DraftState, 'saved'>;
  const [look, word] = STATES[state];
  const saving = state === 'saving';
  const dirty = state !== 'clean';
  const title = artifact.title ?? artifact.artifactId;
  const canSave = dirty && !saving && !conflict && !artifact.deleted;
  const save = () => canSave && desk.save(draft, artifact);
  return html`<div
    class="editor"
    part="editor"
    data-state=${conflict ? 'conflict' : state}
    role="group"
    aria-label=${t('artifact.editOf', { title })}
  >
    <p class="editor-head" role="status">
      ${statusIcon(look)}
      <span>${[t('artifact.basedOn', { version: draft.versionId }), t(word)].join(SEPARATOR)}</span>
      ${copyButton(() => draft.text, t('copy.named', { what: t('artifact.yours') }), wording)}
    </p>
    ${state === 'failed' ? html`<p class="trouble" dir="auto" data-write="failed">${icon('cross')} ${reasonOf(artifact, editing, context)}</p>` : nothing}
    ${artifact.deleted ? html`<p class="trouble">${icon('alert')} ${t('artifact.deletedMeanwhile')}</p>` : nothing}
    ${conflict ? conflictBar(artifact, editing, context) : nothing}
    <textarea
      class="text"
      part="text"
      dir="auto"
      rows="16"
      aria-label=${t('artifact.yours')}
      ?readonly=${saving}
      .value=${live(draft.text)}
      @input=${(event: Event) => desk.write(draft, (event.target as HTMLTextAreaElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
        event.preventDefault();
        save();
      }}
    ></textarea>
    <div class="editor-bar">
      ${
        choices.confirming === 'discard'
          ? html`<span>${t('artifact.discardNote')}</span>
              <button
                type="button"
                class="danger"
                data-verb="discard-confirm"
                @click=${() => {
                  desk.discard(draft);
                  choose({ confirming: undefined, editing: undefined });
                }}
              >
                ${t('artifact.discard')}
              </button>
              <button type="button" class="quiet" @click=${() => choose({ confirming: undefined })}>
                ${t('approval.back')}
              </button>`
          : html`<button type="button" class="primary" data-verb="save" ?disabled=${!canSave} @click=${save}>
                ${t(state === 'failed' || state === 'unconfirmed' ? 'artifact.saveAgain' : 'artifact.save')}
              </button>
              <button
                type="button"
                data-verb="discard"
                ?disabled=${saving}
                @click=${() => {
                  if (dirty) return choose({ confirming: 'discard' });
                  desk.discard(draft);
                  choose({ editing: undefined });
                }}
              >
                ${t(dirty ? 'artifact.discard' : 'artifact.close')}
              </button>
              ${
                dirty
                  ? html`<button
                      type="button"
                      class="quiet"
                      data-verb="leave"
                      @click=${() => choose({ editing: false })}
                    >
                      ${t('artifact.seeConfirmed')}
                    </button>`
                  : nothing
              }`
      }
    </div>
  </div>`;
}

/** The owner's reason, wherever it gave it. */
function reasonOf(
  { failure, lastConfirmedVersionId: version }: ArtifactView,
  { draft }: Editing,
  { writes, wording: { t } }: WorkspaceContext,
): string {
  const reason = draft.sent?.refused || failure?.error || writes.get(`edit:${draft.artifactId}`)?.reason;
  return [
    reason ? t('artifact.notSavedBecause', { reason }) : t('artifact.notSavedPlain'),
    version && t('artifact.lastConfirmed', { version }),
  ]
    .filter(Boolean)
    .join(SEPARATOR);
}

/** Both are shown, and the person chooses; nobody's text is overwritten in silence (N-019). */
function conflictBar(artifact: ArtifactView, { draft }: Editing, context: WorkspaceContext): TemplateResult {
  const { wording, choices, choose, desk, session, writes } = context;
  const { t } = wording;
  const version = artifact.versionId ?? t('status.unknown');
  const fork = artifactControls(artifact, session, writes).find(
    ({ request }) => request.kind === 'edit.fork',
  );
  const theirs = desk.textOf(artifact);
  const sure = choices.confirming === 'theirs';
  const take = () => {
    desk.discard(draft);
    choose({ confirming: undefined, comparing: false, editing: undefined });
  };
  return html`<section class="conflict" part="conflict" role="alert" aria-label=${t('artifact.conflict')}>
      <p>${icon('alert')} ${t('artifact.conflictNote', { version, base: draft.versionId })}</p>
      <div class="editor-bar">
        <button
          type="button"
          data-verb="keep-mine"
          @click=${() => {
            desk.rebase(draft, artifact);
            choose({ comparing: false, confirming: undefined });
          }}
        >
          ${t('artifact.keepMine', { version })}
        </button>
        <button
          type="button"
          class=${sure ? 'danger' : ''}
          data-verb="take-theirs"
          @click=${() => (sure ? take() : choose({ confirming: 'theirs' }))}
        >
          ${t(sure ? 'artifact.takeTheirsSure' : 'artifact.takeTheirs', { version })}
        </button>
        <button
          type="button"
          data-verb="compare-mine"
          aria-expanded=${choices.comparing ? 'true' : 'false'}
          ?disabled=${theirs === undefined && desk.refOf(artifact, artifact.versionId) === undefined}
          @click=${() => {
            choose({ comparing: !choices.comparing, decided: new Map() });
            if (choices.comparing) void desk.fetch(artifact);
          }}
        >
          ${t('artifact.compare')}
        </button>
        ${fork ? controlButton(fork, { wording, ask: context.ask, part: 'artifact-button' }) : nothing}
      </div>
    </section>
    ${
      choices.comparing && theirs !== undefined
        ? merge(artifact, draft, theirs, context)
        : html`<section class="theirs" aria-label=${t('artifact.theirs', { version })}>
            <h3 class="label">${t('artifact.theirs', { version })}</h3>
            ${artifactContent(artifact, artifact.versionId, context)}
          </section>`
    }
    <h3 class="label">${t('artifact.yoursOver', { version: draft.versionId })}</h3>`;
}

/** Theirs, with those of the person's changes in it that the person wants. */
function merge(
  artifact: ArtifactView,
  draft: Editing['draft'],
  theirs: string,
  context: WorkspaceContext,
): TemplateResult {
  const { choices, choose, desk, wording } = context;
  const { t } = wording;
  const hunks = choices.hunks(theirs, draft.text, lineDiff);
  const decide = (hunk: Hunk, takes: boolean) =>
    choose({ decided: new Map(choices.decided).set(hunk.index, takes) });
  const use = () => {
    const text = withHunks(theirs, hunks, ({ index }) => choices.decided.get(index) !== false);
    desk.rebase(draft, artifact, text);
    choose({ comparing: false, decided: new Map() });
  };
  return html`${hunkReview(
      { baseName: artifact.versionId ?? '', headName: t('artifact.yours'), base: theirs, hunks, decide },
      context,
    )}
    <div class="review-bar">
      <span class="meta" role="status"
        >${t('artifact.decided', { n: choices.decided.size, total: hunks.length })}</span
      >
      <button type="button" class="primary" data-verb="use" @click=${use}>${t('artifact.useResult')}</button>
    </div>`;
}
