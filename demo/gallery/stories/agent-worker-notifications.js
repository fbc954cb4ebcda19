/** Stories of the reports of workers: plain Agent UI events. */

const BASE = { sessionId: 'gallery', threadId: 'thread', runId: 'run-1', turnId: 'turn-1' };

/** Numbers events, and gives them the context that they share. */
const story = (...events) => events.map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));
const worker = (agentId, agentName) => ({
  type: 'agent.spawned',
  agentId,
  agentName,
  parentSessionId: 'gallery',
  payload: { status: 'running' },
});
const report = (workerNotificationId, agentId, payload, fields = {}) => ({
  type: 'worker.notification',
  workerNotificationId,
  agentId,
  ...fields,
  payload,
});

const HOSTILE = '<img src=x onerror=alert(1)> [click](javascript:alert(2))';

export default {
  'reports of three workers': story(
    { type: 'run.started', payload: { userMessage: { id: 'u', text: 'Compare the three offers.' } } },
    worker('w-1', 'Researcher'),
    worker('w-2', 'Accountant'),
    worker('w-3', 'Lawyer'),
    {
      type: 'task.changed',
      taskId: 'tk-1',
      agentId: 'w-1',
      payload: { title: 'Find what others paid', status: 'running' },
    },
    report(
      'n-1',
      'w-1',
      {
        role: 'user',
        status: 'completed',
        summary: 'Found 4 sources. Two of them are newer than the offer.',
        resultRef: 'res://1',
        durationMs: 42000,
        toolCount: 11,
      },
      { taskId: 'tk-1', transcriptRef: 'tr://w-1', workerUsage: { tokens: 9000 } },
    ),
    report('n-2', 'w-2', {
      status: 'failed',
      summary: 'The spreadsheet is protected by a password that nobody gave me.',
      durationMs: 3100,
    }),
    report('n-3', 'w-3', {
      status: 'killed',
      summary: 'Stopped before it had read everything.',
      durationMs: 61000,
    }),
    {
      type: 'text.delta',
      agentId: 'lead',
      messageId: 'm-1',
      payload: { delta: 'Everything went well: four sources.' },
    },
  ),
  'facts missing': story(report('n-1', undefined, {}), report('n-2', 'w-9', { status: 'levitated' })),
  huge: story(
    ...Array.from({ length: 200 }, (_, i) => worker(`w-${i}`, `Worker ${i}`)),
    ...Array.from({ length: 600 }, (_, i) =>
      report(`n-${i}`, `w-${i % 200}`, {
        status: i % 9 ? 'completed' : 'failed',
        summary: `Report ${i}: what was found, in a sentence that is long enough to be real.`,
        durationMs: 1000 + i * 37,
      }),
    ),
  ),
  hostile: story(
    worker('evil', HOSTILE),
    report('constructor', 'evil', {
      status: 'constructor',
      summary: HOSTILE,
      resultRef: 'javascript:alert(3)',
      usage: { cost: HOSTILE },
    }),
  ),
};
