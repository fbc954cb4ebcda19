import type { JsonObject } from '../../base/json.js';
import type { MessageAttachment } from '../events/control-request.js';
import type { QueuedItem, SteerItem } from '../events/queue-events.js';
import type { Stamp } from './order.js';
import type { OrderedLog } from './ordered-log.js';
import type { StatusLog } from './status-log.js';
import type { TextLog } from './text-pieces.js';
import type { TurnLog } from './turn-log.js';
import type { ApprovalView } from './view-models.js';

/**
 * The store's private records. Reducers write them in place; nobody outside the projection room holds one.
 * `version` counts changes, so that a view model is made again only for a record that changed.
 */
export interface Versioned {
  version: number;
}

/** A record whose every field takes the word that is last in the owner's order, not in the order of arrival. */
export interface Ordered extends Versioned {
  /** The first and the last fact about it. */
  first: Stamp;
  last: Stamp;
  /** Who wrote each field last. */
  readonly stamps: Record<string, Stamp>;
}

/**
 * A record of the families that are all alike: ids and facts by name, with the standard's names. What needs more
 * than the last word has a log or a list beside them.
 */
export interface Entity extends Ordered {
  readonly id: string;
  readonly facts: JsonObject;
  /** The turn in which it is mentioned. */
  turnId?: string;
  status?: StatusLog;
  text?: TextLog;
  /** Lists that only grow: versions, exports, attempts, rounds; by id. */
  subs?: Record<string, Map<string, Entity>>;
  /** The application's own state. */
  document?: StateLog;
}

/** The state that agent and page share, and the word about how far it can be trusted. */
export interface SharedDocument {
  value: unknown;
  /** The version after the last delta, and that of the last snapshot; a delta may name either. */
  version?: unknown;
  base?: unknown;
  stale?: string;
}

export type StateLog = OrderedLog<StateChange, SharedDocument>;

export interface StateChange {
  stamp: Stamp;
  snapshot: boolean;
  payload: JsonObject;
  /** Why it did not apply. */
  fault?: string;
}

/** The lists of entities; each is a list of `snapshot()` under the same name. */
export type EntityList =
  | 'sessions'
  | 'tasks'
  | 'agents'
  | 'teams'
  | 'handoffs'
  | 'notifications'
  | 'reviews'
  | 'artifacts'
  | 'evidence'
  | 'plans'
  | 'context'
  | 'permissions'
  | 'state'
  | 'metrics';

export interface RunRecord extends Ordered {
  runId: string;
  turnId: string;
  sessionId?: string;
  threadId?: string;
  taskId?: string;
  agentId?: string;
  runtimeId?: string;
  traceId?: string;
  runtimeEntity?: string;
  runtimeStatus?: string;
  topology?: string;
  clientId?: string;
  label?: string;
  /** The owner's last word about the stage, and when it said it. */
  stage: string;
  stageStamp?: Stamp;
  title?: string;
  detail?: string;
  model?: string;
  retryCount?: number;
  queuePosition?: number;
  activeToolCallId?: string;
  log: StatusLog;
  /** From the log: set by the owner's terminal event (R5). */
  outcome?: string;
  error?: { message: string; code?: string; details?: unknown; retryable?: boolean; category?: string };
  finishedAt?: string;
  /** Another run takes this turn on: what is open in this one stays open. */
  continues?: boolean;
  startedAt?: string;
  usage?: unknown;
  summary?: string;
  diagnosticRef?: string;
  resumeBookmark?: unknown;
}

export interface MessageRecord extends Ordered {
  messageId: string;
  role: 'user' | 'assistant' | 'other';
  /** The role as the source said it, when it is neither. */
  rawRole?: string;
  turnId: string;
  sessionId?: string;
  runId?: string;
  agentId?: string;
  clientId?: string;
  /** Only of a user's message; an answer's text is in its parts. */
  text?: string;
  attachments?: readonly MessageAttachment[];
  /** Where its last final text stands (§2.4). */
  finalStamp?: Stamp;
}

