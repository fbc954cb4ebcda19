import { expect } from 'chai';
import { EVENT_TYPES } from 'oui-elements/agent-ui';
import {
  agentRuntime,
  RUNTIME_EVENT_TYPES,
  RuntimeMapper,
} from 'oui-elements/agent-ui/adapters/agent-runtime';
import * as fixtures from '../../../fixtures/agent-runtime/lime-profile.js';
import { runtimeEvent, sequence, SEQUENCES } from '../../../fixtures/agent-runtime/sequences.js';
import { FeedDriver } from './agent-events-driver.js';
import { RuntimeDriver, type Fact } from './agent-runtime-driver.js';

/** An event of that type with every id that any type needs. */
const whole = (type: string, payload: object = {}, more: object = {}) =>
  runtimeEvent({
    type,
    sequence: 1,
    eventId: 'e-1',
    stepId: 'st',
    toolCallId: 'tc',
    actionId: 'ac',
    taskId: 'tk',
    runId: 'run-a',
    attemptId: 'at',
    subagentId: 'sa',
    evidenceId: 'ev',
    artifactId: 'art',
    jobId: 'job',
    processId: 'pr',
    payload,
    ...more,
  });

const map = (type: string, payload: object = {}, more: object = {}): Fact[] =>
  new RuntimeMapper().event(whole(type, payload, more)) as Fact[];
const shown = (facts: readonly Fact[]) => facts.map(({ type, payload }) => [type, payload]);

/** §9.2, line by line: the runtime's type → the classes that it becomes. */
const TABLE: readonly [runtime: string, classes: string, payload?: object][] = [
  ['session.created', 'session.opened'],
  ['session.updated', 'session.updated'],
  ['thread.started', 'session.updated state.delta', { status: 'running' }],
  ['thread.updated', 'session.updated'],
  ['turn.submitted', 'run.started run.status', { status: 'queued' }],
  ['turn.started', 'run.started run.status'],
  ['turn.completed', 'run.finished'],
  ['turn.failed', 'run.failed'],
  ...'created accepted queued started updated progress waiting blocked paused resumed cancel_requested cancelled timed_out failed lost completed archived dependency.updated'
    .split(' ')
    .map((name): [string, string] => [`task.${name}`, 'task.changed']),
  ['task.retrying', 'task.changed run.status'],
  ['task.delegated', 'task.changed agent.spawned'],
  ['task.attempt.started', 'task.changed'],
  ['task.attempt.completed', 'task.changed'],
  ['task.attempt.failed', 'task.changed'],
  ['task.profile.resolved', 'diagnostic.changed'],
  ['run.status', 'run.status', { phase: 'running' }],
  ['model.requested', 'run.status metric.changed'],
  ['model.delta', 'text.delta', { text: 'x' }],
  [
    'model.completed',
    'text.final metric.changed diagnostic.changed',
    { text: 'x', usage: { totalTokens: 3 }, stopReason: 'end' },
  ],
  ['model.failed', 'run.status diagnostic.changed', { retryable: true }],
  ['reasoning.delta', 'reasoning.delta'],
  ['reasoning.summary', 'reasoning.summary'],
  ['tool.catalog.resolved', 'context.changed'],
  ['tool.started', 'tool.started tool.args', { safeArgs: { path: 'a' } }],
  ['tool.args', 'tool.args'],
  ['tool.progress', 'tool.progress'],
  ['tool.result', 'tool.result'],
  ['tool.failed', 'tool.failed'],
  ['process.started', 'tool.progress'],
  ['process.output', 'tool.output.delta'],
  ['process.input', 'tool.progress'],
  ['process.completed', 'tool.progress'],
  ['process.failed', 'tool.progress'],
  ['process.terminated', 'tool.progress'],
  ['output.spilled', 'tool.progress'],
  ['output.truncated', 'tool.progress'],
  ['output.redacted', 'tool.progress'],
  ['output.expired', 'tool.progress'],
  ['permission.evaluated', 'permission.changed'],
  ['permission.requested', 'action.required permission.changed'],
  ['permission.resolved', 'action.resolved permission.changed'],
  ['sandbox.applied', 'permission.changed'],
  ['sandbox.violation', 'tool.progress diagnostic.changed'],
  ['policy.changed', 'permission.changed'],
  ['hook.started', 'diagnostic.changed'],
  ['hook.completed', 'tool.progress diagnostic.changed', { decision: 'block' }],
  ['hook.failed', 'diagnostic.changed'],
  ['action.required', 'action.required'],
  ['action.resolved', 'action.resolved'],
  ['queue.changed', 'queue.changed'],
  ['context.resolved', 'context.changed'],
  ['context.compaction.started', 'context.compaction.started'],
  ['context.compaction.completed', 'context.compaction.completed'],
  ['context.compaction.failed', 'context.compaction.completed'],
  ['artifact.changed', 'artifact.changed'],
  ['evidence.changed', 'evidence.changed'],
  ['subagent.spawned', 'agent.spawned task.changed'],
  ['subagent.status', 'agent.changed'],
  ['subagent.input', 'agent.changed'],
  ['subagent.completed', 'agent.completed worker.notification', { notification: true }],
  ['subagent.failed', 'agent.completed'],
  ['subagent.closed', 'agent.completed'],
  ['limit.changed', 'diagnostic.changed'],
  ['rate_limit.hit', 'diagnostic.changed'],
  ['quota.low', 'diagnostic.changed'],
  ['quota.blocked', 'run.status task.changed'],
  ['routing.candidates.resolved', 'run.status'],
  ['routing.decided', 'run.status'],
  ['routing.fallback.applied', 'run.status'],
  ['routing.single_candidate', 'run.status'],
  ['routing.not_possible', 'run.status task.changed'],
  ['cost.estimated', 'metric.changed'],
  ['cost.recorded', 'metric.changed'],
  ['channel.connected', 'agent.changed'],
  ['channel.resumed', 'agent.changed'],
  ['channel.disconnected', 'agent.changed'],
  ['channel.message', 'diagnostic.changed'],
  ['channel.permission_forwarded', 'action.required'],
  ['channel.permission_returned', 'action.resolved'],
  ['channel.peer_task.linked', 'task.changed'],
  ['channel.peer_task.updated', 'task.changed'],
  ...'created started progress completed failed cancelled item.started item.completed item.failed'
    .split(' ')
    .map((name): [string, string] => [`job.${name}`, 'task.changed']),
  ['history.window.loaded', 'messages.snapshot session.hydrated', { messages: [] }],
  ['history.reconstructed', 'messages.snapshot session.updated diagnostic.changed', { messages: [] }],
  ['history.rollback.started', 'session.updated'],
  ['history.rollback.completed', 'messages.snapshot session.updated', { messages: [] }],
  [
    'snapshot.updated',
    'state.snapshot session.hydrated diagnostic.changed diagnostic.changed diagnostic.changed',
  ],
  ['snapshot.repaired', 'session.updated diagnostic.changed'],
  ['runtime.warning', 'diagnostic.changed'],
  ['runtime.error', 'diagnostic.changed'],
  ...'dataset.resolved configuration.resolved trial.started trial.completed trial.failed comparison.completed'
    .split(' ')
    .map((name): [string, string] => [`benchmark.${name}`, 'diagnostic.changed']),
  ['benchmark.reward.recorded', 'diagnostic.changed metric.changed', { reward: { reward: 1 } }],
];

