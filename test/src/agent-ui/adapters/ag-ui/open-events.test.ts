import { expect } from 'chai';
import type { AgUiOptions } from 'oui-elements/agent-ui/adapters/ag-ui';
import { Driver, finished, started, text, toolCall, type Wire } from '../ag-ui-driver.js';

async function run(events: Wire[], options: Partial<AgUiOptions> = {}): Promise<Driver> {
  const driver = await Driver.connect(options);
  await driver.answer(started(), ...events, finished()).send();
  return driver;
}

const snapshot = (activityType: string, content: unknown, more: object = {}): Wire => ({
  type: 'ACTIVITY_SNAPSHOT',
  messageId: 'a',
  activityType,
  content,
  ...more,
});
const delta = (activityType: string, ...patch: unknown[]): Wire => ({
  type: 'ACTIVITY_DELTA',
  messageId: 'a',
  activityType,
  patch,
});
const custom = (name: string, value: unknown, more: object = {}): Wire => ({
  type: 'CUSTOM',
  name,
  value,
  ...more,
});
const tasks = (driver: Driver, kind?: string) =>
  driver
    .of('task.changed')
    .filter(({ payload }) => kind === undefined || payload?.['taskKind'] === kind)
    .map(({ taskId, payload }) => [taskId, payload?.['title'], payload?.['status']]);

