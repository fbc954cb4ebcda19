/** Stories of the timeline: plain Agent UI events, as any runtime would send them. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };

/** Numbers events in the order in which they are written. */
const story = (...events) =>
  events.flat(2).map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));

const at = (minute) => new Date(Date.now() - (600 - minute) * 60_000).toISOString();

/** A turn with its steps, from what the person said to how it ended. */
function turn(n, said, steps, end = { outcome: 'success' }, failed = undefined) {
  const ids = { runId: `run-${n}`, turnId: `turn-${n}` };
  return [
    {
      type: 'run.started',
      ...ids,
      timestamp: at(n * 8),
      payload: { userMessage: { id: `u-${n}`, text: said }, startedAt: at(n * 8) },
    },
    ...steps.flat().map((event) => ({ ...ids, ...event })),
    failed
      ? { type: 'run.failed', ...ids, timestamp: at(n * 8 + 2), payload: failed }
      : { type: 'run.finished', ...ids, timestamp: at(n * 8 + 2), payload: end },
  ];
}

const tool = (toolCallId, title, args, output) => [
  { type: 'tool.started', toolCallId, payload: { name: title, title } },
  { type: 'tool.args', toolCallId, payload: { args } },
  { type: 'tool.result', toolCallId, payload: { outputPreview: output, durationMs: 840 } },
];
const thought = (partId, text) => ({
  type: 'reasoning.summary',
  partId,
  payload: { summary: text, title: 'Which sources to trust' },
});
const evidence = (evidenceId, payload, more = {}) => ({
  type: 'evidence.changed',
  evidenceId,
  ...more,
  payload,
});

const RESEARCH = turn(1, 'Which heat pump fits a house from 1964?', [
  thought('r-1', 'Manufacturers exaggerate, so field tests weigh more.'),
  tool('t-1', 'Search field tests', { query: 'heat pump field test 1960s' }, { hits: 12 }),
  tool('t-2', 'Read the study of 2024', { url: 'https://example.com/study' }, 'Seasonal factor 3.1'),
  {
    type: 'artifact.created',
    artifactId: 'art-1',
    artifactKind: 'report',
    payload: { title: 'Heat pumps compared', kind: 'report', status: 'ready' },
  },
]);
const BOOKING = turn(
  2,
  'Ask three installers for an offer',
  [
    tool('t-3', 'Write to Nordwind', { to: 'office@nordwind.example' }, 'sent'),
    [
      { type: 'tool.started', toolCallId: 't-4', payload: { name: 'mail', title: 'Write to Weber' } },
      {
        type: 'tool.failed',
        toolCallId: 't-4',
        payload: { error: 'The mailbox does not exist.', retryable: true },
      },
    ],
  ],
  undefined,
  { error: 'One installer could not be reached.', retryable: true },
);
const PACK = evidence(
  'ev-pack',
  {
    kind: 'pack',
    status: 'ready',
    title: 'How the report was made',
    generatedAt: at(590),
    provenance: { by: 'evidence service', build: '8f2c' },
    verificationOutcomes: [
      { name: 'Sources can be reached', status: 'passed' },
      { name: 'Numbers match the study', status: 'passed' },
      { name: 'Prices are of this year', status: 'partial' },
      { name: 'Licences', status: 'not_applicable' },
    ],
    knownGaps: ['The prices of 2026 had not been published.'],
  },
  {
    evidencePackRef: 'pack://8f2c',
    replayRef: 'replay://8f2c',
    reviewRef: 'review://8f2c',
    traceId: '4bf92f3577b34da6',
    turnId: 'turn-1',
    artifactId: 'art-1',
  },
);
const CITATIONS = evidence(
  'ev-cite',
  {
    kind: 'citation',
    status: 'ready',
    title: 'What the answer rests on',
    sources: [
      {
        id: 's-1',
        title: 'Field test of 77 houses',
        anchor: 'p. 14, table 3',
        url: 'https://example.com/study',
      },
      { id: 's-2', title: 'Energy certificate of the house', anchor: 'page 2', artifactId: 'art-2' },
    ],
  },
  { turnId: 'turn-1' },
);

const many = Array.from({ length: 400 }, (_, i) =>
  turn(
    i,
    `Check account ${i + 1} for double bookings`,
    Array.from({ length: 6 }, (_, s) =>
      tool(`t-${i}-${s}`, `Read page ${s + 1}`, { page: s }, 'nothing odd'),
    ),
    { outcome: i % 17 === 3 ? 'cancelled' : 'success' },
  ),
);

const BAD =
  '<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3)) "><svg onload=alert(4)>';

export default {
  archived: story(RESEARCH, BOOKING, PACK, CITATIONS),
  'packing up': story(
    RESEARCH,
    {
      type: 'run.started',
      runId: 'run-9',
      turnId: 'turn-9',
      payload: { userMessage: { id: 'u-9', text: 'And the costs?' }, startedAt: new Date().toISOString() },
    },
    {
      type: 'tool.started',
      runId: 'run-9',
      turnId: 'turn-9',
      toolCallId: 't-9',
      payload: { name: 'sum', title: 'Add up the offers' },
    },
    evidence('ev-1', { kind: 'pack', status: 'exporting', title: 'Evidence of this session', progress: 0.4 }),
  ),
  'disputed and failing': story(
    BOOKING,
    evidence('ev-a', {
      kind: 'verification',
      status: 'ready',
      title: 'Checks of the release',
      verificationOutcomes: [
        { name: 'Unit tests', status: 'failed' },
        { name: 'Types', status: 'passed' },
        { name: 'Load test', status: 'unknown' },
      ],
    }),
    evidence('ev-b', { kind: 'citation', status: 'ready', title: 'Prices of competitors', disputed: true }),
    evidence('ev-c', { kind: 'audit', status: 'ready', title: 'Audit of last week', stale: true }),
    evidence('ev-d', { kind: 'pack', status: 'failed', title: 'Pack of run 41' }),
    {
      type: 'review.completed',
      reviewId: 'rv-1',
      evidenceRefs: ['ev-b'],
      payload: { reviewer: 'Ines', target: { kind: 'evidence', id: 'ev-b' }, verdict: 'changes_requested' },
    },
  ),
  'facts missing': story(
    { type: 'tool.started', runId: 'r', turnId: 'old', toolCallId: 't', payload: {} },
    { type: 'run.finished', runId: 'r', turnId: 'old', payload: {} },
    evidence('ev-1', {}),
    evidence('ev-2', { kind: 'verification' }),
    evidence('ev-3', { kind: 'citation', status: 'ready' }),
  ),
  huge: story(
    many,
    Array.from({ length: 300 }, (_, i) =>
      evidence(`ev-${i}`, { kind: 'trace', status: 'ready', title: `Trace ${i}` }),
    ),
  ),
  hostile: story(
    turn(1, BAD, [thought('r', BAD), tool('t-1', BAD, { html: BAD }, BAD)]),
    evidence(
      'ev-1',
      {
        kind: BAD,
        status: 'ready',
        title: BAD,
        provenance: BAD,
        knownGaps: [BAD],
        verificationOutcomes: [{ name: BAD, status: BAD }],
        sources: [{ id: BAD, title: BAD, anchor: BAD, url: 'javascript:alert(1)' }],
      },
      { evidencePackRef: BAD, sourceRefs: [BAD] },
    ),
  ),
};
