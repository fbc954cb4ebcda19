import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { SCENARIOS, scenario } from '../../../fixtures/agent-ui/acceptance.js';

describe('a session that is recorded', () => {
  it('AC-21 M-001 what was recorded, given to a new session, gives the same facts', () => {
    for (const id of Object.keys(SCENARIOS)) {
      const session = new AgentSession(undefined, { sessionId: 'ses-1', record: 1_000 });
      session.dispatch(scenario(id));
      expect(session.recording!.complete).to.equal(true);
      const again = new AgentSession(undefined, { sessionId: 'ses-1' });
      again.dispatch(session.recording!.events as AgentUiEvent[]);
      expect(again.snapshot(), id).to.deep.equal(session.snapshot());
    }
  });

  it('M-006 N-013 no secret is recorded', () => {
    const session = new AgentSession(undefined, { record: 10 });
    session.dispatch({
      type: 'tool.args',
      toolCallId: 't',
      payload: { args: { password: 'hunter2', header: 'Bearer abcdefghijklmnop' } },
    });
    expect(JSON.stringify(session.recording!.events)).to.not.match(/hunter2|abcdefghijklmnop/);
  });

  it('M-020 it keeps the newest so many, and says that the others are missing; none where nobody asked', () => {
    const session = new AgentSession(undefined, { record: 2 });
    for (let i = 1; i <= 3; i++) session.dispatch({ type: 'run.status', runId: `r-${i}`, sequence: i });
    expect(session.recording!.events.map((event) => (event as { runId: string }).runId)).to.deep.equal([
      'r-2',
      'r-3',
    ]);
    expect(session.recording!.complete).to.equal(false);
    expect(new AgentSession().recording).to.equal(undefined);
    const restored = AgentSession.restore(session.serialize(), undefined, { record: 10 });
    expect(restored.recording!.complete).to.equal(false);
  });
});
