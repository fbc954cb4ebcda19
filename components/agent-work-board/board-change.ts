import { html, nothing, type TemplateResult } from 'lit';
import type { Assignee, WorkItemView } from '../../src/agent-ui/projection/view-models.js';
import type { Wording } from '../shared/localize.js';
import { boardWord } from './board-columns.js';

/** What a person wants of an item; what is absent stays as it is. */
export interface BoardChange {
  status?: string;
  assignee?: string;
  blocker?: string;
}

export interface ChangeForm {
  draft: BoardChange;
  /** On its way: nothing can be entered meanwhile. */
  pending: boolean;
  columns: readonly string[];
  people: readonly Assignee[];
  wording: Wording;
  set(change: BoardChange): void;
  ask(): void;
}

export function personName({ name, id }: Assignee, { t }: Wording): string {
  return name ?? id ?? t('status.unknown');
}

/** Only what is another than before. */
export function realChange(item: WorkItemView, draft: BoardChange): BoardChange | undefined {
  const blocker = draft.blocker?.trim();
  const change: BoardChange = {
    ...(draft.status !== undefined && draft.status !== item.status ? { status: draft.status } : {}),
    ...(draft.assignee && draft.assignee !== item.assignedTo?.id ? { assignee: draft.assignee } : {}),
    ...(blocker && blocker !== item.blocker ? { blocker } : {}),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The way of the keyboard, of touch, and of whoever does not drag: where to, whose, what stands in its way. */
export function changeForm(item: WorkItemView, form: ChangeForm): TemplateResult {
  const { draft, pending, columns, people, wording } = form;
  const { t } = wording;
  const status = draft.status ?? item.status;
  const assignee = draft.assignee ?? item.assignedTo?.id ?? '';
  const known = people.some(({ id }) => id === assignee);
  const value = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;
  return html`<form
    class="change"
    part="change"
    @submit=${(event: Event) => {
      event.preventDefault();
      form.ask();
    }}
  >
    <label
      ><span class="label">${t('board.column')}</span>
      <select
        name="status"
        ?disabled=${pending}
        .value=${status}
        @change=${(event: Event) => form.set({ status: value(event) })}
      >
        ${columns.map(
          (each) =>
            html`<option value=${each} ?selected=${each === status}>${boardWord(each, wording)}</option>`,
        )}
      </select>
    </label>
    <label
      ><span class="label">${t('board.assignee')}</span>
      <select
        name="assignee"
        ?disabled=${pending}
        .value=${assignee}
        @change=${(event: Event) => form.set({ assignee: value(event) })}
      >
        ${
          known
            ? nothing
            : html`<option value=${assignee} selected>
                ${item.assignedTo ? personName(item.assignedTo, wording) : t(item.assignment === 'unassigned' ? 'board.unassigned' : 'board.assigneeUnknown')}
              </option>`
        }
        ${people.map(
          (person) =>
            html`<option value=${person.id ?? ''} ?selected=${person.id === assignee}>
              ${personName(person, wording)}
            </option>`,
        )}
      </select>
    </label>
    <label class="wide"
      ><span class="label">${t('board.blocker')}</span>
      <input
        name="blocker"
        dir="auto"
        autocomplete="off"
        ?disabled=${pending}
        .value=${draft.blocker ?? (typeof item.blocker === 'string' ? item.blocker : '')}
        @input=${(event: Event) => form.set({ blocker: value(event) })}
      />
    </label>
    <button type="submit" class="primary" part="change-button" data-control="assign" ?disabled=${pending}>
      ${t('board.change')}
    </button>
  </form>`;
}
