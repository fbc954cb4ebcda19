import { expect } from 'chai';
import type { ClientToolCall } from 'oui-elements/agent-ui';
import { flush } from '../../../fake-runtime.js';
import { Driver, FakeTools, finished, started, text, toolCall } from './ag-ui-driver.js';

const toolMessages = (driver: Driver) => driver.last.messages.filter(({ role }) => role === 'tool');
const factsOf = (driver: Driver, toolCallId: string) =>
  driver.facts.filter((fact) => fact.toolCallId === toolCallId);

describe('AG-UI page tools', () => {
  it('AG-UI 5.6: offers the page tools and what the page shows with each run, taken anew', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    await driver.answer(started(), finished()).send('one', '1');
    clientTools.names = ['add'];
    await driver.answer(started(), finished()).send('two', '2');
    const [first, second] = driver.requests;
    expect(first?.body.tools).to.deep.equal([
      { name: 'add', description: 'add something', parameters: { type: 'object', properties: {} } },
      { name: 'remove', description: 'remove something', parameters: { type: 'object', properties: {} } },
    ]);
    expect(first?.body.context).to.deep.equal([
      { description: 'OUI surface list: List', value: '{"open":3}' },
    ]);
    expect(second?.body.tools.map(({ name }) => name)).to.deep.equal(['add']);
  });

  it('AG-UI 1.10: keys of 1.0 are sent only to a server that has declared a release', async () => {
    const driver = await Driver.connect({ clientTools: new FakeTools() });
    await driver.answer({ ...started(), protocolVersion: '1.0' }, finished()).send('one', '1');
    expect(driver.last).not.to.have.property('protocolVersion');
    await driver.answer(started(), finished()).send('two', '2');
    expect(driver.last.protocolVersion).to.equal('1.0');
    expect(driver.last.tools[0]?.metadata).to.deep.equal({ oui: { surfaceId: 'list' } });
  });

  it('AG-UI 5.6: runs the calls after the hand-over, in order, and continues once with all results', async () => {
    const clientTools = new FakeTools((call) => ({ content: { said: call.argumentsText } }));
    const driver = await Driver.connect({ clientTools });
    driver.answer(
      started(),
      ...text('m', 'I add two.'),
      ...toolCall('c1', 'add', '{"t":1}', 'm'),
      ...toolCall('c2', 'remove', '{"t":2}', 'm'),
      finished(),
    );
    driver.answer(started('run-b'), ...text('n', 'Done.'), finished());
    await driver.send();
    expect(clientTools.calls.map(({ toolCallId, name }) => [toolCallId, name])).to.deep.equal([
      ['c1', 'add'],
      ['c2', 'remove'],
    ]);
    expect(driver.requests).to.have.length(2);
    expect(driver.last.messages.map(({ id: _id, ...message }) => message)).to.deep.equal([
      { role: 'user', content: 'hello' },
      {
        role: 'assistant',
        content: 'I add two.',
        toolCalls: [
          { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"t":1}' } },
          { id: 'c2', type: 'function', function: { name: 'remove', arguments: '{"t":2}' } },
        ],
      },
      { role: 'tool', toolCallId: 'c1', content: '{"ok":true,"value":{"said":"{\\"t\\":1}"}}' },
      { role: 'tool', toolCallId: 'c2', content: '{"ok":true,"value":{"said":"{\\"t\\":2}"}}' },
    ]);
    expect(toolMessages(driver).map(({ id }) => id)).to.deep.equal(['c1:result', 'c2:result']);
    expect(factsOf(driver, 'c1').map(({ type, payload }) => [type, payload])).to.deep.equal([
      ['tool.started', { name: 'add', title: 'Title of add', executor: 'client', status: 'proposed' }],
      ['tool.args', { delta: '{"t":1}', state: 'input-streaming' }],
      ['tool.args', { args: { t: 1 }, state: 'input-available' }],
      ['tool.progress', { phase: 'executing' }],
      ['tool.result', { outputPreview: { said: '{"t":1}' }, sizeBytes: 20, status: 'ok', durationMs: 0 }],
    ]);
  });

  it('AG-UI 5.6: one turn, and always one run of it that is not over', async () => {
    const driver = await Driver.connect({ clientTools: new FakeTools() });
    driver.answer(started(), ...toolCall('c', 'add', '{}'), finished());
    driver.answer(started('server-says'), ...text('n', 'Done.'), finished());
    await driver.send();
    const [a, b] = driver.requests.map(({ body }) => body.runId);
    const runs = driver.of('run.started', 'run.status', 'run.finished');
    expect(
      runs.map(({ type, runId, payload }) => [
        type,
        runId === a ? 'A' : 'B',
        payload?.['stage'],
        payload?.['continues'],
      ]),
    ).to.deep.equal([
      ['run.started', 'A', undefined, undefined],
      ['run.finished', 'A', undefined, true],
      ['run.status', 'B', 'tool_running', undefined],
      ['run.started', 'B', undefined, true],
      ['run.status', 'B', 'streaming', undefined],
      ['run.finished', 'B', undefined, undefined],
    ]);
    expect(new Set(driver.facts.map(({ turnId }) => turnId))).to.deep.equal(new Set([a]));
    expect(b).not.to.equal(a);
    expect(driver.of('run.started')[1]?.payload).to.deep.equal({
      continues: true,
      nativeRunId: 'server-says',
    });
  });

  it('AG-UI 4 #18: a call runs once, however often its id comes back', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    const call = toolCall('c', 'add', '{}');
    driver.answer(
      started(),
      ...call,
      ...call,
      finished({ outcome: { type: 'success', pendingToolCallIds: ['c', 'c'] } }),
    );
    driver.answer(
      started('b'),
      ...call,
      finished({ outcome: { type: 'success', pendingToolCallIds: ['c'] } }),
    );
    await driver.send();
    expect(clientTools.calls).to.have.length(1);
    expect(driver.requests).to.have.length(2);
    expect(driver.ending).to.equal('run.finished success');
    expect(driver.codes()).to.include('ag-ui.call_repeated');
  });

  it('AG-UI 1.6: a call that comes with its result is resolved and never runs', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    driver.answer(
      started(),
      ...toolCall('c', 'add', '{}'),
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: '"done there"' },
      finished({ outcome: { type: 'success', pendingToolCallIds: ['c'] } }),
    );
    await driver.send();
    expect(clientTools.calls).to.have.length(0);
    expect(driver.requests).to.have.length(1);
    expect(driver.of('tool.result')[0]?.payload?.['outputPreview']).to.equal('done there');
  });

  it('AG-UI 5.6: a call whose name was never offered is the agent’s, and is not run', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c', 'drop_tables', '{}'), finished());
    await driver.send();
    expect(clientTools.calls).to.have.length(0);
    expect(driver.requests).to.have.length(1);
    expect(driver.of('tool.started')[0]?.payload?.['executor']).to.equal('agent');
    expect(driver.codes()).to.deep.equal(['ag-ui.unanswered_call']);
  });

  it('AG-UI 5.6: calls resolve against what was offered to their own run', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    await driver.send();
    clientTools.names = ['late'];
    await driver.stream.send(
      started(),
      ...toolCall('c1', 'late', '{}'),
      ...toolCall('c2', 'add', '{}'),
      finished(),
    );
    await driver.stream.close();
    expect(clientTools.calls.map(({ name }) => name)).to.deep.equal(['add']);
  });

  it('AG-UI 2.4: calls that a server only lists are run too', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    await driver.send();
    const user = driver.last.messages[0]!;
    const calls = [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{"t":1}' } }];
    await driver.stream.send(
      started(),
      { type: 'MESSAGES_SNAPSHOT', messages: [user, { id: 'm', role: 'assistant', toolCalls: calls }] },
      finished(),
    );
    await driver.stream.close();
    expect(clientTools.calls[0]?.argumentsText).to.equal('{"t":1}');
    expect(driver.requests).to.have.length(2);
  });

  it('M-022: asks inside the call’s row, and the run waits as long as a person needs', async () => {
    let asked: Promise<boolean> | undefined;
    const clientTools = new FakeTools(async (call) => {
      asked = call.confirm({
        title: 'Delete',
        explanation: 'Removes the item for good.',
        severity: 'high',
        input: { id: 7 },
        scope: { surfaceId: 'list' },
      });
      return (await asked)
        ? { content: 'deleted' }
        : { content: undefined, error: { code: 'ACTION_DENIED', message: 'no' } };
    });
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c', 'remove', '{"id":7}'), finished());
    await driver.send();
    const [question] = driver.of('action.required');
    expect(question).to.include({
      actionId: 'c:approval',
      toolCallId: 'c',
      phase: 'waiting',
      owner: 'action',
    });
    expect(question?.payload).to.deep.equal({
      actionType: 'tool_approval',
      title: 'Delete',
      explanation: 'Removes the item for good.',
      severity: 'high',
      input: { id: 7 },
      scope: { surfaceId: 'list' },
      decisions: ['approve', 'reject'],
      toolName: 'remove',
    });
    expect(driver.of('run.status').pop()?.payload?.['stage']).to.equal('action_required');
    expect(driver.of('action.resolved')).to.have.length(0);
    await driver.runtime.advance(3_600_000);
    expect(driver.requests).to.have.length(1);

    driver.answer(started('b'), finished());
    const receipt = await driver.respond('c:approval', 'approve');
    expect(receipt).to.deep.equal({ status: 'accepted' });
    expect(await asked).to.equal(true);
    expect(driver.of('action.resolved')[0]?.payload).to.deep.equal({
      decision: 'approve',
      resolvedBy: 'user',
      resolvedAt: '2026-01-02T04:04:05.000Z',
    });
    expect(driver.requests).to.have.length(2);
    expect(toolMessages(driver)[0]?.content).to.equal('{"ok":true,"value":"deleted"}');
    const answer = (await driver.respond('c:approval', 'approve')).status;
    expect(answer, 'the second answer').to.equal('rejected');
  });

  it('N-014: a person’s no makes no result; the call is declined, and the agent hears so', async () => {
    const clientTools = new FakeTools(async (call) => {
      const yes = await call.confirm({ title: 'Delete', explanation: '', severity: 'high', input: {} });
      return yes
        ? { content: 1 }
        : { content: undefined, error: { code: 'ACTION_DENIED', message: 'A person did not allow it.' } };
    });
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c', 'remove', '{}'), finished());
    driver.answer(started('b'), finished());
    await driver.send();
    await driver.respond('c:approval', 'reject', { reason: 'not that one' });
    expect(driver.of('action.resolved')[0]?.payload).to.deep.include({
      decision: 'reject',
      reason: 'not that one',
    });
    expect(driver.of('tool.failed')[0]?.payload).to.deep.equal({
      error: 'A person did not allow it.',
      code: 'ACTION_DENIED',
      declined: true,
      durationMs: 0,
    });
    expect(toolMessages(driver)[0]).to.deep.include({
      content: '{"ok":false,"error":{"code":"ACTION_DENIED","message":"A person did not allow it."}}',
      error: 'A person did not allow it.',
    });
  });

  it('OUI-S6: a failed call tells its code and details to the person and to the agent', async () => {
    const details = [{ field: 'title', constraint: 'required' }];
    const clientTools = new FakeTools(({ name }) =>
      name === 'add'
        ? { content: undefined, error: { code: 'VALIDATION_ERROR', message: 'title is required', details } }
        : { content: undefined, error: { code: 'TIMEOUT', message: 'too slow' } },
    );
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c1', 'add', '{}'), ...toolCall('c2', 'remove', '{}'), finished());
    driver.answer(started('b'), finished());
    await driver.send();
    const [invalid, slow] = driver.of('tool.failed').map(({ payload }) => payload);
    expect(invalid).to.deep.equal({
      error: 'title is required',
      code: 'VALIDATION_ERROR',
      details,
      durationMs: 0,
    });
    expect(slow).to.deep.include({ code: 'TIMEOUT', timedOut: true });
    expect(JSON.parse(String(toolMessages(driver)[0]?.content))).to.deep.equal({
      ok: false,
      error: { code: 'VALIDATION_ERROR', message: 'title is required', details },
    });
  });

  it('AG-UI 5.6: tools that throw, or that return what is no JSON, still answer', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const clientTools = new FakeTools(({ name }) => {
      if (name === 'add') throw new Error('boom');
      return { content: circular };
    });
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c1', 'add', '{}'), ...toolCall('c2', 'remove', '{}'), finished());
    driver.answer(started('b'), finished());
    await driver.send();
    expect(toolMessages(driver).map(({ content }) => JSON.parse(String(content)) as unknown)).to.deep.equal([
      { ok: false, error: { code: 'EXECUTION_ERROR', message: 'boom' } },
      { ok: true, value: { self: '[circular]' } },
    ]);
  });

  it('OUI-S11: acknowledgement and progress are reported while the call runs, and not after it', async () => {
    let running!: ClientToolCall;
    let finish!: () => void;
    const clientTools = new FakeTools((call) => {
      running = call;
      return new Promise((resolve) => {
        finish = () => resolve({ content: 3 });
      });
    });
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c', 'add', '{}'), finished());
    driver.answer(started('b'), finished());
    await driver.send();
    const report = (payload: Record<string, unknown>) => running.report({ type: 'tool.progress', payload });
    report({ acknowledged: { jobId: 'j' } });
    report({ done: 1, total: 3 });
    finish();
    await flush();
    report({ done: 3, total: 3 });
    expect(driver.of('tool.progress').map(({ toolCallId, payload }) => [toolCallId, payload])).to.deep.equal([
      ['c', { phase: 'executing' }],
      ['c', { acknowledged: { jobId: 'j' } }],
      ['c', { done: 1, total: 3 }],
    ]);
  });

  it('AG-UI 5.6: eight runs may follow by themselves; then the run fails and says why', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    for (let n = 0; n < 12; n++)
      driver.answer(started(`r${n}`), ...toolCall(`c${n}`, 'add', '{}'), finished());
    await driver.send();
    for (let n = 0; n < 12; n++) await flush();
    expect(driver.requests).to.have.length(9);
    expect(clientTools.calls).to.have.length(8);
    const failed = driver.of('run.failed').pop();
    expect(failed?.payload).to.deep.include({ code: 'too_many_continuations', retryable: true });
    expect(String(failed?.payload?.['error'])).to.match(/stopped/);
    expect(driver.of('tool.failed').map(({ toolCallId }) => toolCallId)).to.deep.equal(['c8']);
  });

  it('W4: stopping while a person is asked answers no, runs nothing, and ends the run as cancelled', async () => {
    let answer: Promise<boolean> | undefined;
    const clientTools = new FakeTools(async (call) => {
      answer = call.confirm({ title: 'Delete', explanation: '', severity: 'high', input: {} });
      await answer;
      return { content: 'late' };
    });
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c1', 'remove', '{}'), ...toolCall('c2', 'add', '{}'), finished());
    await driver.send();
    expect(await driver.connection.control({ kind: 'interrupt' })).to.deep.equal({ status: 'accepted' });
    await flush();
    expect(await answer).to.equal(false);
    expect(clientTools.calls).to.have.length(1);
    expect(clientTools.calls[0]?.signal.aborted).to.equal(true);
    expect(driver.of('action.resolved')[0]?.payload).to.deep.include({ decision: 'cancelled' });
    expect(
      driver.of('tool.failed').map(({ toolCallId, payload }) => [toolCallId, payload?.['cancelled']]),
    ).to.deep.equal([
      ['c1', true],
      ['c2', true],
    ]);
    expect(driver.of('tool.result')).to.have.length(0);
    expect(driver.ending).to.equal('run.finished cancelled');
    expect(driver.requests).to.have.length(1);
    await driver.answer(started(), finished()).send('go on', 'client-2');
    expect(toolMessages(driver).map(({ error }) => error)).to.deep.equal(
      Array.from({ length: 2 }, () => 'The person stopped the run.'),
    );
  });

  it('AG-UI P21: a refused continuation fails its run, which can be retried without running the calls again', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    driver.answer(started(), ...toolCall('c', 'add', '{}'), finished());
    driver.answerText('', 'text/plain', 503);
    await driver.send();
    await flush();
    expect(driver.of('run.failed')[0]).to.include({ runId: driver.last.runId });
    expect(driver.of('run.failed')[0]?.payload).to.deep.include({ code: 'http_503', retryable: true });
    driver.answer(started('b'), ...text('n', 'Done.'), finished());
    expect((await driver.connection.control({ kind: 'retry', runId: driver.last.runId })).status).to.equal(
      'accepted',
    );
    await flush();
    expect(clientTools.calls).to.have.length(1);
    expect(toolMessages(driver)).to.have.length(1);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 5.6: a call of a page that offers nothing any more is answered, and not run', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    const asks = { id: 'i', reason: 'tool_call', message: 'Go on?', toolCallId: 'c' };
    driver.answer(
      started(),
      ...toolCall('c', 'add', '{}'),
      finished({ outcome: { type: 'interrupt', interrupts: [asks] } }),
    );
    await driver.send();
    clientTools.offer = () => {
      throw new Error('gone');
    };
    driver.answer(started('b'), finished({ outcome: { type: 'success', pendingToolCallIds: ['c'] } }));
    driver.answer(started('d'), finished());
    await driver.respond('i', 'approve');
    expect(clientTools.calls).to.have.length(0);
    expect(driver.of('tool.failed')[0]?.payload?.['code']).to.equal('ACTION_NOT_FOUND');
    expect(toolMessages(driver).map(({ toolCallId }) => toolCallId)).to.deep.equal(['c']);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 5.6: a page whose tools cannot be offered still talks', async () => {
    const clientTools = new FakeTools();
    clientTools.offer = () => {
      throw new Error('no bus');
    };
    const driver = await Driver.connect({ clientTools });
    await driver.answer(started(), finished()).send();
    expect(driver.last.tools).to.deep.equal([]);
    expect(driver.codes()).to.deep.equal(['ag-ui.offer_failed']);
    expect(driver.ending).to.equal('run.finished success');
  });
});
