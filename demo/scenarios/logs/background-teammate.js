import { changed, recorded, spawned, task } from './recorded.js';

const job = (payload, fields = {}) =>
  task('job-1', payload, {
    agentId: 'watch',
    runtimeEntity: 'automation_job',
    topology: 'background_teammate',
    ...fields,
  });

export default recorded({
  id: 'background-teammate',
  title: 'A teammate in the background',
  about: 'It has a schedule, wakes for a reason, and leaves a record. Pause it, or let it run now.',
  topology: 'background_teammate',
  layout: 'team',
  details: { 'res://b1': 'No drift: 214 settings are as they were.' },
  ownRuns: true,
  steps: [
    { type: 'session.opened', payload: { title: 'Nightly check' } },
    spawned(
      'watch',
      'Watch',
      { role: 'drift check', source: 'background', status: 'idle' },
      { topology: 'background_teammate', runtimeEntity: 'automation_job' },
    ),
    job({
      title: 'Check the settings for drift',
      status: 'scheduled',
      schedule: '02:00 daily',
      wakeReason: 'schedule',
    }),
    job({ status: 'waking', wakeReason: 'schedule' }),
    job({ status: 'running' }, { runId: 'run-b1' }),
    changed('watch', { status: 'running' }, { runtimeStatus: 'running' }),
    {
      type: 'worker.notification',
      workerNotificationId: 'wn-1',
      agentId: 'watch',
      taskId: 'job-1',
      payload: {
        status: 'completed',
        summary: 'No drift.',
        resultRef: 'res://b1',
        durationMs: 61_000,
        toolCount: 3,
      },
    },
    job({
      status: 'sleeping',
      lastRun: { runId: 'run-b1', outcome: 'completed', endedAt: '2026-11-30T02:01:01Z' },
    }),
    changed('watch', { status: 'idle' }, { runtimeStatus: 'idle' }),
    job({ status: 'running', wakeReason: 'a setting was changed' }, { runId: 'run-b2' }),
    {
      type: 'worker.notification',
      workerNotificationId: 'wn-2',
      agentId: 'watch',
      taskId: 'job-1',
      payload: { status: 'failed', summary: 'Two settings differ: retention, region.', durationMs: 58_000 },
    },
    job({
      status: 'blocked',
      reason: 'Somebody has to say which value is right',
      lastRun: { runId: 'run-b2', outcome: 'failed' },
    }),
  ],
});
