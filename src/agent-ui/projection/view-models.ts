import type {
  AdapterCapabilities,
  ConnectionState,
  MessageAttachment,
  WriteState,
} from '../events/control-request.js';
import type { QueuedItem, SteerItem } from '../events/queue-events.js';

import type {
  BackgroundTeammateView,
  DelegationGraphView,
  HandoffLaneView,
  RemoteTeammateView,
  ReviewLaneView,
  TeammateTranscriptView,
  TeamPolicyView,
  TeamRosterView,
  WorkBoardView,
  WorkerNotificationsView,
} from './team-view-models.js';
import type {
  ArtifactCard,
  ArtifactWorkspaceView,
  InlineProcessView,
  SessionTabsView,
  TaskCapsuleView,
  TimelineEvidenceView,
} from './work-view-models.js';

export type * from './team-view-models.js';
export type * from './work-view-models.js';

/** §6: why a slot has no value. A fact, not only a text: panels put it into `data-fallback`. */
export type FallbackToken =
  'loading' | 'unknown' | 'unavailable' | 'stale' | 'blocked' | 'needs-input' | 'failed' | 'disputed';

export interface Fallback {
  token: FallbackToken;
  /** A code that a locale can translate, such as `run.stage_missing`. */
  reason: string;
}

/** How much a row asks for a person: rows come in this order (M-038). */
export type Attention = 'high' | 'medium' | 'low' | 'hidden';

/** What every row of a panel may have beside its facts. */
export interface Cells {
  /** Why a fact is not there, by its name: absent is `unknown`, not provided is `unavailable` (§6). */
  fallbacks?: Readonly<Record<string, Fallback>>;
  /** Requests about this row that are on their way or failed, by control: `assign`, `stop`, `retry`, … */
  writes?: Readonly<Record<string, WriteView>>;
}

/** Where a person's request about this stands. */
export type WriteView = WriteState;

/** `workbench-ux.md`, status table: what a row shows with icon, word and colour. */
export type RowStatus =
  | 'queued'
  | 'running'
  | 'preparing'
  | 'needs-you'
  | 'in-review'
  | 'blocked'
  | 'done'
  | 'failed'
  | 'timed-out'
  | 'declined'
  | 'cancelled'
  | 'unknown';

export type ToolState =
  | 'pending'
  | 'input-streaming'
  | 'input-available'
  | 'running'
  | 'progress'
  | 'awaiting-approval'
  | 'output-available'
  | 'output-error'
  | 'cancelled'
  | 'timed-out'
  | 'unknown';

export interface ErrorView {
  message: string;
  code?: string;
  details?: unknown;
}

export interface ApprovalView {
  actionId: string;
  actionType: string;
  state: 'pending' | 'resolved' | 'expired' | 'cancelled' | 'superseded';
  /** Normalised: `approved`, `rejected`, or the owner's own word. Present when resolved. */
  decision?: string;
  title?: string;
  explanation?: string;
  severity?: string;
  scope?: unknown;
  consequence?: string;
  /** The parameters, safe to show. */
  input?: unknown;
  schema?: unknown;
  decisions: readonly string[];
  toolCallId?: string;
  toolName?: string;
  agentId?: string;
  agentName?: string;
  /** ISO 8601. */
  expiresAt?: string;
  requestedAt?: string;
  resolvedAt?: string;
  resolvedBy?: string;
  reason?: string;
  auditSummary?: string;
  /** How far the answer reaches, in the owner's words. */
  effectiveScope?: unknown;
  evidenceRef?: string;
  runId?: string;
  taskId?: string;
  /** The remote agent's own id of the task that asks. */
  remoteTaskId?: string;
  /** What it will cost, where the owner says it. */
  estimate?: unknown;
  planRef?: string;
  /** A newer snapshot did not list it; it may have been answered elsewhere (R6). */
  stale?: boolean;
  write?: WriteView;
  fallback?: Fallback;
}