describe('AG-UI activities', () => {
  it('AG-UI 5.2: PLAN is a plan, with a task for each step, final when all are done', async () => {
    const plan = { title: 'Trip', steps: [{ description: 'Book', status: 'pending' }, 'Pack'] };
    const driver = await run([
      snapshot('PLAN', plan),
      delta('PLAN', { op: 'replace', path: '/steps/0/status', value: 'completed' }),
      delta('PLAN', { op: 'replace', path: '/steps/1', value: { description: 'Pack', status: 'completed' } }),
    ]);
    expect(driver.of('plan.delta').map(({ payload }) => payload?.['steps'])).to.deep.equal([
      [
        { title: 'Book', status: 'pending' },
        { title: 'Pack', status: 'pending' },
      ],
      [
        { title: 'Book', status: 'completed' },
        { title: 'Pack', status: 'pending' },
      ],
      [
        { title: 'Book', status: 'completed' },
        { title: 'Pack', status: 'completed' },
      ],
    ]);
    const [final, ...more] = driver.of('plan.final');
    expect(more).to.deep.equal([]);
    expect(final).to.include({ messageId: 'a', partId: 'plan:a', runId: driver.last.runId });
    expect(tasks(driver, 'plan_step').slice(-2)).to.deep.equal([
      ['a/1', 'Book', 'completed'],
      ['a/2', 'Pack', 'completed'],
    ]);
    expect(driver.codes()).to.deep.equal([]);
  });

  it('AG-UI 5.2: a plan that is not done is final when its run ends', async () => {
    const driver = await run([
      snapshot('dawn.plan', { items: [{ id: 's', text: 'Look', done: true }, 'x'] }),
    ]);
    const order = driver.of('plan.final', 'run.finished').map(({ type }) => type);
    expect(order).to.deep.equal(['plan.final', 'run.finished']);
    expect(tasks(driver, 'plan_step')).to.deep.equal([
      ['a/s', 'Look', 'completed'],
      ['a/2', 'x', 'pending'],
    ]);
  });

  it('AG-UI 4 #35: an executor of the next run is another agent, though its id is the same', async () => {
    const driver = await run([snapshot('executor', { name: 'planner', status: 'running' })]);
    const first = driver.last.runId;
    driver.answer(started('b'), snapshot('executor', { name: 'planner', status: 'completed' }), finished());
    await driver.send('again', 'client-2');
    const agents = driver.of('agent.changed').map(({ agentId, payload }) => [agentId, payload?.['status']]);
    expect(agents).to.deep.equal([
      [`${first}:a`, 'running'],
      [`${driver.last.runId}:a`, 'completed'],
    ]);
  });

  it('AG-UI 5.2: background tasks, searches, surfaces, memory and what nobody knows', async () => {
    const of = (activityType: string, content: unknown) => run([snapshot(activityType, content)]);
    const background = await of('mastra-background-task', {
      agentId: 'w',
      title: 'Index',
      status: 'running',
    });
    expect(tasks(background)).to.deep.equal([['a', 'Index', 'running']]);
    expect(background.of('agent.changed')[0]).to.include({ agentId: 'w', taskId: 'a' });
    expect(tasks(await of('SEARCH', { query: 'ag-ui', status: 'searching' }))).to.deep.equal([
      ['a', 'ag-ui', 'searching'],
    ]);
    const progress = await of('progress', { toolCallId: 'c', message: 'Half', progress: 0.5 });
    expect(progress.of('tool.progress')[0]).to.deep.include({
      toolCallId: 'c',
      payload: { phase: 'running', message: 'Half', percent: 50 },
    });
    const surface = await run([
      snapshot('a2ui-surface', { title: 'Form', url: 'ui://form' }),
      delta('a2ui-surface', { op: 'replace', path: '/title', value: 'Form 2' }),
    ]);
    expect(
      surface.of('artifact.created', 'artifact.updated', 'artifact.preview.ready').map(({ type }) => type),
    ).to.deep.equal([
      'artifact.created',
      'artifact.preview.ready',
      'artifact.updated',
      'artifact.preview.ready',
    ]);
    expect(surface.of('artifact.created')[0]).to.include({ artifactId: 'a', artifactKind: 'ui_surface' });
    const memory = await of('mastra-observational-memory', { type: 'compaction', status: 'completed' });
    expect(memory.of('context.compaction.completed')[0]?.payload).to.deep.equal({ boundaryId: 'a' });
    expect((await of('mastra-observational-memory', { kept: 3 })).of('context.changed')).to.have.length(1);
    const other = await of('weather', { city: 'Bern' });
    expect(other.of('task.changed')[0]?.payload).to.deep.include({
      title: 'weather',
      status: 'running',
      taskKind: 'weather',
      content: { city: 'Bern' },
    });
  });

  it('AG-UI 5.2: replace:false changes nothing, a change of the unknown is reported, one that fits not is left out', async () => {
    const driver = await run([
      { ...delta('x', { op: 'add', path: '/n', value: 1 }), messageId: 'unknown' },
      snapshot('x', { n: 1 }),
      snapshot('x', { n: 2 }, { replace: false }),
      delta('x', { op: 'replace', path: '/not/there', value: 1 }),
      delta('x', { op: 'replace', path: '/n', value: 3 }),
      snapshot('x', { n: 3 }),
      snapshot('y', null),
    ]);
    expect(driver.of('task.changed').map(({ payload }) => payload?.['content'])).to.deep.equal([
      { n: 1 },
      { n: 3 },
    ]);
    expect(driver.codes()).to.deep.equal([
      'ag-ui.unknown_activity',
      'ag-ui.activity_patch',
      'ag-ui.malformed',
    ]);
  });

  it('AG-UI 4 #11: an activity in a snapshot of messages is shown, and its id is no text’s', async () => {
    const driver = await run([
      ...text('a', 'said'),
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: 'u', role: 'user', content: 'hello' },
          { id: 'a', role: 'assistant', content: 'said' },
          { id: 'a', role: 'activity', activityType: 'weather', content: { city: 'Bern' } },
        ],
      },
    ]);
    expect(tasks(driver)).to.deep.equal([['a', 'weather', 'running']]);
    expect(driver.of('text.final')[0]?.payload).to.deep.equal({ text: 'said' });
    await driver.answer(started(), finished()).send('next', 'client-2');
    expect(driver.last.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'user']);
  });

  it('AG-UI 5.2: the application may say what its own activities are', async () => {
    const driver = await run([snapshot('order', { id: 7 }), snapshot('broken', {}), snapshot('other', {})], {
      onOpenEvent: ({ kind, name, value, messageId }) => {
        if (name === 'broken') throw new Error('no');
        if (kind !== 'activity' || name !== 'order') return undefined;
        return {
          type: 'evidence.changed',
          evidenceId: messageId,
          payload: { status: 'ready', source: value },
        };
      },
    });
    expect(driver.of('evidence.changed')[0]).to.deep.include({
      evidenceId: 'a',
      payload: { status: 'ready', source: { id: 7 } },
    });
    expect(driver.of('task.changed')).to.have.length(2);
    expect(driver.codes()).to.deep.equal(['ag-ui.mapper_failed']);
  });
});

