import { expect } from 'chai';
import { AgentSession, type AgentUiEvent } from 'oui-elements/agent-ui';
import { fed } from './session-driver.js';

const say = (type: string, fields: object, payload: object = {}): AgentUiEvent =>
  ({ type, sessionId: 's', ...fields, payload }) as AgentUiEvent;

describe('how much there is to show', () => {
  it('§3.0 a surface without a fact has none, and every fact is counted where it is shown', () => {
    expect(Object.values(new AgentSession().presence).every((count) => count === 0)).to.equal(true);
    const session = fed([
      say('artifact.created', { artifactId: 'a' }),
      say('evidence.changed', { evidenceId: 'e' }),
      say('agent.spawned', { agentId: 'lead', parentSessionId: 's' }),
      say('agent.spawned', { agentId: 'far' }, { source: 'remote' }),
      say('task.changed', { taskId: 'w', workItemId: 'w' }),
      say('task.changed', { taskId: 'plain' }),
      say('task.changed', { taskId: 'job', runtimeEntity: 'automation_job' }),
      say('agent.handoff', { handoffId: 'h' }, { from: 'lead', to: 'far' }),
      say('worker.notification', { workerNotificationId: 'n', agentId: 'lead' }),
      say('review.requested', { reviewId: 'r' }),
    ]);
    expect(session.presence).to.include({
      artifact_workspace: 1,
      timeline_evidence: 1,
      team_roster: 2,
      work_board: 1,
      delegation_graph: 2,
      handoff_lane: 1,
      worker_notifications: 1,
      review_lane: 1,
      background_teammate: 1,
      remote_teammate: 1,
    });
  });

  it('§3.13 teammates of whom nobody says whose they are make no graph', () => {
    const session = fed([say('agent.spawned', { agentId: 'a' }), say('agent.spawned', { agentId: 'b' })]);
    expect(session.presence).to.include({ team_roster: 2, delegation_graph: 0 });
  });

  it('it agrees with what the views show', () => {
    const session = fed([
      say('agent.spawned', { agentId: 'a', parentSessionId: 's' }),
      say('task.changed', { taskId: 'w', workItemId: 'w' }),
      say('task.changed', { taskId: 'j', runtimeEntity: 'automation_job' }),
    ]);
    const { presence } = session;
    expect(presence.team_roster).to.equal(session.view('team_roster').get().members.length);
    expect(presence.work_board).to.equal(session.view('work_board').get().items.length);
    expect(presence.background_teammate).to.equal(session.view('background_teammate').get().jobs.length);
  });
});