export interface ToolRowView {
  toolCallId: string;
  /** Absent with a fallback when nobody said it. */
  name?: string;
  /** What a person reads instead of the name. */
  title?: string;
  kind?: string;
  executor?: string;
  state: ToolState;
  status: RowStatus;
  risk?: string;
  /** The main argument in short. */
  inputSummary?: string;
  /** Arguments as far as they are known; redacted. */
  args?: unknown;
  progress?: { percent?: number; done?: number; total?: number; phase?: string; message?: string };
  /** The acknowledgement of an async action; not its result. */
  acknowledged?: unknown;
  /** The last lines of live output. */
  outputTail?: string;
  output?: unknown;
  outputRef?: string;
  sizeBytes?: number;
  /** What is shown of the output is not all of it. */
  truncated?: boolean;
  /** What the output is, where the owner says it: `json`, `text`, `image`, … */
  shape?: string;
  exitCode?: number;
  /** What it made, what it read, and what proves it: to be opened in other panels. */
  artifactIds?: readonly string[];
  sourceRefs?: readonly string[];
  evidenceRefs?: readonly string[];
  /** The call that this one tries again. */
  retryOf?: string;
  turnId?: string;
  runId?: string;
  agentId?: string;
  error?: ErrorView & { stderr?: string; category?: string; retryable?: boolean; recovery?: string };
  /** ISO 8601. */
  startedAt?: string;
  endedAt?: string;
  durationMs?: number;
  /** Attempts that ended before this one. */
  attempts?: readonly {
    attemptId?: string;
    state: ToolState;
    error?: ErrorView;
    output?: unknown;
    outputRef?: string;
    durationMs?: number;
  }[];
  /** The question that gates it, or gated it. */
  approval?: ApprovalView;
  fallback?: Fallback;
}

interface PartBase {
  partId: string;
  agentId?: string;
}

export interface UserTextPart extends PartBase {
  type: 'user_text';
  messageId: string;
  text: string;
  /** Files that go with it: what they are and where, never what is in them. */
  attachments?: readonly MessageAttachment[];
  /** `optimistic`: shown before the runtime knows of it; `failed`: it never got there. */
  state: 'optimistic' | 'complete' | 'failed';
  clientId?: string;
}

export interface AnswerTextPart extends PartBase {
  type: 'assistant_text';
  messageId: string;
  text: string;
  /** `partial`: the run ended before the text did. */
  state: 'streaming' | 'complete' | 'partial';
  reconciled: 'none' | 'match' | 'extended' | 'replaced';
}

export interface ReasoningPart extends PartBase {
  type: 'reasoning_summary' | 'reasoning_detail';
  /** What may be read; empty where raw reasoning is not for showing. */
  text: string;
  /** Only from a complete summary, never from half a stream. */
  title?: string;
  state: 'streaming' | 'complete' | 'archived';
}

export interface ToolCallPart extends PartBase {
  type: 'tool_call';
  toolCallId: string;
  tool: ToolRowView;
}

/** An approval that gates no tool of this turn; one that does stands inside the tool's row. */
export interface ApprovalPart extends PartBase {
  type: 'action_required';
  actionId: string;
  approval: ApprovalView;
}

/** A compact mention, in its place, of what another panel shows whole (§2.5). */
export interface ReferencePart extends PartBase {
  type: 'plan' | 'artifact_ref' | 'evidence_ref' | 'context_event' | 'agent_handoff' | 'worker_notification';
  entityId: string;
  title?: string;
  /** Where the thing itself stands, in its owner's word. */
  status?: string;
  state: 'streaming' | 'complete' | 'archived';
  /** Of an artifact: what a card shows; the body is in the workspace (M-031). */
  artifact?: ArtifactCard;
}

export type PartView =
  UserTextPart | AnswerTextPart | ReasoningPart | ToolCallPart | ApprovalPart | ReferencePart;

export interface TurnView {
  turnId: string;
  /** In the order in which things happened (§2.5). */
  parts: readonly PartView[];
  /** False once its run has ended. */
  active: boolean;
  outcome?: string;
  /** What the run failed with; partial text stays above it. */
  error?: ErrorView & { retryable?: boolean };
}

export interface ConversationView {
  sessionId: string;
  turns: readonly TurnView[];
  /** A cursor exists: older turns can be asked for. */
  truncated: boolean;
  /** The runtime tells no messages: that is not an empty conversation. */
  fallback?: Fallback;
}

