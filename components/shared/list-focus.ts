import type { ReactiveController, ReactiveControllerHost } from 'lit';

const WRITING = 'input, textarea, select, [contenteditable]';

/**
 * One stop for the Tab key in a list of rows; j and k, the arrows, Home and End go from row to row. What stands inside
 * an open row keeps its own stops. Give `onKey` and `onFocus` to the element around the list.
 */
export class ListFocus implements ReactiveController {
  #current: HTMLElement | undefined;

  /** @param rows the selector of what is focused in each row, such as the button that is its line */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly rows: string,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const rows = this.#rows();
    if (!this.#current || !rows.includes(this.#current)) this.#current = rows[0];
    for (const row of rows) {
      const stop = row === this.#current ? 0 : -1;
      if (row.getAttribute('tabindex') !== String(stop)) row.tabIndex = stop;
    }
  }

  readonly onFocus = (event: FocusEvent): void => {
    const row = this.#rowOf(event);
    if (!row || row === this.#current) return;
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = row;
    row.tabIndex = 0;
  };

  readonly onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const target = event.composedPath()[0];
    const other = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing;
    if (other || event.defaultPrevented || !(target instanceof Element) || target.closest(WRITING)) return;
    const rows = this.#rows();
    const at = rows.findIndex((row) => row === target || row.parentElement?.contains(target));
    // Inside an open row the arrows scroll, and Home and End are the text's.
    const onRow = rows[at] === target;
    const to =
      key === 'j' || (onRow && key === 'ArrowDown')
        ? at + 1
        : key === 'k' || (onRow && key === 'ArrowUp')
          ? at - 1
          : onRow && key === 'Home'
            ? 0
            : onRow && key === 'End'
              ? rows.length - 1
              : undefined;
    if (to === undefined || at < 0) return;
    event.preventDefault();
    rows[to]?.focus();
  };

  #rows(): HTMLElement[] {
    return [...(this.host.shadowRoot?.querySelectorAll<HTMLElement>(this.rows) ?? [])];
  }

  #rowOf(event: Event): HTMLElement | undefined {
    const target = event.composedPath()[0];
    return this.#rows().find((row) => row === target);
  }
}
