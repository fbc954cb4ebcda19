/** Delegation as any runtime would tell of it: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };
const story = (...events) => events.flat(2).map((event, i) => ({ ...BASE, sequence: i + 1, ...event }));

const spawned = (agentId, agentName, more = {}, payload = {}) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  parentSessionId: 'gallery',
  ...more,
  payload: { status: 'running', ...payload },
});
const completed = (agentId, payload) => ({ type: 'agent.completed', agentId, payload });
const waits = (taskId, title, waitFor, more = {}) => ({
  type: 'task.changed',
  taskId,
  payload: { title, status: 'waiting', waitFor, timeoutPolicy: 'all', ...more },
});
const session = (title) => ({ type: 'session.updated', payload: { title } });

const three = story(
  session('Ship version 2.4'),
  spawned('p-1', 'Researcher', {}, { spawnReason: 'to find sources' }),
  spawned('p-2', 'Builder'),
  spawned('p-3', 'Tester'),
  waits('merge', 'Merge the results', ['p-1', 'p-2', 'p-3']),
  completed('p-1', { status: 'completed' }),
  completed('p-2', { status: 'failed', error: 'query too broad' }),
);

const levels = story(
  session('Rewrite the billing service'),
  spawned('lead', 'Lead', {}, { role: 'coordinator', spawnReason: 'to coordinate' }),
  ['Backend', 'Frontend', 'Data', 'Docs'].map((name) =>
    spawned(name.toLowerCase(), name, { parentAgentId: 'lead' }, { parentAgentId: 'lead' }),
  ),
  ['API', 'Queue', 'Cache'].map((name) => spawned(`b-${name}`, name, {}, { parentAgentId: 'backend' })),
  ['Forms', 'Tables'].map((name) => spawned(`f-${name}`, name, {}, { parentAgentId: 'frontend' })),
  spawned(
    'design',
    'Design house',
    { agentSource: 'remote' },
    { parentAgentId: 'frontend', status: 'auth_required' },
  ),
  {
    type: 'agent.handoff',
    handoffId: 'h',
    payload: { from: 'data', to: 'docs', reason: 'the schema is final', state: 'accepted' },
  },
  waits('join', 'Integrate', ['b-API', 'b-Queue', 'f-Forms', 'f-Tables']),
  completed('b-API', { status: 'completed' }),
  completed('f-Forms', { status: 'completed' }),
  {
    type: 'review.requested',
    reviewId: 'r',
    payload: { reviewer: 'docs', target: { kind: 'task', id: 'join' } },
  },
  {
    type: 'action.required',
    actionId: 'a',
    agentId: 'b-Cache',
    payload: { actionType: 'clarification', title: 'Which cache?', decisions: ['answer'] },
  },
);

const STATES = ['completed', 'running', 'running', 'running', 'failed', 'completed', 'running', 'idle'];
const huge = story(
  session('Migrate two hundred packages'),
  spawned('lead', 'Coordinator'),
  Array.from({ length: 200 }, (_, i) => {
    const status = STATES[(i * 7) % STATES.length];
    const begun = spawned(`w-${i}`, `Worker ${i + 1}`, {}, { parentAgentId: 'lead' });
    if (status === 'completed' || (status === 'failed' && i % 3 === 0))
      return [begun, completed(`w-${i}`, { status })];
    return status === 'idle'
      ? [begun, { type: 'agent.changed', agentId: `w-${i}`, payload: { status } }]
      : [begun];
  }),
  waits(
    'merge',
    'Merge everything',
    Array.from({ length: 200 }, (_, i) => `w-${i}`),
  ),
);

const missing = story(
  ['a', 'b', 'c'].map((id) => ({
    type: 'agent.changed',
    agentId: id,
    agentName: `Agent ${id}`,
    payload: { status: 'running' },
  })),
  spawned('known', 'Known child'),
  { type: 'agent.handoff', handoffId: 'h', payload: { from: 'nobody', to: 'a' } },
);

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const hostile = story(
  session(EVIL),
  spawned(EVIL, EVIL, { parentSessionId: EVIL }, { spawnReason: EVIL, status: EVIL }),
  waits(EVIL, EVIL, [EVIL], { timeoutPolicy: EVIL }),
);

const chinese = story(
  session('发布二点四版'),
  spawned('a', '协调者'),
  ['研究员', '工程师', '测试员'].map((name) => spawned(name, name, {}, { parentAgentId: 'a' })),
  waits('merge', '合并所有结果并生成报告', ['研究员', '工程师', '测试员']),
  completed('研究员', { status: 'completed' }),
);

export default {
  'three and a wait': three,
  'several levels': levels,
  'two hundred': huge,
  'facts missing': missing,
  hostile,
  中文: chinese,
};
