import { expect } from 'chai';
import { agentRuntime } from 'oui-elements/agent-ui/adapters/agent-runtime';
import {
  ACTION_REQUIRED,
  ATTEMPT_FAILED,
  EVIDENCE_EXPORT,
  ROUTING_SINGLE,
  SUBMIT_TURN,
  THREAD_READ,
} from '../../../fixtures/agent-runtime/lime-profile.js';
import { runtimeEvent, sequence } from '../../../fixtures/agent-runtime/sequences.js';
import { FeedDriver, json } from './agent-events-driver.js';
import { RuntimeDriver, type Fact } from './agent-runtime-driver.js';

const thread = (more: Record<string, unknown>) => ({
  threadId: 'thr-1',
  status: 'running',
  turns: [],
  pendingRequests: [],
  queuedTurns: [],
  incidents: [],
  evidenceSummary: {},
  ...more,
});
const snapshotOf = (more: Record<string, unknown>, whole: Record<string, unknown> = {}) => ({
  schemaVersion: 'lime-profile-0.4.0',
  runtimeId: 'rt-1',
  sessionId: 'ses-1',
  updatedAt: '2026-06-01T09:00:00Z',
  threads: [thread(more)],
  ...whole,
});
const payloads = (facts: readonly Fact[]) => facts.map(({ payload }) => payload);
const answers = (driver: RuntimeDriver) =>
  driver.snapshot.messages.filter(({ role }) => role === 'assistant');

describe('AC-22 Agent Runtime: identity', () => {
  it('AUI-AR-ID-001 every fact keeps the ids of its runtime, session, thread and turn; no run id is made up', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-001');
    for (const fact of driver.facts) {
      expect(fact).to.include({
        runtimeId: 'rt-1',
        sessionId: 'ses-1',
        threadId: 'thr-1',
        turnId: 'turn-1',
        timestamp: '2026-06-01T09:00:00Z',
      });
      expect(fact.runId).to.equal(undefined);
    }
    expect(driver.run).to.include({ runtimeId: 'rt-1', sessionId: 'ses-1', threadId: 'thr-1' });
    expect(driver.types).to.deep.equal(['run.started', 'run.status', 'run.started', 'run.status']);
    expect(new Set(driver.facts.map(({ eventId }) => eventId)).size).to.equal(4);
  });

  it('AUI-AR-ID-002 attempts are rows of their task; the one that runs is the current one', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-002');
    const task = driver.record('tasks', 'taskId', 'tk-1');
    expect(task).to.include({ status: 'running', currentRunId: 'run-b' });
    expect(task?.['attempts']).to.deep.include.members([
      {
        attemptId: 'at-1',
        runId: 'run-a',
        status: 'failed',
        retryable: true,
        failureCategory: 'tool_failed',
      },
      { attemptId: 'at-2', runId: 'run-b', status: 'running' },
    ]);
  });

  it('AUI-AR-ID-003 tool, question and evidence find each other by id, never by name', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-003');
    expect(driver.record('tools', 'toolCallId', 'tc-1')).to.include({ name: 'write_file', stepId: 'st-1' });
    expect(driver.record('approvals', 'actionId', 'ac-1')).to.include({
      toolCallId: 'tc-1',
      actionType: 'tool_approval',
    });
    expect(driver.record('evidence', 'evidenceId', 'ev-1')).to.include({
      toolCallId: 'tc-1',
      actionId: 'ac-1',
    });
    const other = new RuntimeDriver().say(
      runtimeEvent({
        type: 'tool.started',
        sequence: 1,
        toolCallId: 'tc-9',
        payload: { toolName: 'write_file' },
      }),
      ACTION_REQUIRED,
    );
    const asked = other.record('approvals', 'actionId', 'action_write_001');
    expect(asked?.['toolName']).to.equal('write_file');
    expect(asked).not.to.have.property('toolCallId');
  });

  it('AUI-AR-ID-004 evidence keeps its ids and references, and no body', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-004');
    expect(driver.record('evidence', 'evidenceId', 'ev-1')).to.include({
      traceId: 'tr-1',
      evidencePackRef: 'pack://1',
    });
    expect(JSON.stringify([driver.facts, driver.snapshot])).not.to.include('large');
  });

  it('AUI-AR-ID-005 a child is in its own session, with its parent’s ids, also from a snapshot alone', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-005');
    const lineage = { parentSessionId: 'ses-1', parentThreadId: 'thr-1' };
    expect(driver.record('agents', 'agentId', 'sa-1')).to.include({
      ...lineage,
      sessionId: 'ses-c',
      threadId: 'thr-c',
      agentName: 'Ada',
      agentRole: 'researcher',
      runtimeEntity: 'subagent_turn',
    });
    const again = new RuntimeDriver().read(snapshotOf({ subagents: [{ subagentId: 'sa-1', ...lineage }] }));
    expect(again.record('agents', 'agentId', 'sa-1')).to.include(lineage);
  });
});

