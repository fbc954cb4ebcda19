import type { LitElement, ReactiveController } from 'lit';
import { byTeammateRank, type TeammateLook } from './teammate-look.js';

/** Rows whose lines are one stop of the tab key: j, k and the arrows, Home and End go from line to line. */
export class TeammateKeys implements ReactiveController {
  #at: string | undefined;
  #order: readonly string[] = [];
  /** What had the focus before the rows were put in another order. */
  #focused: HTMLElement | undefined;

  /**
   * @param line the selector of a line; its row carries `data-id`
   * @param open opens or closes a row (Space)
   */
  constructor(
    private readonly host: LitElement,
    private readonly line: string,
    private readonly open: (id: string) => void,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = (this.host.shadowRoot?.activeElement as HTMLElement | null) ?? undefined;
  }

  /** A row that moves, moves with its focus (N-028). */
  hostUpdated(): void {
    const focused = this.#focused;
    this.#focused = undefined;
    if (!focused || this.host.shadowRoot?.activeElement === focused || !focused.isConnected) return;
    focused.focus({ preventScroll: true });
  }

  /** Attention first. While somebody writes in a row, every row stays where it is. */
  ordered<T extends { key: string }>(rows: readonly T[], lookOf: (row: T) => TeammateLook): readonly T[] {
    const writes = this.host.shadowRoot?.activeElement?.matches('.teammates :is(input, textarea, select)');
    const places = new Map(this.#order.map((key, i) => [key, i]));
    const placeOf = ({ key }: T) => places.get(key) ?? rows.length;
    const ordered = writes ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)) : byTeammateRank(rows, lookOf);
    this.#order = ordered.map(({ key }) => key);
    return ordered;
  }

  /** The row that Tab comes to. */
  reachable(ids: readonly string[]): string | undefined {
    return this.#at !== undefined && ids.includes(this.#at) ? this.#at : ids[0];
  }

  readonly onFocus = (event: FocusEvent): void => {
    const id = this.#lineOf(event)?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (id === undefined || id === this.#at) return;
    this.#at = id;
    this.host.requestUpdate();
  };

  readonly onKey = (event: KeyboardEvent): void => {
    const line = this.#lineOf(event);
    if (!line || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') {
      const id = line.closest<HTMLElement>('[data-id]')?.dataset['id'];
      if (id !== undefined && !event.repeat) this.open(id);
      event.preventDefault();
      return;
    }
    const all = [...this.host.shadowRoot!.querySelectorAll<HTMLElement>(this.line)];
    const at = all.indexOf(line);
    const next = { j: at + 1, ArrowDown: at + 1, k: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  };

  /** Firefox presses a button when Space comes up, whatever became of its going down. */
  readonly onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === ' ' && this.#lineOf(event)) event.preventDefault();
  };

  #lineOf(event: Event): HTMLElement | undefined {
    return (event.target as Element).closest<HTMLElement>(this.line) ?? undefined;
  }
}
