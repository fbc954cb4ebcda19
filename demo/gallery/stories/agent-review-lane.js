/** Stories of the review lane: plain Agent UI events, as any runtime would send them. */

const BASE = { sessionId: 'gallery', threadId: 'thread', topology: 'review_team' };

const story = (...events) =>
  events.flat(2).map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));

const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const agent = (agentId, agentName, source = 'agent') => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  payload: { status: 'running', source, role: 'reviewer' },
});
const requested = (reviewId, reviewer, target, minutes = 40) => ({
  type: 'review.requested',
  reviewId,
  payload: { reviewer, target, requestedBy: 'Coordinator', requestedAt: ago(minutes) },
});
const completed = (reviewId, payload, evidenceRefs = []) => ({
  type: 'review.completed',
  reviewId,
  evidenceRefs,
  payload: { completedAt: ago(12), ...payload },
});
const artifact = (artifactId, title) => ({
  type: 'artifact.created',
  artifactId,
  artifactKind: 'document',
  payload: { title, status: 'ready' },
});

const TEAM = [
  agent('ines', 'Ines'),
  agent('rook', 'Rook'),
  agent('grace', 'Grace', 'human'),
  artifact('art-1', 'Release notes 4.0'),
  artifact('art-2', 'Migration guide'),
  artifact('art-3', 'Price table'),
];
const NOTES = { kind: 'artifact', id: 'art-1' };
const GUIDE = { kind: 'artifact', id: 'art-2' };
const PRICES = { kind: 'artifact', id: 'art-3' };

const FIXES = [
  { id: 'fx-1', text: 'Say that Node 18 is no longer supported' },
  { id: 'fx-2', text: 'Add the steps for Windows', workItemId: 'wi-7' },
  { text: 'Shorten the second section' },
];

const BAD = '<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3))';

export default {
  'rounds and fixes': story(
    TEAM,
    requested('rv-1', 'ines', GUIDE),
    completed(
      'rv-1',
      {
        verdict: 'changes_requested',
        summary: 'Complete, but nobody on Windows could follow it.',
        requestedFixes: FIXES,
        completedAt: ago(30),
      },
      ['ev-9'],
    ),
    {
      type: 'task.changed',
      workItemId: 'wi-7',
      runtimeEntity: 'work_item',
      payload: { title: 'Steps for Windows', status: 'running', assignee: { kind: 'agent', id: 'rook' } },
    },
    requested('rv-2', 'grace', PRICES, 3),
    { type: 'review.requested', reviewId: 'rv-3', payload: { reviewer: 'rook', target: NOTES } },
    completed('rv-3', { verdict: 'failed', summary: 'Two of the five numbers are of last year.' }, ['ev-1']),
    completed('rv-3', { verdict: 'passed', summary: 'The numbers are right now.' }, ['ev-2']),
  ),
  disputed: story(
    TEAM,
    completed(
      'rv-1',
      {
        reviewer: 'ines',
        target: NOTES,
        verdict: 'changes_requested',
        requestedFixes: [{ id: 'fx-1', text: 'Add tests' }],
      },
      ['ev-9'],
    ),
    { type: 'text.delta', runId: 'r', messageId: 'm', payload: { delta: 'The review passed!' } },
    completed('rv-2', { reviewer: 'rook', target: NOTES, verdict: 'passed' }, ['ev-10']),
    requested('rv-4', 'grace', GUIDE),
  ),
  'facts missing': story(
    { type: 'review.requested', reviewId: 'rv-1', payload: {} },
    { type: 'review.completed', reviewId: 'rv-2', payload: { reviewer: 'ines' } },
    { type: 'review.completed', reviewId: 'rv-3', payload: { verdict: 'levitates', requestedFixes: [{}] } },
  ),
  huge: story(
    Array.from({ length: 40 }, (_, i) => agent(`a-${i}`, `Reviewer ${i}`)),
    Array.from({ length: 400 }, (_, i) => [
      requested(`rv-${i}`, `a-${i % 40}`, { kind: 'artifact', id: `art-${i}` }),
      i % 3 === 0 ? [] : completed(`rv-${i}`, { verdict: i % 3 === 1 ? 'passed' : 'changes_requested' }),
    ]),
  ),
  hostile: story(
    agent('x', BAD),
    completed(
      'rv-1',
      {
        reviewer: 'x',
        requestedBy: BAD,
        target: { kind: BAD, id: BAD },
        verdict: BAD,
        summary: BAD,
        requestedFixes: [{ id: BAD, text: BAD, assignee: BAD }],
      },
      [BAD],
    ),
  ),
};
