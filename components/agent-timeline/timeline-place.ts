import type { ProcessStep, ProcessTurn } from '../../src/agent-ui/projection/view-models.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';

/** Where a thing stands in the timeline. */
export interface TimelinePlace {
  turn: ProcessTurn;
  /** The place of its step in the turn; without one, the turn itself. */
  step?: number;
  /** How many turns must be drawn, from the newest. */
  fromEnd: number;
}

/** The last turn in which it was, as far as it is here. */
export function placeOf(
  turns: readonly ProcessTurn[],
  kind: AgentOpenRequestEvent['kind'],
  id: string,
): TimelinePlace | undefined {
  const isIt = ({ toolCallId, artifactId, agentId }: ProcessStep) =>
    id === (kind === 'tool' ? toolCallId : kind === 'artifact' ? artifactId : agentId);
  const at = turns.findLastIndex(({ turnId, steps }) => (kind === 'turn' ? turnId === id : steps.some(isIt)));
  const turn = turns[at];
  if (!turn) return undefined;
  const fromEnd = turns.length - at;
  return kind === 'turn' ? { turn, fromEnd } : { turn, fromEnd, step: turn.steps.findIndex(isIt) };
}