describe('Agent Runtime: status and read model', () => {
  it('AUI-AR-READ-001 a status stands before the first text', () => {
    const [first] = sequence('AUI-AR-ID-001');
    const driver = new RuntimeDriver().say(first);
    expect(driver.run?.['stage']).to.equal('accepted');
    expect(answers(driver)).to.deep.equal([]);
    driver.say(runtimeEvent({ type: 'model.delta', sequence: 3, payload: { text: 'Hello' } }));
    expect(driver.answer).to.equal('Hello');
    expect(driver.of('text.delta')[0]).to.include({ messageId: 'msg:turn-1', turnId: 'turn-1' });
    const fixture = new RuntimeDriver().say(SUBMIT_TURN);
    expect(payloads(fixture.of('run.status'))).to.deep.equal([{ stage: 'accepted' }]);
    expect(payloads(fixture.of('run.started'))[0]).to.include({ inputRef: 'input://turn_lime_001/user' });
    expect(fixture.facts[0]).to.include({ traceId: 'trace_lime_001' });
  });

  it('AUI-AR-READ-002 a snapshot says that the turn runs, and makes no text', () => {
    const driver = RuntimeDriver.run('AUI-AR-READ-002');
    expect(driver.run?.['stage']).to.equal('running');
    expect(answers(driver)).to.deep.equal([]);
    expect(driver.types.filter((type) => type.startsWith('text.'))).to.deep.equal([]);
  });

  it('AUI-AR-READ-003 a question stops the turn, whether it comes as an event or in a snapshot', () => {
    const driver = RuntimeDriver.run('AUI-AR-READ-003');
    const [event] = sequence('AUI-AR-READ-003');
    const request = {
      actionId: 'ac-1',
      turnId: 'turn-1',
      actionType: 'tool_permission',
      toolName: 'write_file',
      decisionKind: 'allow_or_deny',
    };
    const listed = new RuntimeDriver()
      .say(event)
      .read(snapshotOf({ turns: [{ turnId: 'turn-1', status: 'running' }], pendingRequests: [request] }));
    for (const { record, run } of [driver, listed].map((each) => ({
      record: each.record('approvals', 'actionId', 'ac-1'),
      run: each.run,
    }))) {
      expect(record).to.include({ state: 'pending', actionType: 'tool_approval', toolName: 'write_file' });
      expect(record?.['decisions']).to.deep.equal(['approve', 'reject']);
      expect(run?.['stage']).to.be.oneOf(['action_required', 'waiting', 'permission_required']);
    }
  });

  it('AUI-AR-READ-004 event and snapshot that agree complete a turn once', () => {
    const driver = RuntimeDriver.run('AUI-AR-READ-004');
    expect(driver.run).to.include({ stage: 'completed', outcome: 'success' });
    expect(driver.snapshot.runs).to.have.length(1);
    expect(driver.record('tools', 'toolCallId', 'tc-1')).to.include({
      state: 'output-available',
      name: 'grep',
    });
    expect(driver.snapshot.diagnostics.map(({ code }) => code)).not.to.include('run.outcome_conflict');
  });

  it('AUI-AR-READ-005 a failed turn keeps its text and its category, and nothing says that it succeeded', () => {
    const driver = RuntimeDriver.run('AUI-AR-READ-005');
    expect(driver.run).to.include({ stage: 'failed', outcome: 'failed' });
    expect(driver.run?.['error']).to.include({ message: 'quota', category: 'quota_blocked' });
    expect(driver.answer).to.equal('All done, deployed');
    expect(driver.types).not.to.include('run.finished');
  });

  it('AUI-AR-READ-006 what a snapshot does not have is not made up, and is said in diagnostics', () => {
    const driver = new RuntimeDriver().read(snapshotOf({ evidenceSummary: undefined }));
    expect(JSON.stringify(driver.facts)).not.to.match(/"model"|"evidenceId"/);
    expect(driver.snapshot.evidence).to.deep.equal([]);
    expect(driver.of('diagnostic.changed').map(({ payload }) => payload?.['section'])).to.deep.equal([
      'routingLimitSummary',
      'telemetrySummary',
      'evidenceRefs',
    ]);
  });
});