export interface ToolRecord extends Ordered {
  toolCallId: string;
  turnId: string;
  sessionId?: string;
  runId?: string;
  agentId?: string;
  stepId?: string;
  name?: string;
  title?: string;
  kind?: string;
  executor?: string;
  risk?: string;
  inputSummary?: string;
  /** Another row that this call tries again. */
  retryOf?: string;
  /** The argument text so far, until the arguments are complete. Private: it is not redacted yet. */
  argsText?: TextLog;
  argsComplete?: boolean;
  /** Where live output can be read in full. */
  partialRef?: string;
  /** The beginning of an output that is not whole yet. */
  partialOutput?: unknown;
  /** Complete and redacted. */
  args?: unknown;
  /** The last word that was not an end. */
  state: string;
  stateStamp?: Stamp;
  log: StatusLog;
  /** From the log: set by the owner's terminal event (R5). */
  end?: 'output-available' | 'output-error' | 'cancelled' | 'timed-out';
  declined?: boolean;
  progress?: { percent?: number; done?: number; total?: number; phase?: string; message?: string };
  acknowledged?: unknown;
  /** The last pieces of live output, in order and bounded; redacted when read, as a secret may be in two. */
  outputPieces: { stamp: Stamp; chunk: string }[];
  output?: unknown;
  outputRef?: string;
  sizeBytes?: number;
  truncated?: boolean;
  shape?: string;
  exitCode?: number;
  artifactIds?: readonly string[];
  sourceRefs?: readonly string[];
  evidenceRefs?: readonly string[];
  error?: {
    message: string;
    code?: string;
    details?: unknown;
    stderr?: string;
    category?: string;
    retryable?: boolean;
    recovery?: string;
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
export interface ApprovalRecord extends Ordered, Omit<ApprovalView, 'write' | 'fallback' | 'stale'> {
  turnId: string;
  sessionId?: string;
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
  /** When text of each run last came: then it streams, whatever an older `run.status` said. */
  textAt: Map<string, Stamp>;
  /** When its first event happened; turns of one stream stand in this order. */
  first: Stamp;
}

export interface DiagnosticRecord {
  diagnosticId: string;
  level: string;
  code: string;
  message: string;
  count: number;
  /** A safe pointer to the raw event. */
  ref?: string;
}

export interface QueueState {
  items: readonly QueuedItem[];
  steers: readonly SteerItem[];
  reason?: string;
  count?: number;
}

export interface QueueChange {
  stamp: Stamp;
  payload: JsonObject;
  count?: number;
  reason?: string;
}

export interface QueueRecord extends Versioned {
  sessionId?: string;
  log: OrderedLog<QueueChange, QueueState>;
}

/** Everything the store knows, by id. */
export interface ProjectionState extends Record<EntityList, Map<string, Entity>> {
  runs: Map<string, RunRecord>;
  /** Those that have not ended. */
  activeRuns: Set<RunRecord>;
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
  /** By session, or by thread where no session is named. */
  queues: Map<string, QueueRecord>;
  /** What the newest snapshot of each session listed; what it left out is kept, and stale (R6). */
  listed: Map<string, { stamp: Stamp; ids: ReadonlySet<string> }>;
  diagnostics: Map<string, DiagnosticRecord>;
  /** The large previews that are kept, by artifact; those up to `dropped` were let go (§5.5). */
  previews: { kept: Map<string, { stamp: Stamp; size: number }>; dropped: Stamp | undefined };
}

export const ENTITY_LISTS: readonly EntityList[] = [
  'sessions',
  'tasks',
  'agents',
  'teams',
  'handoffs',
  'notifications',
  'reviews',
  'artifacts',
  'evidence',
  'plans',
  'context',
  'permissions',
  'state',
  'metrics',
];

export function emptyState(): ProjectionState {
  return {
    ...(Object.fromEntries(ENTITY_LISTS.map((list) => [list, new Map()])) as Record<
      EntityList,
      Map<string, Entity>
    >),
    runs: new Map(),
    activeRuns: new Set(),
    messages: new Map(),
    tools: new Map(),
    approvals: new Map(),
    approvalOfTool: new Map(),
    turns: new Map(),
    turnOrder: [],
    turnOfRun: new Map(),
    clientIds: new Set(),
    queues: new Map(),
    listed: new Map(),
    diagnostics: new Map(),
    previews: { kept: new Map(), dropped: undefined },
  };
}
