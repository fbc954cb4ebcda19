import { expect } from 'chai';
import { AgentSession } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { answerOf, fed, tool } from './session-driver.js';

const BASE = { sessionId: 's', threadId: 't', runId: 'run-1', turnId: 'turn-1', toolCallId: 'tc' };

describe('tools', () => {
  it('AC-05 goes through its states in order, and answers nothing', () => {
    const session = new AgentSession();
    const states = scenario('AC-05').map((event) => {
      session.dispatch(event);
      return tool(session, 'tc-9')!['state'];
    });
    expect(states).to.deep.equal([
      'input-streaming',
      'input-available',
      'running',
      'progress',
      'progress',
      'output-available',
    ]);
    expect(tool(session, 'tc-9')).to.include({
      name: 'edit_file',
      output: '2 hunks',
      outputRef: 'out://9',
      sizeBytes: 90112,
    });
    expect(answerOf(session)).to.equal(undefined);
  });

  it('AC-05 M-006 a secret in the arguments is neither in the snapshot nor in a view', () => {
    const session = fed(scenario('AC-05'));
    const everything = JSON.stringify([
      session.snapshot(),
      session.view('tool_ui').get(),
      session.view('conversation').get(),
    ]);
    expect(everything).to.not.contain('sk-live-123');
    expect(tool(session, 'tc-9')!['args']).to.deep.equal({ path: 'README.md', token: '[redacted]' });
  });

  it('AC-05 N-013 a secret in half-written arguments is not shown either', () => {
    const session = fed([
      { type: 'tool.args', ...BASE, sequence: 1, payload: { delta: '{"password":"hunt' } },
      { type: 'tool.args', ...BASE, sequence: 2, payload: { delta: 'er2","path":"a' } },
    ]);
    expect(session.view('tool_ui').get().tools[0].args).to.deep.equal({ password: '[redacted]', path: 'a' });
    expect(JSON.stringify(session.snapshot())).to.not.contain('hunt');
  });

  it('AC-05 a failure keeps its stderr and whether it may be tried again; a cancellation is quiet', () => {
    const session = fed([
      { type: 'tool.failed', ...BASE, payload: { error: 'exit 1', stderr: 'no such file', retryable: true } },
      { type: 'tool.started', ...BASE, toolCallId: 'tc-2', payload: { name: 'x' } },
      { type: 'tool.failed', ...BASE, toolCallId: 'tc-2', payload: { cancelled: true } },
    ]);
    const [failed, cancelled] = session.view('tool_ui').get().tools;
    expect(failed).to.include({ state: 'output-error', status: 'failed' });
    expect(failed.error).to.include({ message: 'exit 1', stderr: 'no such file', retryable: true });
    expect(failed.fallback).to.deep.equal({ token: 'unknown', reason: 'tool.name_missing' });
    expect(cancelled).to.include({ state: 'cancelled', status: 'cancelled' });
    expect(session.snapshot().diagnostics.map((note) => note['code'])).to.include('tool.orphan_result');
  });

  it('C8 a result that says it is an error is a failure', () => {
    const session = fed([{ type: 'tool.result', ...BASE, payload: { status: 'error', error: 'no' } }]);
    expect(tool(session, 'tc')!['state']).to.equal('output-error');
  });

  it('R4 argument text reads in the order in which it was written', () => {
    const session = fed([
      { type: 'tool.args', ...BASE, sequence: 3, payload: { delta: '2}' } },
      { type: 'tool.args', ...BASE, sequence: 1, payload: { delta: '{"n"' } },
      { type: 'tool.args', ...BASE, sequence: 2, payload: { delta: ':4' } },
      { type: 'tool.args', ...BASE, sequence: 4, payload: { state: 'input-available' } },
    ]);
    expect(tool(session, 'tc')!['args']).to.deep.equal({ n: 42 });
  });

  it('N-015 a new attempt opens the call again and keeps the one that failed', () => {
    const session = fed([
      { type: 'tool.started', ...BASE, sequence: 1, attemptId: 'a1', payload: { name: 'x' } },
      { type: 'tool.failed', ...BASE, sequence: 2, attemptId: 'a1', payload: { error: 'first' } },
      { type: 'tool.started', ...BASE, sequence: 3, attemptId: 'a2', payload: { name: 'x' } },
      { type: 'tool.result', ...BASE, sequence: 4, attemptId: 'a2', payload: { outputPreview: 'ok' } },
    ]);
    const row = session.view('tool_ui').get().tools[0];
    expect(row).to.include({ state: 'output-available', output: 'ok' });
    expect(row.error).to.equal(undefined);
    expect(row.attempts).to.have.lengthOf(1);
    expect(row.attempts![0]).to.deep.include({ attemptId: 'a1', state: 'output-error' });
    expect(row.attempts![0].error!.message).to.equal('first');
  });

  it('N-011 a large preview is cut, and its size stays known', () => {
    const session = fed([
      { type: 'tool.result', ...BASE, payload: { outputPreview: 'x'.repeat(100_000), sizeBytes: 100_000 } },
    ]);
    expect((tool(session, 'tc')!['output'] as string).length).to.be.below(9000);
    expect(tool(session, 'tc')!['sizeBytes']).to.equal(100_000);
  });

  it('known-failure 50 an acknowledgement is progress, not an end', () => {
    const session = fed([
      { type: 'tool.started', ...BASE, sequence: 1, payload: { name: 'x' } },
      { type: 'tool.progress', ...BASE, sequence: 2, payload: { acknowledged: { jobId: 'j1' } } },
    ]);
    expect(session.view('tool_ui').get().tools[0]).to.deep.include({
      state: 'progress',
      status: 'running',
      acknowledged: { jobId: 'j1' },
    });
  });
});
