import type { Assignee, ReviewView } from '../../src/agent-ui/projection/view-models.js';
import {
  AgentAssignRequestEvent,
  AgentReviewRequestEvent,
  AgentVerdictRequestEvent,
} from '../shared/team-request-events.js';
import type { StringKey } from '../shared/localize.js';
import type { WantedControl } from '../shared/work-control.js';
import { isOpen, type Fix } from './review-order.js';

const VERDICTS: readonly (readonly [string, StringKey])[] = [
  ['passed', 'review.pass'],
  ['changes_requested', 'review.requestChanges'],
  ['failed', 'review.fail'],
];

/** W26: a person's verdict, while there is none, or where two differ. */
export function verdictControls(review: ReviewView, reason: string): WantedControl[] {
  if (!isOpen(review) && !review.disputed) return [];
  const { reviewId } = review;
  return VERDICTS.map(([verdict, word]) => {
    const given = { reviewId, verdict, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    return {
      word,
      request: { kind: 'request_review.decide', ...given },
      event: () => new AgentVerdictRequestEvent(given),
    };
  });
}

/** W10: another round, by the same reviewer. */
export function againControls({ target, reviewer, ...review }: ReviewView): WantedControl[] {
  const { id, kind } = target ?? {};
  if (id === undefined || isOpen(review)) return [];
  const wanted = {
    targetId: id,
    ...(kind === undefined ? {} : { targetKind: kind }),
    ...(reviewer === undefined ? {} : { reviewer }),
  };
  return [
    {
      word: 'review.again',
      request: { kind: 'request_review', ...wanted },
      event: () => new AgentReviewRequestEvent(wanted),
    },
  ];
}

/** W9: the board makes a work item of a fix that is none yet. */
export function makeItemControl({ itemId, item }: Fix): WantedControl[] {
  if (itemId === undefined || item) return [];
  const change = { workItemId: itemId, status: 'open' };
  return [
    {
      word: 'review.makeItem',
      request: { kind: 'assign', ...change },
      event: () => new AgentAssignRequestEvent(change),
    },
  ];
}

/** W9: a fix is somebody's when the board says so. */
export function assignControl(itemId: string, assignee: Assignee['id']): WantedControl {
  const change = { workItemId: itemId, assignee };
  return {
    word: 'review.assign',
    request: { kind: 'assign', ...change },
    event: () => new AgentAssignRequestEvent(change),
  };
}
