import type { EventOf, Open } from './envelope.js';

export type ReasoningDelta = EventOf<
  'reasoning.delta',
  { delta?: string; visibility?: Open<'raw' | 'summary_only'> }
>;
export type ReasoningSummary = EventOf<'reasoning.summary', { summary?: string; complete?: boolean }>;
export type ReasoningEvent = ReasoningDelta | ReasoningSummary;
