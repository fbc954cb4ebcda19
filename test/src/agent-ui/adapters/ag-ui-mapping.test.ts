import { expect } from 'chai';
import { Driver, finished, started, text, toolCall, type Wire } from './ag-ui-driver.js';

/** A whole run of these events. */
async function run(...events: Wire[]): Promise<Driver> {
  const driver = await Driver.connect();
  driver.answer(started(), ...events, finished());
  await driver.send();
  return driver;
}

const payloads = (driver: Driver, type: string) => driver.of(type).map(({ payload }) => payload);

describe('AG-UI events as Agent UI facts', () => {
  it('M-004, M-005: a run tells its start, with what the person said, and its end', async () => {
    const driver = await run();
    expect(driver.story).to.deep.equal(['run.started', 'run.finished success']);
    const [begun, over] = driver.facts;
    expect(begun?.payload).to.deep.equal({
      clientId: 'client-1',
      userMessage: { id: driver.last.messages[0]?.id, text: 'hello' },
      nativeRunId: 'run',
    });
    expect(begun).to.include({
      owner: 'runtime',
      phase: 'submitted',
      sessionId: 'session-1',
      threadId: 'session-1',
    });
    expect(begun?.runId).to.equal(driver.last.runId);
    expect(begun?.turnId).to.equal(driver.last.runId);
    expect(over).to.include({ phase: 'completed', runId: driver.last.runId, turnId: driver.last.runId });
  });

  it('M-003: every fact has a sequence that grows, and the time of the clock', async () => {
    const driver = await run(...text('m', 'a', 'b'), ...toolCall('c', 'search', '{}'));
    const sequences = driver.facts.map(({ sequence }) => sequence!);
    expect(sequences).to.deep.equal(sequences.map((_, index) => index + 1));
    expect(new Set(driver.facts.map(({ timestamp }) => timestamp))).to.deep.equal(
      new Set(['2026-01-02T03:04:05.000Z']),
    );
  });

  it('AG-UI 5.1: a text message is deltas and a final of one part', async () => {
    const driver = await run(...text('m', 'Hel', '', 'lo'));
    const parts = driver.of('text.delta', 'text.final');
    expect(parts.map(({ type, payload }) => [type, payload])).to.deep.equal([
      ['text.delta', { delta: '' }],
      ['text.delta', { delta: 'Hel' }],
      ['text.delta', { delta: 'lo' }],
      ['text.final', { text: 'Hello' }],
    ]);
    for (const part of parts) expect(part).to.include({ messageId: 'm', partId: 'm/1', owner: 'model' });
    expect(driver.story).to.include('run.status streaming');
  });

  it('AG-UI 4 #13: a message that is opened again is a new part of the same message', async () => {
    const driver = await run(...text('m', 'one'), ...text('m', 'two'));
    expect(
      driver.of('text.final').map(({ messageId, partId, payload }) => [messageId, partId, payload]),
    ).to.deep.equal([
      ['m', 'm/1', { text: 'one' }],
      ['m', 'm/2', { text: 'two' }],
    ]);
  });

  it('M-011: what an open message says after a tool call stands after the call', async () => {
    const [open, one, two, end] = text('m', 'before', 'after');
    const driver = await run(open!, one!, ...toolCall('c', 'search', '{}', 'm'), two!, end!);
    const order = driver
      .of('text.delta', 'text.final', 'tool.started')
      .map(
        ({ type, partId, payload }) =>
          `${type} ${partId ?? ''} ${String(payload?.['delta'] ?? payload?.['text'] ?? '')}`,
      );
    expect(order).to.deep.equal([
      'text.delta m/1 ',
      'text.delta m/1 before',
      'tool.started  ',
      'text.final m/1 before',
      'text.delta m/2 ',
      'text.delta m/2 after',
      'text.final m/2 after',
    ]);
  });

  it('AG-UI 4 #30: two open messages of two agents do not cut each other into parts', async () => {
    const delta = (messageId: string, said: string): Wire => ({
      type: 'TEXT_MESSAGE_CONTENT',
      messageId,
      delta: said,
    });
    const driver = await run(
      { type: 'TEXT_MESSAGE_START', messageId: 'a', subagentRunId: 'A' },
      { type: 'TEXT_MESSAGE_START', messageId: 'b', subagentRunId: 'B' },
      delta('a', '1'),
      delta('b', '2'),
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'search', subagentRunId: 'B' },
      delta('a', '3'),
      delta('b', '4'),
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TEXT_MESSAGE_END', messageId: 'a' },
      { type: 'TEXT_MESSAGE_END', messageId: 'b' },
    );
    expect(
      driver.of('text.final').map(({ agentId, partId, payload }) => [agentId, partId, payload?.['text']]),
    ).to.deep.equal([
      ['B', 'b/1', '2'],
      ['A', 'a/1', '13'],
      ['B', 'b/2', '4'],
    ]);
    expect(driver.of('tool.started')[0]).to.include({ agentId: 'B', toolCallId: 'c' });
  });

  it('AG-UI 1.3: chunks are as good as start, content and end', async () => {
    const driver = await run(
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'Hel' },
      { type: 'RAW', event: {} },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'lo' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'search', delta: '{"q":' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'search', delta: '1}' },
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'r', delta: 'hm' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'n', delta: 'bye' },
    );
    expect(payloads(driver, 'text.final')).to.deep.equal([{ text: 'Hello' }, { text: 'bye' }]);
    expect(payloads(driver, 'tool.args').pop()).to.deep.equal({ args: { q: 1 }, state: 'input-available' });
    expect(driver.of('reasoning.summary')).to.have.length(1);
    expect(driver.codes()).to.deep.equal(['ag-ui.raw', 'ag-ui.unanswered_call']);
  });

  it('AG-UI 5.1: reasoning is deltas and a summary that names its heading', async () => {
    const driver = await run(
      { type: 'REASONING_START', messageId: 'r' },
      { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: '**Weigh' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'ing it**\n\nThere are' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r' },
      { type: 'REASONING_END', messageId: 'r' },
      ...text('r', 'the answer, under the same id'),
    );
    const parts = driver.of('reasoning.delta', 'reasoning.summary');
    expect(parts.map(({ payload }) => payload)).to.deep.equal([
      { delta: '' },
      { delta: '**Weigh' },
      { delta: 'ing it**\n\nThere are' },
      { complete: true, summary: 'Weighing it' },
    ]);
    for (const part of parts)
      expect(part).to.include({ messageId: 'r', partId: 'r/reasoning/1', phase: 'reasoning' });
    expect(driver.of('text.final')[0]).to.include({ messageId: 'r', partId: 'r/1' });
  });

  it('AG-UI 1.10: THINKING_* of old peers is reasoning, and keeps its title', async () => {
    const driver = await run(
      { type: 'THINKING_START', title: 'Looking it up' },
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'Let me check.' },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_END' },
      ...text('m', 'Checked.'),
    );
    expect(payloads(driver, 'reasoning.delta')).to.deep.equal([{ delta: '' }, { delta: 'Let me check.' }]);
    expect(payloads(driver, 'reasoning.summary')).to.deep.equal([
      { complete: true, summary: 'Looking it up' },
    ]);
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 4 #17: a call is proposed, then written, then executed by its agent, then has its result', async () => {
    const driver = await run(
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'search' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"q":' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '"x"}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TOOL_CALL_RESULT', messageId: 'res', toolCallId: 'c', content: '{"found":2}' },
    );
    expect(
      driver.facts.filter(({ toolCallId }) => toolCallId === 'c').map(({ type, payload }) => [type, payload]),
    ).to.deep.equal([
      ['tool.started', { name: 'search', executor: 'agent', status: 'proposed' }],
      ['tool.args', { delta: '{"q":', state: 'input-streaming' }],
      ['tool.args', { delta: '"x"}', state: 'input-streaming' }],
      ['tool.args', { args: { q: 'x' }, state: 'input-available' }],
      ['tool.progress', { phase: 'executing' }],
      ['tool.result', { outputPreview: { found: 2 }, sizeBytes: 11, status: 'ok' }],
    ]);
    expect(
      payloads(driver, 'run.status').map((payload) => [payload?.['stage'], payload?.['activeToolCallId']]),
    ).to.deep.equal([
      ['tool_running', 'c'],
      ['running', undefined],
    ]);
  });

  it('AG-UI 4 #22: a call without arguments has none, and one that is no JSON keeps its text', async () => {
    const driver = await run(...toolCall('none', 'search', ''), ...toolCall('bad', 'search', '{"q":'));
    const args = driver.of('tool.args').filter(({ payload }) => payload?.['state'] === 'input-available');
    expect(args.map(({ toolCallId, payload }) => [toolCallId, payload?.['args']])).to.deep.equal([
      ['none', {}],
      ['bad', '{"q":'],
    ]);
  });

  it('N-011, M-020: a large result is shown cut, with its size; text and parts stay text', async () => {
    const large = 'é'.repeat(6000);
    const result = (toolCallId: string, content: unknown): Wire => ({
      type: 'TOOL_CALL_RESULT',
      messageId: `${toolCallId}-r`,
      toolCallId,
      content,
    });
    const driver = await run(
      ...['a', 'b', 'c', 'd'].flatMap((id) => toolCall(id, 'search', '{}')),
      result('a', large),
      result('b', 'plain'),
      result('c', [
        { type: 'text', text: 'one ' },
        { type: 'text', text: 'two' },
      ]),
      result('d', [{ type: 'image', source: { type: 'url', value: 'https://example.com/x.png' } }]),
    );
    const [a, b, c, d] = payloads(driver, 'tool.result');
    expect(a?.['sizeBytes']).to.equal(12_000);
    expect(String(a?.['outputPreview'])).to.equal(`${'é'.repeat(4096)}…`);
    expect(b).to.deep.equal({ outputPreview: 'plain', sizeBytes: 5, status: 'ok' });
    expect(c?.['outputPreview']).to.equal('one two');
    expect(d?.['outputPreview']).to.deep.equal([
      { type: 'image', source: { type: 'url', value: 'https://example.com/x.png' } },
    ]);
  });

  it('AG-UI 5.1: steps label the run while they last', async () => {
    const step = (type: string, stepName: string): Wire => ({ type, stepName });
    const driver = await run(
      step('STEP_STARTED', 'outer'),
      step('STEP_STARTED', 'inner'),
      step('STEP_FINISHED', 'inner'),
      step('STEP_FINISHED', 'outer'),
    );
    expect(payloads(driver, 'run.status').map((payload) => payload?.['title'])).to.deep.equal([
      'outer',
      'inner',
      'outer',
      '',
    ]);
  });

  it('AG-UI 5.1: state goes through as snapshot and patch, falsy states too', async () => {
    const driver = await run(
      { type: 'STATE_SNAPSHOT', snapshot: null },
      { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] },
    );
    expect(payloads(driver, 'state.snapshot')).to.deep.equal([{ state: null }, { state: { n: 1 } }]);
    expect(payloads(driver, 'state.delta')).to.deep.equal([
      { patch: [{ op: 'replace', path: '/n', value: 2 }] },
    ]);
  });

  it('AG-UI 1.8: usage is a metric for each provider and model, and stays with the run', async () => {
    const driver = await Driver.connect();
    const usage = [{ provider: 'acme', model: 'm1', inputTokens: 3, outputTokens: 5 }, { totalTokens: 8 }];
    driver.answer(started(), finished({ usage, result: { answer: 42 } }));
    await driver.send();
    expect(
      driver.of('metric.changed').map(({ metricName, payload }) => [metricName, payload?.['value']]),
    ).to.deep.equal([
      ['usage.inputTokens:acme/m1', 3],
      ['usage.outputTokens:acme/m1', 5],
      ['usage.totalTokens', 8],
    ]);
    expect(payloads(driver, 'run.finished')).to.deep.equal([
      { outcome: 'success', usage, result: { answer: 42 } },
    ]);
  });

  it('AG-UI 5.1: an error fails the run with its code and sentence, and keeps what was said', async () => {
    const driver = await Driver.connect();
    const [open, half] = text('m', 'half');
    driver.answer(started(), open!, half!, {
      type: 'RUN_ERROR',
      message: 'The model is overloaded',
      code: 'OVERLOADED',
    });
    await driver.send();
    expect(payloads(driver, 'run.failed')).to.deep.equal([
      { error: 'The model is overloaded', code: 'OVERLOADED', retryable: true },
    ]);
    expect(driver.of('text.final')).to.have.length(0);
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 1.2: a cancelled outcome is no failure', async () => {
    const driver = await Driver.connect();
    driver.answer(started(), ...text('m', 'half'), finished({ outcome: { type: 'cancelled' } }));
    await driver.send();
    expect(driver.ending).to.equal('run.finished cancelled');
  });

  it('AG-UI P22: run.accepted may come before the run starts', async () => {
    const driver = await Driver.connect();
    driver.answer({ type: 'CUSTOM', name: 'run.accepted', value: {} }, started(), finished());
    await driver.send();
    expect(driver.story).to.deep.equal(['run.status accepted', 'run.started', 'run.finished success']);
  });

  it('AG-UI 5.3: CUSTOM agentui/<class> is that Agent UI event, in the place it came', async () => {
    const driver = await run(
      {
        type: 'CUSTOM',
        name: 'agentui/tool.output.delta',
        value: {
          toolCallId: 'c',
          sequence: 9999,
          sessionId: 'other',
          payload: { channel: 'stdout', chunk: 'ok\n' },
        },
      },
      { type: 'CUSTOM', name: 'agentui/no.such.class', value: {} },
      { type: 'CUSTOM', name: 'agentui/task.changed', value: 'no object' },
    );
    const [passed] = driver.of('tool.output.delta');
    expect(passed).to.include({
      toolCallId: 'c',
      sessionId: 'session-1',
      runId: driver.last.runId,
      sequence: 2,
    });
    expect(passed?.payload).to.deep.equal({ channel: 'stdout', chunk: 'ok\n' });
    expect(driver.codes()).to.deep.equal(['ag-ui.malformed', 'ag-ui.malformed']);
  });

  it('AG-UI 4 #33: what is not shown is one diagnostic for each type and name, with a count', async () => {
    const driver = await run(
      ...Array.from({ length: 5 }, (): Wire => ({ type: 'RAW', event: { secret: 'sk-abcdefgh' } })),
      { type: 'FUTURE_EVENT', x: 1 },
      { type: 'CUSTOM', name: 'of.another', value: {} },
      { type: 'CUSTOM', name: 'manually_emit_state', value: {} },
    );
    const notes = driver.of('diagnostic.changed');
    const counts = new Map(notes.map(({ diagnosticId, payload }) => [diagnosticId, payload?.['count']]));
    expect([...counts]).to.deep.equal([
      ['ag-ui.raw:unknown', 5],
      ['ag-ui.unmapped:FUTURE_EVENT', 1],
      ['ag-ui.unmapped:CUSTOM of.another', 1],
    ]);
    expect(notes).to.have.length(4);
    expect(JSON.stringify(driver.facts)).not.to.contain('sk-abcdefgh');
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 1.1: a thread that is told again may carry several runs in one stream', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started('r1'),
      ...text('a', 'one'),
      finished(),
      started('r2'),
      ...text('b', 'two'),
      finished(),
    );
    await driver.send();
    const { runId } = driver.last;
    expect(driver.of('run.started').map((fact) => [fact.runId, fact.turnId])).to.deep.equal([
      [runId, runId],
      ['r2', runId],
    ]);
    expect(driver.of('text.final').map((fact) => [fact.runId, fact.payload?.['text']])).to.deep.equal([
      [runId, 'one'],
      ['r2', 'two'],
    ]);
    expect(driver.codes()).to.deep.equal([]);
  });
});