describe('AG-UI subagents', () => {
  const spawned = (more: object = {}): Wire => ({
    type: 'SUBAGENT_STARTED',
    subagentRunId: 's',
    name: 'researcher',
    ...more,
  });
  const agents = (driver: Driver) =>
    driver
      .of('agent.spawned', 'agent.changed', 'agent.completed')
      .map(({ type, agentId, payload }) => [type, agentId, payload?.['status']].join(' '));

  it('AG-UI 5.1: a subagent is an agent, linked to its call, with a task and what it hands back', async () => {
    const driver = await run([
      ...toolCall('c', 'delegate', '{}'),
      spawned({ description: 'Find sources', parentToolCallId: 'c' }),
      spawned({ subagentRunId: 't', name: 'reader', parentSubagentRunId: 's' }),
      { type: 'SUBAGENT_FINISHED', subagentRunId: 't' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's', result: { found: 3 } },
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: 'ok' },
    ]);
    const [first, second] = driver.of('agent.spawned');
    expect(first).to.include({
      agentId: 's',
      agentName: 'researcher',
      toolCallId: 'c',
      taskId: 'subagent:s',
    });
    expect(first?.payload).to.deep.equal({ status: 'running', currentTask: 'Find sources' });
    expect(second?.payload).to.deep.equal({ status: 'running', parentAgentId: 's' });
    expect(agents(driver)).to.deep.equal([
      'agent.spawned s running',
      'agent.spawned t running',
      'agent.completed t completed',
      'agent.completed s completed',
    ]);
    expect(tasks(driver)).to.deep.equal([
      ['subagent:s', 'Find sources', 'running'],
      ['subagent:t', 'reader', 'running'],
      ['subagent:t', undefined, 'completed'],
      ['subagent:s', undefined, 'completed'],
    ]);
    const [notification, ...more] = driver.of('worker.notification');
    expect(more).to.deep.equal([]);
    expect(notification).to.deep.include({
      agentId: 's',
      taskId: 'subagent:s',
      payload: { status: 'completed', summary: '{"found":3}' },
    });
    expect(driver.codes()).to.deep.equal([]);
  });

  it('trap: a subagent that fails fails no run', async () => {
    const driver = await run([
      spawned(),
      { type: 'SUBAGENT_ERROR', subagentRunId: 's', message: 'No network', code: 'NET' },
    ]);
    expect(driver.of('agent.completed')[0]?.payload).to.deep.equal({
      status: 'failed',
      error: 'No network',
      code: 'NET',
    });
    expect(driver.codes()).to.deep.equal(['ag-ui.subagent_failed']);
    expect(driver.ending).to.equal('run.finished success');
  });

  it('AG-UI 1.8: a subagent that waits needs input, and is not over', async () => {
    const driver = await Driver.connect();
    const interrupt = { id: 'i', reason: 'confirmation', message: 'Go on?', subagentRunId: 's' };
    driver.answer(
      started(),
      spawned(),
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's', outcome: { type: 'suspended', interruptIds: ['i'] } },
      finished({ outcome: { type: 'interrupt', interrupts: [interrupt] } }),
    );
    await driver.send();
    expect(driver.of('agent.changed')[0]).to.deep.include({ runtimeStatus: 'needs_input', refs: ['i'] });
    expect(driver.of('agent.completed')).to.deep.equal([]);
    expect(driver.of('action.required')[0]).to.include({ actionId: 'i', agentId: 's' });
    driver.answer(started('b'), spawned(), { type: 'SUBAGENT_FINISHED', subagentRunId: 's' }, finished());
    await driver.respond('i', 'approve');
    expect(agents(driver).pop()).to.equal('agent.completed s completed');
  });

  it('trap: launch is not completion: what nobody has ended is unknown, never a success', async () => {
    const driver = await run([spawned(), { ...text('m', 'x')[0]!, subagentRunId: 'ghost' }]);
    expect(agents(driver)).to.deep.equal([
      'agent.spawned s running',
      'agent.spawned ghost running',
      'agent.completed s unknown',
      'agent.completed ghost unknown',
    ]);
    expect(driver.of('agent.spawned')[1]).to.include({ agentSource: 'implicit' });
    expect(driver.codes()).to.include('ag-ui.open_at_end');
    const cut = await Driver.connect();
    await cut.answer(started(), spawned()).send();
    expect(agents(cut).pop()).to.equal('agent.completed s cancelled');
  });

  it('AG-UI 1.3: subagents started twice, ended twice or without a name are reported', async () => {
    const driver = await run([
      spawned({ name: undefined }),
      spawned(),
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's' },
      { type: 'SUBAGENT_FINISHED' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'never' },
      spawned({ subagentRunId: 'child', parentSubagentRunId: 'nobody' }),
      { type: 'SUBAGENT_FINISHED', subagentRunId: 'child' },
    ]);
    expect(driver.codes().filter((code) => !code.endsWith('end_without_start'))).to.deep.equal([
      'ag-ui.malformed',
      'ag-ui.already_open',
      'ag-ui.malformed',
      'ag-ui.unknown_parent',
    ]);
    expect(driver.ending).to.equal('run.finished success');
  });
});

