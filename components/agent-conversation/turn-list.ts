import type { TurnView } from '../../src/agent-ui/projection/view-models.js';

/** Turns of one stretch: few enough to be drawn within a frame. */
export const STRETCH = 4;

/** What keeps a turn the same when its runtime gives it another name: the message that the person sent. */
export function turnKey(turn: TurnView): string {
  const said = turn.parts[0];
  return said?.type === 'user_text' && said.clientId !== undefined ? `sent:${said.clientId}` : turn.turnId;
}

function isSame(before: TurnView, now: TurnView): boolean {
  return before === now || turnKey(before) === turnKey(now);
}

/** A run of neighbouring turns. Its boundaries stay where they are while turns come before and after it. */
export interface Run {
  count: number;
}

/** What an arrangement has to be told of its runs. */
export interface RunKeeper<R extends Run> {
  /** Makes an empty one, to stand before `next`, or at the end. */
  make(next: R | undefined): R;
  drop(run: R): void;
}

/**
 * Keeps runs of turns in step with a list of turns: what is prepended gets runs of its own, what is appended fills
 * the last, so that an older page or a new turn leaves every other run as it was.
 */
export class TurnList<R extends Run> {
  readonly runs: R[] = [];
  turns: readonly TurnView[] = [];

  constructor(private readonly keeper: RunKeeper<R>) {}

  update(turns: readonly TurnView[]): void {
    const before = this.turns;
    if (turns === before) return;
    const shorter = Math.min(before.length, turns.length);
    let start = 0;
    while (start < shorter && isSame(before[start]!, turns[start]!)) start++;
    let end = 0;
    while (end < shorter - start && isSame(before.at(-1 - end)!, turns.at(-1 - end)!)) end++;
    this.#remove(start, before.length - end - start);
    this.#insert(start, turns.length - end - start, end === 0);
    this.turns = turns;
  }

  /** The place of the first turn for which `is` holds, or -1. */
  find(is: (turn: TurnView) => boolean): number {
    return this.turns.findIndex(is);
  }

  /** Each run with its turns. */
  *[Symbol.iterator](): Generator<[run: R, start: number]> {
    let start = 0;
    for (const run of this.runs) {
      yield [run, start];
      start += run.count;
    }
  }

  #remove(at: number, count: number): void {
    let left = count;
    let start = 0;
    for (const run of [...this.runs]) {
      const from = Math.max(at, start);
      const taken = Math.max(0, Math.min(left, start + run.count - from));
      start += run.count;
      if (taken === 0 || from < at) continue;
      run.count -= taken;
      left -= taken;
      if (run.count > 0) continue;
      this.runs.splice(this.runs.indexOf(run), 1);
      this.keeper.drop(run);
    }
  }

  #insert(at: number, count: number, atEnd: boolean): void {
    if (count <= 0) return;
    if (atEnd) {
      let left = count;
      const last = this.runs.at(-1);
      if (last) {
        const room = Math.min(left, Math.max(0, STRETCH - last.count));
        last.count += room;
        left -= room;
      }
      for (; left > 0; left -= STRETCH) this.#add(this.runs.length, Math.min(left, STRETCH));
    } else if (at === 0) {
      // From the boundary upwards: the incomplete one is the oldest.
      for (let left = count; left > 0; left -= STRETCH) this.#add(0, Math.min(left, STRETCH));
    } else {
      let start = 0;
      const holds = this.runs.find((run) => (start += run.count) >= at);
      if (holds) holds.count += count;
    }
  }

  #add(index: number, count: number): void {
    const run = this.keeper.make(this.runs[index]);
    run.count = count;
    this.runs.splice(index, 0, run);
  }
}
