import { RUN_SCENARIOS } from './run-scenarios.js';
import type { AgentUiScenario } from './scenario.js';
import { TEAM_SCENARIOS } from './team-scenarios.js';

/**
 * The acceptance suite of Agent UI v0.6 as plain JSON: `JSON.stringify(AGENT_UI_SCENARIOS)` takes it anywhere. AC-22, the
 * Agent Runtime profile, needs an adapter's own dialect and is not part of it.
 */
export const AGENT_UI_SCENARIOS: readonly AgentUiScenario[] = [...RUN_SCENARIOS, ...TEAM_SCENARIOS];
