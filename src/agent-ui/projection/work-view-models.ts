import type { Attention, Cells, ErrorView, Fallback, RowStatus, ToolRowView } from './view-models.js';

/** One step of the process, in the place where it happened (§3.3). */
export interface ProcessStep {
  /** The fact it stands for, such as `tool:tc-1`: at most one panel has it open (M-015). */
  key: string;
  partId: string;
  type:
    | 'reasoning_summary'
    | 'reasoning_detail'
    | 'plan'
    | 'tool_call'
    | 'action_required'
    | 'context_event'
    | 'artifact_ref'
    | 'evidence_ref'
    | 'agent_handoff'
    | 'worker_notification';
  /** From a name, a safe summary or a complete one, never from half a stream; absent: a general word (M-019). */
  title?: string;
  status: RowStatus;
  /** `promoted`: failed, or waits for a person. */
  state: 'running' | 'promoted' | 'completed' | 'archived';
  expanded: boolean;
  /** The panel that has it open, where another one has: show a line in its place. */
  expandedIn?: string;
  /** The call itself, while it is open here in the timeline. */
  tool?: ToolRowView;
  /** What may be read: reasoning or plan so far. */
  text?: string;
  agentId?: string;
  toolCallId?: string;
  actionId?: string;
  artifactId?: string;
  evidenceId?: string;
  planId?: string;
  boundaryId?: string;
  handoffId?: string;
  workerNotificationId?: string;
  durationMs?: number;
  fallback?: Fallback;
}

/** A turn's process: its steps while it runs, and one summary of them when it is over. */
export interface ProcessTurn {
  key: string;
  turnId: string;
  sessionId?: string;
  threadId?: string;
  runtimeId?: string;
  /** In the owner's order. */
  runIds: readonly string[];
  active: boolean;
  outcome?: string;
  /** What the runtime said of it at its end. */
  title?: string;
  /** The beginning of what the person said. */
  said?: string;
  /** ISO 8601. */
  startedAt?: string;
  /** What its last run failed with. */
  error?: ErrorView & { retryable?: boolean };
  /** When it is over and nothing in it is open. */
  collapsed: boolean;
  summary: { steps: number; tools: number; failed: number; waiting: number; durationMs?: number };
  steps: readonly ProcessStep[];
}

/** `session.view('inline_process')` (§3.3): running steps open, completed ones closed. */
export interface InlineProcessView {
  turns: readonly ProcessTurn[];
  plans: readonly PlanView[];
}

export interface PlanView extends Cells {
  key: string;
  planId: string;
  turnId?: string;
  title?: string;
  /** The text so far, where it comes as text. */
  text?: string;
  steps?: readonly unknown[];
  scope?: unknown;
  expectedOutputs?: readonly unknown[];
  risk?: string;
  cost?: unknown;
  planRef?: string;
  artifactId?: string;
  actionId?: string;
  /** A rejected plan stays readable, with its reason (§2.3). */
  state: 'drafting' | 'final' | 'awaiting_decision' | 'approved' | 'rejected' | (string & {});
  reason?: string;
}

/** §2.3: what a capsule shows. */
export type CapsuleState =
  | 'running'
  | 'queued'
  | 'steering'
  | 'needs_input'
  | 'plan_ready'
  | 'permission_required'
  | 'blocked'
  | 'failed'
  | 'cancelled'
  | 'completed'
  | 'stale'
  | 'paused'
  | 'sleeping'
  | 'unknown';

export interface CapsuleView extends Cells {
  /** Kind and id, such as `task:tk-1`. */
  key: string;
  kind: 'run' | 'task' | 'agent' | 'queued' | 'steer' | 'evidence';
  id: string;
  label?: string;
  state: CapsuleState;
  /** The owner's own word, where it says more: `retrying`, `waiting_resource`, `lost`, … */
  status?: string;
  attention: Attention;
  /** What happened last. */
  activity?: string;
  reason?: string;
  /** ISO 8601; how long somebody has been waited for. */
  since?: string;
  position?: number;
  progress?: unknown;
  preview?: string;
  editable?: boolean;
  removable?: boolean;
  retryable?: boolean;
  retryCount?: number;
  /** Completed, and not yet delivered. */
  deliveryPending?: boolean;
  /** What the primary control opens or answers. */
  actionId?: string;
  runId?: string;
  turnId?: string;
  taskId?: string;
  remoteTaskId?: string;
  sessionId?: string;
  threadId?: string;
  runtimeId?: string;
  agentId?: string;
  agentName?: string;
  /** The attempt that goes on, and all of them in order. */
  attemptId?: string;
  attempts?: readonly { attemptId?: string; runId?: string; status?: string; [fact: string]: unknown }[];
  artifactRefs?: readonly string[];
  evidenceRefs?: readonly string[];
}

/** `session.view('task_capsule')` (§3.7), attention first (M-038). */
export interface TaskCapsuleView {
  capsules: readonly CapsuleView[];
}

