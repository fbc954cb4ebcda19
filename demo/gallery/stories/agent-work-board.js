/** Stories of the work board: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };

/** Numbers events, and gives them the context that they share. */
const story = (...events) => events.map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));
const item = (workItemId, payload) => ({
  type: 'task.changed',
  workItemId,
  runtimeEntity: 'work_item',
  payload,
});
const person = (id, name) => ({ kind: 'human', id, name });
const agent = (id) => ({ kind: 'agent', id });
const member = (agentId, agentName, source = 'agent') => ({
  type: 'agent.changed',
  agentId,
  agentName,
  payload: { status: 'running', source },
});

const TEAM = [
  member('ada', 'Ada'),
  member('lin', 'Lin'),
  member('scout', 'Scout', 'background'),
  { ...member('design', 'Design bureau', 'remote') },
];

const HOSTILE = '<img src=x onerror=alert(1)> [click](javascript:alert(2)) \u202Egnp.exe';

export default {
  'a board of people and agents': story(
    ...TEAM,
    item('wi-1', {
      title: 'Write the specification',
      status: 'done',
      assignee: person('pm', 'Grace'),
      artifactRefs: ['art-spec'],
      evidenceRefs: ['ev-1'],
      comments: [{ by: 'Grace', text: 'Agreed with everybody.', at: '2026-11-30T09:12:00Z' }],
    }),
    item('wi-2', {
      title: 'Ship the importer',
      status: 'blocked',
      assignee: agent('ada'),
      blocker: 'wi-5',
      dependencies: ['wi-1', 'wi-5'],
      priority: 'high',
      comments: [
        { by: 'Ada', text: 'The key for the sandbox is missing.' },
        { by: 'Grace', text: 'I have asked for it.' },
      ],
    }),
    item('wi-3', {
      title: 'Read the logs of last night',
      status: 'running',
      assignee: agent('lin'),
      progress: { percent: 60 },
      priority: 'medium',
    }),
    item('wi-4', {
      title: 'Check the numbers in the quarterly report against the ledger, line by line',
      status: 'reviewing',
      assignee: person('pm', 'Grace'),
      artifactRefs: ['art-2', 'art-3'],
    }),
    item('wi-5', { title: 'Get a key for the sandbox', status: 'open', assignee: null, priority: 'urgent' }),
    item('wi-6', { title: 'Translate the guide', status: 'claimed', assignee: agent('design') }),
    item('wi-7', { title: 'Watch for drift', status: 'running', assignee: agent('scout'), progress: 12 }),
    item('wi-8', { title: 'Ask the customers', status: 'open' }),
  ),
  "the owner's own words": story(
    ...TEAM,
    item('a', { title: 'Waits for the lawyers', status: 'legal_review', assignee: person('l', 'Leo') }),
    item('b', { title: 'Fell over', status: 'failed', assignee: agent('ada'), reason: 'No disk' }),
    item('c', { title: 'Parked until spring', status: 'paused', assignee: person('l', 'Leo') }),
    item('d', { title: 'On it', status: 'running', assignee: agent('ada') }),
  ),
  'facts missing': story(
    item('no-title', { status: 'open' }),
    item('no-status', { title: 'Nobody says where this stands' }),
    item('blocked', { title: 'Blocked by who knows what', status: 'blocked', dependencies: ['not-here'] }),
    item('odd', {
      title: 'Odd shapes',
      status: 'running',
      assignee: 7,
      progress: 'some',
      priority: { level: 'x' },
    }),
  ),
  huge: story(
    ...TEAM,
    ...Array.from({ length: 2000 }, (_, i) =>
      item(`wi-${i}`, {
        title: `Work item ${i}: something that somebody has to do`,
        status: ['open', 'claimed', 'running', 'blocked', 'reviewing', 'done'][i % 6],
        assignee: i % 3 ? agent(['ada', 'lin', 'scout'][i % 3]) : person('pm', 'Grace'),
        dependencies: i % 7 ? [] : [`wi-${(i + 1) % 2000}`],
        progress: { percent: i % 101 },
      }),
    ),
  ),
  hostile: story(
    member('evil', HOSTILE),
    item('constructor', { title: HOSTILE, status: 'constructor', assignee: agent('evil'), blocker: HOSTILE }),
    item('__proto', {
      title: 'x'.repeat(400),
      status: HOSTILE,
      assignee: { kind: HOSTILE, id: HOSTILE, name: HOSTILE },
      comments: [HOSTILE, { by: { a: 1 }, text: { b: 2 } }, null],
      priority: HOSTILE,
      artifactRefs: [HOSTILE],
    }),
  ),
};
