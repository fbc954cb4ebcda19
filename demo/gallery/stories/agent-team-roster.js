/** Teams as any runtime would tell of them: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };
const story = (...events) => events.flat(2).map((event, i) => ({ ...BASE, sequence: i + 1, ...event }));

const spawned = (agentId, agentName, more = {}, payload = {}) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  parentSessionId: 'gallery',
  runtimeEntity: 'subagent_turn',
  ...more,
  payload: { model: 'large-2', policy: { mode: 'ask before write' }, source: 'agent', ...payload },
});
const changed = (agentId, payload, more = {}) => ({ type: 'agent.changed', agentId, ...more, payload });
const completed = (agentId, payload) => ({ type: 'agent.completed', agentId, payload });

const DELIVERY = { teamId: 'team-1', teamName: 'Delivery' };

const normal = story(
  {
    type: 'team.changed',
    ...DELIVERY,
    topology: 'coordinator_team',
    teamPhase: 'fanin',
    teamParallelBudget: 4,
    teamActiveCount: 2,
    teamQueuedCount: 1,
    providerConcurrencyGroup: 'eu-west',
    queueReason: 'provider_limit',
    payload: { memoryRefs: ['mem-1', 'mem-2'] },
  },
  spawned('lead', 'Lead', DELIVERY, {
    role: 'coordinator',
    color: '#c2410c',
    status: 'running',
    currentTask: 'Put the release together',
  }),
  spawned(
    'research',
    'Researcher',
    { ...DELIVERY, sessionId: 'ses-r', parentSessionId: 'gallery' },
    {
      role: 'worker',
      status: 'running',
      currentTask: 'Read the changelogs of 14 packages',
      usage: { tokens: 48200, cost: 0.41, currency: 'USD' },
      spawnReason: 'to find what breaks',
    },
  ),
  spawned('builder', 'Builder', DELIVERY, {
    role: 'worker',
    status: 'running',
    currentTask: 'Build for three platforms',
  }),
  spawned('review', 'Reviewer', DELIVERY, {
    role: 'reviewer',
    status: 'reviewing',
    currentTask: 'Look at the release notes',
  }),
  spawned('tester', 'Tester', DELIVERY, { role: 'worker', status: 'running' }),
  spawned('docs', 'Docs writer', DELIVERY, { role: 'worker', status: 'running', usage: { tokens: 9100 } }),
  changed(
    'maria',
    { status: 'active', source: 'human', role: 'release manager' },
    { agentName: 'Maria Lopez', ...DELIVERY },
  ),
  changed(
    'design',
    { source: 'remote', cardRef: 'card://design', status: 'working' },
    { agentName: 'Design house', runtimeEntity: 'external_task', remoteTaskId: 'a2a-42', ...DELIVERY },
  ),
  completed('docs', {
    status: 'completed',
    resultRef: 'res://docs',
    durationMs: 182000,
    usage: { tokens: 21000 },
  }),
  completed('tester', { status: 'failed', error: 'Two of 3,142 tests fail on Windows', durationMs: 95000 }),
  spawned('scout-1', 'Scout', DELIVERY, { status: 'idle' }),
  spawned('scout-2', 'Scout', DELIVERY, { status: 'idle' }),
  spawned('scout-3', 'Scout', DELIVERY, { status: 'idle' }),
  spawned('scout-4', 'Scout', DELIVERY, { status: 'idle' }),
  spawned('scout-5', 'Scout', DELIVERY, { status: 'idle' }),
  {
    type: 'action.required',
    actionId: 'a-1',
    agentId: 'builder',
    agentName: 'Builder',
    payload: {
      actionType: 'delegated_permission',
      title: 'May I push the tag v2.4.0?',
      explanation: 'The builds are green. Pushing the tag starts the release.',
      severity: 'high',
      scope: { repository: 'oui-elements' },
      consequence: 'Everybody who follows releases is told.',
      decisions: ['approve', 'reject'],
    },
  },
  {
    type: 'worker.notification',
    workerNotificationId: 'n-1',
    agentId: 'research',
    payload: { role: 'user', status: 'completed', summary: 'Four breaking changes', resultRef: 'res://r' },
  },
);

const missing = story(
  { type: 'agent.changed', agentId: 'agent-7f3a', payload: {} },
  { type: 'agent.spawned', agentId: 'b', agentName: 'Bo', payload: { model: null, role: null } },
  { type: 'agent.completed', agentId: 'c', agentName: 'Cy', payload: {} },
  { type: 'agent.changed', agentId: 'd', agentName: 'Di', payload: { status: 'levitating' } },
);

const failing = story(
  spawned('p-1', 'Parser', { topology: 'parallel_workers', teamPhase: 'partial_failure' }),
  spawned('p-2', 'Linter'),
  spawned('p-3', 'Bundler'),
  spawned('p-4', 'Packer'),
  completed('p-1', { status: 'failed', error: 'query too broad', durationMs: 4200 }),
  completed('p-2', { status: 'timed_out', durationMs: 600000 }),
  completed('p-3', { status: 'killed', error: 'stopped by the coordinator' }),
  {
    type: 'agent.changed',
    agentId: 'p-1',
    attemptId: 'at-2',
    runtimeStatus: 'running',
    payload: { reason: 'retry' },
  },
);

const STATES = ['running', 'running', 'running', 'waiting', 'idle', 'completed', 'running', 'failed'];
const huge = story(
  {
    type: 'team.changed',
    teamId: 'fleet',
    teamName: 'Fleet',
    topology: 'parallel_workers',
    payload: { status: 'active' },
  },
  Array.from({ length: 200 }, (_, i) => {
    const status = STATES[i % STATES.length];
    const begun = spawned(
      `w-${i}`,
      `Worker ${i + 1}`,
      { teamId: 'fleet', teamName: 'Fleet' },
      {
        role: 'worker',
        status: 'running',
        currentTask: `Migrate package ${i + 1} of 200`,
        usage: { tokens: 1000 + i * 137 },
      },
    );
    if (status === 'completed' || status === 'failed')
      return [
        begun,
        completed(`w-${i}`, {
          status,
          durationMs: 1000 * i,
          error: status === 'failed' ? 'exit 1' : undefined,
        }),
      ];
    return status === 'running' ? [begun] : [begun, changed(`w-${i}`, { status })];
  }),
);

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3))';
const hostile = story(
  {
    type: 'team.changed',
    teamId: EVIL,
    teamName: EVIL,
    topology: EVIL,
    teamPhase: EVIL,
    queueReason: EVIL,
    payload: {},
  },
  spawned(
    EVIL,
    EVIL,
    { teamId: EVIL, teamName: EVIL },
    {
      role: EVIL,
      source: EVIL,
      model: EVIL,
      status: EVIL,
      policy: { html: EVIL },
      avatar: 'https://tracker.example/a.png',
      color: 'url(https://tracker.example/c)',
      currentTask: EVIL.repeat(20),
      usage: { cost: EVIL },
    },
  ),
);

/** One event each, by which every way of working together can be told from the others. */
const topologies = story(
  'solo_run coordinator_team parallel_workers specialist_handoff review_team human_agent_board background_teammate remote_teammate'
    .split(' ')
    .map((topology, i) => ({
      type: 'team.changed',
      teamId: `t-${i}`,
      teamName: `Team ${i + 1}`,
      topology,
      payload: {
        roster: [{ agentId: `t-${i}-a`, agentName: `Agent ${i + 1}`, status: 'running', role: 'lead' }],
      },
    })),
);

const chinese = story(
  {
    type: 'team.changed',
    teamId: 'fabu',
    teamName: '发布小组',
    topology: 'coordinator_team',
    teamPhase: 'active',
    payload: {},
  },
  spawned(
    'a',
    '协调者',
    { teamId: 'fabu', teamName: '发布小组' },
    { role: '协调', status: 'running', currentTask: '整理发布说明' },
  ),
  spawned('b', '测试员', { teamId: 'fabu', teamName: '发布小组' }, { role: '测试', status: 'plan_ready' }),
);

export default {
  'a team at work': normal,
  'facts missing': missing,
  failing,
  'two hundred': huge,
  hostile,
  'eight topologies': topologies,
  中文: chinese,
};
