import { html, nothing, type TemplateResult } from 'lit';
import { isJsonObject, type JsonObject } from '../../src/base/json.js';
import { diffView, isDiff } from './diff-view.js';
import { byteSize } from './duration.js';
import { icon } from './icons.js';
import { guardedImage } from './markdown/guarded-image.js';
import { safeImageUrl, safeUrl } from './markdown/safe-url.js';
import { parameterList } from './parameter-list.js';
import type { ToolRowContext } from './tool-row.js';
import { valueSection } from './value-section.js';
import { fullText } from './value-text.js';

/** Pictures that are made of points: an SVG is a document, and is shown as text. */
const DATA_IMAGE = /^data:image\/(png|jpeg|jpg|gif|webp|avif|bmp);base64,([A-Za-z0-9+/]+=*)$/;
/** How many members of an object are shown before its raw form. */
const KEY_FIELDS = 8;
/** An object of so few lines is read faster as it is. */
const SHORT_LINES = 6;

/** What came of a call, by its shape (agent-ui §3.5): text, change, picture, sources, parts, or fields. */
export function toolOutput(value: unknown, label: string, id: string, context: ToolRowContext): unknown {
  const { wording, disclosure } = context;
  const plain = () => valueSection({ label, value, id, wording, disclosure });
  const parts = contentParts(value);
  if (parts) return parts.map((part, i) => toolOutput(part, label, `${id}:${i}`, context));
  const image = pictureOf(value);
  if (image) return picture(image, context);
  const text = textOf(value);
  if (text !== undefined) {
    if (isDiff(text)) return change(text, context);
    return text === value ? plain() : valueSection({ label, value: text, id, wording, disclosure });
  }
  const sources = sourcesOf(value);
  if (sources) return html`${sourceList(sources, context)} ${rawToggle(value, label, id, context)}`;
  return isJsonObject(value) ? fields(value, label, id, context) : plain();
}

/** A list of typed parts, as MCP tools answer with. */
function contentParts(value: unknown): readonly JsonObject[] | undefined {
  const list = isJsonObject(value) && Array.isArray(value['content']) ? value['content'] : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const typed = list.every((part) => isJsonObject(part) && typeof part['type'] === 'string');
  const known = list.some(
    (part) => isJsonObject(part) && /^(?:text|image|resource|resource_link)$/.test(String(part['type'])),
  );
  return typed && known ? (list as JsonObject[]) : undefined;
}

/** A text, or a part that is one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return undefined;
  if (value['type'] === 'text' && typeof value['text'] === 'string') return value['text'];
  const resource = value['type'] === 'resource' ? value['resource'] : undefined;
  return isJsonObject(resource) && typeof resource['text'] === 'string' ? resource['text'] : undefined;
}

export interface Picture {
  href: string;
  alt: string;
}

function pictureOf(value: unknown): Picture | undefined {
  if (typeof value === 'string')
    return value.startsWith('data:image/') ? { href: value, alt: '' } : undefined;
  if (!isJsonObject(value)) return undefined;
  const { data, mimeType, url, alt, title } = value;
  const kind = typeof mimeType === 'string' ? mimeType : value['type'] === 'image' ? 'image/' : '';
  if (!kind.startsWith('image/')) return undefined;
  const name = [alt, title].find((text) => typeof text === 'string') as string | undefined;
  if (typeof url === 'string') return { href: url, alt: name ?? '' };
  return typeof data === 'string' ? { href: `data:${kind};base64,${data}`, alt: name ?? '' } : undefined;
}

/** It waits until the reader wants to see it, like every picture. */
export function picture(
  { href, alt }: Picture,
  { wording }: Pick<ToolRowContext, 'wording'>,
): TemplateResult {
  const data = DATA_IMAGE.exec(href);
  const url = data
    ? {
        href,
        host: `${data[1]!.toUpperCase()} ${byteSize(Math.floor((data[2]!.replace(/=+$/, '').length * 3) / 4), wording)}`,
      }
    : safeImageUrl(href);
  return url
    ? html`<div class="picture">${guardedImage(url, alt, wording)}</div>`
    : html`<p class="meta" data-fallback="unavailable">${wording.t('tool.imageCut')}</p>`;
}

function change(text: string, { wording }: ToolRowContext): TemplateResult {
  return html`<div class="section">
    <p class="section-head"><span class="label">${wording.t('tool.diff')}</span></p>
    ${diffView(text, wording)}
  </div>`;
}

interface Source {
  title: string;
  url: string | undefined;
}

function sourcesOf(value: unknown): readonly Source[] | undefined {
  const list = isJsonObject(value) ? (value['sources'] ?? value['results']) : value;
  if (isJsonObject(value) && value['type'] === 'resource_link') return sourcesOf([value]);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const sources = list.map((item): Source | undefined => {
    if (!isJsonObject(item)) return undefined;
    const url = item['url'] ?? item['uri'];
    const title = item['title'] ?? item['name'] ?? url;
    return typeof url === 'string' && typeof title === 'string' ? { title, url } : undefined;
  });
  return sources.includes(undefined) ? undefined : (sources as Source[]);
}

function sourceList(sources: readonly Source[], { wording }: ToolRowContext): TemplateResult {
  const { t } = wording;
  return html`<div class="section">
    <p class="section-head"><span class="label">${t('tool.sources')}</span></p>
    <ul class="sources">
      ${sources.map(({ title, url: raw }) => {
        const url = safeUrl(raw ?? '');
        return html`<li>
          ${
            url
              ? html`<a href=${url.href} target="_blank" rel="noopener noreferrer" dir="auto">${title}</a>`
              : html`<span dir="auto">${title}</span>`
          }
          <span class="host" dir="ltr">${url?.host ?? raw ?? ''}</span>
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The plain members first, and the whole of it behind a button. */
function fields(value: JsonObject, label: string, id: string, context: ToolRowContext): unknown {
  const { wording, disclosure } = context;
  const plain = Object.entries(value).filter(([, item]) => item !== null && typeof item !== 'object');
  if (plain.length === 0 || fullText(value).split('\n', SHORT_LINES + 1).length <= SHORT_LINES)
    return valueSection({ label, value, id, wording, disclosure });
  return html`<div class="section">
      <p class="section-head"><span class="label">${label}</span></p>
      ${parameterList(Object.fromEntries(plain.slice(0, KEY_FIELDS)), wording.t('tool.keyFields'))}
    </div>
    ${rawToggle(value, label, id, context)}`;
}

/** What is shown in short can always be seen as it came. */
function rawToggle(value: unknown, label: string, id: string, context: ToolRowContext): TemplateResult {
  const { wording, disclosure } = context;
  const key = `${id}:raw`;
  const open = disclosure.isOpen(key, false);
  return html`<button
      type="button"
      class="quiet raw-toggle"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => disclosure.toggle(key, false)}
    >
      ${icon('chevron')} ${wording.t('tool.raw')}
    </button>
    ${open ? valueSection({ label, value, id, wording, disclosure }) : nothing}`;
}
