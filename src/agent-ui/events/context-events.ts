import type { EventOf } from './envelope.js';

export type ContextChanged = EventOf<
  'context.changed',
  {
    refs?: readonly unknown[];
    budget?: { used?: number; limit?: number; unit?: string };
    missing?: readonly unknown[];
    retrieval?: readonly unknown[];
    memoryWrite?: unknown;
  }
>;
export type ContextCompactionStarted = EventOf<
  'context.compaction.started',
  { boundaryId?: string; trigger?: string }
>;
export type ContextCompactionCompleted = EventOf<
  'context.compaction.completed',
  {
    boundaryId?: string;
    summary?: string;
    summaryRef?: string;
    tokensBefore?: number;
    tokensAfter?: number;
    preservedActions?: readonly string[];
    error?: unknown;
  }
>;
export type PermissionChanged = EventOf<
  'permission.changed',
  {
    mode?: string;
    sandbox?: unknown;
    risk?: string;
    decision?: string | null;
    scope?: unknown;
    expiresAt?: string;
    waiver?: unknown;
    retention?: unknown;
  }
>;
export type ContextEvent =
  ContextChanged | ContextCompactionStarted | ContextCompactionCompleted | PermissionChanged;
