import type { AgentUiScenario } from './scenario.js';
import { facts, says, scenario } from './steps.js';
import { TEAM_SEQUENCES as S } from './team-sequences.js';

const noMessages = { none: { messages: [{}] } };

/** What must be so of tasks and teams. Plain JSON. */
export const TEAM_SCENARIOS: readonly AgentUiScenario[] = [
  scenario(
    'AC-12',
    'M-009 M-024 M-045',
    'tasks and teammates are facts; a delegated question names who asks, and the answer goes to its owner',
    says(S['AC-12']),
    facts(
      {
        tasks: [
          { taskId: 'tk-1', runtimeStatus: 'running' },
          { taskId: 'tk-2', runtimeStatus: 'needs_input', agentId: 'ag-2' },
        ],
        agents: [{ agentId: 'ag-3', agentName: 'Bo', runtimeStatus: 'plan_ready' }],
        approvals: [
          { actionId: 'ac-2', state: 'pending', agentId: 'ag-2', agentName: 'Ada', taskId: 'tk-2' },
        ],
      },
      noMessages,
    ),
    { ask: { kind: 'respond', actionId: 'ac-2', decision: 'approve' } },
    { sent: [{ kind: 'respond', actionId: 'ac-2', decision: 'approve' }] },
    facts({ approvals: [{ actionId: 'ac-2', state: 'pending' }] }),
  ),
  scenario(
    'AC-13',
    'M-035 M-036 M-037 M-050 N-003 N-004 N-005',
    'a worker’s notification is no user’s word, stays beside the synthesis, and ends no worker',
    says(S['AC-13']),
    facts(
      {
        notifications: [
          {
            workerNotificationId: 'wn-1',
            agentId: 'w-1',
            status: 'completed',
            resultRef: 'res://1',
            transcriptRef: 'tr://w1',
          },
        ],
        agents: [
          {
            agentId: 'w-1',
            agentName: 'Researcher',
            parentSessionId: 'ses-1',
            sessionId: 'ses-w1',
            runtimeStatus: 'running',
          },
          { agentId: 'lead', agentName: 'Lead' },
        ],
        messages: [{ messageId: 'm-1', agentId: 'lead', text: 'Synthesis: four sources.' }],
      },
      {
        none: { messages: [{ role: 'user' }], agents: [{ agentId: 'w-1', status: 'completed' }] },
        count: { messages: 1 },
      },
    ),
  ),
  scenario(
    'AC-14',
    'M-039 N-015 R5',
    'parallel workers settle one by one; one that is tried again keeps its failure; limits are no failure',
    says(S['AC-14'], 1, 5),
    facts({
      agents: [
        {
          agentId: 'p-1',
          status: 'completed',
          teamParallelBudget: 2,
          teamQueuedCount: 1,
          providerConcurrencyGroup: 'g1',
          queueReason: 'provider_limit',
        },
        { agentId: 'p-2', status: 'failed', error: 'query too broad' },
      ],
      tasks: [{ taskId: 'wait-1', status: 'waiting', waitFor: ['p-1', 'p-2'] }],
    }),
    says(S['AC-14'], 6),
    facts({
      agents: [
        {
          agentId: 'p-2',
          status: 'running',
          pastAttempts: { $has: { status: 'failed', error: 'query too broad' } },
        },
      ],
    }),
  ),
  scenario(
    'AC-15',
    'M-024 N-026',
    'a hand-off keeps its reason and boundary; what was said keeps its author',
    says(S['AC-15'], 1, 2),
    facts({ handoffs: [{ handoffId: 'h-1', state: 'handoff_requested', from: 'planner', to: 'builder' }] }),
    says(S['AC-15'], 3),
    facts({
      handoffs: [
        {
          handoffId: 'h-1',
          state: 'accepted',
          reason: 'implementation',
          resumeTarget: 'task:tk-2',
          boundary: 'summary+refs',
          acceptedAt: '2026-06-01T09:00:00Z',
        },
      ],
      messages: [{ messageId: 'm-1', agentId: 'planner', text: 'Plan ready.' }],
      agents: [{ agentId: 'builder', teamPolicy: { mode: 'ask-before-write' } }],
    }),
  ),
  scenario(
    'AC-16',
    'M-033 M-049 N-006 N-025',
    'a verdict is its reviewer’s, whatever the prose says; two that differ both stand',
    says(S['AC-16'], 1, 3),
    facts(
      { reviews: [{ reviewId: 'rv-1', status: 'changes_requested', evidenceRefs: ['ev-9'] }] },
      { none: { reviews: [{ status: 'passed' }] } },
    ),
    says(S['AC-16'], 4),
    facts({
      reviews: [
        { reviewId: 'rv-1', status: 'changes_requested' },
        { reviewId: 'rv-2', status: 'passed', target: { id: 'art-1' } },
      ],
    }),
  ),
  scenario(
    'AC-17',
    'M-021 M-023 W9',
    'a work item is its board’s: assigning it asks the board, and a refusal changes nothing',
    says(S['AC-17']),
    {
      ask: { kind: 'assign', workItemId: 'wi-2', assignee: 'ag-9' },
      receipt: { status: 'rejected', reason: 'Locked.' },
    },
    { sent: [{ kind: 'assign', workItemId: 'wi-2', assignee: 'ag-9' }] },
    facts({
      tasks: [
        { workItemId: 'wi-1', status: 'done', artifactRefs: ['art-1'], evidenceRefs: ['ev-1'] },
        { workItemId: 'wi-2', status: 'blocked', blocker: 'wi-1', assignee: { kind: 'agent', id: 'ag-1' } },
      ],
    }),
  ),
  scenario(
    'AC-18',
    'M-049 M-051 W24',
    'a background teammate keeps its schedule and its last run; pausing it asks, and changes nothing by itself',
    says(S['AC-18']),
    { ask: { kind: 'stop', taskId: 'job-1', mode: 'pause' } },
    { sent: [{ kind: 'stop', taskId: 'job-1', mode: 'pause' }] },
    facts({
      tasks: [
        {
          taskId: 'job-1',
          status: 'sleeping',
          schedule: '02:00 daily',
          lastRun: { outcome: 'completed' },
          agentId: 'bg-1',
        },
      ],
      notifications: [{ workerNotificationId: 'wn-b', summary: 'no drift' }],
    }),
  ),
  scenario(
    'AC-19',
    'M-049 N-020 N-001',
    'a remote teammate that is idle is not done; its task is done when its owner says so; both ids stay',
    says(S['AC-19'], 1, 4),
    facts(
      {
        agents: [{ agentId: 'rm-1', runtimeStatus: 'idle', agentSource: 'remote', cardRef: 'card://design' }],
        approvals: [{ actionId: 'ac-9', state: 'pending', actionType: 'structured_input' }],
        tasks: [{ taskId: 'tk-9', remoteTaskId: 'a2a-42', status: 'working' }],
      },
      { none: { tasks: [{ status: 'completed' }] } },
    ),
    says(S['AC-19'], 5),
    facts({
      tasks: [{ taskId: 'tk-9', remoteTaskId: 'a2a-42', status: 'completed' }],
      artifacts: [{ artifactId: 'art-r', kind: { $is: 'absent' }, readRef: 'blob://r' }],
    }),
  ),
];
