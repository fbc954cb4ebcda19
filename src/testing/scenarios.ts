import type { Scenario } from './scenario.js';
import { AGENT_SCENARIOS } from './scenarios/agent.js';
import { PAGE_SCENARIOS } from './scenarios/page.js';

/** The protocol conformance suite, as plain JSON: `JSON.stringify(SCENARIOS)` takes it anywhere. */
export const SCENARIOS: readonly Scenario[] = [...PAGE_SCENARIOS, ...AGENT_SCENARIOS];
