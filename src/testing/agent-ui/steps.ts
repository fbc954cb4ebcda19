import type { JsonObject } from '../../base/json.js';
import type { AgentUiScenario, AgentUiStep, FactPatterns } from './scenario.js';

/** Lines of a sequence, counted from one as the standard counts them. */
export const says = (sequence: readonly JsonObject[], from = 1, to = sequence.length): AgentUiStep => ({
  events: sequence.slice(from - 1, to),
});

export const facts = (
  wanted: FactPatterns,
  more: { none?: FactPatterns; count?: Record<string, number>; lacks?: string[] } = {},
): AgentUiStep => ({
  facts: wanted,
  ...more,
});

export const scenario = (
  id: string,
  rules: string,
  title: string,
  ...steps: AgentUiStep[]
): AgentUiScenario => ({ id, rules: rules.split(' '), title, steps });

/** The ids of a turn's parts, in their order. */
export const parts = (...ids: string[]): FactPatterns => ({
  turns: [{ turnId: 'turn-1', parts: ids.map((partId) => ({ partId })) }],
});
