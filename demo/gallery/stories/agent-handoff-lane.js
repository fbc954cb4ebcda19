/** Stories of the hand-off lane: plain Agent UI events, as any runtime would send them. */

const BASE = {
  sessionId: 'gallery',
  threadId: 'thread',
  runId: 'run-1',
  turnId: 'turn-1',
  topology: 'specialist_handoff',
};

const story = (...events) =>
  events.flat(2).map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));

const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const agent = (agentId, agentName) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  payload: { status: 'running' },
});
const handoff = (handoffId, payload, more = {}) => ({ type: 'agent.handoff', handoffId, payload, ...more });

const TEAM = [
  agent('planner', 'Planner'),
  agent('builder', 'Builder'),
  agent('writer', 'Writer'),
  {
    type: 'task.changed',
    taskId: 'tk-2',
    payload: { title: 'Build the booking page', status: 'running' },
  },
];

const ASKED = handoff('h-1', {
  from: 'planner',
  to: 'builder',
  reason: 'The plan is ready; now it has to be built.',
  resumeTarget: 'task:tk-2',
  boundary: 'Summary and references; no raw reasoning.',
  state: 'handoff_requested',
});

const BAD = '<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3))';

export default {
  'waits for you': story(
    TEAM,
    handoff('h-0', {
      from: 'writer',
      to: 'planner',
      reason: 'Needs a plan first',
      state: 'accepted',
      acceptedAt: ago(55),
      boundary: { memory: 'team', context: 'last 20 messages' },
    }),
    ASKED,
  ),
  'as a question': story(TEAM, handoff('h-1', ASKED.payload, { actionId: 'ac-1' }), {
    type: 'action.required',
    actionId: 'ac-1',
    agentId: 'planner',
    agentName: 'Planner',
    payload: {
      actionType: 'handoff_acceptance',
      title: 'May Builder take over?',
      explanation: 'Builder gets the plan, the two drawings and the list of prices.',
      severity: 'low',
      decisions: ['accept', 'decline'],
    },
  }),
  'taken over': story(
    TEAM,
    ASKED,
    handoff('h-1', { from: 'planner', to: 'builder', state: 'accepted', acceptedAt: ago(4) }),
    Array.from({ length: 5 }, (_, i) =>
      handoff(`old-${i}`, {
        from: 'builder',
        to: 'writer',
        reason: `Texts of page ${i + 1}`,
        state: i === 2 ? 'declined' : 'returned',
        acceptedAt: ago(200 - i * 10),
      }),
    ),
    handoff('h-2', {
      from: 'builder',
      to: 'writer',
      reason: 'The last texts',
      state: 'active',
      acceptedAt: ago(1),
    }),
  ),
  'facts missing': story(
    handoff('h-1', { to: 'builder' }),
    handoff('h-2', { from: 'a', to: 'b', state: 'levitating' }),
  ),
  huge: story(
    Array.from({ length: 200 }, (_, i) => agent(`a-${i}`, `Worker ${i}`)),
    Array.from({ length: 400 }, (_, i) =>
      handoff(`h-${i}`, {
        from: `a-${i % 200}`,
        to: `a-${(i + 1) % 200}`,
        reason: `Part ${i}`,
        state: i % 2 ? 'accepted' : 'returned',
        acceptedAt: ago(500 - i),
      }),
    ),
  ),
  hostile: story(
    agent('x', BAD),
    handoff('h-1', {
      from: 'x',
      to: BAD,
      reason: BAD,
      resumeTarget: `artifact:${BAD}`,
      boundary: BAD,
      summary: BAD,
    }),
  ),
};
