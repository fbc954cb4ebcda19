import type { Attention, Cells, Fallback } from './view-models.js';

/** §2.3: where a teammate stands; an owner's other word is kept as it is. */
export type AgentState =
  | 'spawning'
  | 'running'
  | 'waiting'
  | 'needs_input'
  | 'plan_ready'
  | 'idle'
  | 'shutdown_requested'
  | 'completed'
  | 'failed'
  | 'killed'
  | 'closed'
  | 'cancelled'
  | 'unknown'
  | (string & {});

/** What ended before the present attempt; a retry never overwrites it (N-015). */
export interface PastAttempt {
  attemptId?: string;
  status?: string;
  error?: string;
  resultRef?: string;
  durationMs?: number;
}

/** Counts and limits are facts, not failures (§1.5). */
export interface CapacityFacts {
  teamPhase?: string;
  teamParallelBudget?: number;
  teamActiveCount?: number;
  teamQueuedCount?: number;
  queuedTurnCount?: number;
  providerParallelBudget?: number;
  providerConcurrencyGroup?: string;
  queueReason?: string;
  retryableOverload?: boolean;
}

export interface TeamView extends Cells, CapacityFacts {
  /** The team's id, or the name by which its members speak of it; empty where they name no team. */
  key: string;
  teamId?: string;
  teamName?: string;
  topology?: string;
  status?: string;
  teamPolicy?: unknown;
  memoryRefs?: readonly string[];
  /** How many of its members there are, run, wait for a person, and have ended. */
  members: { total: number; running: number; attention: number; ended: number };
}

export interface TeammateView extends Cells, CapacityFacts {
  /** The teammate's id: two of the same name are two. */
  key: string;
  agentId: string;
  agentName?: string;
  /** The name, or the id where there is none. */
  label: string;
  teamId?: string;
  teamName?: string;
  role?: string;
  /** `human`, `agent`, `remote`, `background`. */
  source?: string;
  color?: string;
  avatar?: string;
  state: AgentState;
  ended: boolean;
  attention: Attention;
  runtimeEntity?: string;
  runtimeStatus?: string;
  latestTurnStatus?: string;
  model?: string;
  policy?: unknown;
  capability?: unknown;
  cardRef?: string;
  reason?: string;
  currentTask?: string;
  taskId?: string;
  remoteTaskId?: string;
  sessionId?: string;
  parentSessionId?: string;
  parentThreadId?: string;
  transcriptRef?: string;
  resultRef?: string;
  error?: string;
  usage?: unknown;
  durationMs?: number;
  topology?: string;
  parentAgentId?: string;
  /** What the parent is called, where it is known. */
  parentName?: string;
  /** Why it was started. */
  spawnReason?: string;
  toolCount?: number;
  /** Questions that wait for a person on this teammate's behalf. */
  pendingActions: readonly string[];
  /** What its last notification said; not its end (C11). */
  notified?: string;
  pastAttempts?: readonly PastAttempt[];
}

/** `session.view('team_roster')` (§3.11), attention first. */
export interface TeamRosterView {
  teams: readonly TeamView[];
  members: readonly TeammateView[];
  /** Every way of working together that a fact names, also where there is no team (M-039). */
  topologies: readonly string[];
}

/** Somebody who has work, or may be given some: a person or an agent. */
export interface Assignee {
  id?: string;
  name?: string;
  /** `human`, `agent`, `remote`, `background`, as far as somebody said. */
  kind?: string;
}

export interface WorkItemView extends Cells {
  key: string;
  workItemId?: string;
  taskId?: string;
  teamId?: string;
  title?: string;
  /** `open`, `claimed`, `running`, `blocked`, `reviewing`, `done`, `assigned`, `commented`, or the owner's word. */
  status: string;
  assignee?: unknown;
  /** `unassigned` only when the owner said so; otherwise nobody told. */
  assignment: 'assigned' | 'unassigned' | 'unknown';
  /** Who has it, where somebody has. */
  assignedTo?: Assignee;
  priority?: unknown;
  blocker?: unknown;
  /** The items it waits for, with where they stand. */
  waitsFor: readonly { id: string; title?: string; status?: string; ended?: boolean }[];
  progress?: unknown;
  comments?: readonly unknown[];
  artifactRefs?: readonly string[];
  evidenceRefs?: readonly string[];
}

