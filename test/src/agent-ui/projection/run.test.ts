import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { fed, run, tool } from './session-driver.js';

const BASE = { sessionId: 's', threadId: 't', runId: 'run-1', turnId: 'turn-1' };

describe('runs', () => {
  it('AC-01 shows a status before any text', () => {
    const events = scenario('AC-01');
    const session = fed(events.slice(0, 2));
    expect(session.view('runtime_status').get()).to.include({
      stage: 'preparing',
      title: 'Assembling context',
      active: true,
    });
    expect(session.snapshot().messages).to.deep.equal([]);
    session.dispatch(events[2]);
    expect(session.view('runtime_status').get().stage).to.equal('streaming');
  });

  it('AC-11 a run that says no outcome is not a success, and prose proves nothing', () => {
    const session = fed(scenario('AC-11'));
    expect(run(session)).to.include({ outcome: 'unknown', stage: 'finished' });
    expect(session.snapshot().approvals).to.deep.equal([]);
    expect(session.snapshot().evidence[0]).to.not.have.property('status');
    expect(session.view('timeline_evidence').get().evidence[0]).to.include({ status: 'unknown' });
  });

  it('AC-23F a failed run keeps its text, marks it, and calls nothing done', () => {
    const session = fed(scenario('AC-23F'));
    const turn = session.view('conversation').get().turns[0];
    expect(turn.parts[0]).to.include({ type: 'assistant_text', text: 'Working', state: 'partial' });
    expect(turn.error).to.include({ message: 'provider timeout', retryable: true });
    expect(tool(session, 'tc-1')!['state']).to.equal('unknown');
    expect(session.view('runtime_status').get()).to.include({
      stage: 'failed',
      attention: 'high',
      active: false,
    });
  });

  it('R5 an end latches: later facts add detail and reopen nothing', () => {
    const session = fed([
      { type: 'run.started', ...BASE, sequence: 1 },
      { type: 'run.finished', ...BASE, sequence: 3, payload: { outcome: 'success' } },
      { type: 'run.status', ...BASE, sequence: 2, payload: { stage: 'streaming' } },
      { type: 'run.failed', ...BASE, sequence: 4, payload: { error: 'late' } },
    ]);
    expect(run(session)).to.include({ outcome: 'success', stage: 'completed' });
    expect(session.snapshot().diagnostics.map((note) => note['code'])).to.include('run.outcome_conflict');
  });

  it('R5 of two ends the one that came first in the stream stands, whatever arrives first', () => {
    const session = fed([
      { type: 'run.failed', ...BASE, sequence: 4, payload: { error: 'late' } },
      { type: 'run.finished', ...BASE, sequence: 3, payload: { outcome: 'success' } },
    ]);
    expect(run(session)).to.include({ outcome: 'success' });
    expect(run(session)).to.not.have.property('error');
  });

  it('R5 (b) the owner may open a failed run again by saying that it retries', () => {
    const session = fed([
      { type: 'run.failed', ...BASE, sequence: 1, payload: { error: 'x' } },
      { type: 'run.status', ...BASE, sequence: 2, payload: { stage: 'retrying' } },
    ]);
    expect(run(session)).to.include({ stage: 'retrying' });
  });

  it('§2.3 an open call becomes cancelled with its run, and unknown when the run says it succeeded', () => {
    for (const [outcome, state] of [
      ['cancelled', 'cancelled'],
      ['success', 'unknown'],
    ]) {
      const session = fed([
        { type: 'tool.started', ...BASE, sequence: 1, toolCallId: 'tc', payload: { name: 'x' } },
        { type: 'run.finished', ...BASE, sequence: 2, payload: { outcome } },
      ]);
      expect(tool(session, 'tc')!['state']).to.equal(state);
    }
  });

  it('C17 what the person said is a message of the user, before the answer', () => {
    const session = fed([
      { type: 'run.started', ...BASE, sequence: 1, payload: { userMessage: { id: 'u-1', text: 'Hi' } } },
      { type: 'text.delta', ...BASE, sequence: 2, messageId: 'm-1', payload: { delta: 'Hello' } },
    ]);
    expect(
      session
        .view('conversation')
        .get()
        .turns[0].parts.map((part) => part.type),
    ).to.deep.equal(['user_text', 'assistant_text']);
    expect(session.snapshot().messages[0]).to.include({ role: 'user', text: 'Hi', messageId: 'u-1' });
  });

  it('R10 a request that was refused leaves one turn: what was said, and why it failed', () => {
    const session = fed([
      {
        type: 'run.failed',
        ...BASE,
        sequence: 1,
        payload: { error: 'HTTP 401', clientId: 'c', userMessage: { id: 'u', text: 'Hi' } },
      },
    ]);
    const [turn] = session.view('conversation').get().turns;
    expect(turn.parts[0]).to.include({ type: 'user_text', text: 'Hi' });
    expect(turn.error).to.include({ message: 'HTTP 401' });
  });

  it('N-027 nothing that is dispatched throws or reaches a prototype', () => {
    const session = new AgentSession();
    const hostile: unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      { type: 5 },
      { type: 'no.such.class', payload: { a: 1 } },
      { type: 'tool.started', toolCallId: '__proto__', payload: { name: 'x' } },
      { type: 'text.delta', messageId: 'constructor', payload: { delta: 'x' } },
      { type: 'tool.args', toolCallId: 't', payload: null },
      { type: 'tool.args', toolCallId: 't', payload: [1, 2] },
      JSON.parse(
        '{"type":"tool.result","toolCallId":"t2","payload":{"outputPreview":{"__proto__":{"polluted":true}}}}',
      ),
      {
        type: 'messages.snapshot',
        payload: { messages: [null, 3, { id: 4 }, { id: 'm', role: 'assistant', parts: [null] }] },
      },
      { type: 'run.finished', runId: 9, payload: { outcome: {} } },
    ];
    for (const event of hostile) session.dispatch(event as never);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    expect(session.snapshot().diagnostics.map((note) => note['code'])).to.include.members([
      'event.malformed',
      'event.unknown',
    ]);
    session.view('conversation').get();
    session.view('tool_ui').get();
  });

  it('R9 an unknown class becomes one diagnostic, whatever its number', () => {
    const session = fed(
      [1, 2, 3].map((sequence) => ({ type: 'team.invented', ...BASE, sequence, payload: {} }) as const),
    );
    const notes = session.snapshot().diagnostics.filter((note) => note['code'] === 'event.unknown');
    expect(notes).to.have.lengthOf(1);
    expect(notes[0]['count']).to.equal(3);
  });

  it('§2.5 a turn that no run began goes on while something in it is open, and no longer', () => {
    const session = new AgentSession();
    const say = (type: string, fields: object, payload: object = {}) =>
      session.dispatch({ type, sessionId: 's', turnId: 't', ...fields, payload } as AgentUiEvent);
    const active = () => session.view('conversation').get().turns[0]!.active;
    say('artifact.created', { artifactId: 'a' }, { title: 'Plan' });
    expect(active()).to.equal(false);
    say('tool.started', { toolCallId: 'tc' }, { name: 'read' });
    expect(active()).to.equal(true);
    say('tool.result', { toolCallId: 'tc' }, { outputPreview: 'ok' });
    expect(active()).to.equal(false);
    say('text.delta', { messageId: 'm' }, { delta: 'Do' });
    expect(active()).to.equal(true);
    say('text.final', { messageId: 'm' }, { text: 'Done' });
    expect(active()).to.equal(false);
  });
});
