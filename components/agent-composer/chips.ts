import { html, nothing, type TemplateResult } from 'lit';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { byteSize } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import type { Draft, DraftFile } from './draft.js';
import { removeFile, startUpload, type Upload } from './uploads.js';

export interface ChipsContext {
  wording: Wording;
  draft: Draft;
  /** What the agent reads already, by its owner's word. */
  view: ComposerView | undefined;
  /** Mentions that were written and not chosen. */
  unresolved: readonly string[];
  maxSize: number;
  maxFiles: number;
  /** Absent where nothing can be uploaded. */
  upload: Upload | undefined;
  /** The button that had the focus is gone: the caret goes back into the field. */
  focus(): void;
}

/** What goes with the words: files, context, and what was meant as context and is none. */
export function chips(context: ChipsContext): unknown {
  const { draft, view, unresolved, wording } = context;
  const known = (view?.context ?? []).filter(
    ({ id }) => id === undefined || !draft.refs.some(({ ref }) => ref.id === id),
  );
  const missing = view?.missing ?? [];
  const count = draft.files.length + draft.refs.length + known.length + missing.length + unresolved.length;
  if (count === 0) return nothing;
  return html`<ul class="chips" part="chips" aria-label=${wording.t('composer.attachments')}>
    ${known.map((ref) => toldChip(ref.label ?? ref.id ?? '', ref.unresolved === true, context))}
    ${missing.map((ref) => toldChip(ref.label ?? ref.id ?? '', true, context))}
    ${draft.refs.map(({ ref }) => refChip(ref.id, ref.label, context))}
    ${draft.files.map((file) => fileChip(file, context))}
    ${unresolved.map(
      (name) =>
        html`<li class="chip" part="chip" data-kind="mention" data-state="unresolved">
          ${icon('question')}
          <span class="chip-name">${wording.t('composer.unresolved', { name })}</span>
        </li>`,
    )}
  </ul>`;
}

function toldChip(label: string, unresolved: boolean, { wording }: ChipsContext): TemplateResult {
  return html`<li class="chip" part="chip" data-kind="told" data-state=${unresolved ? 'unresolved' : 'known'}>
    ${icon(unresolved ? 'question' : 'eye')}
    <span class="visually-hidden">${wording.t('composer.context')}</span>
    <span class="chip-name" dir="auto">${label}</span>
  </li>`;
}

function refChip(id: string, label: string, context: ChipsContext): TemplateResult {
  return html`<li class="chip" part="chip" data-kind="context" data-id=${id} data-state="ready">
    ${icon('pin')} <span class="chip-name" dir="auto">${label}</span>
    ${removeButton(label, context, () => context.draft.removeRef(id))}
  </li>`;
}

function fileChip(file: DraftFile, context: ChipsContext): TemplateResult {
  const { wording, upload, draft } = context;
  const { t } = wording;
  const { name, state, size, mimeType, progress } = file;
  const fault = faultOf(file, context);
  return html`<li class="chip" part="chip" data-kind="file" data-state=${state}>
    ${icon(fault ? 'alert' : mimeType.startsWith('image/') ? 'image' : 'file')}
    <span class="chip-name" dir="auto" title=${name}>${name}</span>
    ${
      fault
        ? html`<span class="chip-fault">${fault}</span>`
        : size > 0
          ? html`<bdi class="chip-size">${byteSize(size, wording)}</bdi>`
          : nothing
    }
    ${
      state === 'uploading'
        ? html`<progress
            class="chip-progress"
            max="1"
            value=${progress ?? nothing}
            aria-label=${t('composer.upload', { name })}
          ></progress>`
        : nothing
    }
    ${
      state === 'failed' && upload && file.file
        ? html`<button
            type="button"
            class="quiet"
            aria-label=${t('composer.uploadAgain', { name })}
            title=${t('composer.retry')}
            @click=${() => startUpload(draft, file, upload)}
          >
            ${icon('retry')}
          </button>`
        : nothing
    }
    ${removeButton(name, context, () => removeFile(context.draft, file))}
  </li>`;
}

function faultOf({ state, rule, reason }: DraftFile, context: ChipsContext): string | undefined {
  const { t } = context.wording;
  if (state === 'failed') {
    return reason ? t('composer.fileFailedBecause', { reason }) : t('composer.fileFailed');
  }
  if (state !== 'refused') return undefined;
  if (rule === 'size') return t('composer.fileTooBig', { limit: byteSize(context.maxSize, context.wording) });
  if (rule === 'count') return t('composer.fileTooMany', { count: context.maxFiles });
  return t('composer.fileUnfit');
}

function removeButton(name: string, context: ChipsContext, remove: () => void): TemplateResult {
  const { t } = context.wording;
  return html`<button
    type="button"
    class="quiet"
    aria-label=${t('composer.remove', { name })}
    title=${t('composer.remove', { name })}
    @click=${() => {
      remove();
      context.focus();
    }}
  >
    ${icon('cross')}
  </button>`;
}
