import { expect } from 'chai';
import { Driver, FakeTools, finished, started, text, toolCall, type Wire } from './ag-ui-driver.js';

type Sketch = [role: string, content: unknown, ...more: unknown[]];

/** What is sent back with the next request. */
async function sentBack(driver: Driver): Promise<Record<string, unknown>[]> {
  await driver.answer(started(), finished()).send('next', 'client-next');
  return driver.last.messages.slice(0, -1);
}

const sketch = (messages: readonly Record<string, unknown>[]) =>
  messages.map(({ role, content, toolCalls, toolCallId }): Sketch => {
    const calls = (toolCalls as { id: string }[] | undefined)?.map(({ id }) => id);
    return [String(role), content, ...(calls ? [calls] : []), ...(toolCallId ? [toolCallId] : [])];
  });

const snapshot = (...messages: unknown[]): Wire => ({ type: 'MESSAGES_SNAPSHOT', messages });
const call = (id: string, name = 'search', args = '{"q":1}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe('AG-UI history', () => {
  it('AG-UI 1.4: everything goes back but activities and empty messages', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'act', activityType: 'PLAN', content: {} },
      { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r' },
      ...text('empty'),
      ...text('m', 'Look', 'ing.'),
      ...toolCall('c', 'search', '{"q":1}', 'm'),
      { type: 'TOOL_CALL_RESULT', messageId: 'res', toolCallId: 'c', content: 'two' },
      ...text('n', 'Two.'),
      finished(),
    );
    await driver.send();
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'hello'],
      ['reasoning', 'hm'],
      ['assistant', 'Looking.', ['c']],
      ['tool', 'two', 'c'],
      ['assistant', 'Two.'],
    ]);
  });

  it('AG-UI 4 #31: encrypted values, metadata and names go back where they came from', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r' },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'r', encryptedValue: 'E1' },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'search', metadata: { a: 1, b: 1 } },
      { type: 'TOOL_CALL_END', toolCallId: 'c', metadata: { b: 2 } },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'tool-call', entityId: 'c', encryptedValue: 'E2' },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'nobody', encryptedValue: 'E3' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', name: 'Ada' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm', metadata: { trace: 't' } },
      finished(),
    );
    await driver.send();
    const [, reasoning, calls, said] = await sentBack(driver);
    expect(reasoning).to.deep.include({ encryptedValue: 'E1' });
    expect((calls?.['toolCalls'] as unknown[])[0]).to.deep.include({
      encryptedValue: 'E2',
      metadata: { a: 1, b: 2 },
    });
    expect(said).to.deep.include({ name: 'Ada', metadata: { trace: 't' } });
    expect(JSON.stringify(driver.facts)).not.to.match(/E[123]/);
  });

  it('AG-UI 4 #12: calls without a parent that come together are one message', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...toolCall('a', 'search', '{}'),
      ...toolCall('b', 'search', '{}'),
      { type: 'TOOL_CALL_RESULT', messageId: 'rb', toolCallId: 'b', content: '2' },
      { type: 'TOOL_CALL_RESULT', messageId: 'ra', toolCallId: 'a', content: '1' },
      ...toolCall('c', 'search', '{}'),
      finished(),
    );
    await driver.send();
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'hello'],
      ['assistant', undefined, ['a', 'b']],
      ['tool', '1', 'a'],
      ['tool', '2', 'b'],
      ['assistant', undefined, ['c']],
    ]);
  });

  it('AG-UI P19: a snapshot that lacks what the person said does not take it away', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...text('m', 'Hi.'),
      snapshot({ id: 'm', role: 'assistant', content: 'Hi.' }),
      finished(),
    );
    await driver.send();
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hi.'],
    ]);
  });

  it('AG-UI 1.7: a snapshot replaces, adds and removes by id, and keeps reasoning that it does not list', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const user = driver.last.messages[0]!;
    await driver.stream.send(
      started(),
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'r', delta: 'hm' },
      ...text('a', 'first draft'),
      ...text('b', 'gone'),
      snapshot(
        { id: 'old', role: 'user', content: 'before' },
        user,
        { id: 'a', role: 'assistant', content: 'corrected' },
        { id: 'z', role: 'assistant', content: 'added' },
      ),
      finished(),
    );
    await driver.stream.close();
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'before'],
      ['user', 'hello'],
      ['reasoning', 'hm'],
      ['assistant', 'corrected'],
      ['assistant', 'added'],
    ]);
  });

  it('known-failure 15: a snapshot after the deltas says the same messages under the same ids', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const user = driver.last.messages[0]!;
    await driver.stream.send(
      started(),
      ...text('m', 'Hi.'),
      snapshot(user, { id: 'm', role: 'assistant', content: 'Hi.' }),
      finished(),
    );
    await driver.stream.close();
    expect(driver.of('messages.snapshot').map(({ payload }) => payload)).to.deep.equal([
      {
        mode: 'repair',
        messages: [
          { id: user.id, role: 'user', text: 'hello', turnId: driver.last.runId },
          { id: 'm', role: 'assistant', text: 'Hi.', turnId: driver.last.runId },
        ],
      },
    ]);
  });

  it('known-failure 14: messages that a snapshot gives new ids are known again by their calls and their text', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...text('m', 'Looking.'),
      ...toolCall('c', 'search', '{"q":1}', 'm'),
      { type: 'TOOL_CALL_RESULT', messageId: 'res', toolCallId: 'c', content: 'two' },
      ...text('n', 'Two.'),
      snapshot(
        { id: 'u2', role: 'user', content: 'hello' },
        { id: 'm2', role: 'assistant', content: 'Looking.', toolCalls: [call('c')] },
        { id: 'res2', role: 'tool', toolCallId: 'c', content: 'two' },
        { id: 'n2', role: 'assistant', content: 'Two.' },
      ),
      finished(),
    );
    await driver.send();
    const [shown] = driver
      .of('messages.snapshot')
      .map(({ payload }) => payload?.['messages'] as { id: string }[]);
    expect(shown?.map(({ id }) => id)).to.deep.equal([driver.last.messages[0]?.id, 'm', 'n']);
    expect(driver.of('tool.started', 'tool.result')).to.have.length(2);
    const back = await sentBack(driver);
    expect(back.map(({ id }) => id)).to.deep.equal(['u2', 'm2', 'res', 'n2']);
  });

  it('AG-UI 4 #12: a snapshot that splits a message keeps every call once', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const user = driver.last.messages[0]!;
    await driver.stream.send(
      started(),
      ...text('m', 'Looking.'),
      ...toolCall('c', 'search', '{"q":1}', 'm'),
      snapshot(
        user,
        { id: 'm', role: 'assistant', content: 'Looking.' },
        { id: 'x', role: 'assistant', toolCalls: [call('c')] },
      ),
      finished(),
    );
    await driver.stream.close();
    expect(driver.of('tool.started')).to.have.length(1);
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Looking.'],
      ['assistant', undefined, ['c']],
    ]);
  });

  it('AG-UI 4 #22: arguments that were never streamed are filled from a snapshot, results and errors too', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const user = driver.last.messages[0]!;
    await driver.stream.send(
      started(),
      ...toolCall('c', 'search', '', 'm'),
      snapshot(
        user,
        { id: 'm', role: 'assistant', toolCalls: [call('c'), call('d', 'fetch', '{"u":2}')] },
        { id: 'rc', role: 'tool', toolCallId: 'c', content: '{"n":2}' },
        { id: 'rd', role: 'tool', toolCallId: 'd', content: '', error: 'no route' },
      ),
      finished(),
    );
    await driver.stream.close();
    const facts = driver.of('tool.started', 'tool.args', 'tool.result', 'tool.failed');
    expect(
      facts.map(({ type, toolCallId, payload }) => [
        type,
        toolCallId,
        payload?.['args'] ?? payload?.['outputPreview'] ?? payload?.['error'],
      ]),
    ).to.deep.equal([
      ['tool.started', 'c', undefined],
      ['tool.args', 'c', {}],
      ['tool.started', 'd', undefined],
      ['tool.args', 'd', { u: 2 }],
      ['tool.args', 'c', { q: 1 }],
      ['tool.result', 'c', { n: 2 }],
      ['tool.failed', 'd', 'no route'],
    ]);
    for (const fact of facts) expect(fact.turnId).to.equal(driver.last.runId);
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 5.1: a thread that the client does not know yet is shown in turns, and its old calls are not run', async () => {
    const clientTools = new FakeTools();
    const driver = await Driver.connect({ clientTools });
    await driver.send();
    const user = driver.last.messages[0]!;
    const old = [
      { id: 'u0', role: 'user', content: 'earlier' },
      { id: 'r0', role: 'reasoning', content: 'thought' },
      { id: 'a0', role: 'assistant', content: 'sure', toolCalls: [call('c0', 'add')] },
      { id: 's0', role: 'system', content: 'be nice' },
    ];
    await driver.stream.send(
      { ...started(), input: { messages: [...old, user] } },
      ...text('m', 'Hi.'),
      finished(),
    );
    await driver.stream.close();
    expect(clientTools.calls).to.have.length(0);
    const listed = driver
      .of('messages.snapshot')
      .flatMap(({ payload }) => payload?.['messages'] as Record<string, unknown>[]);
    expect(listed.map(({ id, turnId }) => [id, turnId])).to.deep.equal([
      ['u0', 'turn:u0'],
      ['a0', 'turn:u0'],
    ]);
    expect(driver.of('messages.snapshot').every(({ payload }) => payload?.['mode'] === 'older')).to.equal(
      true,
    );
    expect(driver.of('reasoning.delta', 'tool.started').map(({ turnId }) => turnId)).to.deep.equal([
      'turn:u0',
      'turn:u0',
    ]);
    expect(sketch(await sentBack(driver)).map(([role]) => role)).to.deep.equal([
      'user',
      'reasoning',
      'assistant',
      'system',
      'user',
      'assistant',
    ]);
  });

  it('AG-UI 5.1: what a server says in a person’s name is a message, and an echo is none', async () => {
    const driver = await Driver.connect();
    await driver.send();
    const user = driver.last.messages[0]!;
    const said = (messageId: string, role: string, delta: string): Wire[] => [
      { type: 'TEXT_MESSAGE_START', messageId, role },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
      { type: 'TEXT_MESSAGE_END', messageId },
    ];
    await driver.stream.send(
      started(),
      ...said(user.id, 'user', 'hello'),
      ...said('u2', 'user', 'and this'),
      ...said('s', 'system', 'be nice'),
      finished(),
    );
    await driver.stream.close();
    expect(driver.of('text.delta', 'text.final')).to.have.length(0);
    expect(driver.of('messages.snapshot').map(({ payload }) => payload?.['messages'])).to.deep.equal([
      [{ id: 'u2', role: 'user', text: 'and this', turnId: driver.last.runId }],
    ]);
    expect(sketch(await sentBack(driver))).to.deep.equal([
      ['user', 'hello'],
      ['user', 'and this'],
      ['system', 'be nice'],
    ]);
  });

  it('AG-UI 2.5: the shared state goes back with all its changes; one that does not fit is left out', async () => {
    const driver = await Driver.connect();
    const list = { items: ['a'] };
    driver.answer(
      started(),
      { type: 'STATE_SNAPSHOT', snapshot: list },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/items/-', value: 'b' }] },
      {
        type: 'STATE_DELTA',
        delta: [
          { op: 'add', path: '/n', value: 1 },
          { op: 'remove', path: '/nothing' },
        ],
      },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/ok', value: true }] },
      finished(),
    );
    await driver.send();
    await sentBack(driver);
    expect(driver.last.state).to.deep.equal({ items: ['a', 'b'], ok: true });
    expect(driver.of('state.snapshot')[0]?.payload).to.deep.equal({ state: { items: ['a'] } });
    expect(driver.codes()).to.deep.equal(['ag-ui.state_patch']);
  });

  it('AG-UI 4 #19: a call of a cut run is answered, one that was never complete is left out', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      ...text('m', 'Let me'),
      ...toolCall('whole', 'search', '{"q":1}', 'm'),
      { type: 'TOOL_CALL_START', toolCallId: 'half', toolCallName: 'search', parentMessageId: 'm' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'half', delta: '{"q' },
    );
    await driver.send();
    const back = await sentBack(driver);
    expect(sketch(back).map(([role, , more]) => [role, more])).to.deep.equal([
      ['user', undefined],
      ['assistant', ['whole']],
      ['tool', 'whole'],
    ]);
    expect(back[2]).to.deep.include({ error: 'The run was cut off before there was a result.' });
  });

  it('AG-UI 1.10: thinking of old peers is not sent back to servers that do not know it', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started(),
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' },
      ...text('m', 'x'),
      finished(),
    );
    await driver.send();
    expect(sketch(await sentBack(driver)).map(([role]) => role)).to.deep.equal(['user', 'assistant']);
  });
});
