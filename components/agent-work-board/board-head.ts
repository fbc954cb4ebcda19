import { html, nothing, type TemplateResult } from 'lit';
import type { Assignee } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { statusIcon } from '../shared/status.js';
import { personName } from './board-change.js';
import { boardWord, type BoardColumn, type BoardFilter } from './board-columns.js';

export interface BoardHead {
  wording: Wording;
  columns: readonly BoardColumn[];
  people: readonly Assignee[];
  filter: BoardFilter;
  /** Items that pass the filter. */
  found: number;
  /** The column that is seen where there is room for one. */
  shown: string;
  set(filter: Partial<BoardFilter>): void;
  choose(status: string): void;
}

/** Finding, and in a narrow place the choice of a column. */
export function boardHead(head: BoardHead): TemplateResult {
  const { wording, columns, people, filter, found, shown } = head;
  const { t } = wording;
  const value = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;
  return html`<div class="head" part="head">
    <div class="filters" role="search" aria-label=${t('board.filters')}>
      <input
        type="search"
        dir="auto"
        aria-label=${t('board.find')}
        placeholder=${t('board.find')}
        .value=${filter.text}
        @input=${(event: Event) => head.set({ text: value(event) })}
      />
      <select
        aria-label=${t('board.whose')}
        .value=${filter.whose}
        @change=${(event: Event) => head.set({ whose: value(event) })}
      >
        <option value="">${t('board.everybody')}</option>
        <option value="unassigned">${t('board.unassigned')}</option>
        ${people.map(
          (person) =>
            html`<option value=${`+${person.id ?? ''}`} ?selected=${filter.whose === `+${person.id ?? ''}`}>
              ${personName(person, wording)}
            </option>`,
        )}
      </select>
      ${
        filter.text.trim() !== '' || filter.whose !== ''
          ? html`<span class="meta found" role="status">${t('board.found', { count: found })}</span>`
          : nothing
      }
    </div>
    <div class="choice" role="group" aria-label=${t('board.column')}>
      ${columns.map(
        ({ status, look, items }) =>
          html`<button
            type="button"
            class="quiet"
            data-column=${status}
            aria-pressed=${status === shown ? 'true' : 'false'}
            @click=${() => head.choose(status)}
          >
            ${statusIcon(look)} <span dir="auto">${boardWord(status, wording)}</span>
            <span class="number">${items.length}</span>
          </button>`,
      )}
    </div>
  </div>`;
}
