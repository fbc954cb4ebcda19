import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';

const APPROVING = new Set(['approve', 'approved', 'allow', 'accept', 'grant']);
const REJECTING = new Set(['reject', 'rejected', 'deny', 'denied', 'decline', 'cancel']);
const PERSON = new Set(['user', 'you', 'person', 'human', 'client']);
/** The kinds of question that may be answered in words. */
const ANSWERABLE = new Set(['clarification', 'structured_input', 'unknown']);

/** §2.3: several words mean yes. */
export function isApproving(decision: string): boolean {
  return APPROVING.has(decision);
}

/** §2.3: several words mean no. */
export function isRejecting(decision: string): boolean {
  return REJECTING.has(decision);
}

export function needsSecondStep(approval: Pick<ApprovalView, 'severity'>): boolean {
  return approval.severity === 'high' || approval.severity === 'critical';
}

/** What may be answered: what its owner listed; yes and no where nothing was said (known-failure 24). */
export function decisionsOf(approval: ApprovalView): readonly string[] {
  if (approval.decisions.length > 0) return [...approval.decisions].sort((a, b) => rank(a) - rank(b));
  return ANSWERABLE.has(approval.actionType) ? ['reject', 'answer', 'approve'] : ['reject', 'approve'];
}

/** No first, yes last, whatever order they came in: a person learns where each stands. */
function rank(decision: string): number {
  return isRejecting(decision) ? 0 : isApproving(decision) ? 2 : 1;
}

/** Whether the person at this page gave the answer, as far as its owner says. */
export function answeredHere(approval: ApprovalView): boolean {
  return approval.resolvedBy === undefined || PERSON.has(approval.resolvedBy);
}
