import { expect } from 'chai';
import { STREAMS, BASIC_MESSAGE, APPROVAL_POST } from '../../../../fixtures/ai-sdk/streams.js';
import { Driver, stream, whole, type Chunk } from './driver.js';

const recorded = (name: keyof typeof STREAMS) => () => stream(STREAMS[name]);

/** A turn's parts in short: what stands where. */
function order(driver: Driver): string[] {
  return driver.snapshot.turns.flatMap(({ parts }) =>
    (parts as { type: string; partId: string; entityId?: string }[]).map(({ type, partId, entityId }) => {
      return type === 'user_text' ? type : `${type} ${entityId ?? partId}`;
    }),
  );
}

describe('AI SDK streams that were recorded', () => {
  it('sources-others 3.1: reasoning, text, a tool call and usage (basic)', async () => {
    const driver = new Driver().answer(recorded('basic'));
    const { runs, messages, metrics } = await driver.say('summarise');
    expect(runs.map(({ stage, outcome }) => [stage, outcome])).to.deep.equal([['completed', 'success']]);
    expect(messages.map(({ messageId, role, text }) => [messageId, role, text]).slice(1)).to.deep.equal([
      ['msg-1', 'assistant', 'Reading the file first.It has 42 lines.'],
    ]);
    expect(order(driver)).to.deep.equal([
      'user_text',
      'reasoning_summary msg-1/1/reasoning-1',
      'assistant_text msg-1/1/text-1',
      'tool_call call-1',
      'assistant_text msg-1/2/text-1',
    ]);
    expect(driver.tool('call-1')).to.deep.include({
      name: 'readFile',
      state: 'output-available',
      args: { path: 'README.md' },
      output: { path: 'README.md', lines: 42 },
      executor: 'agent',
    });
    const tokens = Object.fromEntries(metrics.map(({ metricName, value }) => [metricName, value]));
    expect(tokens).to.deep.include({
      'usage.inputTokens': 52,
      'usage.outputTokens': 26,
      'usage.outputTokenDetails.reasoningTokens': 8,
    });
    expect(driver.codes()).to.deep.equal([]);
  });

  it('sources-others 3.1: the answer goes back as the vendor’s own client has it (basic)', async () => {
    const driver = new Driver().answer(recorded('basic'), recorded('basic'));
    await driver.say('one');
    await driver.say('two');
    const [, answer, second] = driver.last.messages;
    expect(answer).to.deep.equal(BASIC_MESSAGE);
    expect(second).to.deep.include({ role: 'user', parts: [{ type: 'text', text: 'two' }] });
    expect(driver.last).to.deep.include({ trigger: 'submit-message', id: driver.session.sessionId });
  });

  it('sources-others 3.1: outputs so far replace, and a tool that failed says so (tools)', async () => {
    const driver = new Driver().answer(recorded('tools'));
    await driver.say();
    expect(driver.tool('c-search')).to.deep.include({
      state: 'output-available',
      output: { status: 'done', q: 'signals', hits: 7 },
    });
    expect(driver.tool('c-dyn')).to.deep.include({ name: 'mcp_lookup', output: { echoed: { any: [1, 2] } } });
    expect(driver.tool('c-fail')).to.deep.include({ state: 'output-error', args: { id: 7 } });
    expect(driver.tool('c-fail')['error']).to.deep.include({ message: 'Error: backend unavailable' });
    expect(driver.tool('c-bad')).to.deep.include({ state: 'output-error', args: { wrong: true } });
    expect(driver.tool('c-bad')['error']).to.deep.include({ code: 'INVALID_INPUT', category: 'input' });
    expect(driver.tool('c-prov')).to.deep.include({ output: { hits: ['https://example.com/a'] } });
    expect(driver.said('msg-2')).to.equal('Two tools failed.');
    expect(driver.run()['outcome']).to.equal('success');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('sources-others 3.1: one call allowed and one not, as the vendor’s own client answers (approval)', async () => {
    const driver = new Driver({ session: { sessionId: 'chat-approval' } }).answer(
      recorded('approval-1-request'),
    );
    await driver.say('delete tmp files');
    const [auto, ...asked] = [...driver.snapshot.approvals].sort(
      (a, b) => (a['decisions'] as []).length - (b['decisions'] as []).length,
    );
    expect(auto).to.deep.include({
      toolCallId: 'call-auto',
      state: 'resolved',
      resolvedBy: 'policy',
      decision: 'approved',
      reason: 'read-only tool',
    });
    expect(
      asked.map(({ state, toolName, explanation, input }) => [state, toolName, explanation, input]),
    ).to.deep.equal([
      ['pending', 'deleteFile', 'deletes data', { path: 'tmp/a.txt' }],
      ['pending', 'deleteFile', 'deletes data', { path: 'tmp/b.txt' }],
    ]);
    expect(driver.run()).to.deep.include({ outcome: 'interrupt', stage: 'interrupted' });
    expect(driver.tool('call-del-1')['state']).to.equal('awaiting-approval');
    expect(driver.tool('call-auto')['output']).to.deep.equal({ path: 'x', lines: 42 });

    const [yes, no] = asked.map(({ actionId }) => String(actionId));
    expect(await driver.session.respond(yes!, 'approve')).to.deep.equal({ status: 'accepted' });
    expect(driver.requests).to.have.length(1);
    driver.answer(recorded('approval-2-response'));
    const { approvals, turns } = await driver.respond(no!, 'reject', { reason: 'keep b.txt' });
    const [said, ...answers] = driver.last.messages;
    expect(said!.parts).to.deep.equal(APPROVAL_POST.messages[0].parts);
    expect(answers).to.deep.equal(APPROVAL_POST.messages.slice(1));
    expect(driver.last).to.deep.include({ trigger: 'submit-message', messageId: 'msg-3' });
    expect(approvals.map(({ decision }) => decision)).to.have.members(['approved', 'rejected', 'approved']);
    expect(driver.tool('call-del-1')).to.deep.include({
      state: 'output-available',
      output: { deleted: 'tmp/a.txt' },
    });
    expect(driver.tool('call-del-2')).to.deep.include({ state: 'cancelled', declined: true });
    expect(driver.tool('call-del-2')['error']).to.deep.include({ message: 'keep b.txt', code: 'DENIED' });
    expect(driver.said('msg-3')).to.equal('I need to delete two files.Handled your decision.');
    expect(turns).to.have.length(1);
    expect(driver.run()['outcome']).to.equal('success');
  });

  it('trap: data before start and after finish (parts)', async () => {
    const driver = new Driver().answer(recorded('parts'));
    const { state, evidence, artifacts, context } = await driver.say();
    expect(state[0]?.['state']).to.deep.equal({
      status: { label: 'routing' },
      plan: { 'plan-1': { steps: [{ t: 'read', done: true }] } },
    });
    expect(evidence.map(({ evidenceId, title, sources }) => [evidenceId, title, sources])).to.deep.equal([
      ['msg-5/s1', 'Example doc', [{ id: 's1', title: 'Example doc', anchor: 'https://example.com/doc' }]],
      ['msg-5/s2', 'Spec', [{ id: 's2', title: 'Spec' }]],
    ]);
    expect(artifacts).to.have.length(1);
    expect(artifacts[0]).to.deep.include({ kind: 'image', status: 'ready', mimeType: 'image/png' });
    const ref = String(artifacts[0]?.['readRef']);
    expect(ref).to.match(/^ai-sdk:file:/);
    expect(JSON.stringify(driver.snapshot)).not.to.contain('iVBORw0KGgo');
    expect(await driver.session.detail(ref)).to.deep.equal({
      contentType: 'image/png',
      text: 'data:image/png;base64,iVBORw0KGgo=',
    });
    expect(context[0]).to.deep.include({ trigger: 'mock.compaction', status: 'completed' });
    expect(driver.run()['outcome']).to.equal('success');
    const again = driver.answer(recorded('error'));
    await again.say('next');
    const kept = driver.last.messages[1]!.parts.map(({ type }) => type);
    expect(kept).to.deep.equal([
      'data-plan',
      'step-start',
      'source-url',
      'source-document',
      'custom',
      'text',
      'file',
    ]);
    expect(driver.last.messages[1]!.parts[0]!['data']).to.deep.equal({ steps: [{ t: 'read', done: true }] });
  });

  it('trap: error, then finish(error), is one failure (error)', async () => {
    const driver = new Driver().answer(recorded('error'));
    await driver.say();
    expect(driver.run()).to.deep.include({ outcome: 'failed', stage: 'failed' });
    expect(driver.run()['error']).to.deep.include({ message: 'Provider error: overloaded', code: 'error' });
    expect(driver.said('msg-6')).to.equal('Partial ');
    expect(driver.codes()).to.deep.equal([]);
  });

  it('sources-others 3.1: abort is a cancelled run, also with comments between (abort, keepalive)', async () => {
    for (const name of ['abort', 'keepalive'] as const) {
      const driver = new Driver().answer(recorded(name));
      await driver.say();
      expect(driver.run()).to.deep.include({ outcome: 'cancelled', summary: 'user cancelled' });
      expect(driver.snapshot.messages.at(-1)?.['text']).to.equal('w0 w1 w2 w3 ');
      expect(driver.codes()).to.deep.equal([]);
    }
  });
});

const answer = (...chunks: Chunk[]): Chunk[] => [
  { type: 'start', messageId: 'm' },
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop' },
];
const text = (id: string, ...deltas: string[]): Chunk[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];

describe('AI SDK chunks', () => {
  it('trap: an id may be used again after text-end; each use is a part of its own', async () => {
    const driver = new Driver().answer(whole(...answer(...text('0', 'one'), ...text('0', 'two'))));
    const { turns } = await driver.say();
    const parts = (turns[0]!['parts'] as { partId: string; text?: string }[]).slice(1);
    expect(parts.map(({ partId, text: said }) => [partId, said])).to.deep.equal([
      ['m/1/text-1', 'one'],
      ['m/1/text-2', 'two'],
    ]);
  });

  it('trap: a subagent’s answer that grows is told by what it gains, and shown once', async () => {
    const nested = (said: string) => ({ role: 'assistant', id: 'n', parts: [{ type: 'text', text: said }] });
    const output = (said: string, preliminary?: boolean): Chunk => ({
      type: 'tool-output-available',
      toolCallId: 'sub',
      output: nested(said),
      ...(preliminary ? { preliminary } : {}),
    });
    const seen: unknown[] = [];
    const driver = new Driver({ session: { record: 100 } }).answer(
      whole(
        ...answer(
          { type: 'tool-input-available', toolCallId: 'sub', toolName: 'research', input: { q: 1 } },
          output('Look', true),
          output('Looking ', true),
          output('Looking up.', true),
          output('Looking up.'),
        ),
      ),
    );
    await driver.say();
    for (const event of driver.session.recording!.events) {
      const { type, payload } = event as { type: string; payload: { chunk: string } };
      if (type === 'tool.output.delta') seen.push(payload.chunk);
    }
    expect(seen).to.deep.equal(['Look', 'ing ', 'up.']);
    expect(driver.tool('sub')).to.deep.include({ state: 'output-available', output: 'Looking up.' });
  });

  it('trap: an MCP tool that says in its output that it failed has failed', async () => {
    const output = { isError: true, content: [{ type: 'text', text: 'No such row.' }] };
    const driver = new Driver().answer(
      whole(
        ...answer(
          { type: 'tool-input-available', toolCallId: 'c', toolName: 'mcp', input: {}, dynamic: true },
          { type: 'tool-output-available', toolCallId: 'c', output, dynamic: true },
        ),
      ),
    );
    await driver.say();
    expect(driver.tool('c')['state']).to.equal('output-error');
    expect(driver.tool('c')['error']).to.deep.include({ message: 'No such row.' });
  });

  it('sources-others 3.1: reset-step takes back what the step had said (version 7)', async () => {
    const driver = new Driver().answer(
      whole(
        ...answer(
          ...text('0', 'wrong'),
          { type: 'tool-input-available', toolCallId: 'gone', toolName: 't', input: {} },
          { type: 'reset-step' },
          ...text('0', 'right'),
        ),
      ),
    );
    await driver.say();
    expect(driver.said('m')).to.equal('right');
    expect(driver.tool('gone')['state']).to.equal('cancelled');
  });

  it('sources-others 3.1: steering, reasoning files, citations and metadata (version 7)', async () => {
    const driver = new Driver().answer(
      whole(
        ...answer(
          { type: 'steering-message', id: 's1', parts: [{ type: 'text', text: 'shorter' }] },
          { type: 'reasoning-file', url: 'https://files.test/a.png', mediaType: 'image/png' },
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'Cited.' },
          { type: 'text-end', id: 't', citations: [{ url: 'https://a.test', title: 'A' }] },
          { type: 'message-metadata', messageMetadata: { model: 'm-1', totalUsage: { inputTokens: 3 } } },
        ),
      ),
    );
    const { steers, messages, artifacts, evidence, metrics } = await driver.say();
    expect(steers).to.deep.include.members([{ ...steers[0], id: 's1', text: 'shorter', state: 'accepted' }]);
    expect(messages.some(({ role, text: said }) => role === 'user' && said === 'shorter')).to.equal(true);
    expect(artifacts[0]).to.deep.include({ readRef: 'https://files.test/a.png', kind: 'image' });
    expect(evidence[0]).to.deep.include({ title: 'A' });
    expect(metrics.find(({ metricName }) => metricName === 'usage.inputTokens')).to.deep.include({
      value: 3,
      tags: { model: 'm-1' },
    });
  });

  it('sources-others 2: a data-agentui part is the Agent UI event in it, in this session’s scope', async () => {
    const event = (type: string, more: object): Chunk => ({ type: 'data-agentui', data: { type, ...more } });
    const driver = new Driver().answer(
      whole(
        ...answer(
          event('plan.final', { sessionId: 'other', payload: { steps: [{ title: 'Read' }] } }),
          event('agent.spawned', { agentId: 'helper', payload: { status: 'running' } }),
          event('no.such', {}),
        ),
      ),
    );
    const { plans, agents, sessions } = await driver.say();
    expect(plans).to.have.length(1);
    expect(agents.map(({ agentId }) => agentId)).to.deep.equal(['helper']);
    expect(sessions.every(({ sessionId }) => sessionId === driver.session.sessionId)).to.equal(true);
    expect(driver.codes()).to.deep.equal(['ai-sdk.malformed']);
  });

  it('sources-others 3.1: an application tells its own data parts in Agent UI events', async () => {
    const driver = new Driver({
      onData: ({ name, id, data }) =>
        name === 'plan'
          ? { type: 'plan.final', partId: id, payload: { steps: data as unknown[] } }
          : undefined,
    }).answer(whole(...answer({ type: 'data-plan', id: 'p', data: [{ title: 'one' }] })));
    const { plans, state } = await driver.say();
    expect(plans[0]).to.deep.include({ planId: 'p' });
    expect(state).to.deep.equal([]);
  });

  it('R9: what no version is known to send is a diagnostic and nothing else', async () => {
    const driver = new Driver().answer(
      whole(...answer({ type: 'hologram', secret: 'hunter2' }, { type: 'hologram' }, ...text('0', 'ok'))),
    );
    const { diagnostics } = await driver.say();
    expect(diagnostics).to.have.length(1);
    expect(diagnostics[0]).to.deep.include({ code: 'ai-sdk.unmapped', count: 2 });
    expect(JSON.stringify(diagnostics)).not.to.contain('hunter2');
    expect(driver.said('m')).to.equal('ok');
  });

  it('trap: an answer that was cut at its length is no success', async () => {
    const chunks = answer(...text('0', 'half')).slice(0, -1);
    const driver = new Driver().answer(whole(...chunks, { type: 'finish', finishReason: 'length' }));
    await driver.say();
    expect(driver.run()).to.deep.include({ outcome: 'unknown', stage: 'finished' });
    expect(String(driver.run()['detail'])).to.contain('cut off');
  });
});