describe('AG-UI steps, state and media', () => {
  it('AG-UI 5.1: each occurrence of a step is a task; one that goes on is one, one left open is unknown', async () => {
    const step = (kind: 'STARTED' | 'FINISHED', stepName: string, subagentRunId?: string): Wire => ({
      type: `STEP_${kind}`,
      stepName,
      ...(subagentRunId ? { subagentRunId } : {}),
    });
    const driver = await run([
      step('STARTED', 'a'),
      step('FINISHED', 'a'),
      step('STARTED', 'a'),
      step('FINISHED', 'a'),
      step('STARTED', 'b'),
      step('FINISHED', 'b'),
      step('STARTED', 'a'),
    ]);
    const { runId } = driver.last;
    const seen = tasks(driver, 'step').map(([taskId, , status]) => `${String(taskId)} ${String(status)}`);
    const id = (name: string) => `step:${runId}:agent:${name}`;
    expect(seen).to.deep.equal([
      `${id('a#1')} running`,
      `${id('a#1')} completed`,
      `${id('a#1')} running`,
      `${id('a#1')} completed`,
      `${id('b#1')} running`,
      `${id('b#1')} completed`,
      `${id('a#2')} running`,
      `${id('a#2')} unknown`,
    ]);
    expect(driver.codes()).to.deep.equal(['ag-ui.open_at_end']);
  });

  it('AG-UI 5.3: PredictState shows what a call is about to change, and takes it back without a snapshot', async () => {
    const predict = custom('PredictState', [{ state_key: 'doc', tool: 'write', tool_argument: 'text' }]);
    const [open, , end] = toolCall('c', 'write', '{}');
    const args = (part: string): Wire => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: part });
    const events = [
      { type: 'STATE_SNAPSHOT', snapshot: { doc: 'old' } },
      predict,
      open!,
      args('{"text":"Once'),
      args(' upon a time there was'),
      args('"}'),
      end!,
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: 'ok' },
    ];
    const driver = await run(events);
    const shown = driver.of('state.delta').map(({ payload }) => payload);
    expect(shown.every((payload) => payload?.['predicted'] === true)).to.equal(true);
    expect(shown.map((payload) => (payload?.['patch'] as { value: string }[])[0]?.value)).to.deep.equal([
      'Once',
      'Once upon a time there was',
      'Once upon a time there was',
    ]);
    expect(driver.of('state.snapshot').pop()?.payload).to.deep.equal({ state: { doc: 'old' } });
    await driver.answer(started(), finished()).send('next', 'client-2');
    expect(driver.last.state, 'what was only predicted').to.deep.equal({ doc: 'old' });
    const confirmed = await run([...events, { type: 'STATE_SNAPSHOT', snapshot: { doc: 'new' } }]);
    expect(confirmed.of('state.snapshot').map(({ payload }) => payload?.['state'])).to.deep.equal([
      { doc: 'old' },
      { doc: 'new' },
    ]);
  });

  it('AG-UI 5.1: media in a result are artifacts; structured output is one too', async () => {
    const driver = await run([
      ...toolCall('c', 'draw', '{}'),
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'r',
        toolCallId: 'c',
        content: [
          { type: 'text', text: 'Here.' },
          {
            type: 'image',
            source: { type: 'url', value: 'https://example.com/a.png', mimeType: 'image/png' },
          },
          { type: 'document', source: { type: 'data', value: 'aGk=', mimeType: 'text/plain' } },
          { type: 'video', source: { type: 'data', value: 'A'.repeat(70_000) } },
        ],
      },
      custom('structured-output.complete', { object: { total: 3 } }),
    ]);
    expect(
      driver
        .of('artifact.created')
        .map(({ artifactId, artifactKind, payload }) => [
          artifactId,
          artifactKind,
          payload?.['readRef'] ?? payload?.['preview'],
        ]),
    ).to.deep.equal([
      ['c/2', 'image', 'https://example.com/a.png'],
      ['c/3', 'document', 'data:text/plain;base64,aGk='],
      ['c/4', 'video', undefined],
      [`${driver.last.runId}:structured-output:1`, 'json', { total: 3 }],
    ]);
  });

  it('AG-UI 5.1: context that a server repeats is told by its names alone', async () => {
    const driver = await Driver.connect();
    const context = [{ description: 'OUI surface list', value: 'long and private' }];
    driver.answer({ ...started(), input: { messages: [], context } }, finished());
    await driver.send();
    expect(driver.of('context.changed')[0]?.payload).to.deep.equal({
      refs: [{ id: 'OUI surface list', label: 'OUI surface list' }],
    });
    expect(JSON.stringify(driver.facts)).not.to.contain('long and private');
  });

  it('AG-UI 4 #15: RAW is counted, its payload goes to the application alone', async () => {
    const seen: unknown[] = [];
    const raw: Wire = { type: 'RAW', source: 'openai', event: { key: 'sk-abcdefgh', n: 1 } };
    const driver = await run([raw], {
      onOpenEvent: ({ kind, name, value }) => {
        seen.push([kind, name, value]);
        return undefined;
      },
    });
    expect(seen).to.deep.equal([['raw', 'openai', raw['event']]]);
    expect(driver.of('diagnostic.changed')[0]?.payload).to.deep.include({
      level: 'info',
      code: 'ag-ui.raw',
      message: 'An event of the provider was left out (27 characters; key, n).',
    });
  });
});

