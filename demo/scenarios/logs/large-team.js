import { recorded } from './recorded.js';

const TEAMMATES = 200;
const ITEMS = 2000;
const TURNS = 300;
const STATUSES = ['open', 'claimed', 'running', 'blocked', 'reviewing', 'done'];
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const teammate = (i) => ({
  type: 'agent.spawned',
  agentId: `agent-${i}`,
  agentName: `Worker ${i}`,
  parentSessionId: 'large-team',
  teamId: 'all',
  teamName: 'Everybody',
  topology: 'parallel_workers',
  runtimeEntity: 'subagent_turn',
  ...(i % 10 ? {} : { teamPolicy: { mode: 'auto' } }),
  payload: {
    status: 'running',
    role: i % 2 ? 'reader' : 'writer',
    parentAgentId: i < 10 ? undefined : `agent-${i % 10}`,
  },
});
const item = (i) => ({
  type: 'task.changed',
  workItemId: `item-${i}`,
  runtimeEntity: 'work_item',
  payload: {
    title: `Work item ${i}`,
    status: STATUSES[i % STATUSES.length],
    assignee: { kind: 'agent', id: `agent-${i % TEAMMATES}` },
    ...(i % 9 ? {} : { dependencies: [`item-${(i + 1) % ITEMS}`] }),
    progress: { percent: i % 101 },
  },
});
const turn = (i) => {
  const own = { runId: `run-${i}`, turnId: `turn-${i}` };
  return [
    { type: 'run.started', ...own, payload: { userMessage: { id: `user-${i}`, text: `Question ${i}` } } },
    {
      type: 'tool.started',
      ...own,
      toolCallId: `call-${i}`,
      payload: { name: 'look_up', title: 'Look it up' },
    },
    { type: 'tool.result', ...own, toolCallId: `call-${i}`, payload: { outputPreview: `${i} hits` } },
    {
      type: 'text.delta',
      ...own,
      messageId: `answer-${i}`,
      partId: 'p',
      payload: { delta: `Answer **${i}**, ` },
    },
    {
      type: 'text.delta',
      ...own,
      messageId: `answer-${i}`,
      partId: 'p',
      payload: { delta: 'with a reason.' },
    },
    { type: 'run.finished', ...own, payload: { outcome: 'success' } },
  ];
};
const ending = (i) => ({
  type: 'agent.completed',
  agentId: `agent-${i}`,
  payload: i % 25 ? { status: 'completed', durationMs: 1000 + i } : { status: 'failed', error: 'No net' },
});

export default recorded({
  id: 'large-team',
  title: 'A team of 200, a board of 2,000',
  about:
    'What is not looked at costs nothing: long lists are drawn as far as they are seen. Play it at once.',
  topology: 'parallel_workers',
  layout: 'team',
  ownRuns: true,
  steps: [
    { type: 'session.opened', payload: { title: 'Everything at once' } },
    { type: 'permission.changed', payload: { mode: 'ask', sandbox: 'workspace' } },
    many(TEAMMATES, teammate),
    many(ITEMS, item),
    many(TURNS, turn),
    many(TEAMMATES / 2, ending),
  ],
});
