import type { ReviewRound, ReviewView, WorkItemView } from '../../src/agent-ui/projection/view-models.js';

/** No verdict yet, or none that anybody knows. */
export function isOpen({ state }: Pick<ReviewView, 'state'>): boolean {
  return state === 'requested' || state === 'reviewing' || state === 'unknown';
}

/** Passed, and nobody says otherwise: it folds away. */
export function isPassed({ state, disputed }: ReviewView): boolean {
  return !disputed && (state === 'passed' || state === 'approved');
}

function rank(review: ReviewView): number {
  if (review.disputed) return 0;
  if (isPassed(review)) return 3;
  return isOpen(review) ? 2 : 1;
}

/** Disputes first, those about one thing side by side; then what must be mended; then what is awaited. */
export function byUrgency(reviews: readonly ReviewView[]): ReviewView[] {
  const place = new Map<string, number>();
  for (const [i, { target }] of reviews.entries()) {
    const key = JSON.stringify(target);
    if (!place.has(key)) place.set(key, i);
  }
  const at = ({ target }: ReviewView) => place.get(JSON.stringify(target))!;
  return [...reviews].sort((a, b) => rank(a) - rank(b) || (a.disputed ? at(a) - at(b) : 0));
}

/** Something that a reviewer wants mended, and the work item that it has become. */
export interface Fix {
  /** Unique among the fixes of all reviews. */
  key: string;
  text: string | undefined;
  /** What the board knows it by; without one nobody can be given it. */
  itemId: string | undefined;
  item: WorkItemView | undefined;
  /** Whose it is, as the reviewer said. */
  assignee: unknown;
}

export function fixesOf(
  review: ReviewView,
  { requestedFixes = [] }: ReviewRound,
  round: number,
  items: ReadonlyMap<string, WorkItemView>,
): Fix[] {
  return requestedFixes.map((fix, i) => {
    const { id, text, workItemId, assignee } = typeof fix === 'object' && fix !== null ? fix : { text: fix };
    const itemId = textOf(workItemId) ?? textOf(id);
    return {
      key: `${review.key}:${round}:${itemId ?? i}`,
      text: textOf(text),
      itemId,
      item: itemId === undefined ? undefined : items.get(itemId),
      assignee,
    };
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Fixes of the round that counts. */
export function openFixes({ rounds }: ReviewView): number {
  return rounds.at(-1)?.requestedFixes?.length ?? 0;
}