describe('Agent Runtime: questions and controls', () => {
  it('AUI-AR-ACTION-001 what can be answered is what the runtime’s kind of decision says', () => {
    const driver = RuntimeDriver.run('AUI-AR-READ-003');
    expect(driver.of('action.required')[0]).to.include({ actionId: 'ac-1' });
    expect(driver.of('action.required')[0].payload).to.deep.include({
      decisionKind: 'allow_or_deny',
      decisions: ['approve', 'reject'],
    });
    const unknown = new RuntimeDriver().say(
      runtimeEvent({
        type: 'action.required',
        actionId: 'a',
        sequence: 1,
        payload: { decisionKind: 'roll_dice' },
      }),
    );
    expect(unknown.of('action.required')[0].payload).not.to.have.property('decisions');
  });

  it('AUI-AR-ACTION-002 an approval is posted with its key, and stands only when the runtime says so', async () => {
    const driver = await FeedDriver.with(agentRuntime);
    const [asked, resolved] = sequence('AUI-AR-ACTION-002').map(
      (event) => `data: ${JSON.stringify(event)}\n\n`,
    );
    await driver.stream.text(asked);
    await driver.control({ kind: 'respond', actionId: 'ac-1', decision: 'approve' });
    expect(driver.posted.map(({ body }) => body)).to.deep.equal([
      {
        kind: 'respond',
        actionId: 'ac-1',
        decision: 'approve',
        sessionId: 'ses-1',
        idempotencyKey: 'respond',
      },
    ]);
    expect(driver.facts.map(({ type }) => type)).to.deep.equal(['action.required']);
    await driver.stream.text(resolved);
    expect(driver.facts.at(-1)).to.deep.include({
      type: 'action.resolved',
      actionId: 'ac-1',
      payload: { decision: 'allow' },
    });
    const session = RuntimeDriver.run('AUI-AR-ACTION-002');
    expect(session.record('approvals', 'actionId', 'ac-1')).to.include({
      state: 'resolved',
      decision: 'approved',
    });
  });

  it('AUI-AR-ACTION-003 a rejection is no result; the tool changes only with its own fact', () => {
    const [asked, denied, failed] = sequence('AUI-AR-ACTION-003');
    const driver = new RuntimeDriver().say(asked, denied);
    expect(driver.types.filter((type) => type.startsWith('tool.'))).to.deep.equal([]);
    expect(driver.record('approvals', 'actionId', 'ac-1')).to.include({
      state: 'resolved',
      decision: 'rejected',
    });
    driver.say(failed);
    expect(driver.of('tool.failed')[0].payload).to.include({ category: 'permission_denied', declined: true });
    expect(driver.of('tool.result')).to.deep.equal([]);
  });

  it('AUI-AR-ACTION-004 the same answer and the same fact twice are one', async () => {
    const driver = await FeedDriver.with(agentRuntime);
    driver.answers.push(
      () => json({ status: 'accepted' }),
      () => json({ status: 'accepted' }),
    );
    const ask = { kind: 'respond', actionId: 'ac-1', decision: 'approve' } as const;
    await Promise.all([driver.control(ask), driver.control(ask)]);
    expect(new Set(driver.posted.map(({ body }) => body?.['idempotencyKey'])).size).to.equal(1);
    const [asked, resolved] = sequence('AUI-AR-ACTION-002');
    const session = new RuntimeDriver().say(asked, resolved, resolved);
    expect(session.snapshot.approvals).to.have.length(1);
    expect(session.snapshot.diagnostics.map(({ code }) => code)).not.to.include('action.resolution_conflict');
  });

  it('AUI-AR-ACTION-005 output that is elsewhere shows its beginning, its size and its reference', () => {
    const driver = RuntimeDriver.run('AUI-AR-ACTION-005');
    expect(driver.record('tools', 'toolCallId', 'tc-1')).to.include({
      state: 'output-available',
      output: 'first lines',
      outputRef: 'out://big',
      sizeBytes: 5_242_880,
    });
    expect(answers(driver)).to.deep.equal([]);
  });

  it('C45 to interrupt is said of a turn', async () => {
    const driver = await FeedDriver.with(agentRuntime);
    await driver.control({ kind: 'interrupt', runId: 'turn-1' });
    expect(driver.posted[0].body).to.deep.equal({
      kind: 'interrupt',
      turnId: 'turn-1',
      sessionId: 'ses-1',
      idempotencyKey: 'interrupt',
    });
  });
});

