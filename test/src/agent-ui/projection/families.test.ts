import { expect } from 'chai';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { factsOf, fed } from './session-driver.js';

describe('families beside the conversation', () => {
  it('AC-07 queue and steer are facts of their own, and make no message', () => {
    const events = scenario('AC-07');
    const session = fed(events.slice(0, 3));
    const view = session.view('composer').get();
    expect(view.busy).to.equal(true);
    expect(view.queued[0]).to.include({ id: 'q-1', preview: 'Also update docs', position: 1 });
    expect(view.steers[0]).to.include({ id: 's-1', state: 'pending' });
    session.dispatch(events[3]);
    expect(session.view('composer').get().queued).to.deep.equal([]);
    expect(session.view('composer').get().steers[0]).to.include({
      state: 'rejected',
      reason: 'tool running',
    });
    expect(session.snapshot().messages).to.deep.equal([]);
    expect(
      session
        .view('conversation')
        .get()
        .turns.flatMap((turn) => turn.parts),
    ).to.deep.equal([]);
  });

  it('AC-21 M-059 diagnostics and metrics are in diagnostics and nowhere else', () => {
    const session = fed(scenario('AC-21'));
    expect(session.view('diagnostics').get().diagnostics[0]).to.include({
      code: 'delta.backlog',
      message: '18 chunks',
      level: 'warn',
    });
    expect(session.snapshot().metrics[0]).to.include({ metricName: 'first_text_paint_ms', value: 412 });
    expect(JSON.stringify(session.view('conversation').get())).to.not.match(/18 chunks|412/);
  });

  it('AC-10 a window of messages is shown as it is told, cut above, and once', () => {
    const session = fed(
      scenario('AC-10')
        .slice(0, 2)
        .map((event) => ({ ...event, runId: undefined, turnId: undefined })),
    );
    const view = session.view('conversation').get();
    expect(view.truncated).to.equal(true);
    expect(view.turns[0].parts[0]).to.include({ type: 'assistant_text', text: 'Done.' });
    expect(view.turns[0].active).to.equal(false);
    expect(session.snapshot().sessions[0]).to.include({ title: 'Old work', cursor: 'c-50' });
  });

  it('M-001 R1 everything is rebuilt from the same events', () => {
    for (const id of ['AC-02', 'AC-03', 'AC-04', 'AC-05', 'AC-06', 'AC-07', 'AC-23F']) {
      const events = scenario(id);
      expect(factsOf(fed(events)), id).to.deep.equal(factsOf(fed(events)));
    }
  });
});
