import { asked, finished, recorded, result, says, stage, tool } from './recorded.js';

const evidence = (evidenceId, payload, fields = {}) => ({
  type: 'evidence.changed',
  evidenceId,
  ...fields,
  payload,
});

export default recorded({
  id: 'evidence-replay',
  title: 'Evidence: sources, checks, a pack for replay, and a dispute',
  about: 'The pack is exported while the answer streams; timeline, replay and review read the same record.',
  topology: 'review_team',
  details: {
    'pack://1': 'Evidence pack 1: 2 sources, 2 checks, 1 replay.',
    'replay://1': 'Replay of turn-1.',
  },
  steps: [
    { type: 'session.opened', payload: { title: 'Is the figure right?' } },
    asked('Is the revenue in the report right?'),
    stage('streaming', 'Checking'),
    tool('tc-1', 'read_ledger', 'Read the ledger', { quarter: 'Q3' }),
    { ...result('tc-1', '4.20 M', { sourceRefs: ['ledger-q3'] }), evidenceId: 'ev-cite' },
    evidence('ev-pack', {
      kind: 'pack',
      status: 'exporting',
      title: 'Pack of this turn',
      progress: { percent: 30 },
    }),
    says('The report says 4.2 M, '),
    evidence('ev-cite', {
      kind: 'citation',
      status: 'ready',
      title: 'Ledger Q3',
      sources: [
        { id: 'ledger-q3', title: 'Ledger, third quarter', anchor: 'row 118' },
        { id: 'report', title: 'Quarterly report', anchor: 'page 4' },
      ],
      provenance: 'accounting system',
      generatedAt: '2026-11-30T09:00:00Z',
    }),
    says('and so does the ledger.', { partId: 't-1' }),
    evidence(
      'ev-pack',
      {
        kind: 'pack',
        status: 'ready',
        verificationOutcomes: [
          { name: 'sum of rows', status: 'passed' },
          { name: 'currency', status: 'partial' },
        ],
        knownGaps: ['Refunds of September are not booked yet'],
      },
      { evidencePackRef: 'pack://1', replayRef: 'replay://1', reviewRef: 'review://1', traceId: 'tr-1' },
    ),
    {
      type: 'review.requested',
      reviewId: 'rv-1',
      payload: { reviewer: 'auditor', target: { kind: 'evidence', id: 'ev-pack' }, requestedBy: 'user' },
    },
    {
      type: 'review.completed',
      reviewId: 'rv-1',
      evidenceRefs: ['ev-pack'],
      payload: { verdict: 'passed', completedAt: '2026-11-30T09:04:00Z' },
    },
    evidence('ev-old', { kind: 'verification', status: 'stale', title: 'Check of yesterday', stale: true }),
    evidence('ev-odd', {
      kind: 'verification',
      status: 'disputed',
      title: 'Exchange rate',
      disputed: true,
      verificationOutcomes: [{ name: 'rate of the day', status: 'failed' }],
    }),
    {
      type: 'text.final',
      messageId: 'm-1',
      payload: { text: 'The report says 4.2 M, and so does the ledger.' },
    },
    finished(),
  ],
});
