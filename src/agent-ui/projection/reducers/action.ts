import type { JsonObject } from '../../../base/json.js';
import { redact, redactText } from '../../../base/redact.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { assignKnown, textOf, textsOf } from '../payload.js';
import type { ApprovalRecord } from '../records.js';

/** §2.3: one canonical name for each kind of question, whoever asks. */
const TYPES: Readonly<Record<string, string>> = {
  approval: 'tool_approval',
  tool_permission: 'tool_approval',
  plan_review: 'plan_decision',
  elicitation: 'structured_input',
  permission: 'permission_grant',
  credential_needed: 'credential_request',
};
const CANONICAL = new Set([
  'tool_approval',
  'plan_decision',
  'teammate_plan_decision',
  'structured_input',
  'clarification',
  'permission_grant',
  'delegated_permission',
  'credential_request',
  'artifact_review',
  'cost_confirmation',
  'handoff_acceptance',
]);

/** §2.3: decision words that mean the same; others stay as they are. */
const DECISIONS: Readonly<Record<string, string>> = {
  approve: 'approved',
  allow: 'approved',
  accept: 'approved',
  reject: 'rejected',
  deny: 'rejected',
  denied: 'rejected',
  decline: 'rejected',
};

/** `action.required`, `action.resolved`: a question to a person and its owner's word that it is answered. */
export function reduceAction(fact: Fact): void {
  const { event } = fact;
  if (event.actionId === undefined) {
    fact.diagnose('warn', 'action.id_missing', `${event.type} without an actionId is not shown`);
    return;
  }
  const approval = approvalOf(fact, event.actionId);
  if (event.type === 'action.required') required(fact, approval, event.payload);
  else resolved(fact, approval, event.payload);
  fact.markIn('approvals', approval);
  if (approval.toolCallId !== undefined) fact.state.approvalOfTool.set(approval.toolCallId, approval);
  const tool = approval.toolCallId === undefined ? undefined : fact.state.tools.get(approval.toolCallId);
  if (tool) fact.markIn('tools', tool);
}

function approvalOf(fact: Fact, actionId: string): ApprovalRecord {
  const { state, event, stamp } = fact;
  const known = state.approvals.get(actionId);
  const entry = { kind: 'action', stamp, actionId, agentId: event.agentId } as const;
  if (known) {
    if (fact.late) fact.turn(known.turnId).log.mention(entry);
    return known;
  }
  const gated = event.toolCallId === undefined ? undefined : state.tools.get(event.toolCallId);
  const turn = fact.turn(gated?.turnId);
  const approval: ApprovalRecord = {
    version: 0,
    actionId,
    turnId: turn.turnId,
    runId: event.runId,
    toolCallId: event.toolCallId,
    taskId: event.taskId,
    required: false,
    actionType: 'unknown',
    decisions: [],
    state: 'pending',
  };
  state.approvals.set(actionId, approval);
  turn.log.add(entry);
  return approval;
}

function required(fact: Fact, approval: ApprovalRecord, payload: JsonObject): void {
  const { event } = fact;
  const rawActionType = textOf(payload, 'actionType');
  const actionType = rawActionType === undefined ? undefined : (TYPES[rawActionType] ?? rawActionType);
  if (actionType !== undefined && !CANONICAL.has(actionType)) {
    fact.diagnose(
      'info',
      'enum.unrecognised',
      `actionType "${actionType}" is not one of the standard's`,
      actionType,
    );
  }
  approval.required = true;
  assignKnown(approval, {
    actionType: actionType !== undefined && CANONICAL.has(actionType) ? actionType : undefined,
    rawActionType,
    toolCallId: event.toolCallId,
    agentId: event.agentId,
    agentName: event.agentName,
    title: textOf(payload, 'title'),
    explanation: textOf(payload, 'explanation') ?? textOf(payload, 'prompt'),
    severity: textOf(payload, 'severity') ?? textOf(payload, 'risk'),
    scope: redact(payload['scope']),
    consequence: textOf(payload, 'consequence'),
    input: redact(payload['input'] ?? payload['safeInput']),
    schema: payload['schema'],
    decisions: decisionsOf(payload),
    toolName: textOf(payload, 'toolName'),
    expiresAt: textOf(payload, 'expiresAt'),
    requestedAt: event.timestamp,
  });
}

function decisionsOf(payload: JsonObject): readonly string[] | undefined {
  const listed = textsOf(payload, 'decisions');
  if (listed) return listed;
  return payload['decisionKind'] === 'allow_or_deny' ? ['approve', 'reject'] : undefined;
}

/** Only this leaves `pending` (M-022). The first answer stands; a different second one is reported. */
function resolved(fact: Fact, approval: ApprovalRecord, payload: JsonObject): void {
  const rawDecision = textOf(payload, 'decision') ?? 'unknown';
  const decision = DECISIONS[rawDecision] ?? rawDecision;
  if (approval.resolvedStamp && !isBefore(fact.stamp, approval.resolvedStamp)) {
    if (approval.decision !== decision) {
      fact.diagnose(
        'warn',
        'action.resolution_conflict',
        `answered "${approval.decision ?? approval.state}", then "${decision}"; the first stands`,
        approval.actionId,
      );
    }
    return;
  }
  approval.resolvedStamp = fact.stamp;
  approval.state =
    decision === 'expired' || decision === 'cancelled' || decision === 'superseded' ? decision : 'resolved';
  approval.decision = decision;
  approval.rawDecision = rawDecision;
  const reason = textOf(payload, 'reason');
  assignKnown(approval, {
    resolvedBy: textOf(payload, 'resolvedBy'),
    reason: reason === undefined ? undefined : redactText(reason),
    auditSummary: textOf(payload, 'auditSummary'),
    resolvedAt: textOf(payload, 'resolvedAt') ?? fact.event.timestamp,
  });
}
