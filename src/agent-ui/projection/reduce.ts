import { familyOf, isKnownEvent, type EventFamily } from '../events/event.js';
import type { Fact } from './fact.js';
import { reduceAction } from './reducers/action.js';
import { reduceDiagnostic } from './reducers/diagnostic.js';
import { reduceMessages } from './reducers/messages.js';
import { reduceQueue } from './reducers/queue.js';
import { reduceReasoning } from './reducers/reasoning.js';
import { reduceRun } from './reducers/run.js';
import { reduceSession } from './reducers/session.js';
import { reduceText } from './reducers/text.js';
import { reduceTool } from './reducers/tool.js';

/** One reducer for each family; each writes its own records and no other's (M-008). */
const REDUCERS: Partial<Record<EventFamily, (fact: Fact) => void>> = {
  session: reduceSession,
  run: reduceRun,
  text: reduceText,
  reasoning: reduceReasoning,
  tool: reduceTool,
  action: reduceAction,
  queue: reduceQueue,
  messages: reduceMessages,
  diagnostic: reduceDiagnostic,
};

/** Folds one fact into the records. Deterministic: no clock, no I/O (R1). */
export function reduce(fact: Fact): void {
  const { event } = fact;
  if (!isKnownEvent(event)) {
    fact.diagnose('info', 'event.unknown', `"${event.type}" is not an Agent UI event class`, event.type);
    return;
  }
  const family = familyOf(event.type);
  const reducer = REDUCERS[family];
  if (reducer) reducer(fact);
  else
    fact.diagnose(
      'info',
      'event.not_projected',
      `the ${family} family is not projected by this version`,
      family,
    );
}
