import { asked, finished, recorded, says, stage } from './recorded.js';

export default recorded({
  id: 'diagnostics-repair',
  title: 'Diagnostics: a delta that does not fit, a snapshot that repairs it',
  about: 'None of it is said in the conversation. Open diagnostics to read it, with the timings.',
  topology: 'solo_run',
  diagnostics: true,
  steps: [
    { type: 'session.opened', payload: { title: 'Shared state' } },
    asked('Sort the tabs.'),
    stage('streaming', 'Sorting'),
    { type: 'state.snapshot', payload: { version: 3, state: { tab: 'a', tabs: ['b', 'a'] } } },
    {
      type: 'state.delta',
      payload: { baseVersion: 3, version: 4, patch: [{ op: 'replace', path: '/tabs', value: ['a', 'b'] }] },
    },
    says('The tabs are sorted. '),
    // It was made against a version that nobody has any more.
    {
      type: 'state.delta',
      payload: { baseVersion: 1, patch: [{ op: 'replace', path: '/tab', value: 'b' }] },
    },
    {
      type: 'diagnostic.changed',
      diagnosticId: 'd-1',
      payload: { level: 'warn', code: 'state.resync', message: 'A snapshot has been asked for.' },
    },
    {
      type: 'diagnostic.changed',
      diagnosticId: 'd-2',
      payload: { level: 'info', code: 'delta.backlog', message: '18 chunks waited' },
    },
    { type: 'state.snapshot', payload: { version: 5, state: { tab: 'b', tabs: ['a', 'b'] } } },
    {
      type: 'messages.snapshot',
      payload: {
        mode: 'repair',
        version: 5,
        messages: [
          {
            id: 'm-1',
            role: 'assistant',
            turnId: 'turn-1',
            parts: [{ type: 'assistant_text', id: 't-1', text: 'The tabs are sorted. ' }],
          },
        ],
      },
    },
    { type: 'metric.changed', metricName: 'first_text_paint_ms', payload: { value: 412, unit: 'ms' } },
    { type: 'metric.changed', metricName: 'text_delta.queue_depth', payload: { value: 18, unit: 'count' } },
    { type: 'session.updated', payload: { title: 'Shared state', unread: true, stale: false } },
    finished(),
  ],
});
