import { asked, ended, finished, item, recorded, says, spawned, stage } from './recorded.js';

const target = { kind: 'artifact', id: 'art-1' };
const reviewer = { topology: 'review_team', parentSessionId: 'review-team' };

export default recorded({
  id: 'review-team',
  title: 'Two reviewers who do not agree',
  about:
    'A verdict is its reviewer\u2019s; no sentence changes it. Fixes become work items; two verdicts that differ are both shown.',
  topology: 'review_team',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'Review the importer' } },
    asked('Have the importer reviewed.'),
    stage('streaming', 'Asking for reviews'),
    {
      type: 'artifact.created',
      artifactId: 'art-1',
      artifactKind: 'code',
      artifactStatus: 'ready',
      artifactVersionId: 'v1',
      artifactPreview: 'export const readOldFile = (text) => text.split("\\t");\n',
      payload: { title: 'importer.ts' },
    },
    spawned('rev-1', 'Rigorous', { role: 'reviewer' }, reviewer),
    spawned('rev-2', 'Swift', { role: 'reviewer' }, reviewer),
    {
      type: 'review.requested',
      reviewId: 'rv-1',
      agentId: 'rev-1',
      topology: 'review_team',
      payload: { reviewer: 'rev-1', target, policy: 'two readers' },
    },
    {
      type: 'review.requested',
      reviewId: 'rv-2',
      agentId: 'rev-2',
      topology: 'review_team',
      payload: { reviewer: 'rev-2', target, policy: 'two readers' },
    },
    {
      type: 'evidence.changed',
      evidenceId: 'ev-9',
      artifactId: 'art-1',
      payload: {
        kind: 'review',
        status: 'ready',
        title: 'Notes of Rigorous',
        verificationOutcomes: [{ name: 'tests', status: 'failed' }],
      },
    },
    {
      type: 'review.completed',
      reviewId: 'rv-1',
      evidenceRefs: ['ev-9'],
      payload: {
        verdict: 'changes_requested',
        summary: 'Quoted fields are read wrongly.',
        completedAt: '2026-11-30T09:20:00Z',
        requestedFixes: [
          { id: 'fx-1', text: 'Read quoted fields', workItemId: 'wi-1', assignee: 'builder' },
          { id: 'fx-2', text: 'Add tests for empty files' },
        ],
      },
    },
    item('wi-1', {
      title: 'Read quoted fields',
      status: 'open',
      assignee: { kind: 'agent', id: 'builder' },
      priority: 'high',
    }),
    says('The review passed!'),
    {
      type: 'review.completed',
      reviewId: 'rv-2',
      evidenceRefs: ['ev-10'],
      payload: { reviewer: 'rev-2', target, verdict: 'passed', completedAt: '2026-11-30T09:21:00Z' },
    },
    item('wi-1', { status: 'done', evidenceRefs: ['ev-9'] }),
    {
      type: 'review.completed',
      reviewId: 'rv-1',
      evidenceRefs: ['ev-9'],
      payload: {
        verdict: 'changes_requested',
        summary: 'Second round: quoted fields are right now, the tests are still missing.',
        completedAt: '2026-11-30T09:40:00Z',
        requestedFixes: [{ id: 'fx-2', text: 'Add tests for empty files' }],
      },
    },
    ended('rev-1', { status: 'completed', durationMs: 1_240_000 }),
    ended('rev-2', { status: 'completed', durationMs: 61_000 }),
    finished(),
  ],
});