export interface RunStatusView {
  runId?: string;
  turnId?: string;
  /** §2.3; `idle` when nothing runs and nothing ran. */
  stage: string;
  /** The owner's short label, where it gave one. */
  title?: string;
  detail?: string;
  model?: string;
  /** How often the runtime has tried again. */
  retryCount?: number;
  queuePosition?: number;
  /** The coarse status, as its owner said it. */
  runtimeStatus?: string;
  runtimeId?: string;
  sessionId?: string;
  threadId?: string;
  taskId?: string;
  attention: Attention;
  active: boolean;
  /** ISO 8601. */
  startedAt?: string;
  finishedAt?: string;
  outcome?: string;
  error?: ErrorView & { retryable?: boolean };
  activeTool?: { toolCallId: string; name?: string; title?: string };
  pendingApprovals: number;
  usage?: unknown;
  canInterrupt: boolean;
  interrupt?: WriteView;
  connection: ConnectionState;
  connectionDetail?: string;
  fallback?: Fallback;
}

export interface ComposerView {
  /** A run is active: typing means queue or steer. */
  busy: boolean;
  /** Nothing may be sent: what blocks it, such as the name of a context that is missing. The draft stays. */
  blocked?: string;
  queued: readonly QueuedItem[];
  steers: readonly SteerItem[];
  /** Why things wait in the queue, in the owner's words. */
  queueReason?: string;
  /** What the agent reads: chips. Absent: nobody said (§3.1). */
  context?: readonly {
    id?: string;
    label?: string;
    kind?: string;
    unresolved?: boolean;
    [fact: string]: unknown;
  }[];
  /** What it cannot read; a `blocking` one blocks. */
  missing?: readonly { id?: string; label?: string; blocking?: boolean; [fact: string]: unknown }[];
  /** Absent: no meter, never 0 %. */
  budget?: { used?: number; limit?: number; unit?: string };
  /** The policy in force as far as it is told; `state` says whether it is a grant. */
  policy?: { mode?: string; risk?: string; sandbox?: unknown; state: string };
  /** Where the policy, the budget or a queue position is not told. */
  fallbacks?: Readonly<Record<string, Fallback>>;
  capabilities: AdapterCapabilities;
  canInterrupt: boolean;
  interrupt?: WriteView;
  /** A send that failed: its text can go back into the draft. */
  failed?: { clientId: string; text: string; reason: string };
}

export interface ToolsView {
  tools: readonly ToolRowView[];
}

export interface ApprovalsView {
  /** In order of arrival. */
  pending: readonly ApprovalView[];
  settled: readonly ApprovalView[];
}

export interface DiagnosticsView {
  /** A ring of the last 500; safe to copy. */
  diagnostics: readonly {
    id: string;
    level: string;
    code: string;
    message: string;
    count: number;
    /** A safe pointer to the raw event. */
    ref?: string;
  }[];
  metrics: readonly { name: string; value: unknown; unit?: string; tags?: unknown }[];
}

/** §3: all 21 surfaces of the standard, by its names. */
export interface SurfaceViews {
  composer: ComposerView;
  conversation: ConversationView;
  inline_process: InlineProcessView;
  runtime_status: RunStatusView;
  tool_ui: ToolsView;
  hitl: ApprovalsView;
  task_capsule: TaskCapsuleView;
  artifact_workspace: ArtifactWorkspaceView;
  timeline_evidence: TimelineEvidenceView;
  session_tabs: SessionTabsView;
  diagnostics: DiagnosticsView;
  team_roster: TeamRosterView;
  work_board: WorkBoardView;
  delegation_graph: DelegationGraphView;
  handoff_lane: HandoffLaneView;
  worker_notifications: WorkerNotificationsView;
  review_lane: ReviewLaneView;
  teammate_transcript: TeammateTranscriptView;
  background_teammate: BackgroundTeammateView;
  remote_teammate: RemoteTeammateView;
  team_policy: TeamPolicyView;
}

/** A panel's view model: plain JSON that keeps its identity until it changes. */
export interface View<T> {
  /** Inside a signal watcher this is tracked. */
  get(): T;
  /** Calls back after each frame in which the view changed; returns what stops it. */
  subscribe(listener: (view: T) => void): () => void;
}
