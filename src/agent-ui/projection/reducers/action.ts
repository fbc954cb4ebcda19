import { toJsonSafe, type JsonObject } from '../../../base/json.js';
import { redact } from '../../../base/redact.js';
import type { Fact } from '../fact.js';
import { isBefore } from '../order.js';
import { keep } from '../keep.js';
import { textOf, textsOf } from '../payload.js';
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
  fact.touch(approval);
  if (event.type === 'action.required') required(fact, approval, event.payload);
  else resolved(fact, approval, event.payload);
  fact.markIn('approvals', approval);
  const { toolCallId } = approval;
  if (toolCallId === undefined) return;
  const { approvalOfTool, tools } = fact.state;
  const gate = approvalOfTool.get(toolCallId);
  if (!gate || isBefore(gate.first, approval.first)) approvalOfTool.set(toolCallId, approval);
  // Its row shows the question.
  const tool = tools.get(toolCallId);
  if (tool) fact.mark('turns', fact.state.turns.get(tool.turnId));
}

function approvalOf(fact: Fact, actionId: string): ApprovalRecord {
  const { state, event, stamp } = fact;
  const known = state.approvals.get(actionId);
  const gated = event.toolCallId === undefined ? undefined : state.tools.get(event.toolCallId);
  const turn = fact.turn(known?.turnId ?? gated?.turnId);
  turn.log.refer('action_required', actionId, stamp, event.agentId);
  if (known) return known;
  const approval: ApprovalRecord = {
    version: 0,
    first: fact.stamp,
    last: fact.stamp,
    stamps: {},
    actionId,
    turnId: turn.turnId,
    required: false,
    actionType: 'unknown',
    decisions: [],
    state: 'pending',
  };
  state.approvals.set(actionId, approval);
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
  const { sessionId, runId, taskId, remoteTaskId, toolCallId, agentId, agentName } = event;
  fact.set(approval, {
    sessionId,
    runId,
    taskId,
    remoteTaskId,
    toolCallId,
    agentId,
    agentName,
    actionType: actionType !== undefined && CANONICAL.has(actionType) ? actionType : undefined,
    rawActionType,
    title: textOf(payload, 'title'),
    explanation: textOf(payload, 'explanation') ?? textOf(payload, 'prompt'),
    severity: textOf(payload, 'severity') ?? textOf(payload, 'risk'),
    scope: redact(payload['scope']),
    consequence: textOf(payload, 'consequence'),
    input: redact(payload['input'] ?? payload['safeInput']),
    schema: toJsonSafe(payload['schema']),
    estimate: keep(payload['estimate']),
    planRef: textOf(payload, 'planRef'),
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
  // The whole audit belongs to the answer that stands.
  approval.resolvedBy = textOf(payload, 'resolvedBy');
  approval.reason = textOf(payload, 'reason');
  approval.auditSummary = textOf(payload, 'auditSummary');
  approval.resolvedAt = textOf(payload, 'resolvedAt') ?? fact.event.timestamp;
  approval.effectiveScope = keep(payload['effectiveScope']);
  approval.evidenceRef = textOf(payload, 'evidenceRef');
}