describe('Agent Runtime: tasks, routing and limits', () => {
  it('AUI-AR-TASK-001 a retry is shown as one, and the attempt that failed stays', () => {
    const events = sequence('AUI-AR-TASK-001');
    const driver = new RuntimeDriver().say(...events.slice(0, 2));
    expect(driver.record('tasks', 'taskId', 'tk-1')?.['status']).to.equal('retrying');
    expect(driver.run?.['stage']).to.equal('retrying');
    driver.say(events[2]);
    const task = driver.record('tasks', 'taskId', 'tk-1');
    expect(task).to.include({ status: 'running', currentRunId: 'run-b' });
    const attempts = task?.['attempts'] as { attemptId: string; status: string }[];
    expect(attempts.map(({ attemptId, status }) => `${attemptId} ${status}`)).to.have.members([
      'at-1 failed',
      'at-2 running',
    ]);
    const fixture = new RuntimeDriver().say(ATTEMPT_FAILED);
    expect(fixture.of('task.changed')[0].payload).not.to.have.property('status');
  });

  it('AUI-AR-TASK-002 a quota, or no route, blocks the task with its reason', () => {
    const driver = RuntimeDriver.run('AUI-AR-TASK-002');
    expect(driver.record('tasks', 'taskId', 'tk-1')).to.include({
      status: 'blocked',
      reason: 'daily token quota',
    });
    expect(driver.run?.['stage']).to.equal('blocked');
    const routing = new RuntimeDriver().say(
      runtimeEvent({
        type: 'routing.not_possible',
        sequence: 1,
        taskId: 'tk-2',
        payload: { capabilityGap: 'vision' },
      }),
    );
    expect(routing.record('tasks', 'taskId', 'tk-2')).to.include({ status: 'blocked', reason: 'vision' });
  });

  it('AUI-AR-TASK-003 the only candidate is a chip, and never prose', () => {
    const driver = new RuntimeDriver().say(SUBMIT_TURN, ROUTING_SINGLE);
    expect(driver.of('run.status').at(-1)?.payload).to.deep.include({
      stage: 'routing',
      model: 'gpt-5.4',
      singleCandidate: true,
      candidateCount: 1,
      decisionSource: 'explicit_default',
      detail: 'single candidate · explicit_default',
    });
    expect(answers(driver)).to.deep.equal([]);
  });

  it('AUI-AR-TASK-004 costs and rate limits are metrics and diagnostics, and no text', () => {
    const driver = RuntimeDriver.run('AUI-AR-TASK-004');
    expect(
      driver.facts.map(({ type, metricName, payload }) => [type, metricName, payload?.['code']]),
    ).to.deep.equal([
      ['metric.changed', 'cost.estimated', undefined],
      ['diagnostic.changed', undefined, 'rate_limit.hit'],
    ]);
    expect(driver.facts[0].payload).to.deep.equal({ value: 0.12, unit: 'USD' });
    expect(driver.facts[1]).to.include({ retryableOverload: true });
    expect(driver.facts[1].payload?.['message']).to.equal('rate_limit.hit; retry after 3000 ms');
  });

  it('AUI-AR-TASK-005 a child and its parent task are known from an event or a snapshot', () => {
    const driver = RuntimeDriver.run('AUI-AR-ID-005').read(
      snapshotOf(
        {},
        { tasks: [{ taskId: 'tk-c', status: 'running', parentTaskId: 'tk-p', rootTaskId: 'tk-p' }] },
      ),
    );
    expect(driver.record('agents', 'agentId', 'sa-1')?.['parentSessionId']).to.equal('ses-1');
    expect(driver.record('tasks', 'taskId', 'tk-c')).to.include({ parentTaskId: 'tk-p', status: 'running' });
  });
});

