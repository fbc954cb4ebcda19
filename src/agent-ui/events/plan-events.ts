import type { EventOf } from './envelope.js';

export type PlanDelta = EventOf<'plan.delta', { delta?: string; steps?: readonly unknown[] }>;
export type PlanFinal = EventOf<
  'plan.final',
  {
    steps?: readonly unknown[];
    scope?: unknown;
    risk?: string;
    cost?: unknown;
    planRef?: string;
    requiresDecision?: boolean;
    actionId?: string;
  }
>;
export type PlanEvent = PlanDelta | PlanFinal;
