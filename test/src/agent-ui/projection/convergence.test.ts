import { expect } from 'chai';
import fc from 'fast-check';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario, SCENARIOS } from '../../../fixtures/agent-ui/acceptance.js';
import { factsOf, fed } from './session-driver.js';

const IDS = Object.keys(SCENARIOS);
/** The same facts however they came; the second delivery of a scenario may be under any order. */
const facts = (events: readonly AgentUiEvent[]) => factsOf(fed(events));

/** The scenario with a sequence for each line, so that there is an order to come back to. */
function numbered(id: string): AgentUiEvent[] {
  return scenario(id).map((event, i) => ({ sequence: i + 1, ...event }));
}

describe('convergence', function () {
  this.timeout(60_000);
  for (const id of IDS) {
    it(`${id} M-061 R2 shuffled within the look-back and doubled, it says the same as it stands`, () => {
      const events = numbered(id);
      const wanted = facts(events);
      fc.assert(
        fc.property(
          fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length }),
          (given) => {
            expect(facts(given)).to.deep.equal(wanted);
          },
        ),
        { numRuns: 25 },
      );
    });

    it(`${id} M-061 cut in half, with a snapshot of its messages in between and a replay after it, it says the same`, () => {
      const events = numbered(id);
      const wanted = facts(events);
      for (let cut = 1; cut < events.length; cut++) {
        const session = fed(events.slice(0, cut));
        const { sessionId, threadId } = events[0];
        const messages = session
          .snapshot()
          .messages.filter((message) => message['sessionId'] === sessionId)
          .map(({ messageId, role, text }) => ({ id: messageId, role, text }));
        session.dispatch({
          type: 'messages.snapshot',
          sessionId,
          threadId,
          payload: { messages, mode: 'repair' },
        } as AgentUiEvent);
        session.dispatch(events);
        const { messages: known, sessions: _, turns: __, ...others } = factsOf(session);
        const { messages: told, sessions: ___, turns: ____, ...rest } = wanted;
        expect(others).to.deep.equal(rest);
        const texts = (list: typeof told) => list.map(({ messageId, text }) => ({ messageId, text }));
        expect(texts(known)).to.deep.equal(texts(told));
      }
    });
  }
});

void AgentSession;