describe('AG-UI and what it has no event for', () => {
  it('AG-UI 5.3: CUSTOM agentui/<class> of an agent, of a run, and what lacks its ids', async () => {
    const driver = await Driver.connect();
    driver.answer(
      started('native'),
      custom('agentui/review.requested', { reviewId: 'r', runId: 'native', payload: { target: 'x' } }),
      custom(
        'agentui/evidence.changed',
        { evidenceId: 'e', payload: { status: 'ready' } },
        { subagentRunId: 's' },
      ),
      custom('agentui/artifact.diff.ready', { payload: { diffRef: 'd' } }),
      finished(),
    );
    await driver.send();
    expect(driver.of('review.requested')[0]).to.include({ reviewId: 'r', runId: driver.last.runId });
    expect(driver.of('evidence.changed')[0]).to.include({ evidenceId: 'e', agentId: 's' });
    expect(driver.of('artifact.diff.ready')).to.deep.equal([]);
    const note = driver.of('diagnostic.changed').find(({ diagnosticId }) => /diff/.test(diagnosticId!));
    expect(note?.payload?.['message']).to.contain('artifactId');
  });

  it('AG-UI 5.3: metadata.agentui rides on any event, alone or as a list, after what that event says', async () => {
    const evidence = (evidenceId: string) => ({
      type: 'evidence.changed',
      evidenceId,
      payload: { status: 'ready' },
    });
    const [open, said, end] = text('m', 'x');
    const driver = await run([
      open!,
      { ...said!, metadata: { agentui: evidence('e1') } },
      { ...end!, metadata: { agentui: [evidence('e2'), { type: 'nothing.known' }] } },
    ]);
    const order = driver
      .of('text.delta', 'text.final', 'evidence.changed')
      .map(({ type, evidenceId }) => evidenceId ?? type);
    expect(order).to.deep.equal(['text.delta', 'text.delta', 'e1', 'text.final', 'e2']);
    expect(driver.codes()).to.deep.equal(['ag-ui.malformed']);
  });

  it('AG-UI 5.3: a question of agentui blocks nothing; its answer begins a run that carries it', async () => {
    const driver = await run([
      custom('agentui/action.required', {
        actionId: 'q',
        payload: { actionType: 'plan_decision', title: 'Go?', decisions: ['approve', 'reject'] },
      }),
    ]);
    expect(driver.of('action.required')[0]).to.include({ actionId: 'q', runId: driver.last.runId });
    await driver.answer(started('b'), finished()).send('meanwhile', 'client-2');
    driver.answer(started('c'), finished());
    expect(await driver.respond('q', 'approve', { note: 'yes' })).to.deep.equal({ status: 'accepted' });
    expect(driver.last.forwardedProps).to.deep.equal({
      agentui: {
        controls: [{ kind: 'respond', actionId: 'q', decision: 'approve', payload: { note: 'yes' } }],
      },
    });
    expect(driver.last).not.to.have.property('resume');
    expect(driver.of('action.resolved')[0]).to.deep.include({ actionId: 'q' });
    expect((await driver.respond('q', 'approve')).status).to.equal('rejected');
  });

  it('AG-UI 5.3: an answer given while a run goes on waits for its end; one that nobody heard can be given again', async () => {
    const driver = await run([
      custom('agentui/action.required', { actionId: 'q', payload: { title: 'Go?' } }),
    ]);
    await driver.send('next', 'client-2');
    await driver.stream.send(started('b'));
    expect(await driver.respond('q', 'reject')).to.deep.equal({ status: 'accepted' });
    expect((await driver.respond('q', 'reject')).status).to.equal('rejected');
    expect(driver.requests).to.have.length(2);
    driver.answerText('{"detail":"busy"}', 'application/json', 503);
    await driver.stream.send(finished());
    await driver.stream.close();
    expect(driver.requests).to.have.length(3);
    expect(driver.of('action.resolved')).to.deep.equal([]);
    await driver.answer(started('c'), finished()).respond('q', 'reject');
    expect(driver.of('action.resolved')[0]?.payload).to.deep.include({ decision: 'reject' });
  });

  it('AG-UI 1.8: capabilities decide what can be asked; controls that AG-UI lacks go into the next run', async () => {
    const capabilities = {
      tools: { clientProvided: false },
      custom: { agentui: { controls: ['request_review', 'steer'] as const } },
    };
    const driver = await Driver.connect({ capabilities: () => Promise.resolve(capabilities) });
    expect(driver.capabilities?.controls).to.include({ send: 'native', request_review: 'native' });
    expect(driver.capabilities?.controls).not.to.have.property('steer');
    driver.answer(
      started(),
      custom('agentui/review.requested', { reviewId: 'r', payload: { target: 'doc' } }),
      finished(),
    );
    const control = { kind: 'request_review', targetId: 'doc' } as const;
    expect(await driver.connection.control(control)).to.deep.equal({ status: 'accepted' });
    await driver.ended();
    expect(driver.last.forwardedProps).to.deep.equal({ agentui: { controls: [control] } });
    expect(driver.last.tools).to.deep.equal([]);
    expect(driver.of('review.requested')[0]).to.include({ reviewId: 'r' });
    const other = await driver.connection.control({ kind: 'export', artifactId: 'doc' });
    expect(other.status).to.equal('unsupported');
  });

  it('AG-UI 1.8: capabilities that cannot be had are a diagnostic', async () => {
    const driver = await Driver.connect({
      capabilities: () => Promise.reject(new Error('not now')),
    });
    await driver.until(() => driver.codes().length > 0);
    expect(driver.codes()).to.deep.equal(['ag-ui.capabilities_failed']);
    expect(driver.capabilities?.controls).to.include({ send: 'native' });
  });

  it('AG-UI 5.1: an interrupt about a call is a permission that is open, then given or not', async () => {
    const driver = await Driver.connect();
    const interrupt = { id: 'i', reason: 'tool_call', toolCallId: 'c', message: 'May I?' };
    driver.answer(
      started(),
      ...toolCall('c', 'delete', '{}'),
      finished({ outcome: { type: 'interrupt', interrupts: [interrupt] } }),
    );
    await driver.send();
    await driver.answer(started('b'), finished()).respond('i', 'reject');
    expect(driver.of('permission.changed').map(({ actionId, payload }) => [actionId, payload])).to.deep.equal(
      [
        ['i', { decision: null, scope: { toolCallId: 'c', toolName: 'delete' } }],
        ['i', { decision: 'denied', scope: { toolCallId: 'c', toolName: 'delete' } }],
      ],
    );
  });

  it('AG-UI 1.9: protobuf is refused with a sentence that says so', async () => {
    const driver = await Driver.connect();
    driver.answerText('\u0000', 'application/vnd.ag-ui.event+proto');
    expect((await driver.send()).reason).to.equal(
      'The agent server answered with protobuf, which this client does not read, instead of an event stream (text/event-stream).',
    );
    expect(driver.ending).to.equal('run.failed bad_content_type');
  });
});