export interface ArtifactVersion {
  versionId: string;
  current: boolean;
  createdAt?: string;
  turnId?: string;
  /** Its content, to be fetched when somebody asks for it. */
  readRef?: string;
  sourceRefs?: readonly string[];
}

/** A compact card: no body, which is in the workspace (M-031). */
export interface ArtifactCard {
  artifactId: string;
  title?: string;
  /** `unknown` unless the owner said it; never from a name (N-001). */
  kind: string;
  status: string;
  versionId?: string;
  /** Its making, or a change of it, failed. */
  failed?: boolean;
  /** Where its last export stands. */
  exportState?: string;
  /** How many sources it names, and how much evidence. */
  sources?: number;
  evidence?: number;
}

export interface ArtifactView extends Cells, ArtifactCard {
  key: string;
  deleted: boolean;
  /** A tombstone, or no known version: nothing to write against. */
  editable: boolean;
  /** `edit`, `fork`, `export`, `regenerate`, `attach`, as far as the owner allows. */
  writeCapabilities?: readonly string[];
  readRef?: string;
  preview?: unknown;
  previewRef?: string;
  /** The preview is of an older version. */
  previewStale?: boolean;
  mimeType?: string;
  sizeBytes?: number;
  metadata?: unknown;
  /** Oldest first. */
  versions: readonly ArtifactVersion[];
  /** What a failed save leaves in force. */
  lastConfirmedVersionId?: string;
  diffs: readonly { diffRef: string; base?: string; head?: string }[];
  exports: readonly {
    exportId: string;
    state: 'started' | 'completed' | 'failed' | (string & {});
    exportRef?: string;
    format?: string;
    target?: string;
    /** Of 1, or in percent: as its owner tells it. */
    progress?: number;
    error?: string;
  }[];
  failure?: { operation?: string; error?: string; at?: string };
  /** Its owner says so, or two live verdicts about it differ. */
  disputed?: boolean;
  /** Its owner says that it is out of date. */
  stale?: boolean;
  /** Those about it, oldest first. */
  reviews?: readonly { reviewId: string; reviewer?: string; state: string; verdict?: string }[];
  sourceRefs?: readonly string[];
  /** What it names, and what names it. */
  evidenceRefs?: readonly string[];
  turnId?: string;
  runId?: string;
  taskId?: string;
  agentId?: string;
  agentName?: string;
  toolCallId?: string;
}

/** `session.view('artifact_workspace')` (§3.8), the newest last. */
export interface ArtifactWorkspaceView {
  artifacts: readonly ArtifactView[];
}

/** One record for timeline, replay and review (N-016). */
export interface EvidenceView extends Cells {
  key: string;
  evidenceId: string;
  kind?: string;
  title?: string;
  status: 'pending' | 'exporting' | 'ready' | 'stale' | 'disputed' | 'failed' | 'unknown' | (string & {});
  packRef?: string;
  replayRef?: string;
  reviewRef?: string;
  traceId?: string;
  verificationOutcomes?: readonly { name?: string; status?: string; [fact: string]: unknown }[];
  /** Only those the owner listed (N-021). */
  sources?: readonly { id?: string; title?: string; anchor?: string; [fact: string]: unknown }[];
  reviewDecision?: unknown;
  generatedAt?: string;
  provenance?: unknown;
  disputed: boolean;
  stale: boolean;
  /** Only those the owner listed (N-017). */
  knownGaps?: readonly unknown[];
  telemetrySummary?: unknown;
  /** Whether there is any: `exported`, `not_recorded`, `unsupported`, … */
  telemetry?: string;
  progress?: unknown;
  sessionId?: string;
  turnId?: string;
  runId?: string;
  taskId?: string;
  toolCallId?: string;
  actionId?: string;
  artifactId?: string;
  sourceRefs?: readonly string[];
}

/** `session.view('timeline_evidence')` (§3.9). */
export interface TimelineEvidenceView {
  /** What is over, collapsed; of a turn that runs only placeholders, as its process is shown where it happens. */
  turns: readonly ProcessTurn[];
  evidence: readonly EvidenceView[];
  /** Older turns can be asked for. */
  truncated: boolean;
}

export interface SessionTabView extends Cells {
  key: string;
  sessionId: string;
  title?: string;
  /** The title, or the id where there is none. */
  label: string;
  active: boolean;
  lifecycle: string;
  /** The last message, in short. */
  preview?: string;
  /** ISO 8601. */
  lastActivity?: string;
  running: number;
  queued: number;
  pending: number;
  failed: boolean;
  artifactCount: number;
  evidenceStatus?: string;
  unread: boolean;
  pinned: boolean;
  stale: boolean;
  /** `H0` to `H5`. */
  hydration?: string;
  cursor?: string;
  truncated?: boolean;
  workspace?: string;
}

/** `session.view('session_tabs')` (§3.10), in the order in which they were opened. */
export interface SessionTabsView {
  activeSessionId: string;
  tabs: readonly SessionTabView[];
}
