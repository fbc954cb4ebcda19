import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';

/** How far an answer reaches. */
export type Reach = 'once' | 'session' | 'always';

const APPROVING = /^(?:approved?|allow(?:ed)?|accept(?:ed)?|grant(?:ed)?)$/;
const REJECTING = /^(?:reject(?:ed)?|deny|denied|declined?|cancel)$/;
/** A decision may say its reach: `allow_always`, `approve_for_session`, `always_allow`. */
const REACHES: readonly (readonly [Reach, RegExp])[] = [
  ['once', /[-_](?:once|one[-_]?time)$|^once[-_]/],
  ['session', /[-_](?:for[-_])?(?:this[-_])?session$|^session[-_]/],
  ['always', /[-_](?:always|forever|permanent(?:ly)?)$|^always[-_]/],
];
const PERSON = new Set(['user', 'you', 'person', 'human', 'client']);
/** The kinds of question that may be answered in words. */
const ANSWERABLE = new Set(['clarification', 'structured_input', 'unknown']);

/** The decision without its reach. */
function verbOf(decision: string): string {
  return REACHES.reduce((verb, [, pattern]) => verb.replace(pattern, ''), decision.toLowerCase());
}

/** §2.3: several words mean yes. */
export function isApproving(decision: string): boolean {
  return APPROVING.test(verbOf(decision));
}

/** §2.3: several words mean no. */
export function isRejecting(decision: string): boolean {
  return REJECTING.test(verbOf(decision));
}

/** Without a word about it an answer holds once. */
export function reachOf(decision: string): Reach {
  return REACHES.find(([, pattern]) => pattern.test(decision.toLowerCase()))?.[0] ?? 'once';
}

/** The ways to say yes, the shortest reach first. */
export function approvingDecisions(approval: ApprovalView): readonly string[] {
  const order: readonly Reach[] = ['once', 'session', 'always'];
  return decisionsOf(approval)
    .filter(isApproving)
    .sort((a, b) => order.indexOf(reachOf(a)) - order.indexOf(reachOf(b)));
}

export function needsSecondStep(approval: Pick<ApprovalView, 'severity'>): boolean {
  return approval.severity === 'high' || approval.severity === 'critical';
}

/** A secret belongs into the settings: nothing is ever written here (§2.3). */
export function asksForSecret({ actionType }: ApprovalView): boolean {
  return actionType === 'credential_request';
}

/** Somebody else's question, passed on: it must name whose (SF-HITL-7). */
export function isPassedOn({ actionType }: ApprovalView): boolean {
  return actionType === 'delegated_permission' || actionType === 'teammate_plan_decision';
}

export function isAboutPlan({ actionType }: ApprovalView): boolean {
  return actionType === 'plan_decision' || actionType === 'teammate_plan_decision';
}

/** What may be answered: what its owner listed; yes and no where nothing was said (known-failure 24). */
export function decisionsOf(approval: ApprovalView): readonly string[] {
  const { decisions, actionType } = approval;
  if (asksForSecret(approval)) {
    const safe = decisions.filter((decision) => decision !== 'answer' && decision !== 'edit');
    return safe.length > 0 ? byRank(safe) : ['cancel'];
  }
  if (decisions.length > 0) return byRank(decisions);
  return ANSWERABLE.has(actionType) ? ['reject', 'answer', 'approve'] : ['reject', 'approve'];
}

/** No first, yes last, whatever order they came in: a person learns where each stands. */
function byRank(decisions: readonly string[]): string[] {
  const rank = (decision: string) => (isRejecting(decision) ? 0 : isApproving(decision) ? 2 : 1);
  return [...decisions].sort((a, b) => rank(a) - rank(b));
}

/** Whether the person at this page gave the answer, as far as its owner says. */
export function answeredHere(approval: ApprovalView): boolean {
  return approval.resolvedBy === undefined || PERSON.has(approval.resolvedBy);
}
