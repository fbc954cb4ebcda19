/** Remote agents as any runtime would tell of them: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };
const story = (...events) => events.flat().map((event, i) => ({ ...BASE, sequence: i + 1, ...event }));

const remote = (agentId, agentName, status, more = {}, payload = {}) => ({
  type: 'agent.changed',
  agentId,
  agentName,
  agentSource: 'remote',
  runtimeEntity: 'external_task',
  topology: 'remote_teammate',
  remoteTaskId: `a2a-${agentId}`,
  runtimeStatus: status,
  ...more,
  payload: { cardRef: `card://${agentId}`, ...payload },
});
const task = (taskId, agentId, payload) => ({
  type: 'task.changed',
  taskId,
  agentId,
  remoteTaskId: `a2a-${agentId}`,
  payload,
});

const normal = story(
  remote(
    'design',
    'Design house',
    'idle',
    {},
    {
      connection: 'connected',
      capability: { name: 'Illustration', skills: 'posters, icons' },
      recentMessages: [
        { role: 'agent', text: 'Two drafts are ready.' },
        { role: 'agent', text: 'Which palette do you want?' },
      ],
    },
  ),
  task('tk-9', 'design', {
    title: 'A poster for the release',
    status: 'input_required',
    nativeStatus: 'input-required',
  }),
  {
    type: 'action.required',
    actionId: 'a-9',
    agentId: 'design',
    remoteTaskId: 'a2a-design',
    payload: {
      actionType: 'structured_input',
      title: 'Which palette?',
      decisions: ['answer'],
      schema: {
        type: 'object',
        properties: { palette: { enum: ['warm', 'cool'], description: 'Palette' } },
        required: ['palette'],
      },
    },
  },
  remote(
    'bank',
    'Bank connector',
    'working',
    {},
    { connection: 'connected', capability: { name: 'Statements' } },
  ),
  task('tk-10', 'bank', { title: 'Fetch the statements of May', status: 'auth_required' }),
  {
    type: 'action.required',
    actionId: 'a-10',
    agentId: 'bank',
    payload: {
      actionType: 'credential_request',
      title: 'Sign in at the bank',
      decisions: ['open_settings', 'cancel'],
    },
  },
  remote(
    'trans',
    'Translators',
    'idle',
    {},
    { connection: 'disconnected', capability: { name: '14 languages' } },
  ),
  task('tk-11', 'trans', { title: 'Translate the guide', status: 'working' }),
  remote('print', 'Print shop', 'working'),
  task('tk-12', 'print', { title: 'Print 200 posters', status: 'completed' }),
  {
    type: 'artifact.changed',
    artifactId: 'invoice.pdf',
    agentId: 'print',
    payload: { readRef: 'blob://invoice' },
  },
);

const missing = story(
  { type: 'agent.changed', agentId: 'r', agentSource: 'remote', payload: {} },
  { type: 'task.changed', taskId: 't', runtimeEntity: 'external_task', payload: {} },
);

const failing = story(
  remote('a', 'Alpha', 'working'),
  task('t-a', 'a', { title: 'Scan', status: 'failed', reason: 'The quota is used up' }),
  remote('b', 'Beta', 'working'),
  task('t-b', 'b', { title: 'Index', status: 'rejected' }),
  remote('c', 'Gamma', 'working'),
  task('t-c', 'c', { title: 'Compare', status: 'canceled' }),
);

const huge = story(
  Array.from({ length: 200 }, (_, i) => [
    remote(`r-${i}`, `Remote ${i + 1}`, 'working'),
    task(`t-${i}`, `r-${i}`, {
      title: `Task ${i + 1}`,
      status: ['working', 'submitted', 'completed', 'input_required'][i % 4],
    }),
  ]).flat(),
);

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const hostile = story(
  remote(
    EVIL,
    EVIL,
    EVIL,
    { remoteTaskId: EVIL },
    {
      cardRef: EVIL,
      connection: EVIL,
      capability: { name: EVIL },
      recentMessages: [EVIL, { role: EVIL, text: EVIL }],
    },
  ),
);

const chinese = story(
  remote('d', '设计工坊', 'working', {}, { connection: 'connected', capability: { name: '插画' } }),
  task('t', 'd', { title: '发布海报', status: 'working' }),
);

export default {
  'agents elsewhere': normal,
  'facts missing': missing,
  failing,
  'two hundred': huge,
  hostile,
  中文: chinese,
};
