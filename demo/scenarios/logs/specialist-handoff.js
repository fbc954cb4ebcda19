import { asked, changed, finished, recorded, says, spawned, stage } from './recorded.js';

const handoff = (payload) => ({
  type: 'agent.handoff',
  handoffId: 'h-1',
  topology: 'specialist_handoff',
  payload: { from: 'planner', to: 'builder', ...payload },
});

export default recorded({
  id: 'specialist-handoff',
  title: 'A specialist takes over',
  about:
    'The owner of the work changes when the hand-off is accepted, not when it is asked for; what was said keeps its author.',
  topology: 'specialist_handoff',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'Build the importer' } },
    asked('Build an importer for the old files.'),
    spawned(
      'planner',
      'Planner',
      { role: 'plan' },
      { topology: 'specialist_handoff', parentSessionId: 'specialist-handoff' },
    ),
    stage('streaming', 'Planning'),
    says('The files have three shapes; an importer needs one reader for each.', { agentId: 'planner' }),
    spawned(
      'builder',
      'Builder',
      { role: 'build', status: 'idle' },
      { topology: 'specialist_handoff', parentSessionId: 'specialist-handoff' },
    ),
    handoff({
      reason: 'The plan is ready, and the builder knows the code.',
      resumeTarget: 'task:importer',
      boundary: { memory: 'summary', context: ['plan', 'three samples'] },
      state: 'handoff_requested',
    }),
    {
      type: 'action.required',
      actionId: 'ac-1',
      agentId: 'planner',
      agentName: 'Planner',
      handoffId: 'h-1',
      payload: {
        actionType: 'handoff_acceptance',
        title: 'Hand the work over to Builder?',
        explanation: 'It gets the plan and three samples, not the whole conversation.',
        decisions: ['accept', 'decline'],
      },
    },
    {
      until: 'ac-1',
      answers: {
        accept: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'accept', resolvedBy: 'user' } },
          handoff({ state: 'accepted', acceptedAt: '2026-11-30T09:10:00Z' }),
          changed('planner', { status: 'idle' }, { runtimeStatus: 'idle' }),
          changed(
            'builder',
            { status: 'running' },
            { runtimeStatus: 'running', teamPolicy: { mode: 'ask-before-write' } },
          ),
          says('I begin with the reader for the oldest shape.', {
            agentId: 'builder',
            messageId: 'm-2',
            partId: 't-2',
          }),
          handoff({ state: 'active' }),
        ],
        decline: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'decline', resolvedBy: 'user' } },
          handoff({ state: 'declined' }),
          says('Then I build it myself, more slowly.', {
            agentId: 'planner',
            messageId: 'm-2',
            partId: 't-2',
          }),
        ],
      },
    },
    finished(),
  ],
});
