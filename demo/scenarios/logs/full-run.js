import { asked, finished, recorded, result, says, stage, thinks, tool } from './recorded.js';

const REPORT = `# Release 2.4

Three changes reach users: faster search, export to PDF, and a fix for the calendar on phones.

| area | change |
| --- | --- |
| search | 40 % faster |
| export | PDF |
| calendar | fixed on phones |
`;

export default recorded({
  id: 'full-run',
  title: 'One run from the first word to the evidence',
  about:
    'Status before text, a plan, thoughts, tools, a question, an artifact, evidence; a message waits in the queue.',
  topology: 'solo_run',
  details: { 'out://log': 'feat: faster search\nfeat: export to PDF\nfix: calendar on phones\n' },
  steps: [
    { type: 'session.opened', payload: { title: 'Release notes', workspace: 'website' } },
    asked('Write the release notes for 2.4.', { label: 'Release notes' }),
    { ...stage('accepted'), topology: 'solo_run' },
    stage('preparing', 'Assembling context', { model: 'large-2' }),
    {
      type: 'context.changed',
      payload: {
        refs: [{ id: 'f-1', label: 'CHANGELOG.md', kind: 'file' }],
        budget: { used: 18_000, limit: 64_000, unit: 'tokens' },
        retrieval: [{ sourceId: 'git-log' }],
      },
    },
    {
      type: 'permission.changed',
      payload: { mode: 'ask-before-write', risk: 'medium', sandbox: 'workspace' },
    },
    stage('planning', 'Planning'),
    { type: 'plan.delta', partId: 'pl-1', payload: { delta: '1. Read the log\n' } },
    { type: 'plan.delta', partId: 'pl-1', payload: { delta: '2. Write the notes\n3. Check the links' } },
    {
      type: 'plan.final',
      partId: 'pl-1',
      payload: { steps: ['Read the log', 'Write the notes', 'Check the links'], risk: 'low' },
    },
    thinks(
      'Users care about what changed for them, not about commits.',
      'r-1',
      'Sorted commits by what users notice',
    ),
    stage('tool_running', 'Reading the log'),
    tool('tc-1', 'git_log', 'Read the log', { since: 'v2.3' }),
    { type: 'tool.progress', toolCallId: 'tc-1', payload: { percent: 60, message: '48 of 80 commits' } },
    result('tc-1', '80 commits, 3 of them for users', { outputRef: 'out://log', sizeBytes: 41_000 }),
    {
      type: 'queue.changed',
      queuedTurnCount: 1,
      payload: {
        queued: [
          {
            id: 'q-1',
            preview: 'Then translate them',
            position: 1,
            mode: 'queue',
            state: 'queued',
            editable: true,
            removable: true,
          },
        ],
        steer: [{ id: 's-1', targetRunId: 'run-1', text: 'Keep it short', state: 'pending' }],
      },
    },
    stage('streaming', 'Writing'),
    says('Three changes in 2.4 reach users. '),
    {
      type: 'artifact.created',
      artifactId: 'art-1',
      artifactKind: 'document',
      artifactStatus: 'creating',
      sourceRefs: ['tool:tc-1'],
      payload: { title: 'Release notes 2.4', writeCapabilities: ['edit', 'fork', 'export', 'attach'] },
    },
    { type: 'artifact.preview.ready', artifactId: 'art-1', artifactPreview: REPORT, payload: {} },
    {
      type: 'artifact.version.created',
      artifactId: 'art-1',
      artifactVersionId: 'v1',
      artifactStatus: 'ready',
      sourceRefs: ['turn:turn-1'],
      payload: { createdAt: '2026-11-30T09:00:00Z' },
    },
    tool('tc-2', 'write_file', 'Write the notes', { path: 'docs/2.4.md' }),
    {
      type: 'action.required',
      actionId: 'ac-1',
      toolCallId: 'tc-2',
      payload: {
        actionType: 'tool_approval',
        title: 'Write docs/2.4.md?',
        explanation: 'The notes become part of the website.',
        severity: 'medium',
        scope: { path: 'docs/2.4.md' },
        consequence: 'One new file in the workspace.',
        decisions: ['approve', 'reject'],
      },
    },
    stage('action_required', 'Waiting for you'),
    {
      until: 'ac-1',
      answers: {
        approve: [
          {
            type: 'action.resolved',
            actionId: 'ac-1',
            payload: { decision: 'approve', resolvedBy: 'user', auditSummary: 'Approved once' },
          },
          result('tc-2', '1 file written', { artifactIds: ['art-1'] }),
          says('They are written to docs/2.4.md. ', { partId: 't-2' }),
        ],
        reject: [
          {
            type: 'action.resolved',
            actionId: 'ac-1',
            payload: { decision: 'reject', resolvedBy: 'user', auditSummary: 'Rejected' },
          },
          {
            type: 'tool.failed',
            toolCallId: 'tc-2',
            payload: { category: 'permission_denied', error: 'You declined it.' },
          },
          says('I have not written anything; the notes are in the workspace. ', { partId: 't-2' }),
        ],
      },
    },
    {
      type: 'queue.changed',
      queuedTurnCount: 1,
      payload: {
        queued: [
          {
            id: 'q-1',
            preview: 'Then translate them',
            position: 1,
            mode: 'queue',
            state: 'queued',
            editable: true,
            removable: true,
          },
        ],
        steer: [{ id: 's-1', targetRunId: 'run-1', text: 'Keep it short', state: 'accepted' }],
      },
    },
    {
      type: 'evidence.changed',
      evidenceId: 'ev-1',
      payload: {
        kind: 'citation',
        status: 'ready',
        title: 'Where the notes come from',
        sources: [{ id: 'git-log', title: 'git log v2.3..v2.4', anchor: 'commit 8115a89' }],
      },
    },
    { type: 'metric.changed', metricName: 'first_text_delta_ms', payload: { value: 820, unit: 'ms' } },
    finished({ outcome: 'success', summary: 'Notes for 2.4' }),
    {
      type: 'session.updated',
      payload: { title: 'Release notes 2.4', lastActivity: '2026-11-30T09:02:00Z' },
    },
  ],
});
