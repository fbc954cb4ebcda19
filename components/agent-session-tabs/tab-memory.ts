import type { TabRow } from './tab-rows.js';

/** What a person has done with the tabs of this page, where no runtime keeps it. No fact of a session. */
export class TabMemory {
  readonly #closed = new Map<string, boolean>();
  readonly #pins = new Map<string, boolean>();
  /** What there was to see when a session was looked at last. */
  readonly #seen = new Map<string, string>();

  pin(id: string, pinned: boolean): void {
    this.#pins.set(id, pinned);
  }

  close(id: string): void {
    this.#closed.set(id, true);
  }

  restore(id: string): void {
    this.#closed.set(id, false);
  }

  isPinned({ id, view }: TabRow): boolean {
    return this.#pins.get(id) ?? view.pinned;
  }

  isClosed({ id, view }: TabRow): boolean {
    return this.#closed.get(id) ?? (view.lifecycle === 'closed' || view.lifecycle === 'archived');
  }

  isUnread({ id, view, news }: TabRow, selected: boolean): boolean {
    return !selected && (view.unread || this.#seen.get(id) !== news);
  }

  /** What is shown has been seen; what was never shown counts as seen when it first comes up. */
  look(rows: readonly TabRow[], selectedId: string | undefined): void {
    for (const { id, news } of rows) if (id === selectedId || !this.#seen.has(id)) this.#seen.set(id, news);
  }
}
