/** Agent UI v0.6 §1.2, exact. A value outside its list is kept raw and projected as `unknown`. */

export type Owner =
  | 'runtime'
  | 'model'
  | 'tool'
  | 'action'
  | 'artifact'
  | 'evidence'
  | 'context'
  | 'policy'
  | 'task'
  | 'agent'
  | 'team'
  | 'session'
  | 'diagnostics'
  | 'ui_projection'
  | 'unknown';

export type Scope =
  | 'application'
  | 'workspace'
  | 'team'
  | 'session'
  | 'thread'
  | 'run'
  | 'turn'
  | 'message'
  | 'part'
  | 'task'
  | 'agent'
  | 'tool_call'
  | 'action_request'
  | 'artifact'
  | 'evidence'
  | 'unknown';

export type Phase =
  | 'draft'
  | 'submitted'
  | 'accepted'
  | 'routing'
  | 'preparing'
  | 'planning'
  | 'reasoning'
  | 'acting'
  | 'waiting'
  | 'reviewing'
  | 'producing'
  | 'reconciling'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'interrupted'
  | 'archived'
  | 'hydrating'
  | 'unknown';

export type Surface =
  | 'composer'
  | 'conversation'
  | 'inline_process'
  | 'runtime_status'
  | 'tool_ui'
  | 'hitl'
  | 'task_capsule'
  | 'artifact_workspace'
  | 'timeline_evidence'
  | 'session_tabs'
  | 'diagnostics'
  | 'team_roster'
  | 'work_board'
  | 'delegation_graph'
  | 'handoff_lane'
  | 'worker_notifications'
  | 'review_lane'
  | 'teammate_transcript'
  | 'background_teammate'
  | 'remote_teammate'
  | 'team_policy'
  | 'custom'
  | 'unknown';

export type Persistence =
  | 'ephemeral_live'
  | 'transcript'
  | 'snapshot'
  | 'archive'
  | 'artifact_store'
  | 'evidence_pack'
  | 'diagnostics_log'
  | 'ui_local'
  | 'unknown';

export type Control =
  | 'send'
  | 'queue'
  | 'steer'
  | 'interrupt'
  | 'delegate'
  | 'assign'
  | 'continue_agent'
  | 'wait'
  | 'stop'
  | 'close'
  | 'request_review'
  | 'approve'
  | 'reject'
  | 'answer'
  | 'edit'
  | 'retry'
  | 'rollback'
  | 'export'
  | 'open_detail'
  | 'none'
  | 'unknown';

export type Topology =
  | 'solo_run'
  | 'coordinator_team'
  | 'parallel_workers'
  | 'specialist_handoff'
  | 'review_team'
  | 'human_agent_board'
  | 'background_teammate'
  | 'remote_teammate'
  | 'unknown';

export type RuntimeEntity =
  'agent_turn' | 'subagent_turn' | 'automation_job' | 'external_task' | 'work_item' | 'unknown';

export type RuntimeStatus =
  | 'idle'
  | 'queued'
  | 'submitted'
  | 'accepted'
  | 'preparing'
  | 'running'
  | 'waiting'
  | 'needs_input'
  | 'plan_ready'
  | 'completed'
  | 'failed'
  | 'aborted'
  | 'cancelled'
  | 'closed'
  | 'not_found'
  | 'unknown';

export type ArtifactStatus =
  'creating' | 'ready' | 'updating' | 'failed' | 'stale' | 'superseded' | 'deleted' | 'unknown';
