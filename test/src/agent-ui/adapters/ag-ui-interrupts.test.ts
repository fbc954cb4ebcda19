import { expect } from 'chai';
import { flush } from '../../../fake-runtime.js';
import { Driver, FakeTools, finished, started, text, toolCall, type Wire } from './ag-ui-driver.js';

const interrupt = (...interrupts: unknown[]): Wire =>
  finished({ outcome: { type: 'interrupt', interrupts } });
const approval = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  reason: 'tool_call',
  message: `May I do ${id}?`,
  toolCallId: `call-${id}`,
  responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] },
  ...more,
});

const required = (driver: Driver) => driver.of('action.required');
const resolved = (driver: Driver) =>
  driver.of('action.resolved').map(({ actionId, payload }) => [actionId, payload?.['decision']]);

describe('AG-UI interrupts', () => {
  it('AG-UI 1.7: an interrupt asks a person, beside the call that it is about', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...toolCall('call-i', 'delete_file', '{"name":"a.txt"}'),
      interrupt(approval('i')),
    );
    await driver.send();
    const [question] = required(driver);
    expect(question).to.include({ actionId: 'i', toolCallId: 'call-i', runId: driver.last.runId });
    expect(question?.payload).to.deep.equal({
      actionType: 'tool_approval',
      title: 'May I do i?',
      explanation: 'May I do i?',
      decisions: ['approve', 'reject'],
      schema: approval('i').responseSchema,
      toolName: 'delete_file',
      input: { name: 'a.txt' },
    });
    expect(driver.ending).to.equal('run.finished interrupt');
    expect(driver.of('run.finished')[0]?.phase).to.equal('interrupted');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 1.7: the answer travels in the next run, and the question is resolved when that begins', async () => {
    const driver = await Driver.connect();
    driver.answer(started(), ...toolCall('call-i', 'delete_file', '{}'), interrupt(approval('i')));
    await driver.send();
    const first = driver.last;
    expect(await driver.respond('i', 'approve')).to.deep.equal({ status: 'accepted' });
    expect(driver.last.resume).to.deep.equal([
      { interruptId: 'i', status: 'resolved', payload: { approved: true } },
    ]);
    expect(driver.last.threadId).to.equal(first.threadId);
    expect(resolved(driver), 'before the run begins').to.deep.equal([]);
    await driver.stream.send(started('b'), {
      type: 'TOOL_CALL_RESULT',
      messageId: 'r',
      toolCallId: 'call-i',
      content: 'deleted',
    });
    expect(resolved(driver)).to.deep.equal([['i', 'approve']]);
    expect(driver.of('action.resolved')[0]).to.include({ toolCallId: 'call-i' });
    expect(driver.of('run.started')[1]).to.include({ turnId: first.runId, runId: driver.last.runId });
    expect(driver.of('run.started')[1]?.payload?.['continues']).to.equal(true);
    expect(driver.of('tool.result')[0]).to.include({ toolCallId: 'call-i' });
    await driver.stream.send(finished());
    await driver.stream.close();
    await driver.answer(started(), finished()).send('next', 'client-2');
    expect(driver.last).not.to.have.property('resume');
  });

  it('AG-UI 1.7: a denial is an answer, an edit is the whole new input, and cancel is none', async () => {
    const resume = async (decision: string, payload?: unknown) => {
      const driver = await Driver.connect();
      await driver.answer(started(), interrupt(approval('i'))).send();
      await driver.respond('i', decision, payload);
      return driver.last.resume?.[0];
    };
    expect(await resume('reject', { reason: 'too risky' })).to.deep.equal({
      interruptId: 'i',
      status: 'resolved',
      payload: { approved: false, reason: 'too risky' },
    });
    expect(await resume('edit', { name: 'b.txt' })).to.deep.equal({
      interruptId: 'i',
      status: 'resolved',
      payload: { approved: true, editedArgs: { name: 'b.txt' } },
    });
    expect(await resume('answer', 'blue')).to.deep.equal({
      interruptId: 'i',
      status: 'resolved',
      payload: 'blue',
    });
    expect(await resume('cancel')).to.deep.equal({ interruptId: 'i', status: 'cancelled' });
  });

  it('known-failure 23: three at once are each answered alone, in any order, and sent together', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt(approval('a'), approval('b'), approval('c'))).send();
    expect(required(driver).map(({ actionId }) => actionId)).to.deep.equal(['a', 'b', 'c']);
    expect((await driver.respond('c', 'approve')).status).to.equal('accepted');
    expect((await driver.respond('a', 'reject')).status).to.equal('accepted');
    expect(driver.requests).to.have.length(1);
    expect((await driver.send('meanwhile', 'client-2')).status).to.equal('rejected');
    driver.answer(started('b'), finished());
    await driver.respond('b', 'approve');
    expect(driver.last.resume?.map(({ interruptId, payload }) => [interruptId, payload])).to.deep.equal([
      ['a', { approved: false }],
      ['b', { approved: true }],
      ['c', { approved: true }],
    ]);
    expect(resolved(driver)).to.deep.equal([
      ['a', 'reject'],
      ['b', 'approve'],
      ['c', 'approve'],
    ]);
  });

  it('known-failure 23: three in sequence are each asked and answered', async () => {
    const driver = await Driver.connect();
    await driver.answer(started('1'), interrupt(approval('a'))).send();
    await driver.answer(started('2'), interrupt(approval('b'))).respond('a', 'approve');
    await driver.answer(started('3'), interrupt(approval('c'))).respond('b', 'approve');
    await driver.answer(started('4'), finished()).respond('c', 'approve');
    expect(resolved(driver).map(([id]) => id)).to.deep.equal(['a', 'b', 'c']);
    expect(driver.requests).to.have.length(4);
    expect(new Set(driver.facts.map(({ turnId }) => turnId)).size).to.equal(1);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('known-failure 24: an interrupt of unknown shape is shown as it is, can be answered, and is reported once', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt({ question: 'which colour?' }, 'odd')).send();
    expect(
      required(driver).map(({ payload }) => [
        payload?.['actionType'],
        payload?.['input'],
        payload?.['decisions'],
      ]),
    ).to.deep.equal([
      ['unknown', { question: 'which colour?' }, ['approve', 'reject', 'answer']],
      ['unknown', 'odd', ['approve', 'reject', 'answer']],
    ]);
    const notes = driver.of('diagnostic.changed');
    expect(new Set(notes.map(({ diagnosticId }) => diagnosticId)).size).to.equal(1);
    for (const { actionId } of required(driver)) await driver.respond(actionId!, 'answer', 'blue');
    expect(driver.last.resume).to.have.length(2);
  });

  it('AG-UI 1.7: what an interrupt asks for decides how it is answered', async () => {
    const driver = await Driver.connect();
    const asked = [
      {
        id: '1',
        reason: 'input_required',
        responseSchema: { type: 'object', properties: { colour: { type: 'string' } } },
      },
      { id: '2', reason: 'input_required' },
      { id: '3', reason: 'confirmation', subagentRunId: 'sub' },
      { id: '4', reason: 'tool_call', responseSchema: { properties: { approved: {}, editedArgs: {} } } },
    ];
    await driver.answer(started(), interrupt(...asked)).send();
    expect(
      required(driver).map(({ payload }) => [payload?.['actionType'], payload?.['decisions']]),
    ).to.deep.equal([
      ['structured_input', ['answer', 'cancel']],
      ['clarification', ['answer', 'cancel']],
      ['unknown', ['approve', 'reject', 'answer']],
      ['tool_approval', ['approve', 'reject', 'edit']],
    ]);
    expect(required(driver)[2]?.agentId).to.equal('sub');
  });

  it('AG-UI 1.7: an expired question can only be cancelled', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt(approval('i', { expiresAt: '2026-01-02T03:10:00Z' }))).send();
    expect(required(driver)[0]?.payload?.['expiresAt']).to.equal('2026-01-02T03:10:00Z');
    await driver.runtime.advance(3_600_000);
    await driver.answer(started('b'), finished()).respond('i', 'approve');
    expect(driver.last.resume).to.deep.equal([{ interruptId: 'i', status: 'cancelled' }]);
    expect(resolved(driver)).to.deep.equal([['i', 'expired']]);
  });

  it('M-023: an answer that cannot be sent leaves the question open, to be answered again', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt(approval('i'))).send();
    driver.answerText('', 'text/plain', 503);
    expect((await driver.respond('i', 'approve')).status).to.equal('rejected');
    expect(resolved(driver)).to.deep.equal([]);
    await driver.answer(started('b'), finished()).respond('i', 'reject');
    expect(driver.last.resume?.[0]).to.deep.include({ payload: { approved: false } });
    expect(resolved(driver)).to.deep.equal([['i', 'reject']]);
  });

  it('M-026: a second answer while the first is on its way is refused', async () => {
    const driver = await Driver.connect();
    await driver.answer(started(), interrupt(approval('i'))).send();
    await driver.respond('i', 'approve');
    expect((await driver.respond('i', 'reject')).status).to.equal('rejected');
    expect((await driver.respond('nobody', 'approve')).status).to.equal('rejected');
    expect(driver.requests).to.have.length(2);
  });

  it('AG-UI 5.3: CUSTOM on_interrupt alone asks too, and is answered its servers’ way', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'CUSTOM', name: 'on_interrupt', value: '{"question":"Proceed?"}' },
      finished(),
    );
    await driver.send();
    const [question] = required(driver);
    expect(question?.payload).to.deep.include({ title: 'Proceed?', input: { question: 'Proceed?' } });
    expect(driver.ending).to.equal('run.finished interrupt');
    await driver.answer(started('b'), finished()).respond(question!.actionId!, 'approve');
    expect(driver.last).not.to.have.property('resume');
    expect(driver.last.forwardedProps).to.deep.equal({ command: { resume: { approved: true } } });
    expect(resolved(driver)).to.deep.equal([[question!.actionId, 'approve']]);
  });

  it('AG-UI 5.3: Mastra’s event goes back with the answer', async () => {
    const value = { type: 'mastra_suspend', toolCallId: 'c', runId: 'r', question: 'ok?' };
    const driver = await Driver.connect();
    await driver.answer(started(), { type: 'CUSTOM', name: 'on_interrupt', value }, finished()).send();
    await driver.answer(started('b'), finished()).respond(required(driver)[0]!.actionId!, 'answer', 'yes');
    expect(driver.last.forwardedProps).to.deep.equal({ command: { resume: 'yes', interruptEvent: value } });
  });

  it('AG-UI 5.3: a server that sends both signals asks once, the way of 1.0', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'CUSTOM', name: 'on_interrupt', value: 'Proceed?' },
      interrupt(approval('i')),
    );
    await driver.send();
    expect(required(driver).map(({ actionId }) => actionId)).to.deep.equal(['i']);
  });

  it('AG-UI 1.7: a run that resumes may write its call again, and it stays one call', async () => {
    const driver = await Driver.connect();
    driver.answer(started(), ...toolCall('call-i', 'delete_file', '{"a":1}', 'm'), interrupt(approval('i')));
    await driver.send();
    driver.answer(
      started('b'),
      ...toolCall('call-i', 'delete_file', '{"a":2}', 'another-message'),
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'call-i', content: 'deleted' },
      ...text('n', 'Done.'),
      finished(),
    );
    await driver.respond('i', 'edit', { a: 2 });
    expect(driver.of('tool.started')).to.have.length(1);
    expect(driver.of('tool.args').pop()?.payload?.['args']).to.deep.equal({ a: 2 });
    await driver.answer(started(), finished()).send('next', 'client-2');
    expect(driver.last.messages.map(({ role }) => role)).to.deep.equal([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('AG-UI 5.6: the interrupt wins over the page’s tool; other calls are run before the answers go', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    driver.answer(
      started(),
      ...toolCall('call-i', 'remove', '{}'),
      ...toolCall('c2', 'add', '{}'),
      interrupt(approval('i')),
    );
    await driver.send();
    expect(clientTools.calls).to.have.length(0);
    await driver.answer(started('b'), finished()).respond('i', 'approve');
    expect(clientTools.calls.map(({ toolCallId }) => toolCallId)).to.deep.equal(['c2']);
    expect(driver.last.resume).to.have.length(1);
    expect(
      driver.last.messages.filter(({ role }) => role === 'tool').map(({ toolCallId }) => toolCallId),
    ).to.deep.equal(['c2']);
  });

  it('AG-UI 1.7: a queued text waits until the questions are answered', async () => {
    const driver = await Driver.connect();
    await driver.send();
    await driver.connection.control({ kind: 'queue', clientId: 'q', text: 'later' });
    await driver.stream.send(started(), interrupt(approval('i')));
    await driver.stream.close();
    expect(driver.requests).to.have.length(1);
    driver.answer(started('b'), finished());
    driver.answer(started('c'), finished());
    await driver.respond('i', 'approve');
    await flush();
    expect(driver.last.messages.pop()?.content).to.equal('later');
  });
});
