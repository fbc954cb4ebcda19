/** Stories of a teammate's transcript: plain Agent UI events. Choose a teammate to open one. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };

const story = (...events) =>
  events.flat(2).map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));

const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const agent = (agentId, agentName, status, payload = {}, more = {}) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  parentSessionId: 'gallery',
  ...more,
  payload: { status, ...payload },
});

const TALK = [
  {
    id: 'm-1',
    role: 'user',
    text: 'Find out which heat pumps were tested in houses of the sixties.',
    timestamp: ago(14),
  },
  {
    id: 'm-2',
    role: 'assistant',
    text: 'I look at three sources:\n\n1. the field test of **2024**\n2. the *consumer* magazine\n3. makers, with care',
    timestamp: ago(13),
  },
  { id: 'm-3', role: 'tool', text: '12 hits', timestamp: ago(12) },
  {
    id: 'm-4',
    role: 'assistant',
    text: 'The field test has 77 houses, nine of them from before 1970.',
    timestamp: ago(11),
  },
];

const TEAM = [
  { type: 'session.opened', payload: { title: 'Renovation' } },
  agent(
    'scout',
    'Scout',
    'running',
    {
      recentMessages: TALK,
      pendingInput: [{ id: 'p-1', text: 'Leave out everything from makers.' }],
      toolActivity: { name: 'Reads the field test', status: 'page 14' },
      policy: { mode: 'ask-before-write', sandbox: 'network off' },
    },
    { transcriptRef: 'transcript://scout' },
  ),
  agent('ada', 'Ada', 'needs_input', {
    recentMessages: [{ role: 'assistant', text: 'Which budget is there?' }],
  }),
  {
    type: 'action.required',
    actionId: 'ac-1',
    agentId: 'ada',
    agentName: 'Ada',
    payload: {
      actionType: 'clarification',
      title: 'Which budget is there?',
      severity: 'low',
      decisions: ['answer'],
    },
  },
  agent('bo', 'Bo', 'completed', {}, { parentAgentId: 'scout' }),
  agent('cy', 'Cy', 'idle'),
];

const BAD = '<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3))';

export default {
  team: story(TEAM),
  'facts missing': story({ type: 'agent.changed', agentId: 'somebody', payload: {} }),
  huge: story(
    Array.from({ length: 200 }, (_, i) =>
      agent(
        `a-${i}`,
        `Worker ${i}`,
        ['running', 'idle', 'completed', 'failed', 'needs_input'][i % 5],
        {
          recentMessages: Array.from({ length: 20 }, (_, n) => ({
            role: 'assistant',
            text: `Step ${n} of part ${i}`,
          })),
        },
        { transcriptRef: `transcript://a-${i}` },
      ),
    ),
  ),
  hostile: story(
    agent('x', BAD, BAD, {
      recentMessages: [
        { role: 'assistant', text: BAD },
        { role: BAD, text: BAD, authorName: BAD },
        BAD,
        { odd: BAD },
      ],
      pendingInput: [BAD],
      toolActivity: BAD,
      policy: BAD,
    }),
  ),
};
