import type { JsonObject } from '../../base/json.js';
import type {
  ArtifactStatus,
  Control,
  Owner,
  Persistence,
  Phase,
  RuntimeEntity,
  RuntimeStatus,
  Scope,
  Surface,
  Topology,
} from './enums.js';

/** A closed list for editors and an open one for producers: an unknown value is legal input (R9, C1). */
export type Open<Known extends string> = Known | (string & {});

/** Agent UI v0.6 §1.1. Everything but `type` is optional; unknown keys are accepted. */
export interface EventFields {
  /** Monotonic inside one stream; orders events of that stream. */
  sequence?: number;
  /** ISO 8601. Never orders anything where there is a `sequence`. */
  timestamp?: string;
  /** De-duplicates deliveries (R2). */
  eventId?: string;
  sessionId?: string;
  threadId?: string;
  runId?: string;
  turnId?: string;
  runtimeId?: string;
  messageId?: string;
  partId?: string;
  taskId?: string;
  attemptId?: string;
  stepId?: string;
  agentId?: string;
  /** Alias of `agentId` when that is absent. */
  subagentId?: string;
  agentName?: string;
  agentRole?: string;
  agentSource?: string;
  teamId?: string;
  teamName?: string;
  parentSessionId?: string;
  parentThreadId?: string;
  toolCallId?: string;
  actionId?: string;
  artifactId?: string;
  artifactKind?: string;
  artifactStatus?: Open<ArtifactStatus>;
  artifactVersionId?: string;
  artifactExportId?: string;
  artifactReadRef?: string;
  artifactDiffRef?: string;
  artifactPreview?: unknown;
  evidenceId?: string;
  evidencePackRef?: string;
  replayRef?: string;
  reviewRef?: string;
  traceId?: string;
  sourceRefs?: readonly string[];
  evidenceRefs?: readonly string[];
  reviewId?: string;
  handoffId?: string;
  workItemId?: string;
  workerNotificationId?: string;
  remoteTaskId?: string;
  diagnosticId?: string;
  transcriptRef?: string;
  metricName?: string;
  workerUsage?: JsonObject | null;
  teamPolicy?: JsonObject | null;
  runtimeEntity?: Open<RuntimeEntity>;
  runtimeStatus?: Open<RuntimeStatus>;
  latestTurnStatus?: Open<RuntimeStatus>;
  teamPhase?: string;
  teamParallelBudget?: number;
  teamActiveCount?: number;
  teamQueuedCount?: number;
  queuedTurnCount?: number;
  providerParallelBudget?: number;
  queueReason?: string;
  providerConcurrencyGroup?: string;
  retryableOverload?: boolean;
  owner?: Open<Owner>;
  scope?: Open<Scope>;
  phase?: Open<Phase>;
  surface?: Open<Surface>;
  persistence?: Open<Persistence>;
  control?: Open<Control>;
  topology?: Open<Topology>;
  refs?: unknown;
  /** A safe pointer to the raw event; never its body. */
  rawEventRef?: string;
}

/** One event class: its type string and what its payload may say. Every payload key is optional. */
export interface EventOf<Type extends string, Payload extends object> extends EventFields {
  type: Type;
  payload?: Payload & { readonly [key: string]: unknown };
}
