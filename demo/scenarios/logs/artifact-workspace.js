import { asked, finished, recorded, says, stage } from './recorded.js';

const of =
  (artifactId) =>
  (type, fields, payload = {}) => ({ type, artifactId, ...fields, payload });
const plan = of('art-plan');
const code = of('art-code');
const gone = of('art-old');

const V1 = '# Release plan\n\n1. Freeze on Monday\n2. Ship on Friday\n';
const V2 = '# Release plan\n\n1. Freeze on Monday\n2. Test on Wednesday\n3. Ship on Friday\n';
const DIFF = `--- v1
+++ v2
@@ -1,4 +1,5 @@
 # Release plan
 
 1. Freeze on Monday
-2. Ship on Friday
+2. Test on Wednesday
+3. Ship on Friday
`;

export default recorded({
  id: 'artifact-workspace',
  title: 'Artifacts: versions, a difference, exports, a conflict, a tombstone',
  about:
    'The conversation has cards; the content is in the workspace. Edit version 1 before version 2 arrives to see the conflict.',
  topology: 'solo_run',
  details: {
    'read://plan/v1': V1,
    'read://plan/v2': V2,
    'diff://v1..v2': DIFF,
    'read://code': 'export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri"];\n',
    'dl://x-1': 'The exported plan.',
  },
  steps: [
    { type: 'session.opened', payload: { title: 'Release plan' } },
    asked('Draft a release plan, and a helper for the weekdays.'),
    stage('streaming', 'Writing'),
    says('The plan is in the workspace; here is what matters: ship on Friday. '),
    plan(
      'artifact.created',
      { artifactKind: 'document', artifactStatus: 'creating', sourceRefs: ['turn:turn-1'] },
      { title: 'Release plan', writeCapabilities: ['edit', 'fork', 'export', 'regenerate', 'attach'] },
    ),
    plan('artifact.preview.ready', { artifactPreview: V1 }),
    plan(
      'artifact.version.created',
      {
        artifactVersionId: 'v1',
        artifactStatus: 'ready',
        artifactReadRef: 'read://plan/v1',
        sourceRefs: ['turn:turn-1'],
      },
      { createdAt: '2026-11-30T09:00:00Z' },
    ),
    code(
      'artifact.changed',
      {
        artifactKind: 'code',
        artifactStatus: 'ready',
        artifactVersionId: 'c1',
        artifactReadRef: 'read://code',
      },
      { title: 'weekdays.ts', mimeType: 'text/typescript', writeCapabilities: ['edit', 'export'] },
    ),
    plan('artifact.updated', { artifactStatus: 'updating', artifactVersionId: 'v1' }),
    plan(
      'artifact.version.created',
      {
        artifactVersionId: 'v2',
        artifactStatus: 'ready',
        artifactReadRef: 'read://plan/v2',
        sourceRefs: ['turn:turn-1'],
      },
      { createdAt: '2026-11-30T09:05:00Z' },
    ),
    plan('artifact.preview.ready', { artifactPreview: V2 }),
    plan('artifact.diff.ready', { artifactDiffRef: 'diff://v1..v2' }, { base: 'v1', head: 'v2' }),
    plan('artifact.export.started', { artifactExportId: 'x-1' }, { format: 'pdf' }),
    plan('artifact.export.started', { artifactExportId: 'x-2' }, { format: 'docx' }),
    plan('artifact.export.completed', { artifactExportId: 'x-1' }, { exportRef: 'dl://x-1', format: 'pdf' }),
    plan(
      'artifact.failed',
      { artifactExportId: 'x-2' },
      { operation: 'export', error: 'No converter for docx' },
    ),
    code('artifact.failed', {}, { operation: 'save', error: 'The disk is full' }),
    gone(
      'artifact.created',
      { artifactKind: 'dataset', artifactStatus: 'ready', artifactVersionId: 'o1' },
      { title: 'Dates of last year' },
    ),
    gone('artifact.deleted', { artifactStatus: 'deleted' }),
    says('The dates of last year are not needed any more. ', { partId: 't-2' }),
    finished(),
  ],
});
