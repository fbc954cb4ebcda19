import { html, nothing, type TemplateResult } from 'lit';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import type { ComposerMode } from './composer-bar.js';
import type { Draft } from './draft.js';

export interface NotesContext {
  wording: Wording;
  view: ComposerView | undefined;
  draft: Draft;
  mode: ComposerMode | undefined;
  /** Esc was pressed once. */
  armed: boolean;
  /** A file hangs over the field. */
  dragging: boolean;
  focus(): void;
}

/** What a person must know before they send, and why something was not sent. Never one error twice. */
export function composerNotes(context: NotesContext): unknown {
  const { wording, view, draft, mode, armed, dragging } = context;
  const { t } = wording;
  const lines: TemplateResult[] = [];
  if (view?.blocked) lines.push(html`${icon('clock')} ${t('composer.blocked', { reason: view.blocked })}`);
  if (view?.queueReason && view.queued.length > 0) lines.push(html`${icon('clock')} ${view.queueReason}`);
  if (mode?.risk === 'high') {
    lines.push(
      html`${icon('alert')}
        <strong>${t('composer.highRisk', { mode: mode.label })}</strong>
        ${mode.detail ? html`<span dir="auto">${mode.detail}</span>` : nothing}`,
    );
  } else if (view?.policy?.mode && /^(high|critical)$/.test(view.policy.risk ?? '')) {
    lines.push(html`${icon('alert')} <strong>${t('composer.highRisk', { mode: view.policy.mode })}</strong>`);
  }
  if (view?.interrupt?.state === 'unconfirmed') {
    lines.push(html`${icon('clock')} ${t('composer.stopUnconfirmed')}`);
  }
  lines.push(...refusals(context));
  if (draft.broken) lines.push(html`${icon('alert')} ${t('composer.filesFailed')}`);
  else if (draft.uploading) lines.push(html`${icon('clock')} ${t('composer.filesWaiting')}`);
  if (dragging) lines.push(html`${icon('paperclip')} ${t('composer.dropHere')}`);
  if (armed) lines.push(html`<span role="status">${t('composer.escapeAgain')}</span>`);
  return lines.map((line) => html`<p class="note" part="note">${line}</p>`);
}

function refusals({ wording: { t }, draft, focus }: NotesContext): TemplateResult[] {
  return draft.refusals.map((refusal) => {
    const { reason, message } = refusal;
    const act = (what: () => void) => () => {
      what();
      focus();
    };
    return html`<span class="refusal">
      ${icon('cross')} ${reason ? t('composer.refusedBecause', { reason }) : t('composer.refused')}
      ${message ? html`<q class="refused-text" dir="auto">${message.text}</q>` : nothing}
      ${
        message
          ? html`<button type="button" class="quiet" @click=${act(() => draft.putBack(refusal))}>
              ${t('composer.putBack')}
            </button>`
          : nothing
      }
      <button type="button" class="quiet" @click=${act(() => draft.dismiss(refusal))}>
        ${t('composer.dismiss')}
      </button>
    </span>`;
  });
}