describe('Agent Runtime: every type of the profile', () => {
  for (const [type, classes, payload] of TABLE) {
    it(`§9.2 ${type} becomes ${classes.replaceAll(' ', ', ')}`, () => {
      const facts = map(type, payload);
      expect(facts.map((fact) => fact.type)).to.deep.equal(classes.split(' '));
      const ids = facts.map(({ eventId }) => eventId);
      expect(ids[0]).to.equal('e-1');
      expect(new Set(ids).size).to.equal(ids.length);
      for (const fact of facts) {
        expect(EVENT_TYPES).to.include(fact.type);
        expect(fact).to.include({ threadId: 'thr-1', turnId: 'turn-1', runtimeId: 'rt-1', sequence: 1 });
        expect(fact.sessionId).to.equal('ses-1');
      }
    });
  }

  it('§9.2 the table has them all: 120, and two of a channel’s peer', () => {
    expect(TABLE.map(([type]) => type).sort()).to.deep.equal([...RUNTIME_EVENT_TYPES].sort());
    expect(TABLE).to.have.length(122);
  });
});

describe('Agent Runtime: what the facts say', () => {
  it('§9.2 an unknown type is a diagnostic that keeps its ids', () => {
    const [fact] = map('coffee.brewed', { secret: 'x' });
    expect(fact).to.deep.include({
      type: 'diagnostic.changed',
      taskId: 'tk',
      toolCallId: 'tc',
      turnId: 'turn-1',
    });
    expect(fact.payload).to.deep.equal({
      level: 'info',
      code: 'adapter.unmapped',
      message: '"coffee.brewed" is no event of the Agent Runtime profile.',
    });
  });

  it('§9.1 another version is read all the same, and said once', () => {
    const driver = new RuntimeDriver().say(
      ...[1, 2].map((n) =>
        runtimeEvent({
          type: 'turn.started',
          schemaVersion: 'lime-profile-0.5.0',
          sequence: n,
          eventId: `e${n}`,
        }),
      ),
    );
    expect(driver.codes).to.deep.equal(['adapter.schema_version']);
    expect(driver.of('run.started')).to.have.length(2);
  });

  it('C45 the runtime’s run is the attempt of a task, and a reference anywhere else', () => {
    expect(map('task.attempt.started')[0]).to.include({ runId: 'run-a', attemptId: 'at' });
    const [tool] = map('tool.result');
    expect(tool.runId).to.equal(undefined);
    expect(tool.refs).to.deep.equal({ processId: 'pr', jobId: 'job', runId: 'run-a' });
  });

  it('§9.4 task states keep the runtime’s words beside the standard’s', () => {
    const states = (type: string, payload = {}) => {
      const [{ runtimeStatus, payload: said }] = map(type, payload);
      return [said?.['status'], runtimeStatus];
    };
    expect(states('task.waiting', { status: 'waiting_permission' })).to.deep.equal([
      'waiting_permission',
      'needs_input',
    ]);
    expect(states('task.waiting')).to.deep.equal([undefined, undefined]);
    expect(states('task.cancel_requested')).to.deep.equal(['cancelling', 'running']);
    expect(states('task.lost')).to.deep.equal(['lost', 'unknown']);
    expect(states('task.timed_out')).to.deep.equal(['timed_out', 'failed']);
    expect(states('task.archived')).to.deep.equal(['archived', 'completed']);
    expect(states('task.updated', { status: 'dancing' })).to.deep.equal(['dancing', 'unknown']);
    expect(states('task.attempt.completed')).to.deep.equal([undefined, undefined]);
  });

  it('§9.2 a turn that was cancelled, or failed, is not completed', () => {
    expect(shown(map('turn.completed', { outcome: 'cancelled' }))).to.deep.equal([
      ['run.finished', { outcome: 'cancelled' }],
    ]);
    expect(shown(map('turn.completed', { outcome: 'interrupted' }))).to.deep.equal([
      ['run.finished', { outcome: 'interrupt' }],
    ]);
    expect(shown(map('turn.completed', { status: 'failed', error: 'x' }))).to.deep.equal([
      ['run.failed', { error: 'x' }],
    ]);
    expect(map('model.failed').map(({ type }) => type)).to.deep.equal(['diagnostic.changed']);
    expect(map('runtime.error', { fatal: true, message: 'down' }).map(({ type }) => type)).to.deep.equal([
      'run.failed',
      'diagnostic.changed',
    ]);
  });

  it('§9.2 a process that no tool owns is a row of its own', () => {
    const alone = { toolCallId: undefined };
    expect(map('process.started', { command: 'make' }, alone)[0]).to.deep.include({
      type: 'tool.started',
      toolCallId: 'process:pr',
      payload: { name: 'make', kind: 'command', startedAt: '2026-06-01T09:00:00Z' },
    });
    expect(map('process.output', { channel: 'stderr', chunk: 'no' }, alone)[0].type).to.equal(
      'tool.output.delta',
    );
    expect(map('process.completed', { exitCode: 2 }, alone)[0].payload).to.deep.equal({
      exitCode: 2,
      status: 'error',
      error: 'exit 2',
    });
    expect(map('process.terminated', {}, alone)[0].payload).to.deep.equal({ cancelled: true });
    expect(map('process.started', {}, { ...alone, processId: undefined })[0].payload?.['code']).to.equal(
      'adapter.missing_id',
    );
  });

  it('§2.3 a permission that was evaluated is no grant; one that was resolved is', () => {
    expect(map('permission.evaluated', { decision: 'allow' })[0].payload).to.deep.equal({
      decision: null,
      evaluation: 'allow',
    });
    const [asked, policy] = map('permission.requested', { approval_action_id: 'x', risk: 'high' });
    expect(asked).to.deep.include({
      actionId: 'ac',
      payload: { actionType: 'permission_grant', risk: 'high' },
    });
    expect(policy.payload).to.deep.equal({ risk: 'high', decision: null });
    expect(map('permission.resolved', { decision: 'granted', scope: 'once' })[1].payload).to.deep.equal({
      scope: 'once',
      decision: 'granted',
    });
  });

  it('C12 artifacts are read in the runtime’s spelling, and say no more than they prove', () => {
    const [fact] = map('artifact.changed', {
      artifact_id: 'x',
      read_ref: 'blob://1',
      version_id: 'v2',
      diff_ref: 'd://1',
      preview_ref: 'p://1',
    });
    expect(fact).to.deep.include({
      type: 'artifact.changed',
      artifactId: 'art',
      artifactReadRef: 'blob://1',
      artifactVersionId: 'v2',
      artifactDiffRef: 'd://1',
      payload: { previewRef: 'p://1' },
    });
    expect(fact).not.to.have.any.keys('artifactKind', 'artifactStatus');
    expect(map('artifact.changed', { change: 'deleted' })[0].type).to.equal('artifact.deleted');
  });

  it('M-037 a child that ends is a notification only where the runtime says so; closing it later ends nothing', () => {
    expect(map('subagent.completed').map(({ type }) => type)).to.deep.equal(['agent.completed']);
    const driver = new RuntimeDriver().say(
      whole('subagent.completed', { resultRef: 'res://1' }, { sequence: 1, eventId: 'a' }),
      whole('subagent.closed', {}, { sequence: 2, eventId: 'b' }),
    );
    expect(driver.facts.map(({ type, payload }) => [type, payload?.['status']])).to.deep.equal([
      ['agent.completed', 'completed'],
      ['agent.changed', 'closed'],
    ]);
    expect(driver.snapshot.messages).to.deep.equal([]);
  });

  it('N-020 a channel that is down is stale, and neither done nor failed', () => {
    const [fact] = map('channel.disconnected', { peerId: 'rm-1' });
    expect(fact).to.deep.include({
      type: 'agent.changed',
      agentSource: 'remote',
      payload: { connection: 'disconnected', stale: true },
    });
    expect(fact).not.to.have.property('runtimeStatus');
    expect(map('channel.message', { text: 'hello' })[0].payload).not.to.have.property('text');
  });

  it('M-006 a body that nobody named is not taken, whatever the type', () => {
    for (const type of RUNTIME_EVENT_TYPES) {
      const facts = map(type, { blob: 'sekret-body', raw: { deep: 'sekret-body' } });
      expect(JSON.stringify(facts), type).not.to.include('sekret-body');
    }
  });

  it('N-027 hostile events never throw, whatever the type', () => {
    const hostile: unknown[] = [null, 7, 'x', [], [null], { a: null }, { toString: 1 }, true];
    const names = [
      'payload', 'threads', 'turns', 'tasks', 'attempts', 'safeArgs', 'status', 'usage', 'messages', 'queuedTurns',
      'routingDecision', 'hookRun', 'relationships', 'evidenceSummary', 'subagents', 'toolCalls', 'timestamp', 'eventId',
    ]; // prettier-ignore
    const driver = new RuntimeDriver();
    for (const type of [...RUNTIME_EVENT_TYPES, '__proto__', 'constructor', 'toString', '']) {
      for (const value of hostile) {
        const filled = Object.fromEntries(names.map((name) => [name, value]));
        driver.say({ type, ...filled }, { type, payload: filled });
        driver.read(filled).take(driver.mapper.task(filled)).take(driver.mapper.evidencePack(filled));
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });
});

describe('Agent Runtime: governance', () => {
  const EVENTS = [
    ...Object.keys(SEQUENCES).flatMap((id) => sequence(id)),
    fixtures.SUBMIT_TURN,
    fixtures.ROUTING_SINGLE,
    fixtures.ACTION_REQUIRED,
    fixtures.ATTEMPT_FAILED,
    fixtures.EVIDENCE_EXPORT,
  ] as Record<string, unknown>[];

  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  /** What the facts say, without what is said about them. */
  const saidBy = (facts: readonly Fact[]) =>
    leaves(
      facts
        .filter(({ type }) => type !== 'diagnostic.changed')
        .map(({ type: _, eventId: __, ...said }) => said),
    );

  /** The event without one of the facts of its payload, at any depth. */
  function* without(value: unknown): Generator<unknown> {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      const { [key]: dropped, ...rest } = value as Record<string, unknown>;
      if (!Array.isArray(value)) yield rest;
      for (const inner of without(dropped))
        yield Array.isArray(value) ? Object.assign([...value], { [key]: inner }) : { ...value, [key]: inner };
    }
  }

  it('G4 a fact that is not there is never replaced by one that was made up', () => {
    // What the names of the runtime's events say, and how we call the window of a snapshot.
    const ours = [
      'agent_turn',
      'subagent_turn',
      'queued',
      'running',
      'input-streaming',
      'input-available',
      'msg:turn-1',
      'msg:',
      'success',
      1,
    ];
    for (const event of EVENTS) {
      const before = new Set([
        ...saidBy(new RuntimeMapper().event(event) as Fact[]),
        ...leaves(event),
        ...ours,
      ]);
      const texts = [...before].filter((leaf) => typeof leaf === 'string');
      for (const payload of without(event['payload'])) {
        const made = saidBy(new RuntimeMapper().event({ ...event, payload }) as Fact[]).filter(
          (leaf) => !before.has(leaf) && !texts.some((text) => text.includes(String(leaf))),
        );
        expect(made, `${String(event['type'])} ${JSON.stringify(payload)}`).to.deep.equal([]);
      }
    }
  });

  it('G1 G6 what an assistant writes is only its text', () => {
    const prose = [
      'All tests passed.',
      'I was approved. {"decision":"approve"}',
      'status: completed',
      '<think>x</think>',
      'tool.result ok',
    ];
    for (const text of prose) {
      const driver = new RuntimeDriver().say(
        ...sequence('AUI-AR-READ-003'),
        runtimeEvent({ type: 'model.delta', sequence: 3, payload: { messageId: 'm-1', text } }),
        runtimeEvent({ type: 'model.completed', sequence: 4, payload: { messageId: 'm-1', text } }),
      );
      expect(driver.answer).to.equal(text);
      const { messages: _, turns: __, runs: ___, ...rest } = driver.snapshot;
      const { messages: _m, turns: _t, runs: _r, ...bare } = RuntimeDriver.run('AUI-AR-READ-003').snapshot;
      expect(rest).to.deep.equal(bare);
    }
  });
});

describe('Agent Runtime: order and repetition', () => {
  const facts = ({ snapshot }: RuntimeDriver) => {
    const { diagnostics: _, ...rest } = snapshot;
    return rest;
  };

  for (const id of Object.keys(SEQUENCES)) {
    it(`M-061 ${id}: doubled, replayed, backwards and halved it comes to the same`, () => {
      const events = sequence(id);
      const once = facts(new RuntimeDriver().say(...events));
      expect(
        facts(new RuntimeDriver().say(...events.flatMap((event) => [event, event]))),
        'doubled',
      ).to.deep.equal(once);
      expect(facts(new RuntimeDriver().say(...events, ...events)), 'replayed').to.deep.equal(once);
      expect(facts(new RuntimeDriver().say(...[...events].reverse())), 'backwards').to.deep.equal(once);
      const half = new RuntimeDriver().say(...events.slice(0, events.length >> 1));
      facts(half);
      expect(facts(half.say(...events.slice(events.length >> 1))), 'halved').to.deep.equal(once);
    });
  }
});

describe('agentRuntime: the stream', () => {
  it('§9.3 events, snapshots, tasks and packs come over one wire; what is none of them is said', async () => {
    const driver = await FeedDriver.with(agentRuntime);
    const frames = [
      fixtures.SUBMIT_TURN,
      { snapshot: fixtures.THREAD_READ },
      { task: fixtures.THREAD_READ.tasks[0] },
      { evidencePack: { packRef: 'pack://1' } },
      { capabilities: { controls: ['respond'] } },
      { nonsense: true },
    ];
    await driver.stream.text(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
    expect(driver.facts.map(({ type }) => type)).to.deep.equal([
      'run.started',
      'run.status',
      'state.snapshot',
      'session.hydrated',
      'task.changed',
      'evidence.changed',
    ]);
    expect(driver.facts[4]).to.include({ taskId: 'task_lime_001', threadId: 'thread_lime_001' });
    expect(driver.capabilities.controls).to.deep.equal({ respond: 'native' });
    expect(driver.codes).to.deep.equal(['agent-runtime.malformed']);
  });

  it('§9.6 every published fixture is read without a diagnostic', () => {
    for (const event of [
      fixtures.SUBMIT_TURN,
      fixtures.ROUTING_SINGLE,
      fixtures.ACTION_REQUIRED,
      fixtures.ATTEMPT_FAILED,
      fixtures.EVIDENCE_EXPORT,
    ]) {
      const driver = new RuntimeDriver().say(event);
      expect(driver.codes).to.deep.equal([]);
      expect(driver.facts[0]).to.include({
        eventId: event.eventId,
        sequence: event.sequence,
        sessionId: event.sessionId,
      });
    }
    expect(new RuntimeDriver().read(fixtures.THREAD_READ).codes).to.deep.equal([]);
    const [trial] = map('benchmark.trial.completed', fixtures.BENCHMARK_TRIAL);
    expect(trial.type).to.equal('diagnostic.changed');
  });
});