describe('Agent Runtime: evidence', () => {
  const delta = (sequence: number, text: string) =>
    runtimeEvent({ type: 'model.delta', sequence, payload: { messageId: 'm-1', text } });

  it('AUI-AR-EVID-001 an export goes on beside the text', () => {
    const exporting = runtimeEvent({
      type: 'evidence.changed',
      sequence: 2,
      evidenceId: 'ev-1',
      payload: { status: 'exporting' },
    });
    const driver = new RuntimeDriver().say(delta(1, 'a'), exporting, delta(3, 'b'));
    expect(driver.answer).to.equal('ab');
    expect(driver.record('evidence', 'evidenceId', 'ev-1')?.['status']).to.equal('exporting');
  });

  it('AUI-AR-EVID-002 a pack is its reference', () => {
    const driver = new RuntimeDriver().say(EVIDENCE_EXPORT);
    expect(driver.record('evidence', 'evidenceId', 'evidence_lime_001')).to.deep.include({
      evidencePackRef: 'evidence://sess_lime_001/thread_lime_001/turn_lime_001',
      replayRef: 'replay://sess_lime_001/turn_lime_001',
      verificationOutcomes: [{ name: 'profile_fixture_validation', status: 'passed' }],
    });
    expect(driver.facts[0].refs).to.deep.equal({ runId: 'run_lime_002' });
    expect(driver.facts[0]).not.to.have.property('reviewRef');
  });

  it('AUI-AR-EVID-003 timeline, replay and review read one record', () => {
    const driver = RuntimeDriver.run('AUI-AR-EVID-003');
    expect(driver.snapshot.evidence).to.have.length(1);
    expect(driver.snapshot.evidence[0]).to.deep.include({
      evidencePackRef: 'pack://1',
      replayRef: 'replay://1',
      reviewRef: 'review://1',
      verificationOutcomes: [{ name: 'lint', status: 'failed' }],
    });
    expect(driver.snapshot.reviews).to.deep.equal([]);
  });

  it('AUI-AR-EVID-004 gaps are only those that are listed; a join is what the runtime says of it', () => {
    const refs = { evidenceSummary: { evidenceRefs: ['ev-1'] } };
    const bare = new RuntimeDriver().read(snapshotOf(refs));
    expect(JSON.stringify(bare.facts)).not.to.match(/unlinked|knownGaps|joinStatus/);
    const joined = new RuntimeDriver().read(
      snapshotOf(refs, { telemetrySummary: { joinStatus: 'missing_correlation' } }),
    );
    expect(joined.record('evidence', 'evidenceId', 'ev-1')?.['telemetry']).to.equal('missing_correlation');
  });

  it('AUI-AR-EVID-005 a failed tool names its evidence', () => {
    const driver = RuntimeDriver.run('AUI-AR-EVID-005');
    expect(driver.record('tools', 'toolCallId', 'tc-1')).to.deep.include({
      state: 'output-error',
      evidenceRefs: ['ev-1'],
    });
  });

  it('§9.5 a pack that was read whole gives its references and outcomes, and nothing of its body', () => {
    const driver = new RuntimeDriver();
    driver.take(
      driver.mapper.evidencePack({
        packRef: 'pack://1',
        replayRef: 'replay://1',
        verificationOutcomes: [{ name: 'lint', status: 'passed' }],
        failedCalls: [{ toolCallId: 'tc-1', error: 'secret body' }],
        artifactRefs: ['art-1'],
        runtimeCorrelation: { sessionId: 'ses-1', turnId: 'turn-1', runId: 'run-a', traceId: 'tr-1' },
        transcript: 'secret body',
      }),
    );
    expect(driver.facts).to.deep.equal([
      {
        type: 'evidence.changed',
        sessionId: 'ses-1',
        turnId: 'turn-1',
        traceId: 'tr-1',
        evidenceId: 'pack://1',
        evidencePackRef: 'pack://1',
        replayRef: 'replay://1',
        sourceRefs: ['art-1'],
        payload: {
          kind: 'pack',
          status: 'ready',
          verificationOutcomes: [{ name: 'lint', status: 'passed' }],
          failedToolCallIds: ['tc-1'],
          attemptRunId: 'run-a',
        },
      },
    ]);
  });
});

