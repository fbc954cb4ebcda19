import type { EventOf, Open } from './envelope.js';

/** §2.3: the canonical kinds of question to a person. */
export type ApprovalType =
  | 'tool_approval'
  | 'plan_decision'
  | 'teammate_plan_decision'
  | 'structured_input'
  | 'clarification'
  | 'permission_grant'
  | 'delegated_permission'
  | 'credential_request'
  | 'artifact_review'
  | 'cost_confirmation'
  | 'handoff_acceptance'
  | 'unknown';

export type ActionRequired = EventOf<
  'action.required',
  {
    actionType?: Open<ApprovalType>;
    title?: string;
    /** One question in plain words. */
    explanation?: string;
    prompt?: string;
    severity?: Open<'low' | 'medium' | 'high'>;
    risk?: string;
    /** What it will touch. */
    scope?: unknown;
    /** What it will do, in the owner's words. */
    consequence?: string;
    /** `approve`, `reject`, `edit`, `answer`, `request_changes`, … */
    decisions?: readonly string[];
    decisionKind?: string;
    /** JSON Schema of the answer. */
    schema?: unknown;
    /** ISO 8601. */
    expiresAt?: string;
    /** Safe input: the parameters a person must see. */
    input?: unknown;
    toolName?: string;
    planRef?: string;
  }
>;

export type ActionResolved = EventOf<
  'action.resolved',
  {
    decision?: string;
    resolvedBy?: string;
    reason?: string;
    auditSummary?: string;
    /** ISO 8601. */
    resolvedAt?: string;
    effectiveScope?: unknown;
    evidenceRef?: string;
  }
>;

export type ActionEvent = ActionRequired | ActionResolved;
