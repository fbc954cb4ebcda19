import { html, nothing, type TemplateResult } from 'lit';
import { markdown } from '#markdown';
import { isJsonObject } from '../../src/base/json.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { copyButton } from '../shared/copy-button.js';
import { diffView } from '../shared/diff-view.js';
import { byteSize } from '../shared/duration.js';
import { icon } from '../shared/icons.js';
import { drawnByHost } from '../shared/renderers.js';
import { colouredCode } from '../shared/markdown/coloured-code.js';
import { growingText } from '../shared/markdown/growing-text.js';
import { saveFile } from '../shared/save-file.js';
import { picture } from '../shared/tool-output.js';
import { fullText } from '../shared/value-text.js';
import {
  formatOf,
  jsonOf,
  languageOf,
  MAX_TABLE,
  rowsOf,
  type ArtifactContent,
  type Format,
} from './content-format.js';
import { dataTable } from './data-table.js';
import { gradually } from './gradually.js';
import { jsonTree } from './json-tree.js';
import { sandboxedPage } from './sandboxed-page.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Characters of a text that are drawn at first, and with each "more": no task may hold the page up. */
const STEP = 100_000;
/** A larger page is not run. */
const MAX_PAGE = 5_000_000;

/** What a version says, or how to get it: nothing is fetched before somebody asks. */
export function artifactContent(
  artifact: ArtifactView,
  versionId: string | undefined,
  context: WorkspaceContext,
): TemplateResult {
  const content = context.desk.content(artifact, versionId);
  const custom = drawnByHost(context.renderers, artifact.kind, artifact, content);
  if (custom) return html`<div class="content" part="content">${custom}</div>`;
  return html`<div
    class="content"
    part="content"
    data-format=${content ? formatOf(artifact, content) : nothing}
  >
    ${content?.stale ? staleNote(context) : nothing}
    ${content ? drawn(artifact, versionId, content, context) : nothing}
    ${fetching(artifact, versionId, content, context)}
  </div>`;
}

function staleNote({ wording: { t } }: WorkspaceContext): TemplateResult {
  return html`<p class="meta marker" data-fallback="stale">
    ${icon('clock')} ${t('artifact.previewStale')}
  </p>`;
}

/** Where the whole is, and where the fetching of it stands. */
function fetching(
  artifact: ArtifactView,
  versionId: string | undefined,
  content: ArtifactContent | undefined,
  { desk, wording }: WorkspaceContext,
): unknown {
  const { t } = wording;
  const fetched = desk.fetched(artifact, versionId);
  if (fetched?.state === 'loaded') return nothing;
  if (fetched?.state === 'loading')
    return html`<p class="meta" data-fallback="loading" role="status">${t('artifact.loading')}</p>`;
  if (desk.refOf(artifact, versionId) === undefined) {
    if (content) return nothing;
    const making = artifact.status === 'creating' && versionId === artifact.versionId;
    return html`<p class="meta none" data-fallback=${making ? 'unknown' : 'unavailable'}>
      ${t(making ? 'artifact.inTheMaking' : 'artifact.noContent')}
    </p>`;
  }
  const size = artifact.sizeBytes === undefined ? '' : byteSize(artifact.sizeBytes, wording);
  return html`${
      fetched
        ? html`<p class="trouble" dir="auto">
            ${icon('cross')} ${t('tool.detailFailed', { reason: fetched.reason })}
          </p>`
        : nothing
    }
    <p class="load">
      <button type="button" data-verb="load" @click=${() => void desk.fetch(artifact, versionId)}>
        ${icon('download')} ${t(content ? 'artifact.loadWhole' : 'artifact.load')}
      </button>
      ${size ? html`<span class="meta">${size}</span>` : nothing}
    </p>`;
}

/** The beginning of a text, and how to see more of it. */
function cut(
  text: string,
  id: string,
  context: WorkspaceContext,
  step: number,
): { shown: string; note: unknown } {
  const { choices, wording } = context;
  const { t } = wording;
  const limit = choices.shown.get(id) ?? step;
  if (text.length <= limit) return { shown: text, note: nothing };
  return {
    shown: text.slice(0, limit),
    note: html`<p class="cut">
      <span class="meta">${t('tool.cut', { size: byteSize(text.length, wording) })}</span>
      <button
        type="button"
        class="quiet"
        data-verb="more"
        @click=${() => context.choose({ shown: choices.shown.set(id, limit + step) })}
      >
        ${t('artifact.moreText')}
      </button>
    </p>`,
  };
}

