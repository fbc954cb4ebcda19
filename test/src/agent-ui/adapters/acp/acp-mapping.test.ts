import { expect } from 'chai';
import {
  AcpDriver,
  chunk,
  textContent,
  thought,
  toolCall,
  toolUpdate,
  updateOf,
  userSaid,
  type Json,
} from './acp-driver.js';

const texts = ({ facts }: AcpDriver) =>
  facts.messages.filter(({ role }) => role === 'assistant').map(({ text }) => text);
const parts = ({ facts }: AcpDriver) =>
  facts.turns.flatMap((turn) =>
    (turn['parts'] as Json[]).map(({ type, text, toolCallId }) => toolCallId ?? text ?? type),
  );
const tool = ({ facts }: AcpDriver, id = 't') => facts.tools.find(({ toolCallId }) => toolCallId === id)!;

describe('ACP: what an agent tells', () => {
  let driver: AcpDriver;

  beforeEach(async () => {
    driver = await AcpDriver.connect();
    await driver.prompt();
  });

  afterEach(() => driver.session.close());

  it('ACP trap: chunks without a message id are one message until something comes between them', async () => {
    await driver.update(chunk('Hel'), chunk('lo.'), toolCall('t'), chunk('Bye'), chunk('.'));
    await driver.end();
    expect(parts(driver)).to.deep.equal(['user_text', 'Hello.', 't', 'Bye.']);
    expect(texts(driver)).to.deep.equal(['Hello.', 'Bye.']);
  });

  it('ACP trap: what is no part of the conversation breaks no word in two', async () => {
    await driver.update(
      chunk('Hel', 'm'),
      { sessionUpdate: 'usage_update', used: 1, size: 10 },
      toolUpdate('t', { title: 'in the background', status: 'in_progress' }),
      { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
      chunk('lo.', 'm'),
    );
    expect(parts(driver)).to.deep.equal(['user_text', 'Hello.', 't']);
  });

  it('ACP trap: the same words twice running are said twice', async () => {
    await driver.update(chunk('ha', 'm'), chunk('ha', 'm'), chunk('!', 'm'));
    await driver.end();
    expect(texts(driver)).to.deep.equal(['haha!']);
  });

  it('ACP trap: what a person said comes back as an echo, and is shown once', async () => {
    await driver.update(userSaid('hel', 'echo'), userSaid('lo', 'echo'), chunk('Hi.', 'm'));
    await driver.end();
    expect(driver.facts.messages.map(({ role, text }) => [role, text])).to.deep.equal([
      ['user', 'hello'],
      ['assistant', 'Hi.'],
    ]);
  });

  it('ACP table: a thought is process, and no answer, under the same id too', async () => {
    await driver.update(thought('Hm. ', 'm'), thought('Yes.', 'm'), chunk('Yes.', 'm'));
    await driver.end();
    expect(texts(driver)).to.deep.equal(['Yes.']);
    expect(parts(driver)).to.deep.equal(['user_text', 'Hm. Yes.', 'Yes.']);
  });

  it('ACP table: a tool call from its proposal to its result; what it says replaces what it said', async () => {
    await driver.update(toolCall('t', { rawInput: { path: 'a' } }));
    expect(tool(driver)).to.deep.include({ state: 'input-available', kind: 'file', args: { path: 'a' } });
    await driver.update(toolUpdate('t', { status: 'in_progress', content: [textContent('1 of 2')] }));
    expect(tool(driver)).to.deep.include({ state: 'running' });
    expect(driver.facts.runs[0]).to.deep.include({ stage: 'tool_running', activeToolCallId: 't' });
    await driver.update(
      toolUpdate('t', {
        content: [textContent('2 of 2')],
        locations: [{ path: 'a', line: 3 }, { path: 'b' }],
      }),
    );
    await driver.update(toolUpdate('t', { status: 'completed', title: 'Read a' }));
    expect(tool(driver)).to.deep.include({
      state: 'output-available',
      output: '2 of 2',
      title: 'Read a',
      sourceRefs: ['a:3', 'b'],
    });
  });

  it('ACP table: a failed call says why; a call that failed after it was over stays as it was', async () => {
    await driver.update(
      toolCall('t', { status: 'in_progress' }),
      toolUpdate('t', { status: 'failed', rawOutput: { message: 'no such file' } }),
      toolUpdate('t', { status: 'completed' }),
    );
    expect(tool(driver)['state']).to.equal('output-error');
    expect((tool(driver)['error'] as Json)['message']).to.equal('{"message":"no such file"}');
    expect(driver.codes).to.deep.equal(['acp.after_end']);
  });

  it('ACP trap: an update of a call that nobody had started opens it, and throws nothing', async () => {
    await driver.update(toolUpdate('late', { status: 'completed', rawOutput: 'done' }));
    expect(tool(driver, 'late')).to.deep.include({ state: 'output-available', output: 'done' });
    expect(driver.codes).to.deep.equal(['acp.unstarted']);
  });

  it('N-011: a large output is cut, and the whole of it is behind its reference', async () => {
    const whole = 'x'.repeat(20_000);
    await driver.update(toolCall('t', { status: 'completed', content: [textContent(whole)] }));
    const { output, outputRef, sizeBytes } = tool(driver);
    expect(String(output).length).to.be.below(9_000);
    expect(sizeBytes).to.equal(20_000);
    expect((await driver.session.detail(String(outputRef))).text).to.equal(whole);
    const gone = await driver.session.detail('acp:output:other').then(
      () => 'found',
      (error: { code: string }) => error.code,
    );
    expect(gone).to.equal('not_found');
  });

  it('ACP table: a diff is a change of an artifact, told once, and its text is behind its reference', async () => {
    const diff = { type: 'diff', path: '/w/new.ts', newText: 'one\ntwo\n' };
    await driver.update(
      toolCall('t', { kind: 'edit', content: [diff] }),
      toolUpdate('t', { content: [diff] }),
    );
    const [artifact] = driver.facts.artifacts;
    expect(artifact).to.deep.include({ artifactId: '/w/new.ts', title: 'new.ts', kind: 'file' });
    expect(artifact!['diffs']).to.have.length(1);
    const { contentType, text } = await driver.session.detail('acp:diff:t:/w/new.ts');
    expect([contentType, text]).to.deep.equal([
      'text/x-diff',
      '--- /dev/null\n+++ /w/new.ts\n@@ -0,0 +1,2 @@\n+one\n+two',
    ]);
  });

  it('ACP table: output of a terminal, as agents and the draft send it, is live output', async () => {
    await driver.update(
      toolCall('t', {
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'x' }],
      }),
      toolUpdate('t', { _meta: { terminal_output: { terminal_id: 'x', data: '$ npm test\n' } } }),
      { sessionUpdate: 'terminal_output_chunk', toolCallId: 't', data: 'ok' },
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: { type: 'text', text: '!' } },
    );
    expect(tool(driver)['outputTail']).to.equal('$ npm test\nok!');
  });

  it('ACP table: content that is no text is an artifact, and its body is in no fact', async () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const link = { type: 'resource_link', uri: 'https://x.example/r.pdf', name: 'r.pdf' };
    await driver.update(
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: image },
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: link },
    );
    expect(driver.facts.artifacts.map(({ kind, readRef }) => [kind, readRef])).to.deep.equal([
      ['image', 'acp:content:sess-1:turn:1/image/1'],
      ['link', 'https://x.example/r.pdf'],
    ]);
    expect(JSON.stringify(driver.facts)).to.not.contain('AAAA');
    const { text } = await driver.session.detail('acp:content:sess-1:turn:1/image/1');
    expect(text).to.equal('data:image/png;base64,AAAA');
  });

  it('ACP table: plans by their ids (unstable): items, words, a file, and one that is removed', async () => {
    const plan = (body: Json) => ({ sessionUpdate: 'plan_update', plan: body });
    await driver.update(
      plan({ type: 'items', planId: 'p1', entries: [{ content: 'a', priority: 'low', status: 'pending' }] }),
      plan({ type: 'markdown', planId: 'p2', content: '- [ ] b\n- c' }),
      plan({ type: 'file', planId: 'p3', uri: 'file:///plan.md' }),
      plan({ type: 'items', planId: 'p4', entries: [{ content: 'd' }] }),
      { sessionUpdate: 'plan_removed', planId: 'p4' },
    );
    expect(driver.facts.plans.map(({ planId, steps, planRef }) => [planId, steps ?? planRef])).to.deep.equal([
      ['p1', [{ title: 'a', priority: 'low', status: 'pending' }]],
      ['p2', [{ title: 'b' }, { title: 'c' }]],
      ['p3', 'file:///plan.md'],
      ['p4', []],
    ]);
    expect((await driver.session.detail('acp:plan:p2')).text).to.equal('- [ ] b\n- c');
  });

  it('ACP table: a compaction that fails is told as that, with the pieces of its summary', async () => {
    const compaction = (status: string, more: Json = {}) => ({
      sessionUpdate: 'compaction_update',
      compactionId: 'c',
      status,
      ...more,
    });
    const piece = { type: 'text', text: 'half ' };
    await driver.update(
      compaction('in_progress'),
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: piece },
      compaction('failed', { error: 'no room' }),
    );
    const boundary = driver.facts.context.find(({ boundaryId }) => boundaryId === 'c');
    expect(boundary).to.deep.include({ status: 'failed', summary: 'half ', error: 'no room' });
  });

  it('ACP table: options, commands and what a mode allows', async () => {
    const options = [
      { id: 'mode', category: 'mode', type: 'select', currentValue: 'plan', options: [{ value: 'plan' }] },
      { id: 'web', type: 'boolean', currentValue: true },
    ];
    await driver.update(
      { sessionUpdate: 'config_option_update', configOptions: options },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'web', description: 'Search' }],
      },
    );
    expect(driver.facts.permissions[0]).to.deep.include({ mode: 'ask', limits: { mode: 'plan', web: true } });
    expect(driver.facts.context[0]!['tools']).to.deep.equal([{ name: 'web', description: 'Search' }]);
  });

  it('ACP table: child sessions (unstable) are teammates, and being idle is no end', async () => {
    const child = (more: Json) => ({ sessionUpdate: 'subagent_update', sessionId: 'kid', ...more });
    await driver.update(
      child({ title: 'Researcher', capabilities: { cancel: {} }, state: { state: 'running' } }),
    );
    expect(driver.facts.agents[0]).to.deep.include({
      agentId: 'kid',
      agentName: 'Researcher',
      parentSessionId: 'sess-1',
      status: 'running',
    });
    driver.socket.say(updateOf(chunk('Found it.', 'm'), 'kid'));
    await driver.update(chunk('It is found.', 'm'), child({ state: { state: 'idle' } }));
    expect(driver.facts.messages.map(({ agentId, text }) => [agentId, text])).to.deep.equal([
      [undefined, 'hello'],
      ['kid', 'Found it.'],
      [undefined, 'It is found.'],
    ]);
    expect(driver.facts.agents[0]!['status']).to.equal('idle');
    expect(driver.session.capabilities.controls.stop).to.equal('native');
    expect((await driver.session.stop({ agentId: 'kid' })).status).to.equal('accepted');
    expect(driver.asked('session/cancel').at(-1)!['params']).to.deep.equal({ sessionId: 'kid' });
    await driver.update({
      sessionUpdate: 'session_message',
      messageId: 'n',
      senderSessionId: 'kid',
      content: [{ type: 'text', text: 'Done: ' }],
    });
    await driver.update({
      sessionUpdate: 'session_message_chunk',
      messageId: 'n',
      content: { type: 'text', text: '3.' },
    });
    expect(driver.facts.notifications[0]).to.deep.include({ agentId: 'kid', summary: 'Done: 3.' });
    expect(driver.facts.messages).to.have.length(3);
  });

  it('ACP convention: an Agent UI envelope in _meta is a fact, of this session and this run', async () => {
    await driver.update({
      ...chunk('See.', 'm'),
      _meta: {
        agentui: [
          { type: 'evidence.changed', sequence: 7, evidenceId: 'e', payload: { status: 'ready' } },
          { type: 'no.such.class' },
        ],
      },
    });
    expect(driver.facts.evidence[0]).to.deep.include({
      evidenceId: 'e',
      sessionId: 'sess-1',
      status: 'ready',
    });
    expect(texts(driver)).to.deep.equal(['See.']);
    expect(driver.codes).to.deep.equal(['acp.unmapped']);
  });

  it('N-027: nothing that an agent sends throws; each oddity is told once, with a count', async () => {
    const strange: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { sessionUpdate: 3 },
      { sessionUpdate: 'of the future' },
    ];
    for (const update of strange)
      driver.socket.say({ method: 'session/update', params: { sessionId: 'sess-1', update } });
    driver.socket.say('not json', '[]', '{}', '{"id":77,"result":null}');
    driver.socket.say(
      { method: 'session/update', params: 'x' },
      { method: 'news' },
      { method: 'x', id: 'q' },
    );
    const holes = Object.keys({
      user_message_chunk: 0,
      agent_message_chunk: 0,
      agent_thought_chunk: 0,
      agent_message: 0,
      tool_call: 0,
      tool_call_update: 0,
      tool_call_content_chunk: 0,
      plan: 0,
      plan_update: 0,
      plan_removed: 0,
      current_mode_update: 0,
      config_option_update: 0,
      session_info_update: 0,
      available_commands_update: 0,
      usage_update: 0,
      notice: 0,
      compaction_update: 0,
      compaction_summary_chunk: 0,
      state_update: 0,
      subagent_update: 0,
      session_message: 0,
      session_message_chunk: 0,
    });
    for (const sessionUpdate of holes) {
      const fields = { content: 3, plan: 'x', toolCallId: 4, entries: [1], state: null, cost: [] };
      driver.socket.say(updateOf({ sessionUpdate }), updateOf({ sessionUpdate, ...fields }));
    }
    await driver.update(chunk('Still here.', 'm'));
    await driver.end();
    expect(texts(driver)).to.deep.equal(['Still here.']);
    expect(new Set(driver.codes)).to.deep.equal(
      new Set(['acp.malformed', 'acp.unmapped', 'acp.repeated', 'acp.unknown_request', 'acp.notice']),
    );
  });
});
