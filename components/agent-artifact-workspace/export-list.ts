import { html, nothing, type TemplateResult } from 'lit';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { icon } from '../shared/icons.js';
import type { StringKey } from '../shared/localize.js';
import { safeUrl } from '../shared/markdown/safe-url.js';
import { saveFile } from '../shared/save-file.js';
import { statusIcon, type Status } from '../shared/status.js';
import { controlButton, controlTrouble } from '../shared/work-control.js';
import { isJsonObject } from '../../src/base/json.js';
import { fileName } from './artifact-content.js';
import { exportControl } from './artifact-controls.js';
import type { WorkspaceContext } from './workspace-context.js';

type Export = ArtifactView['exports'][number];

const STATES: Readonly<Record<string, readonly [Status, StringKey]>> = {
  started: ['running', 'artifact.exporting'],
  completed: ['done', 'status.done'],
  failed: ['failed', 'status.failed'],
};

/** Formats that the owner names, and those that it has made before. */
export function formatsOf({ metadata, exports }: ArtifactView): readonly string[] {
  const named = isJsonObject(metadata) ? metadata['exportFormats'] : undefined;
  const told = Array.isArray(named)
    ? named.filter((format): format is string => typeof format === 'string')
    : [];
  return [...new Set([...told, ...exports.flatMap(({ format }) => format ?? [])])];
}

/** SF-ART-6: what was written out, what is being, and what came to nothing, each as its owner says. */
export function exportList(artifact: ArtifactView, context: WorkspaceContext): TemplateResult {
  const { wording, choices, choose, session, writes } = context;
  const { t } = wording;
  const control = exportControl(artifact, choices.format || undefined, session, writes);
  const formats = formatsOf(artifact);
  return html`${
      control
        ? html`<div class="export-bar">
              ${
                formats.length > 0
                  ? html`<select
                      aria-label=${t('artifact.format')}
                      @change=${(event: Event) => choose({ format: (event.target as HTMLSelectElement).value })}
                    >
                      <option value="" ?selected=${!choices.format}>${t('artifact.anyFormat')}</option>
                      ${formats.map(
                        (format) =>
                          html`<option value=${format} ?selected=${format === choices.format}>
                            ${format}
                          </option>`,
                      )}
                    </select>`
                  : nothing
              }
              ${controlButton(control, { wording, ask: context.ask, part: 'artifact-button' })}
            </div>
            ${controlTrouble([control], wording)}`
        : nothing
    }
    ${artifact.exports.length === 0 ? html`<p class="meta none">${t('artifact.noExports')}</p>` : nothing}
    <ul class="exports" part="exports">
      ${[...artifact.exports].reverse().map((one) => exportRow(one, artifact, context))}
    </ul>`;
}

function exportRow(one: Export, artifact: ArtifactView, context: WorkspaceContext): TemplateResult {
  const { wording } = context;
  const { t } = wording;
  const { exportId, state, format, target, progress, error, exportRef } = one;
  const [look, word] = Object.hasOwn(STATES, state) ? STATES[state]! : (['unknown', undefined] as const);
  const unavailable = state === 'completed' && exportRef === undefined;
  const percent = progress === undefined ? undefined : Math.round(progress <= 1 ? progress * 100 : progress);
  return html`<li
    class="export"
    data-id=${exportId}
    data-state=${state}
    data-fallback=${unavailable ? 'unavailable' : state === 'failed' ? 'failed' : nothing}
  >
    <div class="export-line">
      ${statusIcon(look)} <span>${word ? t(word) : state}</span>
      ${format ? html`<span class="tag" dir="auto">${format}</span>` : nothing}
      ${target ? html`<span class="meta" dir="auto">${target}</span>` : nothing}
      ${
        state === 'started'
          ? html`<progress
              aria-label=${t('artifact.exporting')}
              max="100"
              value=${percent ?? nothing}
            ></progress>`
          : nothing
      }
      <span class="version-tools">
        ${unavailable ? html`<span class="meta">${t('artifact.noDownload')}</span>` : nothing}
        ${state === 'completed' && exportRef !== undefined ? download(exportRef, one, artifact, context) : nothing}
        ${state === 'failed' ? again(format, artifact, context) : nothing}
      </span>
    </div>
    ${error ? html`<p class="trouble" dir="auto">${icon('cross')} ${error}</p>` : nothing}
  </li>`;
}

/** An address leads there, with its host; anything else its keeper is asked for. */
function download(
  ref: string,
  { format }: Export,
  { title, artifactId }: ArtifactView,
  context: WorkspaceContext,
) {
  const { desk, wording } = context;
  const { t } = wording;
  const url = safeUrl(ref);
  if (url?.host)
    return html`<a href=${url.href} target="_blank" rel="noopener noreferrer">${t('artifact.download')}</a>
      <span class="meta" dir="ltr">${url.host}</span>`;
  const state = desk.detail(ref);
  const name = fileName(`${title ?? artifactId}${format ? `.${format}` : ''}`);
  return html`${
      state?.state === 'failed'
        ? html`<span class="trouble" dir="auto">${t('tool.detailFailed', { reason: state.reason })}</span>`
        : nothing
    }
    <button
      type="button"
      class="quiet"
      data-verb="download"
      ?disabled=${state?.state === 'loading'}
      @click=${async () => {
        const detail = await desk.fetchDetail(ref);
        if (detail) saveFile(detail.text, name, detail.contentType);
      }}
    >
      ${icon('download')} ${t(state?.state === 'loading' ? 'artifact.loading' : 'artifact.download')}
    </button>`;
}

function again(format: string | undefined, artifact: ArtifactView, context: WorkspaceContext): unknown {
  const control = exportControl(artifact, format, context.session, context.writes);
  if (!control) return nothing;
  return controlButton(
    { ...control, word: 'artifact.retry' },
    { ...context, part: 'artifact-button', look: 'quiet' },
  );
}
