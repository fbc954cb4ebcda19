/** Background work as any runtime would tell of it: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread' };
const story = (...events) => events.flat().map((event, i) => ({ ...BASE, sequence: i + 1, ...event }));

const job = (taskId, payload, more = {}) => ({
  type: 'task.changed',
  taskId,
  agentId: `agent-${taskId}`,
  runtimeEntity: 'automation_job',
  topology: 'background_teammate',
  ...more,
  payload,
});
const named = (taskId, agentName) => ({
  type: 'agent.changed',
  agentId: `agent-${taskId}`,
  agentName,
  agentSource: 'background',
  payload: {},
});

const normal = story(
  named('drift', 'Watcher'),
  named('digest', 'Archivist'),
  named('deps', 'Gardener'),
  named('backup', 'Keeper'),
  job('drift', {
    title: 'Check for drift',
    status: 'scheduled',
    schedule: '02:00 daily',
    wakeReason: 'drift check',
  }),
  job(
    'drift',
    {
      status: 'running',
      wakeReason: 'manual',
      lastRun: {
        runId: 'run-b1',
        outcome: 'completed',
        finishedAt: '2026-11-29T02:03:11Z',
        summary: 'No drift',
      },
    },
    { runId: 'run-b2' },
  ),
  job('digest', {
    title: 'Weekly digest',
    status: 'sleeping',
    schedule: { every: 'Monday', at: '08:00' },
    wakeReason: 'schedule',
    lastRun: { runId: 'run-c9', outcome: 'completed', finishedAt: '2026-11-30T08:01:40Z' },
  }),
  job('deps', {
    title: 'Update dependencies',
    status: 'paused',
    schedule: 'Every night',
    wakeReason: 'schedule',
    lastRun: { outcome: 'failed' },
  }),
  job('backup', {
    title: 'Copy the archive',
    status: 'blocked',
    schedule: 'Hourly',
    statusReason: 'The disk is full',
    reason: 'The disk is full',
    wakeReason: 'schedule',
  }),
  job('audit', {
    title: 'Audit of permissions',
    status: 'running',
    schedule: 'On each merge',
    wakeReason: 'merge of #412',
  }),
  {
    type: 'action.required',
    actionId: 'a-1',
    taskId: 'audit',
    payload: {
      actionType: 'permission_grant',
      title: 'May I read the members of the organisation?',
      severity: 'medium',
      scope: { organisation: 'acme' },
      decisions: ['approve', 'reject'],
    },
  },
  {
    type: 'worker.notification',
    workerNotificationId: 'n-1',
    taskId: 'digest',
    agentId: 'agent-digest',
    payload: { status: 'completed', summary: 'Sent to 14 people', resultRef: 'res://digest' },
  },
);

const missing = story(job('nothing', {}), {
  type: 'task.changed',
  taskId: 'odd',
  runtimeEntity: 'automation_job',
  payload: { status: 'levitating' },
});

const failing = story(
  job('a', {
    title: 'Nightly build',
    status: 'failed',
    reason: 'No runner was free',
    retryable: true,
    schedule: 'nightly',
  }),
  job('b', {
    title: 'Translations',
    status: 'failed',
    reason: 'The service is gone',
    schedule: 'weekly',
    lastRun: { outcome: 'failed' },
  }),
);

const huge = story(
  Array.from({ length: 200 }, (_, i) =>
    job(`j-${i}`, {
      title: `Job ${i + 1}`,
      status: ['sleeping', 'scheduled', 'running', 'paused'][i % 4],
      schedule: `every ${i + 1} minutes`,
      lastRun: { outcome: i % 9 ? 'completed' : 'failed', runId: `run-${i}` },
    }),
  ),
);

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const hostile = story(
  job(EVIL, {
    title: EVIL,
    status: EVIL,
    schedule: { html: EVIL },
    wakeReason: EVIL,
    lastRun: { outcome: EVIL, summary: EVIL, finishedAt: EVIL },
  }),
);

const chinese = story(
  named('x', '巡检员'),
  job('x', {
    title: '每日巡检',
    status: 'sleeping',
    schedule: '每天凌晨两点',
    wakeReason: '定时',
    lastRun: { outcome: 'completed', summary: '没有发现问题' },
  }),
);

export default {
  'work that goes on by itself': normal,
  'facts missing': missing,
  failing,
  'two hundred': huge,
  hostile,
  中文: chinese,
};
