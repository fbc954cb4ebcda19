import { expect } from 'chai';
import fc from 'fast-check';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { SCENARIOS, scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { Owner } from '../controls/owner.js';
import { flush } from '../../../fake-runtime.js';

const RUN = { sessionId: 'ses-1', threadId: 'thr-1', runId: 'run-1', turnId: 'turn-1' };
const SEQUENCES = Object.keys(SCENARIOS).map((id): [string, AgentUiEvent[]] => [id, scenario(id)]);

/** Everything that can be seen of a session. */
const allOf = (session: AgentSession) => ({
  ...session.snapshot(),
  conversation: session.view('conversation').get(),
  hitl: session.view('hitl').get(),
  composer: session.view('composer').get(),
});

describe('a session that is saved', () => {
  it('M-001 M-028 loses no undecided approval, no queued input, no draft and nothing that was said', async () => {
    const session = new AgentSession(undefined, { sessionId: 'ses-1' });
    session.dispatch([
      { ...RUN, type: 'run.started', sequence: 1, payload: { userMessage: { id: 'u', text: 'go' } } },
      { ...RUN, type: 'text.delta', sequence: 2, messageId: 'm', payload: { delta: 'half an ans' } },
      {
        ...RUN,
        type: 'action.required',
        sequence: 3,
        actionId: 'act-1',
        payload: { actionType: 'tool_approval', prompt: 'May I?', decisions: ['approve', 'reject'] },
      },
      {
        ...RUN,
        type: 'queue.changed',
        sequence: 4,
        payload: { queued: [{ id: 'q-1', preview: 'then this' }] },
      },
    ]);
    session.draft = 'and one more th';
    const restored = AgentSession.restore(session.serialize());
    expect(restored.sessionId).to.equal('ses-1');
    expect(restored.draft).to.equal('and one more th');
    expect(allOf(restored)).to.deep.equal(allOf(session));
    expect(restored.snapshot().approvals[0]).to.include({ actionId: 'act-1', state: 'pending' });
    expect(restored.snapshot().queue[0]).to.include({ id: 'q-1', preview: 'then this' });
    restored.dispatch({ ...RUN, type: 'text.delta', sequence: 5, messageId: 'm', payload: { delta: 'wer' } });
    expect(restored.snapshot().messages.find(({ messageId }) => messageId === 'm')?.['text']).to.equal(
      'half an answer',
    );
    // The one that was saved goes its own way.
    expect(session.snapshot().messages.find(({ messageId }) => messageId === 'm')?.['text']).to.equal(
      'half an ans',
    );
  });

  it('known-failure 20 an undecided approval is there after a reload, and its answer carries the ids that it had', async () => {
    const before = new AgentSession(undefined, { sessionId: 'ses-1' });
    before.dispatch([
      { ...RUN, type: 'run.started', sequence: 1 },
      { ...RUN, type: 'tool.started', sequence: 2, toolCallId: 'tc-1', payload: { name: 'delete_file' } },
      {
        ...RUN,
        type: 'action.required',
        sequence: 3,
        actionId: 'act-1',
        toolCallId: 'tc-1',
        payload: { actionType: 'tool_approval', prompt: 'May I?', decisions: ['approve', 'reject'] },
      },
    ]);
    const owner = new Owner({ respond: 'native' });
    const session = AgentSession.restore(before.serialize(), owner.adapter, { runtime: owner.runtime });
    await flush();
    const [approval] = session.view('hitl').get().pending;
    expect(approval).to.include({ actionId: 'act-1', toolCallId: 'tc-1', state: 'pending' });
    expect((await session.respond('act-1', 'approve')).status).to.equal('accepted');
    expect(owner.asked[0]).to.include({ kind: 'respond', actionId: 'act-1', decision: 'approve' });
    owner.say({
      ...RUN,
      type: 'action.resolved',
      sequence: 4,
      actionId: 'act-1',
      payload: { decision: 'approve' },
    });
    expect(session.snapshot().approvals[0]['state']).to.not.equal('pending');
  });

  it('known-failure 21 a call without a result is not complete after a reload, and can be stopped', async () => {
    const before = new AgentSession(undefined, { sessionId: 'ses-1' });
    before.dispatch([
      { ...RUN, type: 'run.started', sequence: 1 },
      { ...RUN, type: 'tool.started', sequence: 2, toolCallId: 'tc-1', payload: { name: 'search' } },
      { ...RUN, type: 'tool.args', sequence: 3, toolCallId: 'tc-1', payload: { args: { q: 'x' } } },
    ]);
    const owner = new Owner({ interrupt: 'native', retry: 'native' });
    const session = AgentSession.restore(before.serialize(), owner.adapter, { runtime: owner.runtime });
    await flush();
    expect(session.snapshot().tools[0]['state']).to.equal('input-available');
    expect(session.view('composer').get().canInterrupt).to.equal(true);
    await session.interrupt();
    await session.retry({ toolCallId: 'tc-1' });
    expect(owner.asked.map(({ kind }) => kind)).to.deep.equal(['interrupt', 'retry']);
    // Its run ended while nobody listened.
    owner.say({ ...RUN, type: 'run.failed', sequence: 9, payload: { message: 'the server was restarted' } });
    expect(session.snapshot().tools[0]['state']).to.not.equal('output-available');
  });

  it('R10 what was sent and not yet answered is still there, and is answered in its place', async () => {
    const owner = new Owner();
    owner.receipt = new Promise(() => {});
    const session = owner.session({ sessionId: 'ses-1' });
    await flush();
    void session.send({ text: 'hello' });
    await flush();
    const { clientId } = owner.asked[0] as { clientId?: string };
    const restored = AgentSession.restore(session.serialize(), new Owner().adapter);
    expect(restored.snapshot().messages).to.deep.equal(session.snapshot().messages);
    restored.dispatch({
      ...RUN,
      type: 'run.started',
      sequence: 1,
      payload: { clientId, userMessage: { id: 'u', text: 'hello' } },
    });
    expect(restored.snapshot().messages.map(({ text, origin }) => [text, origin ?? 'fact'])).to.deep.equal([
      ['hello', 'fact'],
    ]);
  });

  for (const [name, events] of SEQUENCES) {
    it(`M-001 M-061 ${name}: saved and restored at any point, it has the same future`, () => {
      const whole = new AgentSession(undefined, { sessionId: 'ses-1' });
      whole.dispatch(events);
      for (let cut = 0; cut <= events.length; cut++) {
        const before = new AgentSession(undefined, { sessionId: 'ses-1' });
        before.dispatch(events.slice(0, cut));
        const after = AgentSession.restore(before.serialize());
        expect(allOf(after), `saved after ${cut}`).to.deep.equal(allOf(before));
        // What came already comes again, as after a reconnection.
        after.dispatch(events.slice(Math.max(0, cut - 2)));
        expect(after.snapshot(), `restored after ${cut}`).to.deep.equal(doubled(events, cut).snapshot());
      }
    });
  }

  it('M-001 M-061 whatever the events, and wherever it is saved, it has the same future', function () {
    this.timeout(60_000);
    const all = SEQUENCES.flatMap(([, events]) => events);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...all), { maxLength: 40 }),
        fc.array(fc.constantFrom(...all), { maxLength: 40 }),
        (past, future) => {
          const one = new AgentSession(undefined, { sessionId: 'ses-1' });
          one.dispatch(past);
          const other = AgentSession.restore(one.serialize());
          one.dispatch(future);
          other.dispatch(future);
          expect(allOf(other)).to.deep.equal(allOf(one));
          expect(other.serialize()).to.equal(one.serialize());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('N-027 what was not saved here, or is damaged, is refused with a sentence, and reaches no prototype', () => {
    const saved = new AgentSession().serialize();
    const texts = [
      '',
      'null',
      '{}',
      saved.slice(0, -10),
      saved.replace('oui-session/1', 'oui-session/0'),
      JSON.stringify({ format: 'oui-session/1', graph: { root: [7], nodes: [] } }),
      JSON.stringify({ format: 'oui-session/1', graph: { root: [0], nodes: [['c', 99, []]] } }),
      JSON.stringify({ format: 'oui-session/1', graph: { root: [0], nodes: [['x']] } }),
    ];
    for (const text of texts) {
      expect(() => AgentSession.restore(text), text.slice(0, 80))
        .to.throw()
        .with.property('code', 'unreadable');
    }
    const hostile = JSON.stringify({
      format: 'oui-session/1',
      graph: {
        root: [0],
        nodes: [
          ['o', [['__proto__', [1]]]],
          ['o', [['polluted', true]]],
        ],
      },
    });
    try {
      AgentSession.restore(hostile);
    } catch {
      // It has no state.
    }
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });
});

/** A session that hears its events, and those around `cut` twice, without being saved. */
function doubled(events: readonly AgentUiEvent[], cut: number): AgentSession {
  const session = new AgentSession(undefined, { sessionId: 'ses-1' });
  session.dispatch(events.slice(0, cut));
  session.dispatch(events.slice(Math.max(0, cut - 2)));
  return session;
}
