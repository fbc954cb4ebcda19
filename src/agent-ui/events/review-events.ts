import type { EventOf, Open } from './envelope.js';

export type ReviewRequested = EventOf<
  'review.requested',
  { reviewer?: string; target?: { kind?: string; id?: string }; policy?: unknown; requestedBy?: string }
>;
export type ReviewCompleted = EventOf<
  'review.completed',
  {
    reviewer?: string;
    target?: { kind?: string; id?: string };
    verdict?: Open<'passed' | 'changes_requested' | 'failed'>;
    requestedFixes?: readonly unknown[];
    completedAt?: string;
  }
>;
export type ReviewEvent = ReviewRequested | ReviewCompleted;
