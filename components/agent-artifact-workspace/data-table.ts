import { html, nothing, type TemplateResult } from 'lit';
import { fullText, middleEllipsis } from '../shared/value-text.js';
import type { Rows } from './content-format.js';
import type { WorkspaceContext } from './workspace-context.js';

/** Rows that are drawn at first, and with each "more". */
const STEP = 100;
const CELL = 300;

/** Rows under their columns; of a long table the beginning. */
export function dataTable({ columns, rows }: Rows, id: string, context: WorkspaceContext): TemplateResult {
  const { wording, choices } = context;
  const { t } = wording;
  const shown = choices.shown.get(id) ?? STEP;
  return html`<p class="meta">${t('artifact.rowCount', { count: rows.length })}</p>
    <div class="table" part="table" tabindex="0" role="group" aria-label=${t('markdown.table')}>
      <table>
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col" dir="auto">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, shown).map(
            (row) =>
              html`<tr>
                ${columns.map((_, i) => cell(row[i]))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      rows.length > shown
        ? html`<button
            type="button"
            class="quiet more"
            @click=${() => context.choose({ shown: choices.shown.set(id, shown + STEP) })}
          >
            ${t('artifact.more', { count: rows.length - shown })}
          </button>`
        : nothing
    }`;
}

function cell(value: unknown): TemplateResult {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d[\d.,]*$/.test(value));
  const text = value === null || value === undefined ? '' : fullText(value);
  return html`<td dir="auto" data-align=${isNumber ? 'end' : nothing}>
    ${text.length > CELL ? middleEllipsis(text, CELL) : text}
  </td>`;
}
