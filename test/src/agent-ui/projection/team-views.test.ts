import { expect } from 'chai';
import type { AgentUiEvent } from 'oui-elements/agent-ui';
import { scenario } from '../../../fixtures/agent-ui/acceptance.js';
import { fed } from './session-driver.js';

const agent = (sequence: number, agentId: string, more: object = {}, payload: object = {}) =>
  ({ type: 'agent.changed', sequence, agentId, ...more, payload }) as AgentUiEvent;

describe('what the team panels read', () => {
  it('SF-TR-3 M-039 AC-14 limits and topology that only members told of are the limits of their team', () => {
    const { teams } = fed(scenario('AC-14')).view('team_roster').get();
    expect(teams).to.have.lengthOf(1);
    expect(teams[0]).to.deep.include({
      key: '',
      topology: 'parallel_workers',
      teamPhase: 'fanout',
      teamParallelBudget: 2,
      teamActiveCount: 2,
      teamQueuedCount: 1,
      providerConcurrencyGroup: 'g1',
      queueReason: 'provider_limit',
      members: { total: 2, running: 1, attention: 0, ended: 1 },
    });
  });

  it('M-061 of what members say of their team the last word in the owner’s order stands, however it comes', () => {
    const events = [
      agent(1, 'a', { teamName: 'x', teamActiveCount: 1 }),
      agent(2, 'b', { teamName: 'x', teamActiveCount: 2 }),
      agent(3, 'a', { teamName: 'x', teamActiveCount: 3 }),
    ];
    for (const order of [events, [...events].reverse()]) {
      const [team] = fed(order).view('team_roster').get().teams;
      expect(team).to.include({ key: 'x', teamName: 'x', teamActiveCount: 3 });
    }
  });

  it('what the team says of itself stands before what its members say', () => {
    const [team] = fed([
      { type: 'team.changed', sequence: 1, teamId: 't', teamName: 'x', topology: 'review_team', payload: {} },
      agent(2, 'a', { teamName: 'x', topology: 'parallel_workers', teamActiveCount: 4 }),
    ])
      .view('team_roster')
      .get().teams;
    expect(team).to.include({ topology: 'review_team', teamActiveCount: 4 });
    expect(team.fallbacks).to.equal(undefined);
  });

  it('M-039 every topology that a fact names is there, also where there is no team', () => {
    const { topologies, members, teams } = fed([
      { type: 'run.started', runId: 'r', topology: 'solo_run', payload: {} },
      { type: 'task.changed', taskId: 't', topology: 'background_teammate', payload: { status: 'running' } },
    ])
      .view('team_roster')
      .get();
    expect(topologies).to.have.members(['solo_run', 'background_teammate']);
    expect([members, teams]).to.deep.equal([[], []]);
  });

  it('§3.18 a background job has its report and its questions; a background teammate needs no job', () => {
    const session = fed([
      ...scenario('AC-18').slice(0, 3),
      {
        type: 'action.required',
        actionId: 'q',
        taskId: 'job-1',
        sessionId: 'ses-1',
        payload: { actionType: 'clarification' },
      },
      agent(9, 'bg-2', { agentSource: 'background' }, { schedule: 'hourly', status: 'sleeping' }),
    ] as AgentUiEvent[]);
    const [job, idle] = session.view('background_teammate').get().jobs;
    expect(job).to.deep.include({
      taskId: 'job-1',
      pendingActions: ['q'],
      attention: 'high',
      report: { status: 'completed', summary: 'no drift', resultRef: 'res://b1' },
    });
    expect(idle).to.deep.include({
      agentId: 'bg-2',
      schedule: 'hourly',
      state: 'sleeping',
      pendingActions: [],
    });
  });

  it('N-020 §3.19 a remote task is over by its own word, and its question ends with it', () => {
    const at = (lines: number) =>
      fed(scenario('AC-19').slice(0, lines)).view('remote_teammate').get().remotes[0];
    expect([at(4)!.ended, at(6)!.ended]).to.deep.equal([false, true]);
    expect(at(6)!.attention).to.equal('hidden');
  });

  it('§3.13 sessions have their titles, and tasks say how they stand', () => {
    const { nodes } = fed([
      ...scenario('AC-14'),
      { type: 'session.updated', sessionId: 'ses-1', payload: { title: 'Search' } },
    ] as AgentUiEvent[])
      .view('delegation_graph')
      .get();
    expect(nodes.find(({ key }) => key === 'session:ses-1')).to.include({ label: 'Search' });
    expect(nodes.find(({ key }) => key === 'task:wait-1')).to.include({ state: 'waiting' });
  });
});
