import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { WorkBoardView, WorkItemView } from '../../src/agent-ui/projection/view-models.js';
import { Disclosure } from '../shared/disclosure.js';
import { PanelElement } from '../shared/panel-element.js';
import { statusIcon } from '../shared/status.js';
import { AgentAssignRequestEvent } from '../shared/team-request-events.js';
import { boardWords } from '../shared/team-words.js';
import { lastWrites, workControls, type WorkControl } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-work-board.styles.js';
import { boardCard } from './board-card.js';
import { realChange, type BoardChange } from './board-change.js';
import { boardColumns, boardWord, passes, type BoardColumn, type BoardFilter } from './board-columns.js';
import { BoardDrag } from './board-drag.js';
import { boardHead } from './board-head.js';
import { cardAt, stepOf } from './board-keys.js';

/** Cards of a column at first, and how many more come when somebody reaches its end. */
const PAGE = 8;

/** All that a render needs to know of the board. */
interface Board {
  session: AgentSession;
  view: WorkBoardView;
  columns: readonly BoardColumn[];
  byId: ReadonlyMap<string, WorkItemView>;
  writes: ReadonlyMap<string, WriteRecord>;
}

/**
 * Work items of people and agents, a column for each status of their owner's. Moving a card, or giving it to
 * somebody, asks the owner; the card stays where the owner has it until the owner says otherwise. With a mouse or a
 * pen a card is carried; the form inside it does the same for everybody. Keys: j, k, arrows, Home, End; Escape lets go.
 *
 * @element agent-work-board
 * @summary The team's work items by status, with who has them, what they wait for and what came of them.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentAssignRequestEvent} agent-assign-request - A person moves an item, gives it to somebody, or says what blocks it.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see an artifact, evidence or a teammate.
 *
 * @slot empty - Shown while there is no work item.
 *
 * @csspart head - Filters, and the choice of a column where there is room for one.
 * @csspart column - One status and its cards.
 * @csspart column-head - Its word and count.
 * @csspart cards - Its cards.
 * @csspart card - One work item.
 * @csspart card-line - What is always seen of it.
 * @csspart card-mark - What was asked of its owner, and what became of that.
 * @csspart card-body - What the card opens.
 * @csspart change - The form that moves and assigns.
 * @csspart change-button - What asks for it.
 * @csspart more - Shows more cards of a column.
 *
 * @cssprop --agent-board-column-height - How high a column grows before it scrolls. Default: 36rem.
 *
 * @cssstate empty - There is no work item.
 * @cssstate attention - Something is blocked, has failed, or waits for a person.
 */
