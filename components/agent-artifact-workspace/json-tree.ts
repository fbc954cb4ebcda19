import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../shared/icons.js';
import { middleEllipsis } from '../shared/value-text.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Entries of one object or list that are drawn at first, and with each "more". */
const ENTRIES = 60;
/** As deep as anything is opened at first, and as far as it can be. */
const OPEN_DEPTH = 2;
const MAX_DEPTH = 60;
const TEXT = 2000;

/** A JSON value as a tree, opened as far as a reader wants; what is closed is not drawn. */
export function jsonTree(value: unknown, id: string, context: WorkspaceContext): TemplateResult {
  return html`<div
    class="tree"
    part="tree"
    role="group"
    aria-label=${context.wording.t('artifact.tree')}
    tabindex="0"
  >
    ${isNode(value) ? entries(value, id, 0, context) : leaf(value)}
  </div>`;
}

type Node = object;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function entries(node: Node, path: string, depth: number, context: WorkspaceContext): TemplateResult {
  const { choices, wording } = context;
  const list = Object.entries(node);
  const shown = choices.shown.get(path) ?? ENTRIES;
  return html`<ul>
    ${list.slice(0, shown).map(([key, value]) => entry(key, value, `${path}/${key}`, depth, context))}
    ${
      list.length > shown
        ? html`<li>
            <button
              type="button"
              class="quiet more"
              @click=${() => context.choose({ shown: choices.shown.set(path, shown + ENTRIES) })}
            >
              ${wording.t('artifact.more', { count: list.length - shown })}
            </button>
          </li>`
        : nothing
    }
  </ul>`;
}

function entry(
  key: string,
  value: unknown,
  path: string,
  depth: number,
  context: WorkspaceContext,
): TemplateResult {
  if (!isNode(value) || Object.keys(value).length === 0 || depth >= MAX_DEPTH)
    return html`<li class="leaf"><span class="tree-key" dir="auto">${key}</span> ${leaf(value)}</li>`;
  const { disclosure } = context;
  const byDefault = depth < OPEN_DEPTH - 1;
  const open = disclosure.isOpen(path, byDefault);
  const size = Object.keys(value).length;
  return html`<li>
    <button
      type="button"
      class="quiet tree-line"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => disclosure.toggle(path, byDefault)}
    >
      ${icon('chevron')} <span class="tree-key" dir="auto">${key}</span>
      <span class="meta">${Array.isArray(value) ? `[${size}]` : `{${size}}`}</span>
    </button>
    ${open ? entries(value, path, depth + 1, context) : nothing}
  </li>`;
}

function leaf(value: unknown): TemplateResult {
  if (typeof value === 'string')
    return html`<span class="tree-text" dir="auto"
      >${value.length > TEXT ? middleEllipsis(value, TEXT) : value}</span
    >`;
  return html`<code dir="ltr">${isNode(value) ? JSON.stringify(value).slice(0, TEXT) : String(value)}</code>`;
}
