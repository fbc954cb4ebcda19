import { recorded } from './recorded.js';

const BAD = `<img src=x onerror=alert(1)> <script>alert(2)</script> [click](javascript:alert(3)) ![](https://tracker.example/p.gif) \u202Egnp.exe`;

export default recorded({
  id: 'hostile-input',
  title: 'Hostile input',
  about:
    'Markup, addresses, ids and shapes that mean harm. All of it is shown as text; nothing runs, and nothing is fetched.',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: BAD } },
    { type: 'run.started', payload: { userMessage: { id: 'u', text: BAD } } },
    { type: 'text.delta', messageId: 'm-1', partId: 't-1', payload: { delta: BAD } },
    { type: 'reasoning.summary', partId: 'r-1', payload: { summary: BAD, complete: true } },
    { type: 'tool.started', toolCallId: 'constructor', payload: { name: BAD, title: BAD } },
    {
      type: 'tool.args',
      toolCallId: 'constructor',
      payload: { args: { html: BAD, token: 'sk-live-never-shown' } },
    },
    {
      type: 'tool.result',
      toolCallId: 'constructor',
      payload: { outputPreview: BAD, outputRef: 'javascript:alert(4)' },
    },
    { type: 'tool.started', toolCallId: '__proto__', payload: { name: 'pollution' } },
    {
      type: 'action.required',
      actionId: 'ac-1',
      payload: {
        actionType: BAD,
        title: BAD,
        explanation: BAD,
        scope: { html: BAD },
        decisions: ['approve', BAD],
      },
    },
    {
      type: 'artifact.created',
      artifactId: 'art-1',
      artifactKind: 'html',
      artifactStatus: 'ready',
      artifactVersionId: 'v1',
      artifactPreview: `<base href="https://evil.example/"><script>parent.alert(5)</script>${BAD}`,
      payload: { title: BAD, mimeType: 'text/html' },
    },
    {
      type: 'evidence.changed',
      evidenceId: 'ev-1',
      payload: {
        kind: 'citation',
        status: BAD,
        sources: [{ id: 'x', title: BAD, anchor: 'javascript:alert(6)' }],
      },
    },
    {
      type: 'agent.spawned',
      agentId: 'constructor',
      agentName: BAD,
      payload: { status: BAD, role: BAD, avatar: 'https://tracker.example/a.png' },
    },
    {
      type: 'agent.handoff',
      handoffId: 'h',
      payload: { from: 'constructor', to: BAD, reason: BAD, boundary: { html: BAD } },
    },
    {
      type: 'worker.notification',
      workerNotificationId: 'toString',
      agentId: 'constructor',
      payload: { status: BAD, summary: BAD, resultRef: 'data:text/html,x' },
    },
    {
      type: 'review.completed',
      reviewId: 'rv',
      payload: { verdict: BAD, reviewer: BAD, target: { kind: BAD, id: BAD } },
    },
    {
      type: 'task.changed',
      workItemId: 'hasOwnProperty',
      runtimeEntity: 'work_item',
      payload: { title: BAD, status: 'constructor', assignee: { id: BAD, name: BAD }, blocker: BAD },
    },
    {
      type: 'task.changed',
      taskId: 'job',
      runtimeEntity: 'automation_job',
      payload: { title: BAD, status: BAD, schedule: { html: BAD } },
    },
    {
      type: 'permission.changed',
      agentId: 'constructor',
      payload: { mode: BAD, decision: BAD, scope: BAD, expiresAt: BAD },
    },
    { type: 'diagnostic.changed', diagnosticId: 'd', payload: { level: BAD, code: BAD, message: BAD } },
    { type: 'metric.changed', metricName: BAD, payload: { value: BAD } },
    { type: BAD, payload: BAD },
    { type: 'state.delta', payload: { patch: [{ op: 'add', path: '/__proto__/polluted', value: true }] } },
    { type: 'run.failed', payload: { error: BAD, retryable: 'yes' } },
  ],
});