export class AgentWorkBoard extends PanelElement {
  static readonly tag: string = 'agent-work-board';
  protected static override readonly words = boardWords;
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #drag = new BoardDrag(
    this,
    (key, status) => this.#takes(key, status),
    (key, status) => this.#ask(key, { status }),
  );
  /** What a person wants of an item: entered, or asked for already. */
  #wants = new Map<string, { change: BoardChange; asked: boolean }>();
  #filter: BoardFilter = { text: '', whose: '' };
  #limits = new Map<string, number>();
  /** The card that Tab comes to. */
  #current: string | undefined;
  /** The column that is shown where there is room for one. */
  #column: string | undefined;
  /** The card that had the focus before the last render. */
  #focused: string | undefined;
  #board: Board | undefined;
  #ends: IntersectionObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Moved within one task it renders nothing anew, and would watch nothing.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#ends?.disconnect();
    this.#ends = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#focused = this.shadowRoot?.activeElement?.closest<HTMLElement>('.card')?.dataset['id'];
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // A card that its owner moved under the focus is another element now.
    if (this.#focused !== undefined && !this.shadowRoot?.activeElement) this.#focus(this.#focused);
    this.#ends ??= new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) this.#more((target as HTMLElement).dataset['column']!);
    });
    this.#ends.disconnect();
    for (const end of this.renderRoot.querySelectorAll('.more')) this.#ends.observe(end);
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('work_board').get();
    const all = view?.items ?? [];
    this.toggleState('empty', all.length === 0);
    const { t } = this.wording;
    if (!session || !view || all.length === 0) {
      this.#board = undefined;
      return html`<div class="empty"><slot name="empty">${t('board.empty')}</slot></div>`;
    }
    const board = (this.#board = {
      session,
      view,
      columns: boardColumns(all.filter(passes(this.#filter))),
      byId: new Map(all.map((item) => [item.key, item])),
      writes: lastWrites(session),
    });
    const urgent = board.columns.filter(({ look, items }) => ATTENTION.has(look) && items.length > 0);
    this.toggleState('attention', urgent.length > 0);
    this.#forget(board);
    const filled = board.columns.filter(({ items }) => items.length > 0);
    const shown = this.#column ?? (urgent[0] ?? filled[0])?.status ?? 'open';
    this.#current = this.#reachable(board, shown);
    return html`<section class="panel" aria-label=${t('board.label')}>
      ${boardHead({
        wording: this.wording,
        columns: board.columns,
        people: view.people,
        filter: this.#filter,
        found: board.columns.reduce((sum, { items }) => sum + items.length, 0),
        shown,
        set: (filter) => this.#redraw(() => (this.#filter = { ...this.#filter, ...filter })),
        choose: (status) => this.#redraw(() => (this.#column = status)),
      })}
      <div
        class="columns"
        ?data-dragging=${this.#drag.carried !== undefined}
        @keydown=${this.#onKey}
        @focusin=${this.#onFocus}
        @pointermove=${this.#drag.move}
        @pointerup=${this.#drag.release}
        @pointercancel=${this.#drag.cancel}
        @lostpointercapture=${this.#drag.cancel}
      >
        ${repeat(
          board.columns,
          ({ status }) => status,
          (column) => this.#columnTemplate(column, column.status === shown, board),
        )}
      </div>
      ${this.#ghost(board)}
    </section>`;
  }

  #redraw(change: () => unknown): void {
    change();
    this.requestUpdate();
  }

  /** What a person carries, beside the pointer. */
  #ghost({ byId }: Board): unknown {
    const { carried } = this.#drag;
    return carried === undefined
      ? nothing
      : html`<div class="ghost" aria-hidden="true" dir="auto">${byId.get(carried)?.title ?? carried}</div>`;
  }

  #columnTemplate(column: BoardColumn, isShown: boolean, board: Board): TemplateResult {
    const { status, look, items } = column;
    const { wording } = this;
    const { t } = wording;
    const limit = this.#limits.get(status) ?? PAGE;
    const left = items.length - limit;
    const { carried, over } = this.#drag;
    const word = boardWord(status, wording);
    return html`<div
      class="column"
      part="column"
      role="group"
      aria-label=${t('board.columnLabel', { status: word, count: items.length })}
      data-id=${status}
      data-status=${look}
      data-fallback=${status === 'unknown' ? 'unknown' : nothing}
      ?data-shown=${isShown}
      ?data-bare=${items.length === 0}
      ?data-takes=${carried !== undefined && this.#takes(carried, status)}
      ?data-over=${over === status}
    >
      <p class="column-head" part="column-head">
        ${statusIcon(look)}<span class="word" dir="auto">${word}</span>
        <span class="number">${items.length}</span>
      </p>
      ${items.length === 0 ? html`<p class="none">${t('board.none')}</p>` : nothing}
      <ul class="cards" part="cards" role="list">
        ${repeat(
          items.slice(0, limit),
          ({ key }) => key,
          (item) => this.#card(item, board),
        )}
        ${
          left > 0
            ? html`<li>
                <button
                  type="button"
                  class="quiet more"
                  part="more"
                  data-column=${status}
                  @click=${() => this.#more(status)}
                >
                  ${t('board.more', { count: left })}
                </button>
              </li>`
            : nothing
        }
      </ul>
    </div>`;
  }

  #card(item: WorkItemView, board: Board): unknown {
    const { key } = item;
    const open = this.#disclosure.isOpen(key, false);
    const want = this.#wants.get(key);
    const control = this.#control(key, board);
    const current = this.#current === key;
    const { wording } = this;
    return guard([item, open && board, current, want, control?.pending, control?.write?.state, wording], () =>
      boardCard(item, {
        wording,
        open,
        current,
        control,
        wanted: want?.asked ? want.change : undefined,
        form: {
          draft: want?.change ?? {},
          pending: control?.pending ?? false,
          columns: board.columns.map(({ status }) => status),
          people: board.view.people,
          wording,
          set: (change) => this.#want(key, change),
          ask: () => this.#ask(key, {}),
        },
        titleOf: (id) => this.#board?.byId.get(id)?.title,
        toggle: () => {
          this.#current = key;
          this.#disclosure.toggle(key, false);
        },
        goTo: (id) => this.#goTo(id),
        show: (kind, id) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
        press: (event) => this.#drag.press(event, key),
      }),
    );
  }

  /** W9. Whether there is one does not depend on what of the item is to change. */
  #control(key: string, { session, writes }: Board): WorkControl | undefined {
    const change = { workItemId: key, status: 'open', ...this.#wants.get(key)?.change };
    return workControls(
      [
        {
          word: 'board.change',
          request: { kind: 'assign', ...change },
          event: () => new AgentAssignRequestEvent(change),
        },
      ],
      session,
      writes,
    )[0];
  }

  #want(key: string, change: BoardChange): void {
    const before = this.#wants.get(key);
    // What is written after something was asked for is another wish.
    this.#wants.set(key, { change: { ...(before?.asked ? {} : before?.change), ...change }, asked: false });
    this.requestUpdate();
  }

  /** Not where it is, and nobody can want that nobody knows. */
  #takes(key: string, status: string): boolean {
    return status !== 'unknown' && this.#board?.byId.get(key)?.status !== status;
  }

  #ask(key: string, change: BoardChange): void {
    const item = this.#board?.byId.get(key);
    const real = item && realChange(item, { ...this.#wants.get(key)?.change, ...change });
    if (!real) return;
    this.#wants.set(key, { change: real, asked: true });
    const wanted = { workItemId: key, ...real };
    this.askFor({
      request: { kind: 'assign', ...wanted },
      event: () => new AgentAssignRequestEvent(wanted),
    });
    this.requestUpdate();
  }

  /** What its owner has confirmed, or a host has taken over, is wanted no more; what failed stays to be asked again. */
  #forget(board: Board): void {
    for (const [key, { asked }] of this.#wants)
      if (asked && !this.#control(key, board)?.write) this.#wants.delete(key);
  }

  #more(status: string): void {
    this.#redraw(() => this.#limits.set(status, (this.#limits.get(status) ?? PAGE) + PAGE));
  }

  #shownOf({ status, items }: BoardColumn): readonly WorkItemView[] {
    return items.slice(0, this.#limits.get(status) ?? PAGE);
  }

  /** The current card while it is there, else the first. */
  #reachable({ columns }: Board, shown: string): string | undefined {
    const visible = columns.flatMap((column) => this.#shownOf(column));
    if (visible.some(({ key }) => key === this.#current)) return this.#current;
    return (columns.find(({ status }) => status === shown)?.items[0] ?? visible[0])?.key;
  }

  #goTo(key: string): void {
    const board = this.#board;
    const { status } = board?.byId.get(key) ?? {};
    const column = board?.columns.find((each) => each.status === status);
    if (!board || !column) return;
    if (!column.items.some((item) => item.key === key)) {
      // What is sought leaves out what somebody wants to go to.
      this.#filter = { text: '', whose: '' };
      this.#limits.set(column.status, board.view.items.length);
    }
    const at = column.items.findIndex((item) => item.key === key);
    this.#limits.set(column.status, Math.max(this.#limits.get(column.status) ?? PAGE, at + 1));
    this.#column = column.status;
    this.#current = key;
    this.requestUpdate();
    void this.updateComplete.then(() => this.#focus(key));
  }

  #focus(key: string): void {
    cardAt(this.renderRoot, key)?.querySelector<HTMLElement>('.card-line')?.focus();
  }

  #onFocus = (event: Event): void => {
    const key = (event.target as Element).closest<HTMLElement>('.card')?.dataset['id'];
    if (key === undefined || key === this.#current) return;
    this.#redraw(() => (this.#current = key));
  };

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.#drag.carried !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      return this.#drag.cancel();
    }
    const step = stepOf(event);
    if (!step || !this.#board) return;
    event.preventDefault();
    const columns = this.#board.columns.filter(
      (column) => column.items.length > 0 && this.#isVisible(column.status),
    );
    const at = columns.findIndex(({ items }) => items.some(({ key }) => key === this.#current));
    const own = columns[at]?.items ?? [];
    const row = own.findIndex(({ key }) => key === this.#current);
    const [items, to] =
      typeof step === 'object'
        ? [columns[at + step.column]?.items, row]
        : [own, step === 'first' ? 0 : step === 'last' ? own.length - 1 : row + step];
    const target = items?.[Math.min(Math.max(to, 0), items.length - 1)];
    if (target) this.#goTo(target.key);
  };

  /** Where there is room for one column, the others are not there for the keyboard either. */
  #isVisible(status: string): boolean {
    const column = [...this.renderRoot.querySelectorAll<HTMLElement>('.column')].find(
      ({ dataset }) => dataset['id'] === status,
    );
    return column?.checkVisibility() ?? false;
  }
}

const ATTENTION = new Set(['failed', 'timed-out', 'needs-you', 'blocked']);

declare global {
  interface HTMLElementTagNameMap {
    'agent-work-board': AgentWorkBoard;
  }
}
