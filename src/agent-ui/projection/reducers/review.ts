import { isJsonObject } from '../../../base/json.js';
import type { Fact } from '../fact.js';
import { keep, spec, take } from '../keep.js';
import { textOf } from '../payload.js';

const KEYS = spec({ text: 'reviewer requestedBy requestedAt', flag: 'disputed', any: 'target policy' });
const ROUND = spec({ text: 'verdict completedAt summary', texts: 'evidenceRefs', list: 'requestedFixes' });

/** `review.*`: each verdict is a round of its own, and stays when there is another (§2.3). */
export function reduceReview(fact: Fact): void {
  const { event, stamp } = fact;
  const { payload } = event;
  const { target } = payload;
  const reviewer = textOf(payload, 'reviewer');
  const id =
    event.reviewId ?? (reviewer && isJsonObject(target) ? `${reviewer}:${String(target['id'])}` : undefined);
  if (id === undefined) {
    fact.diagnose(
      'warn',
      'review.id_missing',
      `${event.type} names no review, and no reviewer with a target`,
    );
    return;
  }
  const review = fact.entity('reviews', id, 'reviewId', KEYS);
  if (event.type === 'review.requested') fact.standing(review, 'requested', false);
  else {
    const round = {
      ...take(payload, ROUND),
      evidenceRefs: keep(event.evidenceRefs ?? payload['evidenceRefs']),
      completedAt: textOf(payload, 'completedAt') ?? event.timestamp,
    };
    fact.standing(review, textOf(payload, 'verdict') ?? 'unknown', false);
    fact.sub(review, 'rounds', String(event.sequence ?? `after ${stamp.tick}`), round);
  }
}
