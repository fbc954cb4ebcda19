import type { QueuedItem, SteerItem } from '../events/queue-events.js';
import type { Stamp } from './order.js';
import type { TextPieces } from './text-pieces.js';
import type { TurnLog } from './turn-log.js';
import type { ApprovalView } from './view-models.js';

/**
 * The store's private records. Reducers write them in place; nobody outside the projection room holds one.
 * `version` counts changes, so that a view model is made again only for a record that changed.
 */
export interface Versioned {
  version: number;
}

export interface SessionRecord extends Versioned {
  sessionId: string;
  title?: string;
  lifecycle: string;
  unread?: boolean;
  pinned?: boolean;
  stale?: boolean;
  cursor?: string;
  truncated?: boolean;
  hydration?: string;
}

export interface RunRecord extends Versioned {
  runId: string;
  turnId: string;
  sessionId?: string;
  threadId?: string;
  taskId?: string;
  agentId?: string;
  runtimeEntity?: string;
  clientId?: string;
  label?: string;
  /** The owner's last word about the stage, and when it said it. */
  stage: string;
  stageStamp?: Stamp;
  title?: string;
  detail?: string;
  model?: string;
  retryCount?: number;
  /** When text last arrived: then it streams, whatever an older `run.status` said. */
  textStamp?: Stamp;
  /** Set once, by the owner's terminal event (R5). */
  outcome?: string;
  outcomeStamp?: Stamp;
  /** Another run takes this turn on: what is open in this one stays open. */
  continues?: boolean;
  error?: { message: string; code?: string; details?: unknown; retryable?: boolean; category?: string };
  startedAt?: string;
  finishedAt?: string;
  usage?: unknown;
  summary?: string;
}

export interface MessageRecord extends Versioned {
  messageId: string;
  role: 'user' | 'assistant' | 'other';
  /** The role as the source said it, when it is neither. */
  rawRole?: string;
  turnId: string;
  runId?: string;
  agentId?: string;
  clientId?: string;
  /** Only of a user's message; an answer's text is in its parts. */
  text?: string;
}

export interface ToolRecord extends Versioned {
  toolCallId: string;
  turnId: string;
  runId?: string;
  agentId?: string;
  name?: string;
  title?: string;
  kind?: string;
  executor?: string;
  risk?: string;
  inputSummary?: string;
  /** The argument text so far, until the arguments are complete. Private: it is not redacted yet. */
  argsText: TextPieces;
  argsLog: { stamp: Stamp; text: string; replaces: boolean }[];
  /** Complete and redacted. */
  args?: unknown;
  /** The last word that was not an end. */
  state: string;
  stateStamp?: Stamp;
  /** Set once, by the owner's terminal event (R5). */
  end?: 'output-available' | 'output-error' | 'cancelled' | 'timed-out';
  endStamp?: Stamp;
  declined?: boolean;
  progress?: { percent?: number; done?: number; total?: number; phase?: string; message?: string };
  acknowledged?: unknown;
  /** The last pieces of live output, bounded. */
  outputTail: string;
  output?: unknown;
  outputRef?: string;
  sizeBytes?: number;
  exitCode?: number;
  artifactIds?: readonly string[];
  error?: {
    message: string;
    code?: string;
    details?: unknown;
    stderr?: string;
    category?: string;
    retryable?: boolean;
  };
  startedAt?: string;
  endedAt?: string;
  durationMs?: number;
  attemptId?: string;
  /** Attempts that ended before the one shown; never overwritten. */
  attempts?: readonly ToolAttempt[];
}

export type ToolAttempt = Pick<ToolRecord, 'attemptId' | 'error' | 'output' | 'outputRef' | 'durationMs'> & {
  state: NonNullable<ToolRecord['end']>;
};

/** The facts that are shown, and what the store needs to keep them right. */
export interface ApprovalRecord extends Versioned, Omit<ApprovalView, 'write' | 'fallback'> {
  turnId: string;
  runId?: string;
  taskId?: string;
  /** The question itself has come, not only its answer. */
  required: boolean;
  rawActionType?: string;
  rawDecision?: string;
  resolvedStamp?: Stamp;
}

export interface TurnRecord extends Versioned {
  turnId: string;
  sessionId?: string;
  threadId?: string;
  runIds: string[];
  /** Something happened in it while this store listened; a hydrated turn that nobody touched is over. */
  live: boolean;
  log: TurnLog;
  /** When its first event happened; turns of one stream stand in this order. */
  first: Stamp;
}

export interface DiagnosticRecord {
  diagnosticId: string;
  level: string;
  code: string;
  message: string;
  count: number;
}

export interface MetricRecord {
  metricName: string;
  value: unknown;
  unit?: string;
}

/** Everything the store knows, by id. */
export interface ProjectionState {
  sessions: Map<string, SessionRecord>;
  runs: Map<string, RunRecord>;
  messages: Map<string, MessageRecord>;
  tools: Map<string, ToolRecord>;
  approvals: Map<string, ApprovalRecord>;
  /** The question that gates a call; the last one, if there were several. */
  approvalOfTool: Map<string, ApprovalRecord>;
  turns: Map<string, TurnRecord>;
  /** Turns in the order in which they are shown. */
  turnOrder: TurnRecord[];
  /** The turn that a run belongs to. */
  turnOfRun: Map<string, string>;
  /** Sent messages that a run answers (R10). */
  clientIds: Set<string>;
  queue: { items: readonly QueuedItem[]; steers: readonly SteerItem[]; stamp?: Stamp };
  diagnostics: Map<string, DiagnosticRecord>;
  metrics: Map<string, MetricRecord>;
}

export function emptyState(): ProjectionState {
  return {
    sessions: new Map(),
    runs: new Map(),
    messages: new Map(),
    tools: new Map(),
    approvals: new Map(),
    approvalOfTool: new Map(),
    turns: new Map(),
    turnOrder: [],
    turnOfRun: new Map(),
    clientIds: new Set(),
    queue: { items: [], steers: [] },
    diagnostics: new Map(),
    metrics: new Map(),
  };
}
