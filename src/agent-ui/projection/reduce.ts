import { EVENT_TYPES, familyOf, type EventFamily } from '../events/event.js';
import type { Fact } from './fact.js';
import { reduceAction } from './reducers/action.js';
import { reduceAgent } from './reducers/agent.js';
import { reduceArtifact } from './reducers/artifact.js';
import { reduceContext } from './reducers/context.js';
import { reduceDiagnostic } from './reducers/diagnostic.js';
import { reduceEvidence } from './reducers/evidence.js';
import { reduceMessages } from './reducers/messages.js';
import { reducePlan } from './reducers/plan.js';
import { reduceQueue } from './reducers/queue.js';
import { reduceReasoning } from './reducers/reasoning.js';
import { reduceReview } from './reducers/review.js';
import { reduceRun } from './reducers/run.js';
import { reduceSession } from './reducers/session.js';
import { reduceState } from './reducers/state.js';
import { reduceTask } from './reducers/task.js';
import { reduceTeam } from './reducers/team.js';
import { reduceText } from './reducers/text.js';
import { reduceTool } from './reducers/tool.js';

type Reducer = (fact: Fact, reduce: (fact: Fact) => void) => void;

/** One reducer for each family; each writes its own records and no other's (M-008). */
const REDUCERS: Readonly<Record<EventFamily, Reducer>> = {
  session: reduceSession,
  run: reduceRun,
  plan: reducePlan,
  text: reduceText,
  reasoning: reduceReasoning,
  tool: reduceTool,
  action: reduceAction,
  queue: reduceQueue,
  task: reduceTask,
  agent: reduceAgent,
  team: reduceTeam,
  review: reduceReview,
  artifact: reduceArtifact,
  evidence: reduceEvidence,
  state: reduceState,
  messages: reduceMessages,
  context: reduceContext,
  diagnostic: reduceDiagnostic,
};

/** The reducer of each class. */
const REDUCER_OF = new Map<string, Reducer>(EVENT_TYPES.map((type) => [type, REDUCERS[familyOf(type)]]));

/** Folds one fact into the records. Deterministic: no clock, no I/O (R1). */
export function reduce(fact: Fact): void {
  const { event } = fact;
  const reducer = REDUCER_OF.get(event.type);
  if (!reducer) {
    const type = event.type.slice(0, 80);
    fact.diagnose('info', 'event.unknown', `"${type}" is not an Agent UI event class`, type);
    return;
  }
  if (event.unrecognised)
    for (const field of event.unrecognised) fact.unrecognised(field, event[field as keyof typeof event]);
  // Only the interface itself may speak for the person's choices, and it does not do so in facts (§1.3).
  if (event.owner === 'ui_projection') {
    fact.diagnose(
      'info',
      'owner.not_a_fact',
      `${event.type} of the interface itself is not a fact`,
      event.type,
    );
    return;
  }
  reducer(fact, reduce);
}
