import { expect } from 'chai';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { fed } from './session-driver.js';

const upTo = (id: string, lines: number) => fed(scenario(id).slice(0, lines));

describe('the team half', () => {
  it('AC-12 M-024 M-038 what asks for a person comes before what works, and names the teammate', () => {
    const session = fed(scenario('AC-12'));
    const { capsules } = session.view('task_capsule').get();
    expect(capsules.map(({ key }) => key)).to.deep.equal(['task:tk-2', 'agent:ag-3', 'task:tk-1']);
    expect(capsules[0]).to.include({
      state: 'permission_required',
      attention: 'high',
      actionId: 'ac-2',
      agentName: 'Ada',
    });
    expect(capsules[1]).to.include({ state: 'plan_ready', label: 'Bo' });
    expect(capsules[2]).to.include({ state: 'running', attention: 'low' });
    expect(session.view('hitl').get().pending[0]).to.include({ agentId: 'ag-2', agentName: 'Ada' });
    expect(session.snapshot().messages).to.deep.equal([]);
  });

  it('AC-12 M-051 a runtime that waits outranks a board that says it runs', () => {
    const [first] = upTo('AC-12', 2).view('task_capsule').get().capsules;
    expect(first).to.include({ key: 'task:tk-2', state: 'needs_input', attention: 'high' });
  });

  it('AC-13 N-004 C11 a notification is its own fact, neither speech nor the end of its worker', () => {
    const session = fed(scenario('AC-13'));
    expect(session.snapshot().messages.map(({ role }) => role)).to.deep.equal(['assistant']);
    const { notifications } = session.view('worker_notifications').get();
    expect(notifications[0]).to.deep.include({
      agentId: 'w-1',
      taskId: 'tk-w1',
      status: 'completed',
      summary: 'Found 4 sources',
      resultRef: 'res://1',
      transcriptRef: 'tr://w1',
      durationMs: 42000,
      usage: { tokens: 9000 },
    });
    const worker = session
      .view('team_roster')
      .get()
      .members.find(({ agentId }) => agentId === 'w-1')!;
    expect(worker).to.include({
      state: 'running',
      ended: false,
      notified: 'completed',
      agentName: 'Researcher',
    });
    const { edges, nodes } = session.view('delegation_graph').get();
    expect(edges[0]).to.include({ kind: 'spawn', from: 'session:ses-1', to: 'agent:w-1', settled: false });
    expect(nodes.find(({ key }) => key === 'agent:w-1')).to.include({ sessionId: 'ses-w1' });
    const team = session.view('team_roster').get().teams[0];
    expect(team).to.include({ teamId: 'team-1', teamName: 'delivery', topology: 'coordinator_team' });
    expect(team.members).to.include({ total: 2, running: 1, ended: 0 });
  });

  it('AC-14 N-015 a wait counts who has settled, names who failed, and keeps the failed attempt of a retry', () => {
    const after4 = upTo('AC-14', 4).view('delegation_graph').get().fanIns[0];
    expect(after4).to.deep.include({ settled: 1, total: 2, failed: [], timeoutPolicy: 'all' });
    const after5 = upTo('AC-14', 5);
    expect(after5.view('delegation_graph').get().fanIns[0]).to.deep.include({ settled: 2, failed: ['p-2'] });
    expect(after5.view('team_roster').get().members[0]).to.include({
      agentId: 'p-2',
      state: 'failed',
      attention: 'high',
    });
    const session = fed(scenario('AC-14'));
    const [p2, p1] = [...session.view('team_roster').get().members];
    expect(p2).to.include({ agentId: 'p-2', state: 'running', ended: false, reason: 'retry' });
    expect(p2.pastAttempts).to.have.lengthOf(1);
    expect(p2.pastAttempts![0]).to.include({ status: 'failed', error: 'query too broad' });
    expect(p1).to.include({
      agentId: 'p-1',
      state: 'completed',
      resultRef: 'res://p1',
      teamPhase: 'fanout',
      teamParallelBudget: 2,
      teamActiveCount: 2,
      teamQueuedCount: 1,
      providerConcurrencyGroup: 'g1',
      queueReason: 'provider_limit',
    });
  });

  it('AC-15 N-026 the active owner changes when a handoff is accepted, and nothing takes over a message', () => {
    expect(upTo('AC-15', 2).view('handoff_lane').get()).to.include({ activeOwner: 'planner' });
    const session = fed(scenario('AC-15'));
    const lane = session.view('handoff_lane').get();
    expect(lane.activeOwner).to.equal('builder');
    expect(lane.handoffs[0]).to.include({
      state: 'accepted',
      reason: 'implementation',
      resumeTarget: 'task:tk-2',
      boundary: 'summary+refs',
      acceptedAt: '2026-06-01T09:00:00Z',
    });
    session.dispatch({
      ...scenario('AC-15')[0],
      sequence: 9,
      agentId: 'builder',
      payload: { delta: '!' },
    } as AgentUiEvent);
    expect(session.snapshot().messages[0]).to.include({ agentId: 'planner' });
    expect(session.view('team_policy').get().policies[0]).to.include({
      agentId: 'builder',
      mode: 'ask-before-write',
      state: 'policy-preview',
    });
  });

  it('AC-16 N-006 a verdict is no prose, and two that differ are both shown as disputed', () => {
    const before = upTo('AC-16', 3).view('review_lane').get().reviews[0];
    expect(before).to.include({
      state: 'changes_requested',
      verdict: 'changes_requested',
      disputed: false,
      reviewer: 'rev',
    });
    expect(before.rounds[0]).to.deep.include({
      evidenceRefs: ['ev-9'],
      requestedFixes: [{ id: 'fx-1', text: 'Add tests' }],
    });
    const { reviews } = fed(scenario('AC-16')).view('review_lane').get();
    expect(reviews.map(({ verdict, disputed }) => [verdict, disputed])).to.deep.equal([
      ['changes_requested', true],
      ['passed', true],
    ]);
  });

  it('AC-16 a second verdict of one review is another round', () => {
    const [requested, completed] = scenario('AC-16');
    const session = fed([
      requested,
      completed,
      { ...completed, sequence: 8, payload: { verdict: 'passed' } } as AgentUiEvent,
    ]);
    const [review] = session.view('review_lane').get().reviews;
    expect(review.rounds.map(({ verdict }) => verdict)).to.deep.equal(['changes_requested', 'passed']);
    expect(review).to.include({ state: 'passed', disputed: false });
  });

  it('AC-17 a board is as its owner has it: done is linked, blocked stays blocked', () => {
    const { items } = fed(scenario('AC-17')).view('work_board').get();
    expect(items[0]).to.deep.include({
      workItemId: 'wi-1',
      title: 'Write spec',
      status: 'done',
      artifactRefs: ['art-1'],
      evidenceRefs: ['ev-1'],
      assignee: { kind: 'human', id: 'pm' },
      comments: [{ by: 'pm', text: 'ok' }],
    });
    expect(items[1]).to.deep.include({
      status: 'blocked',
      blocker: 'wi-1',
      waitsFor: [{ id: 'wi-1', title: 'Write spec', status: 'done', ended: true }],
      assignedTo: { id: 'ag-1', name: undefined, kind: 'agent' },
    });
    const open = fed([{ type: 'task.changed', workItemId: 'w', payload: { assignee: null } }]);
    expect(open.view('work_board').get().items[0]).to.include({
      assignment: 'unassigned',
      status: 'unknown',
    });
  });

  it('SF-WB-1 a board knows whom an item can be given to: who is at work, and who has one already', () => {
    const { people } = fed([
      ...scenario('AC-17'),
      { type: 'agent.changed', agentId: 'ag-1', agentName: 'Ada', payload: { status: 'running' } },
      { type: 'agent.completed', agentId: 'ag-2', payload: { status: 'killed' } },
    ] as AgentUiEvent[])
      .view('work_board')
      .get();
    expect(people).to.deep.equal([
      { id: 'ag-1', name: 'Ada', kind: 'agent' },
      { id: 'pm', name: undefined, kind: 'human' },
    ]);
  });

  it('SF-WB-1 a change of one item leaves every other the same object', () => {
    const session = fed(scenario('AC-17'));
    const [one, other] = session.view('work_board').get().items;
    session.dispatch({
      type: 'task.changed',
      sessionId: 'ses-1',
      threadId: 'thr-1',
      workItemId: 'wi-2',
      sequence: 9,
      payload: { status: 'running' },
    } as AgentUiEvent);
    const now = session.view('work_board').get().items;
    expect(now[0]).to.equal(one);
    expect([now[1].status, other.status]).to.deep.equal(['running', 'blocked']);
    expect(now[1].waitsFor[0]).to.include({ id: 'wi-1', status: 'done' });
  });

  it('SF-TP-1 a policy is compared with the session where both are known, and only there', () => {
    const { policies } = fed([
      {
        type: 'permission.changed',
        sessionId: 's',
        payload: { mode: 'auto', sandbox: 'none', planMode: true },
      },
      {
        type: 'agent.changed',
        sessionId: 's',
        agentId: 'a',
        teamPolicy: { mode: 'ask', planMode: true, budget: 5 },
        payload: {},
      },
    ] as AgentUiEvent[])
      .view('team_policy')
      .get();
    expect(policies[1]).to.deep.include({
      agentId: 'a',
      mode: 'ask',
      planMode: true,
      budget: 5,
      state: 'policy-preview',
      ended: false,
      differs: ['mode'],
    });
    expect(policies[1].sandbox, 'nobody said').to.equal(undefined);
  });

  it('AC-18 a background job keeps its schedule and its last run, and makes no level of its own', () => {
    const session = fed(scenario('AC-18'));
    const [job] = session.view('background_teammate').get().jobs;
    expect(job).to.deep.include({
      taskId: 'job-1',
      agentId: 'bg-1',
      state: 'sleeping',
      schedule: '02:00 daily',
      wakeReason: 'manual',
      lastRun: { runId: 'run-b1', outcome: 'completed' },
    });
    expect(upTo('AC-18', 2).view('background_teammate').get().jobs[0]).to.include({
      state: 'running',
      currentRunId: 'run-b1',
    });
    expect(session.view('delegation_graph').get().nodes).to.deep.equal([]);
  });

  it('AC-19 N-020 a remote teammate is over when its owner says so, not when it idles', () => {
    const asks = upTo('AC-19', 3).view('remote_teammate').get().remotes[0];
    expect(asks).to.deep.include({ pendingActions: ['ac-9'], attention: 'high', cardRef: 'card://design' });
    const idle = upTo('AC-19', 4).view('remote_teammate').get().remotes[0];
    expect(idle).to.include({ state: 'working', agentState: 'idle' });
    expect(upTo('AC-19', 4).view('team_roster').get().members[0]).to.include({ ended: false });
    const session = fed(scenario('AC-19'));
    expect(session.view('remote_teammate').get().remotes).to.have.lengthOf(1);
    expect(session.view('remote_teammate').get().remotes[0]).to.deep.include({
      taskId: 'tk-9',
      remoteTaskId: 'a2a-42',
      state: 'completed',
      artifactIds: ['art-r'],
    });
    expect(session.view('artifact_workspace').get().artifacts[0]).to.include({
      kind: 'unknown',
      readRef: 'blob://r',
    });
  });

  it('M-035 M-057 N-010 a roster names everybody by id, and says of each missing cell why', () => {
    const session = fed([
      { type: 'agent.spawned', agentId: 'a-1', agentName: 'Ada', payload: { model: null } },
      { type: 'agent.spawned', agentId: 'a-2', agentName: 'Ada', payload: { role: 'writer' } },
    ]);
    const [one, other] = session.view('team_roster').get().members;
    expect([one.key, other.key]).to.deep.equal(['a-1', 'a-2']);
    expect(one.fallbacks).to.deep.include({
      model: { token: 'unavailable', reason: 'model.not_provided' },
      role: { token: 'unavailable', reason: 'role.missing' },
      parentSessionId: { token: 'unknown', reason: 'parentSessionId.missing' },
    });
    expect(other.fallbacks).to.not.have.property('role');
    expect(session.view('delegation_graph').get().nodes[0].fallback).to.deep.equal({
      token: 'unknown',
      reason: 'lineage.missing',
    });
  });

  it('M-039 M-051 topology and entity are shown as they are told, and an agent turn makes no teammate', () => {
    const session = fed([
      {
        type: 'task.changed',
        taskId: 't',
        runtimeEntity: 'agent_turn',
        topology: 'solo_run',
        agentName: 'Lead',
        payload: { status: 'running' },
      },
    ]);
    expect(session.snapshot().tasks[0]).to.include({ topology: 'solo_run', runtimeEntity: 'agent_turn' });
    expect(session.view('team_roster').get().members).to.deep.equal([]);
  });

  it('SF-TT-1 a transcript is a window of the last, however many come', () => {
    const recentMessages = Array.from({ length: 50 }, (_, i) => ({ text: `message ${i}` }));
    const session = fed([{ type: 'agent.changed', agentId: 'a', payload: { recentMessages } }]);
    const [transcript] = session.view('teammate_transcript').get().transcripts;
    expect(transcript.recentMessages).to.have.lengthOf(20);
    expect(transcript.recentMessages!.at(-1)).to.deep.equal({ text: 'message 49' });
    expect(transcript.fallbacks).to.have.property('transcriptRef');
  });

  it('N-005 N-006 no sentence ends a team, a task or a teammate', () => {
    const session = fed([
      ...scenario('AC-13').slice(0, 2),
      {
        type: 'text.final',
        sessionId: 'ses-1',
        threadId: 'thr-1',
        messageId: 'm-9',
        sequence: 9,
        payload: {
          text: 'All workers are done, the team has finished, the tool succeeded and you approved.',
        },
      },
    ]);
    expect(
      session
        .view('team_roster')
        .get()
        .members.every(({ ended }) => !ended),
    ).to.equal(true);
    expect(session.snapshot().tasks).to.deep.equal([]);
  });
});