/** `session.view('work_board')` (§3.12): the board as its owner has it. */
export interface WorkBoardView {
  items: readonly WorkItemView[];
  /** Whom an item can be given to: who is at work, and who has an item already. */
  people: readonly Assignee[];
}

export interface GraphNode {
  key: string;
  kind: 'session' | 'agent' | 'task';
  label: string;
  agentId?: string;
  sessionId?: string;
  threadId?: string;
  taskId?: string;
  state?: string;
  spawnReason?: string;
  transcriptRef?: string;
  /** `lineage unknown`: nobody said whose child it is, so it stands alone. */
  fallback?: Fallback;
}

export interface GraphEdge {
  key: string;
  kind: 'spawn' | 'wait' | 'handoff' | 'review' | 'result' | 'child' | (string & {});
  /** Keys of nodes. */
  from: string;
  to: string;
  settled: boolean;
  reason?: string;
}

/** How far a wait has come: `settled` of `total`, the failed ones by name. */
export interface FanIn {
  key: string;
  taskId: string;
  settled: number;
  total: number;
  failed: readonly string[];
  timeoutPolicy?: string;
}

/** `session.view('delegation_graph')` (§3.13): only what the facts link, never a likeness of names. */
export interface DelegationGraphView {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  fanIns: readonly FanIn[];
}

export interface HandoffView extends Cells {
  key: string;
  handoffId: string;
  from?: string;
  to?: string;
  fromName?: string;
  toName?: string;
  reason?: string;
  resumeTarget?: string;
  /** What the target is called, where it is a task that is known. */
  resumeTitle?: string;
  /** What of memory and context goes along. */
  boundary?: unknown;
  summary?: string;
  state: 'handoff_requested' | 'accepted' | 'active' | 'returned' | 'resumed' | 'declined' | (string & {});
  /** ISO 8601. */
  acceptedAt?: string;
  /** The question whose answer accepts or declines it, while it waits. */
  actionId?: string;
  turnId?: string;
}

/** `session.view('handoff_lane')` (§3.14). */
export interface HandoffLaneView {
  /** Who has the work now: it changes when a handoff is accepted, not when it is asked for. */
  activeOwner?: string;
  activeOwnerName?: string;
  handoffs: readonly HandoffView[];
}

export interface NotificationView extends Cells {
  key: string;
  workerNotificationId: string;
  agentId?: string;
  agentName?: string;
  taskId?: string;
  taskTitle?: string;
  status?: string;
  summary?: string;
  resultRef?: string;
  transcriptRef?: string;
  usage?: unknown;
  durationMs?: number;
  toolCount?: number;
  /** What the owner of its task says of doing it again. */
  retryable?: boolean;
  turnId?: string;
}

/** `session.view('worker_notifications')` (§3.15): what workers report, never what a person said. */
export interface WorkerNotificationsView {
  notifications: readonly NotificationView[];
}

export interface ReviewRound {
  verdict?: string;
  evidenceRefs?: readonly string[];
  requestedFixes?: readonly { id?: string; text?: string; assignee?: unknown; workItemId?: string }[];
  completedAt?: string;
  summary?: string;
}

export interface ReviewView extends Cells {
  key: string;
  reviewId: string;
  reviewer?: string;
  reviewerName?: string;
  requestedBy?: string;
  target?: { kind?: string; id?: string };
  /** What the target is called, where it is known. */
  targetTitle?: string;
  /** ISO 8601. */
  requestedAt?: string;
  policy?: unknown;
  state: 'requested' | 'reviewing' | 'passed' | 'changes_requested' | 'failed' | (string & {});
  verdict?: string;
  /** Another review of the same target says otherwise; nobody votes it away. */
  disputed: boolean;
  /** Oldest first. */
  rounds: readonly ReviewRound[];
  evidenceRefs?: readonly string[];
}

