import { html, nothing, type TemplateResult } from 'lit';
import { ago } from '../shared/ago.js';
import { icon } from '../shared/icons.js';
import type { Wording } from '../shared/localize.js';
import { SEPARATOR } from '../shared/separator.js';
import { statusIcon } from '../shared/status.js';
import type { TabRow } from './tab-rows.js';

export interface TabContext {
  wording: Wording;
  selected: boolean;
  /** The one tab that Tab reaches. */
  reachable: boolean;
  pinned: boolean;
  unread: boolean;
  choose(): void;
  close(): void;
}

/** What a session is called; its id in short where nobody said. */
export function titleOf({ view, id }: TabRow, { t }: Wording): string {
  return view.title ?? t('tabs.unknownTitle', { id: id.slice(0, 8) });
}

export function sessionTab(row: TabRow, context: TabContext): TemplateResult {
  const { view, id } = row;
  const { wording, selected, pinned, unread } = context;
  const { t } = wording;
  // The close button is for the pointer: a tab may hold no control. Keys have Delete, everybody the actions beside.
  return html`<div class="place" role="presentation">
    <button
      type="button"
      role="tab"
      class="tab"
      part="tab"
      aria-selected=${selected ? 'true' : 'false'}
      aria-keyshortcuts="Delete"
      tabindex=${context.reachable ? 0 : -1}
      data-id=${id}
      data-state=${view.lifecycle}
      data-status=${row.status}
      data-hydration=${view.hydration ?? nothing}
      data-fallback=${view.title === undefined ? 'unknown' : view.stale ? 'stale' : nothing}
      ?data-unread=${unread}
      ?data-pinned=${pinned}
      @click=${context.choose}
      @auxclick=${(event: MouseEvent) => {
        if (event.button === 1) context.close();
      }}
    >
      ${statusIcon(row.status)}
      <span class="words">
        <span class="title" part="tab-title">
          ${pinned ? html`<span class="pin">${icon('pin')}<span class="visually-hidden">${t('tabs.pinned')}</span></span>` : nothing}
          <span class="name" dir="auto">${titleOf(row, wording)}</span>
          ${unread ? html`<span class="dot"></span><span class="visually-hidden">${t('tabs.unread')}</span>` : nothing}
        </span>
        ${meta(row, wording)}
        ${view.preview ? html`<span class="preview" dir="auto">${view.preview}</span>` : nothing}
      </span>
    </button>
    <button type="button" class="quiet close" tabindex="-1" aria-hidden="true" @click=${context.close}>
      ${icon('cross')}
    </button>
  </div>`;
}

function meta(row: TabRow, wording: Wording): unknown {
  const { view, word } = row;
  const { t } = wording;
  const said = [
    word ? t(word) : undefined,
    view.pending > 1 ? t('approval.pending', { count: view.pending }) : undefined,
    // The run that waits for the person is counted as running; its tab must not say so.
    view.running > 1 ? t('capsule.countRunning', { count: view.running }) : undefined,
    view.queued > 0 ? t('capsule.countQueued', { count: view.queued }) : undefined,
    view.artifactCount > 0 ? t('tabs.artifacts', { count: view.artifactCount }) : undefined,
    view.evidenceStatus ? t('tabs.evidence', { status: view.evidenceStatus }) : undefined,
    view.stale ? t('tabs.stale') : undefined,
  ].filter((text) => text !== undefined);
  const last = view.lastActivity ? ago(view.lastActivity, wording) : undefined;
  if (said.length === 0 && last === undefined) return nothing;
  return html`<span class="facts">
    <span class="said" part="tab-facts">${said.join(SEPARATOR)}</span>
    ${last === undefined ? nothing : html`<span class="when">${last}</span>`}
  </span>`;
}
