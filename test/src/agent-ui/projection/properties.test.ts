import { expect } from 'chai';
import fc from 'fast-check';
import { AgentSession, type AgentUiEvent, type SurfaceViews } from 'oui-elements/agent-ui';
import { conversation, hostile } from '../../../fixtures/agent-ui/random-events.js';
import { SURFACES } from '../../../fixtures/agent-ui/surfaces.js';
import { factsOf, fed } from './session-driver.js';
import { cases } from '../../../cases.js';

const views = (session: AgentSession) =>
  Object.fromEntries(
    SURFACES.map((surface) => [surface, session.view(surface).get()]),
  ) as unknown as SurfaceViews;

describe('properties', () => {
  it('M-061 R1 R2 R3 R4 any order within the look-back, with any duplicates, gives the same snapshot', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(
        conversation.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events, ...events], { minLength: events.length * 3 }),
          ),
        ),
        ([events, given]) => {
          expect(factsOf(fed(given))).to.deep.equal(factsOf(fed(events)));
        },
      ),
      { numRuns: cases(400) },
    );
  });

  it('M-001 a session that is rebuilt from the same events says the same in all 21 surfaces', () => {
    fc.assert(
      fc.property(conversation, (events) => {
        const live = fed(events);
        views(live);
        const { sessionId } = live;
        const again = new AgentSession(undefined, { sessionId });
        again.dispatch(events);
        const { diagnostics: _, ...shown } = views(again);
        const { diagnostics: __, ...before } = views(live);
        expect(JSON.stringify(shown)).to.equal(JSON.stringify(before));
      }),
      { numRuns: 60 },
    );
  });

  it('N-027 R9 R12 50,000 random and hostile events throw nothing, stop nothing and reach no prototype', function () {
    this.timeout(120_000);
    const clean = Object.getOwnPropertyNames(Object.prototype).sort();
    let session = new AgentSession();
    let fedEvents = 0;
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 50, maxLength: 50 }), (events) => {
        if (fedEvents % 2_000 === 0) session = new AgentSession();
        fedEvents += events.length;
        session.dispatch(events as AgentUiEvent[]);
        session.snapshot();
        views(session);
      }),
      { numRuns: cases(1_000) },
    );
    expect(fedEvents).to.equal(cases(50_000));
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).to.deep.equal(clean);
    session.dispatch({ type: 'text.delta', messageId: 'm-last', payload: { delta: 'still here' } });
    expect(session.snapshot().messages.find((message) => message['messageId'] === 'm-last')).to.include({
      text: 'still here',
    });
  });

  it('N-027 R12 deep, cyclic and unreadable values are left out, and the stream goes on', function () {
    this.timeout(60_000);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = { deep };
    const unreadable = Object.defineProperty({}, 'delta', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const session = new AgentSession();
    for (const payload of [
      cyclic,
      { state: deep },
      { args: deep },
      { schema: cyclic },
      { scope: deep },
      unreadable,
    ])
      for (const type of ['state.snapshot', 'tool.args', 'action.required', 'text.delta', 'task.changed'])
        session.dispatch({
          type,
          sessionId: 's',
          toolCallId: 't',
          actionId: 'a',
          taskId: 'k',
          payload,
        } as AgentUiEvent);
    let patched = 0;
    for (let i = 0; i < 3_000; i++, patched++)
      session.dispatch({
        type: 'state.delta',
        sessionId: 's',
        payload: { patch: [{ op: 'add', path: `${'/a'.repeat(i + 1)}`, value: {} }] },
      });
    expect(() => JSON.stringify(session.snapshot())).to.not.throw();
    views(session);
    expect(session.snapshot().diagnostics.map(({ code }) => code)).to.include('event.unreadable');
  });
});