/** `session.view('review_lane')` (§3.16). */
export interface ReviewLaneView {
  reviews: readonly ReviewView[];
}

export interface TranscriptView extends Cells {
  key: string;
  agentId: string;
  agentName?: string;
  /** The last ones; the rest is behind `transcriptRef`. */
  recentMessages?: readonly unknown[];
  toolActivity?: unknown;
  pendingInput?: readonly unknown[];
  transcriptRef?: string;
  transcriptCursor?: string;
  policy?: unknown;
  state: AgentState;
  attention: Attention;
  sessionId?: string;
  parentAgentId?: string;
  parentSessionId?: string;
  parentThreadId?: string;
  /** What the parent is called, where it is known. */
  parentName?: string;
}

/** `session.view('teammate_transcript')` (§3.17): a window for each teammate. */
export interface TeammateTranscriptView {
  transcripts: readonly TranscriptView[];
}

export interface BackgroundView extends Cells {
  key: string;
  taskId?: string;
  agentId?: string;
  agentName?: string;
  title?: string;
  /** `scheduled`, `sleeping`, `waking`, `running`, `blocked`, `paused`, `failed`, `completed`. */
  state: string;
  attention: Attention;
  schedule?: unknown;
  wakeReason?: string;
  /** The run that goes on. */
  currentRunId?: string;
  /** The record of the run before. */
  lastRun?: unknown;
  reason?: string;
  resultRef?: string;
  ended?: boolean;
  retryable?: boolean;
  /** Questions of the job that wait for a person. */
  pendingActions: readonly string[];
  /** What its worker reported last; not its end (C11). */
  report?: { status?: string; summary?: string; resultRef?: string };
}

/** `session.view('background_teammate')` (§3.18). */
export interface BackgroundTeammateView {
  jobs: readonly BackgroundView[];
}

export interface RemoteView extends Cells {
  key: string;
  agentId?: string;
  agentName?: string;
  cardRef?: string;
  capability?: unknown;
  taskId?: string;
  remoteTaskId?: string;
  /** `submitted`, `working`, `input_required`, `auth_required`, `completed`, …; an idle tick ends nothing (N-020). */
  state: string;
  nativeStatus?: string;
  agentState?: string;
  attention: Attention;
  /** Its owner has ended it. */
  ended?: boolean;
  taskTitle?: string;
  model?: string;
  policy?: unknown;
  reason?: string;
  error?: string;
  connection?: string;
  recentMessages?: readonly unknown[];
  /** Questions of the remote agent that wait for a person. */
  pendingActions: readonly string[];
  artifactIds: readonly string[];
}

/** `session.view('remote_teammate')` (§3.19). */
export interface RemoteTeammateView {
  remotes: readonly RemoteView[];
}

export interface PolicyView extends Cells {
  key: string;
  /** Absent: the policy of the session itself. */
  agentId?: string;
  agentName?: string;
  mode?: string;
  sandbox?: unknown;
  risk?: string;
  approval?: unknown;
  planMode?: unknown;
  budget?: unknown;
  limits?: unknown;
  /** The whole of it, as its owner wrote it. */
  policy?: unknown;
  /** `policy-preview` is no grant; a grant has its scope and its end from the owner (N-001). */
  state: 'policy-preview' | 'requested' | 'granted' | 'denied' | 'expired' | 'revoked' | (string & {});
  scope?: unknown;
  /** ISO 8601. */
  expiresAt?: string;
  waiver?: unknown;
  retention?: unknown;
  /** What is not as it is for the session: names of facts. */
  differs: readonly string[];
  pendingActions: readonly string[];
  /** Its teammate has ended. */
  ended: boolean;
}

/** `session.view('team_policy')` (§3.20). */
export interface TeamPolicyView {
  policies: readonly PolicyView[];
}
