import { asked, changed, ended, finished, recorded, says, spawned, stage, task } from './recorded.js';

const child = (id) => ({
  teamId: 'team-1',
  teamName: 'Delivery',
  topology: 'coordinator_team',
  parentSessionId: 'coordinator-team',
  parentThreadId: 'coordinator-team-thread',
  taskId: `tk-${id}`,
});
const report = (id, agentId, payload, fields) => ({
  type: 'worker.notification',
  workerNotificationId: id,
  agentId,
  taskId: `tk-${agentId}`,
  transcriptRef: `transcript://${agentId}`,
  ...fields,
  payload: { role: 'user', ...payload },
});

export default recorded({
  id: 'coordinator-team',
  title: 'A coordinator and its workers',
  about:
    'Workers report; a report is nobody\u2019s speech, and the coordinator\u2019s summary hides none of them.',
  topology: 'coordinator_team',
  layout: 'team',
  details: { 'res://research': '1. Ledger\n2. Old offer\n3. Price list\n4. Contract\n' },
  steps: [
    { type: 'session.opened', payload: { title: 'Compare three offers' } },
    asked('Compare the three offers, and say which one to take.'),
    {
      type: 'team.changed',
      teamId: 'team-1',
      teamName: 'Delivery',
      topology: 'coordinator_team',
      teamPhase: 'forming',
      payload: {
        roster: [
          {
            agentId: 'lead',
            agentName: 'Lead',
            role: 'coordinator',
            status: 'running',
            parentSessionId: 'coordinator-team',
          },
        ],
      },
    },
    stage('routing', 'Dividing the work'),
    spawned(
      'research',
      'Researcher',
      { parentAgentId: 'lead', role: 'research', spawnReason: 'to find what others paid' },
      child('research'),
    ),
    spawned(
      'numbers',
      'Accountant',
      { parentAgentId: 'lead', role: 'numbers', spawnReason: 'to compare the prices' },
      child('numbers'),
    ),
    spawned(
      'legal',
      'Lawyer',
      { parentAgentId: 'lead', role: 'legal', spawnReason: 'to read the conditions' },
      child('legal'),
    ),
    {
      type: 'team.changed',
      teamId: 'team-1',
      teamName: 'Delivery',
      topology: 'coordinator_team',
      teamPhase: 'active',
      teamParallelBudget: 4,
      teamActiveCount: 3,
      teamQueuedCount: 0,
      payload: {},
    },
    task(
      'tk-research',
      { title: 'Find what others paid', status: 'running' },
      { agentId: 'research', runtimeEntity: 'subagent_turn' },
    ),
    task(
      'tk-numbers',
      { title: 'Compare the prices', status: 'running' },
      { agentId: 'numbers', runtimeEntity: 'subagent_turn' },
    ),
    task(
      'tk-legal',
      { title: 'Read the conditions', status: 'running' },
      { agentId: 'legal', runtimeEntity: 'subagent_turn' },
    ),
    changed(
      'research',
      {
        recentMessages: [{ role: 'assistant', text: 'Reading the ledger of last year.' }],
        toolActivity: { name: 'read_ledger', status: 'running' },
      },
      { transcriptRef: 'transcript://research' },
    ),
    report(
      'wn-1',
      'research',
      {
        status: 'completed',
        summary: 'Found 4 sources.',
        resultRef: 'res://research',
        durationMs: 42_000,
        toolCount: 11,
      },
      { workerUsage: { tokens: 9_000 } },
    ),
    task('tk-research', { status: 'completed' }),
    ended('research', { status: 'completed', resultRef: 'res://research', durationMs: 42_000 }),
    report('wn-2', 'legal', {
      status: 'failed',
      summary: 'The second offer has no conditions attached.',
      durationMs: 3_100,
    }),
    task('tk-legal', { status: 'failed', statusReason: 'One document is missing' }),
    ended('legal', { status: 'failed', error: 'One document is missing', durationMs: 3_100 }),
    changed(
      'numbers',
      { status: 'needs_input', reason: 'Which currency?' },
      { runtimeStatus: 'needs_input' },
    ),
    {
      type: 'action.required',
      actionId: 'ac-1',
      agentId: 'numbers',
      agentName: 'Accountant',
      taskId: 'tk-numbers',
      payload: {
        actionType: 'clarification',
        title: 'Which currency shall I compare in?',
        decisions: ['answer'],
        schema: {
          type: 'object',
          properties: { currency: { enum: ['EUR', 'USD'] } },
          required: ['currency'],
        },
      },
    },
    {
      until: 'ac-1',
      answers: {
        answer: [
          {
            type: 'action.resolved',
            actionId: 'ac-1',
            payload: { decision: 'answered', resolvedBy: 'user' },
          },
          changed('numbers', { status: 'running', reason: 'comparing' }, { runtimeStatus: 'running' }),
          report('wn-3', 'numbers', {
            status: 'completed',
            summary: 'The first offer is 8 % cheaper.',
            resultRef: 'res://numbers',
            durationMs: 88_000,
            toolCount: 4,
          }),
          task('tk-numbers', { status: 'completed' }),
          ended('numbers', { status: 'completed', resultRef: 'res://numbers', durationMs: 88_000 }),
        ],
      },
    },
    says('Take the first offer: it is 8 % cheaper. The conditions of the second one could not be read.', {
      agentId: 'lead',
    }),
    changed('lead', { status: 'idle' }, { runtimeStatus: 'idle' }),
    {
      type: 'team.changed',
      teamId: 'team-1',
      teamName: 'Delivery',
      topology: 'coordinator_team',
      teamPhase: 'done',
      teamActiveCount: 0,
      payload: { status: 'done' },
    },
    finished(),
  ],
});