describe('Agent Runtime: hydration', () => {
  it('AUI-AR-HYDRATE-001 the published snapshot alone is the session, without any event', () => {
    const driver = new RuntimeDriver().read(THREAD_READ);
    expect(driver.record('sessions', 'sessionId', 'sess_lime_001')).to.include({
      workspace: 'workspace_lime_001',
    });
    expect(driver.record('runs', 'turnId', 'turn_lime_001')).to.include({
      stage: 'completed',
      outcome: 'success',
    });
    const [whole] = driver.of('state.snapshot');
    expect((whole.payload?.['runs'] as object[])[0]).to.include({
      model: 'gpt-5.4',
      detail: 'single candidate',
    });
    const task = driver.record('tasks', 'taskId', 'task_lime_001');
    expect(task).to.include({ status: 'completed', currentRunId: 'run_lime_002' });
    expect((task?.['attempts'] as { status: string }[]).map(({ status }) => status)).to.have.members([
      'failed',
      'completed',
    ]);
    expect(driver.snapshot.approvals).to.deep.equal([]);
    expect(driver.snapshot.queue).to.deep.equal([]);
    expect(driver.record('evidence', 'evidenceId', 'evidence_lime_001')).to.deep.include({
      telemetry: 'joined',
    });
    expect(driver.snapshot.messages).to.deep.equal([]);
    expect(driver.of('session.hydrated')[0].payload).to.include({ messages: 'unavailable', stage: 'H3' });
  });

  it('AUI-AR-HYDRATE-002 a stale thread is stale until it is repaired', () => {
    const driver = new RuntimeDriver().read(snapshotOf({ status: 'stale' }));
    const stale = () => driver.record('sessions', 'sessionId', 'ses-1')?.['stale'];
    expect(stale()).to.equal(true);
    driver.say(runtimeEvent({ type: 'snapshot.repaired', sequence: 9, eventId: 'e-9', payload: {} }));
    expect(stale()).to.equal(false);
    expect(driver.codes).to.include('repair');
  });

  it('AUI-AR-HYDRATE-003 references are listed, and nothing is fetched for them', async () => {
    const driver = await FeedDriver.with(agentRuntime);
    await driver.stream.text(`data: ${JSON.stringify({ snapshot: THREAD_READ })}\n\n`);
    const [whole] = driver.facts.filter(({ type }) => type === 'state.snapshot');
    expect(whole.payload?.['evidence']).to.have.length(1);
    expect(driver.asked).to.have.length(1);
  });

  it('AUI-AR-HYDRATE-004 children and their tasks are joined after a snapshot alone', () => {
    const driver = new RuntimeDriver().read(
      snapshotOf(
        {
          subagents: [
            { subagentId: 'sa-1', parentSessionId: 'ses-1', transcriptRef: 'tr://1', taskId: 'tk-c' },
          ],
        },
        { tasks: [{ taskId: 'tk-c', status: 'running', parentTaskId: 'tk-p' }] },
      ),
    );
    expect(driver.record('agents', 'agentId', 'sa-1')).to.include({
      transcriptRef: 'tr://1',
      taskId: 'tk-c',
    });
    expect(driver.record('tasks', 'taskId', 'tk-c')).to.include({ parentTaskId: 'tk-p' });
  });

  it('§5.2 an older snapshot changes nothing', () => {
    const turn = (status: string) => ({ turns: [{ turnId: 'turn-1', status }] });
    const driver = new RuntimeDriver()
      .read(snapshotOf(turn('running'), { updatedAt: '2026-06-01T09:05:00Z' }))
      .read(snapshotOf(turn('queued'), { updatedAt: '2026-06-01T09:00:00Z' }));
    expect(driver.run?.['stage']).to.equal('running');
  });
});