function drawn(
  artifact: ArtifactView,
  versionId: string | undefined,
  content: ArtifactContent,
  context: WorkspaceContext,
): unknown {
  const { wording } = context;
  const { t } = wording;
  const { value, mimeType } = content;
  const title = artifact.title ?? artifact.artifactId;
  const id = `text:${versionId ?? ''}`;
  const format = formatOf(artifact, content);
  if (format === 'binary')
    return html`<p class="meta none" data-fallback="unavailable">
      ${t('artifact.binary', { type: mimeType ?? '' })}
    </p>`;
  if (format === 'image') return image(artifact, content, context);
  if (typeof value !== 'string') {
    const rows = format === 'table' ? rowsOf(content) : undefined;
    return html`${toolbar(() => fullText(value), `${title}.json`, context, 'application/json')}
    ${rows ? dataTable(rows, `rows:${id}`, context) : jsonTree(value, `tree:${id}`, context)}`;
  }
  const bar = toolbar(() => value, withEnding(title, format), context, mimeType);
  if (format === 'json') return html`${bar} ${jsonTree(jsonOf(content), `tree:${id}`, context)}`;
  const { shown, note } = cut(value, id, context, format === 'diff' ? STEP / 4 : STEP);
  switch (format) {
    case 'markdown':
      return html`${bar}
        <div class="prose">${gradually(shown, (part, growing) => markdown(part, growing, wording, 3))}</div>
        ${note}`;
    case 'table':
      return html`${bar} ${dataTable(rowsOf(content)!, `rows:${id}`, context)}
      ${
        value.length > MAX_TABLE && jsonOf(content) === undefined
          ? html`<p class="meta">${t('tool.cut', { size: byteSize(value.length, wording) })}</p>`
          : nothing
      }`;
    case 'diff':
      return html`${bar} ${diffView(shown, wording)} ${note}`;
    case 'page': {
      const seen = context.choices.page?.text === value;
      return html`${bar} ${value.length <= MAX_PAGE ? sandboxedPage(value, title, context) : nothing}
      ${seen ? nothing : html`${code(shown, 'xml', context)} ${note}`}`;
    }
    case 'code':
      return html`${bar} ${code(shown, languageOf(artifact, mimeType), context)} ${note}`;
    default:
      return html`${bar}
        <pre class="plain" tabindex="0" role="group" aria-label=${t('artifact.text')} dir="auto">
${growingText(shown)}</pre>
        ${note}`;
  }
}

function code(
  text: string,
  language: string | undefined,
  { wording: { t } }: WorkspaceContext,
): TemplateResult {
  return html`<div class="code" part="code" dir="ltr">
    <pre
      tabindex="0"
      role="group"
      aria-label=${t('markdown.codeIn', { language: language ?? '' })}
    ><code ${colouredCode(text, language)}>${growingText(text)}</code></pre>
  </div>`;
}

/** To take it along as it is. */
function toolbar(
  text: () => string,
  title: string,
  { wording }: WorkspaceContext,
  mimeType = 'text/plain',
): TemplateResult {
  const { t } = wording;
  const what = t('artifact.content');
  const label = t('tool.download', { what });
  return html`<div class="content-tools">
    ${copyButton(text, t('copy.named', { what }), wording)}
    <button
      type="button"
      class="quiet"
      aria-label=${label}
      title=${label}
      @click=${() => saveFile(text(), fileName(title), mimeType)}
    >
      ${icon('download')}
    </button>
  </div>`;
}

const ENDINGS: Partial<Record<Format, string>> = {
  markdown: 'md',
  json: 'json',
  table: 'csv',
  diff: 'diff',
  page: 'html',
  text: 'txt',
};

function withEnding(title: string, format: Format): string {
  const ending = ENDINGS[format];
  return ending === undefined || /\.\w{1,8}$/.test(title) ? title : `${title}.${ending}`;
}

/** A title is no path. */
export function fileName(title: string): string {
  return title.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-').slice(0, 120) || 'artifact';
}

/** It waits until the reader wants to see it, like every picture; where it is from stands below. */
function image(
  { title, metadata }: ArtifactView,
  content: ArtifactContent,
  context: WorkspaceContext,
): unknown {
  const href = hrefOf(content);
  const facts = isJsonObject(metadata)
    ? Object.entries(metadata).filter(([, fact]) => typeof fact === 'string' || typeof fact === 'number')
    : [];
  return html`${
    href === undefined
      ? html`<p class="meta none" data-fallback="unavailable">${context.wording.t('artifact.noPicture')}</p>`
      : picture({ href, alt: title ?? '' }, context)
  }
  ${
    facts.length > 0
      ? html`<dl class="facts">
          ${facts.map(
            ([name, fact]) =>
              html`<dt dir="auto">${name}</dt>
                <dd dir="auto">${String(fact)}</dd>`,
          )}
        </dl>`
      : nothing
  }`;
}

function hrefOf({ value, mimeType = 'image/png' }: ArtifactContent): string | undefined {
  if (isJsonObject(value)) {
    const { url, data, mimeType: own } = value;
    if (typeof url === 'string') return url;
    return typeof data === 'string'
      ? `data:${typeof own === 'string' ? own : mimeType};base64,${data}`
      : undefined;
  }
  if (typeof value !== 'string') return undefined;
  return /^[\w+.-]+:/.test(value) ? value : `data:${mimeType};base64,${value.replace(/\s+/g, '')}`;
}
