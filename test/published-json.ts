import { eventSchema } from 'oui-elements/agent-ui/events';
import { AGENT_UI_SCENARIOS, annex, lab, SCENARIOS } from 'oui-elements/testing';

/** JSON files of the package that are made from its code. */
export const PUBLISHED: Readonly<Record<string, unknown>> = {
  'conformance.json': { surfaces: [lab, annex], scenarios: SCENARIOS },
  'acceptance.json': { scenarios: AGENT_UI_SCENARIOS },
  'agent-ui-event.schema.json': eventSchema('open'),
  'agent-ui-event.strict.schema.json': eventSchema('strict'),
};
