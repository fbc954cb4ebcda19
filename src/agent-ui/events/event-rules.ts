import type { EventType } from './event.js';
import type { Owner, Persistence, Phase, Scope, Surface } from './enums.js';

/** What the standard says of a class (§2.1, §1.4, the table of required ids of §2.0). */
export interface EventRule {
  owner: Owner;
  scope: Scope;
  /** The phase that it is typical of. */
  phase: Phase;
  persistence: Persistence;
  /** Where it may be shown; the first is its own place. A hint chooses among these and no others (N-030). */
  surfaces: readonly Surface[];
  /** Of each list one id must be there, or the event is not promoted to a record. */
  ids: readonly (readonly string[])[];
  /** Ids without which something cannot be joined; of each list one. */
  softIds: readonly (readonly string[])[];
  /** Facts of the payload that the class must have, or its record shows a fallback. */
  facts: readonly (readonly string[])[];
}

/** `a|b c` is: one of a and b, and c. */
const alternatives = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((group) => group.split('|'));

/** Owner, scope, phase and persistence; surfaces; required ids; soft ids; facts. */
const TABLE: Readonly<Record<EventType, string>> = {
  'session.opened': 'session session hydrating snapshot; session_tabs; sessionId; threadId; title',
  'session.hydrated': 'session session hydrating snapshot; session_tabs; sessionId; threadId; stage',
  'session.updated': 'session session accepted snapshot; session_tabs; sessionId; threadId',
  'session.closed': 'session session archived archive; session_tabs; sessionId; threadId; reason',
  'run.started':
    'runtime run submitted ephemeral_live; runtime_status task_capsule; runId|turnId|taskId; sessionId|threadId',
  'run.status':
    'runtime run accepted ephemeral_live; runtime_status; runId|turnId|taskId; sessionId|threadId; stage|runtimeStatus',
  'run.finished':
    'runtime run completed archive; runtime_status task_capsule timeline_evidence; runId|turnId|taskId; sessionId|threadId; outcome',
  'run.failed':
    'runtime run failed archive; runtime_status task_capsule timeline_evidence; runId|turnId|taskId; sessionId|threadId; error',
  'plan.delta':
    'runtime part planning ephemeral_live; inline_process; runId|turnId|messageId; partId; delta|steps',
  'plan.final':
    'runtime part planning transcript; inline_process hitl; runId|turnId|messageId; partId; steps',
  'text.delta': 'model message producing ephemeral_live; conversation; ; messageId partId; delta',
  'text.final': 'model message reconciling transcript; conversation; ; messageId; text',
  'reasoning.delta':
    'model part reasoning ephemeral_live; inline_process; runId|turnId|messageId; partId; delta',
  'reasoning.summary':
    'model part reasoning transcript; inline_process; runId|turnId|messageId; partId; summary',
  'tool.started':
    'tool tool_call acting ephemeral_live; tool_ui inline_process timeline_evidence; toolCallId; runId|turnId; name',
  'tool.args': 'tool tool_call acting ephemeral_live; tool_ui; toolCallId; runId|turnId; args|partial|delta',
  'tool.progress': 'tool tool_call acting ephemeral_live; tool_ui; toolCallId; runId|turnId',
  'tool.output.delta': 'tool tool_call acting ephemeral_live; tool_ui; toolCallId; runId|turnId; chunk',
  'tool.result':
    'tool tool_call completed transcript; tool_ui timeline_evidence; toolCallId; runId|turnId; outputPreview|preview|outputRef',
  'tool.failed':
    'tool tool_call failed transcript; tool_ui timeline_evidence; toolCallId; runId|turnId; error|category',
  'action.required':
    'action action_request waiting snapshot; hitl task_capsule; actionId; sessionId toolCallId|taskId|turnId; actionType decisions|decisionKind',
  'action.resolved':
    'action action_request accepted transcript; hitl task_capsule; actionId; sessionId; decision',
  'queue.changed':
    'runtime session waiting snapshot; task_capsule composer; sessionId|threadId; ; queued|mutation|steer',
  'task.changed':
    'task task acting snapshot; task_capsule work_board background_teammate remote_teammate; taskId|workItemId; runtimeEntity; status',
  'agent.spawned':
    'agent agent acting snapshot; team_roster delegation_graph; agentId|subagentId; agentName parentSessionId taskId',
  'agent.changed':
    'agent agent acting snapshot; team_roster task_capsule teammate_transcript background_teammate remote_teammate team_policy; agentId|subagentId; agentName',
  'agent.completed':
    'agent agent completed archive; team_roster delegation_graph; agentId|subagentId; agentName; status',
  'agent.handoff':
    'agent agent interrupted transcript; handoff_lane delegation_graph; handoffId|payload.from; ; reason resumeTarget',
  'team.changed': 'team team routing snapshot; team_roster work_board team_policy; teamId|teamName|sessionId',
  'worker.notification':
    'agent task archived archive; worker_notifications timeline_evidence; workerNotificationId|taskId; agentId; status resultRef',
  'review.requested': 'evidence task reviewing snapshot; review_lane; reviewId|payload.reviewer; ; target',
  'review.completed':
    'evidence task reviewing archive; review_lane timeline_evidence; reviewId|payload.reviewer; ; verdict evidenceRefs',
  'artifact.created':
    'artifact artifact producing artifact_store; artifact_workspace conversation; artifactId; ; kind status',
  'artifact.updated':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; versionId|status',
  'artifact.preview.ready':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; previewRef|preview',
  'artifact.version.created':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; versionId sourceRefs',
  'artifact.diff.ready':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; diffRef',
  'artifact.export.started':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; exportId',
  'artifact.export.completed':
    'artifact artifact producing artifact_store; artifact_workspace; artifactId; ; exportRef',
  'artifact.failed': 'artifact artifact failed artifact_store; artifact_workspace; artifactId; ; error',
  'artifact.deleted': 'artifact artifact archived artifact_store; artifact_workspace; artifactId',
  'artifact.changed':
    'artifact artifact producing artifact_store; artifact_workspace conversation; artifactId',
  'evidence.changed':
    'evidence evidence reviewing evidence_pack; timeline_evidence; evidenceId|evidencePackRef|payload.packRef; sessionId|runId|taskId; status',
  'state.snapshot':
    'runtime session interrupted snapshot; session_tabs task_capsule custom; sessionId|threadId; ; version|updatedAt|state',
  'state.delta':
    'runtime session draft snapshot; session_tabs task_capsule custom; sessionId|threadId; ; patch|merge',
  'messages.snapshot':
    'session thread reconciling transcript; conversation session_tabs; sessionId|threadId; ; messages',
  'context.changed':
    'context thread preparing snapshot; composer inline_process diagnostics custom; sessionId|threadId|runId|turnId|taskId|agentId|teamId',
  'context.compaction.started':
    'context thread preparing transcript; inline_process diagnostics; sessionId|threadId|runId|turnId|taskId|agentId|teamId; ; boundaryId',
  'context.compaction.completed':
    'context thread preparing transcript; inline_process diagnostics; sessionId|threadId|runId|turnId|taskId|agentId|teamId; ; boundaryId',
  'permission.changed':
    'policy session preparing snapshot; composer team_policy runtime_status diagnostics custom; sessionId|threadId|runId|turnId|taskId|agentId|teamId; ; mode|decision',
  'diagnostic.changed':
    'diagnostics session accepted diagnostics_log; diagnostics; ; diagnosticId; code message',
  'metric.changed': 'diagnostics application accepted diagnostics_log; diagnostics; metricName; ; value',
};

export function ruleOf(type: EventType): EventRule {
  const [kind = '', surfaces = '', ids = '', softIds = '', facts = ''] = TABLE[type].split('; ');
  const [owner, scope, phase, persistence] = kind.split(' ') as [Owner, Scope, Phase, Persistence];
  return {
    owner,
    scope,
    phase,
    persistence,
    surfaces: surfaces.split(' ') as Surface[],
    ids: alternatives(ids),
    softIds: alternatives(softIds),
    facts: alternatives(facts),
  };
}
