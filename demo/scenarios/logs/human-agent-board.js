import { asked, changed, finished, item, recorded, says, stage } from './recorded.js';

const person = (id, name) => ({ kind: 'human', id, name });
const agent = (id) => ({ kind: 'agent', id });

export default recorded({
  id: 'human-agent-board',
  title: 'A board of people and agents',
  about:
    'Drag a card, or give it to somebody: it stays where its owner has it until the owner says so. Let the runtime refuse to see it come back.',
  topology: 'human_agent_board',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'Launch' } },
    asked('Plan the launch with us.'),
    {
      type: 'team.changed',
      teamId: 'team-1',
      teamName: 'Launch',
      topology: 'human_agent_board',
      payload: {
        roster: [
          { agentId: 'ada', agentName: 'Ada', role: 'engineer', source: 'agent', status: 'running' },
          { agentId: 'lin', agentName: 'Lin', role: 'writer', source: 'agent', status: 'idle' },
          { agentId: 'grace', agentName: 'Grace', role: 'product', source: 'human', status: 'active' },
        ],
        board: [
          {
            workItemId: 'wi-1',
            title: 'Write the specification',
            assignee: person('grace', 'Grace'),
            status: 'open',
            priority: 'high',
          },
          {
            workItemId: 'wi-2',
            title: 'Ship the importer',
            assignee: agent('ada'),
            status: 'blocked',
            blocker: 'wi-1',
            dependencies: ['wi-1'],
          },
          { workItemId: 'wi-3', title: 'Translate the guide', assignee: null, status: 'open' },
          { workItemId: 'wi-4', title: 'Ask the customers', status: 'open' },
        ],
      },
    },
    stage('tool_running', 'Working through the board'),
    item('wi-1', { status: 'claimed' }),
    item('wi-1', { status: 'running', progress: { percent: 30 } }),
    item('wi-3', { status: 'claimed', assignee: agent('lin') }),
    changed('lin', { status: 'running', currentTask: 'wi-3' }, { runtimeStatus: 'running' }),
    item('wi-1', {
      status: 'reviewing',
      progress: { percent: 90 },
      comments: [{ by: 'Ada', text: 'Section 2 is unclear.' }],
    }),
    item('wi-1', {
      status: 'done',
      progress: { percent: 100 },
      artifactRefs: ['art-1'],
      evidenceRefs: ['ev-1'],
      comments: [
        { by: 'Ada', text: 'Section 2 is unclear.' },
        { by: 'Grace', text: 'Rewritten.' },
      ],
    }),
    item('wi-2', { status: 'running', blocker: null, progress: { percent: 10 } }),
    item('wi-4', { status: 'blocked', blocker: { reason: 'Nobody has the addresses' } }),
    says('The specification is done. Asking the customers waits for addresses.'),
    finished(),
  ],
});
