import type { JsonObject } from '../../base/json.js';
import { isBefore, type Stamp } from './order.js';
import { OrderedLog } from './ordered-log.js';

/** One word about where a run, a call, a task or an agent stands. */
export interface Mark {
  stamp: Stamp;
  status?: string;
  /** The owner says that it is over. */
  end?: boolean;
  /** A new one opens what had ended (R5, a). */
  attempt?: string;
  run?: string;
  /** The owner tries again, or a newer snapshot says that it goes on (R5, b and d). */
  reopens?: boolean;
  /** Opens what was only interrupted (R5, c). */
  resumes?: boolean;
  /** What else the end says: error, output, result. */
  detail?: JsonObject;
}

export interface Standing {
  /** The last word that was not an end. */
  status?: string;
  end?: Mark;
  /** What came after the end without opening it, such as `closed`. */
  after?: string;
  attempt?: string;
  seen?: Set<string>;
  /** Ends of earlier attempts; never overwritten (N-015). */
  readonly past: Mark[];
}

/** R5: the first end stands, in the owner's order, until something that may opens it again. */
export class StatusLog extends OrderedLog<Mark, Standing> {
  protected empty(): Standing {
    return { past: [] };
  }

  override add(mark: Mark): void {
    const { entries } = this;
    const [before, last] = entries.slice(-2);
    // A third word that says the same as the two before it replaces the second: progress is not history.
    if (before && last && !isBefore(mark.stamp, last.stamp) && saysSame(before, mark) && saysSame(last, mark))
      this.entries.pop();
    super.add(mark);
  }

  protected step(now: Standing, mark: Mark): void {
    const { attempt, run, end } = mark;
    const newAttempt = attempt !== undefined && !now.seen?.has(attempt);
    const fresh = newAttempt || (run !== undefined && !end && !now.seen?.has(run));
    if (attempt !== undefined) (now.seen ??= new Set()).add(attempt);
    if (run !== undefined) (now.seen ??= new Set()).add(run);
    if (attempt !== undefined && !newAttempt && attempt !== now.attempt) {
      // About an attempt that another has taken over from: kept, and changes nothing.
      if (end && !now.past.some((past) => past.attempt === attempt)) now.past.push(mark);
      return;
    }
    if (now.end && (fresh || mark.reopens || (mark.resumes && now.end.status === 'interrupt'))) {
      now.past.push({ ...now.end, attempt: now.attempt });
      now.end = now.after = now.status = undefined;
    }
    if (attempt !== undefined) now.attempt = attempt;
    if (!end) {
      if (!now.end) now.status = mark.status ?? now.status;
    } else if (!now.end) now.end = mark;
    else if (mark.status === 'closed' || mark.status === 'archived') now.after = mark.status;
  }

  get status(): string | undefined {
    const { after, end, status } = this.value;
    return after ?? (end ? (end.status ?? 'unknown') : status);
  }
}

function saysSame(a: Mark, b: Mark): boolean {
  return (
    a.status === b.status &&
    a.attempt === b.attempt &&
    a.run === b.run &&
    !a.end &&
    !b.end &&
    !a.reopens &&
    !b.reopens &&
    a.stamp.stream === b.stamp.stream
  );
}
