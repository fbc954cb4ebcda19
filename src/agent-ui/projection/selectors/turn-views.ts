import type { Changes } from '../changes.js';
import type { TurnRecord } from '../records.js';
import { sameList } from './cached.js';
import type { SelectorContext } from './selector-context.js';

/**
 * A view of each turn of the session that is shown, in their order. Only turns that have changed are looked at again, so
 * that a delta costs the same at the first turn and at the thousandth.
 */
export class TurnViews<V extends object> {
  #turns: TurnRecord[] = [];
  #views: V[] = [];
  #shown: readonly V[] = [];
  #seen = -1;
  #order = -1;
  #sessionId: string | undefined;

  /** @param isShown whether there is anything to see of a turn */
  constructor(
    private readonly changes: Changes,
    private readonly isShown: (view: V) => boolean,
  ) {
    changes.onForget(() => {
      this.#turns = [];
      this.#views = [];
      this.#order = -1;
    });
  }

  /**
   * @param again turns to look at whether they have changed or not; `undefined` for all
   * @returns the same list as before where nothing that shows has changed
   */
  all(
    { state, sessionId }: SelectorContext,
    make: (turn: TurnRecord) => V,
    again: readonly TurnRecord[] | undefined,
  ): readonly V[] {
    const { changes } = this;
    const changed = again && changes.turnsSince(this.#seen);
    const known = changed && changes.order === this.#order && sessionId === this.#sessionId;
    this.#seen = changes.now;
    this.#order = changes.order;
    this.#sessionId = sessionId;
    if (!known) {
      this.#turns = state.turnOrder.filter((turn) => this.#isOwn(turn));
      this.#views = this.#turns.map(make);
      this.#shown = sameList(
        this.#shown,
        this.#views.filter((view) => this.isShown(view)),
      );
      return this.#shown;
    }
    let shown: V[] | undefined;
    for (const turn of new Set([...changed, ...again])) {
      const view = this.#isOwn(turn) ? make(turn) : undefined;
      if (!view) continue;
      const at = this.#turns.lastIndexOf(turn);
      const before = at < 0 ? undefined : this.#views[at];
      if (view === before) continue;
      if (at < 0) this.#turns.push(turn);
      this.#views[at < 0 ? this.#views.length : at] = view;
      const wasShown = before !== undefined && this.isShown(before);
      shown ??= this.#shown.slice();
      if (!this.isShown(view)) {
        if (wasShown) shown.splice(shown.lastIndexOf(before), 1);
      } else if (wasShown) shown[shown.lastIndexOf(before)] = view;
      else if (at < 0) shown.push(view);
      else shown = this.#views.filter((each) => this.isShown(each));
    }
    if (shown) this.#shown = shown;
    return this.#shown;
  }

  #isOwn(turn: TurnRecord): boolean {
    return turn.sessionId === undefined || turn.sessionId === this.#sessionId;
  }
}
