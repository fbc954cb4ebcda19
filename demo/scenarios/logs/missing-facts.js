import { recorded, says } from './recorded.js';

export default recorded({
  id: 'missing-facts',
  title: 'Facts that nobody sent',
  about:
    'What is missing is said to be missing. No sentence of the answer makes a fact: nothing is saved, checked or approved by it.',
  layout: 'team',
  steps: [
    { type: 'run.started' },
    { type: 'artifact.created', artifactId: 'art-7', payload: { title: 'notes.md' } },
    says('I saved the Markdown document, verification passed, and you approved it.'),
    { type: 'evidence.changed', evidenceId: 'ev-2', payload: { kind: 'verification' } },
    { type: 'tool.started', toolCallId: 'tc-1', payload: {} },
    { type: 'tool.result', toolCallId: 'tc-2', payload: {} },
    { type: 'action.required', actionId: 'ac-1', payload: {} },
    { type: 'task.changed', taskId: 'tk-1', payload: {} },
    { type: 'task.changed', workItemId: 'wi-1', runtimeEntity: 'work_item', payload: {} },
    { type: 'task.changed', taskId: 'job-1', runtimeEntity: 'automation_job', payload: {} },
    { type: 'agent.spawned', agentId: 'ag-1', payload: {} },
    {
      type: 'agent.changed',
      agentId: 'ag-2',
      agentSource: 'remote',
      runtimeEntity: 'external_task',
      payload: {},
    },
    { type: 'agent.completed', agentId: 'ag-1', payload: {} },
    { type: 'agent.handoff', handoffId: 'h-1', payload: { from: 'ag-1', to: 'ag-2' } },
    { type: 'worker.notification', workerNotificationId: 'wn-1', payload: {} },
    { type: 'review.completed', reviewId: 'rv-1', payload: {} },
    { type: 'permission.changed', payload: {} },
    { type: 'something.new', payload: { from: 'a runtime of tomorrow' } },
    { type: 'run.finished', payload: {} },
  ],
});
