import { recorded } from './recorded.js';

const message = (i) => ({
  id: `m-${i}`,
  role: i % 2 ? 'assistant' : 'user',
  turnId: `turn-${Math.floor(i / 2)}`,
  parts: [
    i % 2
      ? { type: 'assistant_text', id: `t-${i}`, text: `Answer ${i}: it was so, and here is why.` }
      : { type: 'user_text', id: `t-${i}`, text: `Question ${i}: how was that?` },
  ],
});
const range = (from, to) => Array.from({ length: to - from }, (_, i) => message(from + i));

export default recorded({
  id: 'old-session',
  title: 'An old session is opened again',
  about:
    'Title first, then the newest messages, then what waits; older pages, outputs and artifacts when somebody asks.',
  ownRuns: true,
  steps: [
    {
      type: 'session.opened',
      payload: {
        title: 'Old work',
        status: 'restoring',
        preview: 'it was so, and here is why.',
        stale: true,
      },
    },
    { type: 'session.hydrated', payload: { stage: 'H1' } },
    {
      type: 'messages.snapshot',
      payload: { mode: 'window', version: 4, cursor: 'c-20', truncated: true, messages: range(20, 30) },
    },
    {
      type: 'session.hydrated',
      payload: { stage: 'H2', cursor: 'c-20', truncated: true },
    },
    {
      type: 'state.snapshot',
      payload: {
        version: 4,
        pendingActions: [
          {
            actionId: 'ac-7',
            actionType: 'tool_approval',
            title: 'Send the letter?',
            severity: 'medium',
            decisions: ['approve', 'reject'],
          },
        ],
        tasks: [
          {
            taskId: 'tk-1',
            title: 'Write the letter',
            status: 'completed',
            attempts: [
              { attemptId: 'at-1', status: 'failed' },
              { attemptId: 'at-2', status: 'completed' },
            ],
          },
        ],
        agents: [{ subagentId: 'scout', agentName: 'Scout', status: 'idle', parentSessionId: 'old-session' }],
        artifacts: [
          { artifactId: 'art-1', kind: 'document', status: 'ready', title: 'Letter', versionId: 'v3' },
        ],
        team: { teamActiveCount: 0 },
      },
    },
    {
      type: 'session.hydrated',
      payload: {
        stage: 'H3',
        cursor: 'c-20',
        truncated: true,
        timeline: 'deferred',
        artifacts: 'deferred',
        evidence: 'deferred',
      },
    },
    {
      type: 'session.updated',
      payload: { status: 'active', stale: false, unread: false, pinned: true },
    },
    {
      type: 'action.resolved',
      actionId: 'ac-5',
      payload: { decision: 'approve', resolvedBy: 'Grace', auditSummary: 'Approved on another device' },
    },
    {
      type: 'session.opened',
      sessionId: 'older-session',
      threadId: undefined,
      payload: { title: 'Older still' },
    },
    {
      type: 'session.closed',
      sessionId: 'older-session',
      threadId: undefined,
      payload: { reason: 'archived' },
    },
  ],
  older: {
    'c-20': [
      {
        type: 'messages.snapshot',
        payload: { mode: 'older', cursor: 'c-10', truncated: true, messages: range(10, 20) },
      },
      { type: 'session.hydrated', payload: { stage: 'H3', cursor: 'c-10', truncated: true } },
    ],
    'c-10': [
      { type: 'messages.snapshot', payload: { mode: 'older', messages: range(0, 10) } },
      { type: 'session.hydrated', payload: { stage: 'H3', truncated: false, complete: true } },
    ],
  },
});
