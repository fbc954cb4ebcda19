import type { EventOf, Open } from './envelope.js';

/** §2.3, union of the published stage vocabularies. Only `submitted` may be set by the client itself. */
export type RunStage =
  | 'submitted'
  | 'binding'
  | 'queued'
  | 'accepted'
  | 'routing'
  | 'preparing'
  | 'waiting_provider'
  | 'running'
  | 'streaming'
  | 'tool_running'
  | 'action_required'
  | 'permission_required'
  | 'plan_ready'
  | 'waiting'
  | 'blocked'
  | 'retrying'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'interrupted'
  | 'finished'
  | 'unknown';

export type RunOutcome = 'success' | 'interrupt' | 'cancelled' | 'failed' | 'unknown';

export type RunStarted = EventOf<
  'run.started',
  {
    objective?: string;
    label?: string;
    /** ISO 8601. */
    startedAt?: string;
    /** Names the optimistic user message that this run answers (R10). */
    clientId?: string;
    /** What the person said, when the runtime repeats it (C17). */
    userMessage?: { id?: string; text?: string };
  }
>;

export type RunStatus = EventOf<
  'run.status',
  {
    stage?: Open<RunStage>;
    title?: string;
    /** Two lines at most. */
    detail?: string;
    activeToolCallId?: string;
    retryCount?: number;
    reason?: string;
    queuePosition?: number;
    model?: string;
  }
>;

export type RunFinished = EventOf<
  'run.finished',
  { outcome?: Open<RunOutcome>; usage?: unknown; summary?: string; result?: unknown }
>;

export type RunFailed = EventOf<
  'run.failed',
  { error?: unknown; code?: string; category?: string; retryable?: boolean; diagnosticRef?: string }
>;

export type RunEvent = RunStarted | RunStatus | RunFinished | RunFailed;
