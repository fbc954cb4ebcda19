import { asked, finished, recorded, result, says, stage, tool } from './recorded.js';

const BIG = Array.from({ length: 400 }, (_, i) => `test ${i + 1} … ok`).join('\n');

export default recorded({
  id: 'tool-lifecycle',
  title: 'Every state of a tool call',
  about:
    'Arguments stream in, output streams out, one call fails and is tried again, one asks first, one is cancelled.',
  topology: 'solo_run',
  details: { 'out://tests': BIG },
  steps: [
    { type: 'session.opened', payload: { title: 'Run the tests' } },
    asked('Run the tests and deploy if they pass.'),
    stage('tool_running', 'Running tests'),
    { type: 'tool.args', toolCallId: 'tc-1', payload: { partial: '{"suite":"un', state: 'input-streaming' } },
    { type: 'tool.args', toolCallId: 'tc-1', payload: { args: { suite: 'unit' }, state: 'input-available' } },
    {
      type: 'tool.started',
      toolCallId: 'tc-1',
      attemptId: 'at-1',
      payload: { name: 'run_tests', title: 'Run the tests', kind: 'command' },
    },
    ...['test 1 … ok\n', 'test 2 … ok\n', 'test 3 … failed: port 4173 is taken\n'].map((chunk) => ({
      type: 'tool.output.delta',
      toolCallId: 'tc-1',
      attemptId: 'at-1',
      payload: { channel: 'stdout', chunk },
    })),
    {
      type: 'tool.failed',
      toolCallId: 'tc-1',
      attemptId: 'at-1',
      payload: { error: 'exit 1', stderr: 'port 4173 is taken', category: 'exit_code', retryable: true },
    },
    {
      type: 'tool.started',
      toolCallId: 'tc-1',
      attemptId: 'at-2',
      payload: { name: 'run_tests', title: 'Run the tests', kind: 'command' },
    },
    { type: 'tool.progress', toolCallId: 'tc-1', attemptId: 'at-2', payload: { progress: 200, total: 400 } },
    {
      ...result('tc-1', '400 tests passed', { outputRef: 'out://tests', sizeBytes: 7_400, exitCode: 0 }),
      attemptId: 'at-2',
    },
    tool('tc-2', 'lint', 'Check the style', { fix: false }),
    result('tc-2', '', { exitCode: 0 }),
    tool('tc-3', 'deploy', 'Deploy to production', { to: 'production', token: 'sk-live-never-shown' }),
    {
      type: 'action.required',
      actionId: 'ac-1',
      toolCallId: 'tc-3',
      payload: {
        actionType: 'tool_approval',
        title: 'Deploy to production?',
        severity: 'high',
        scope: { environment: 'production' },
        consequence: 'Everybody sees the new version at once.',
        input: { to: 'production' },
        decisions: ['approve', 'reject'],
      },
    },
    {
      until: 'ac-1',
      answers: {
        approve: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'approve', resolvedBy: 'user' } },
          result('tc-3', 'Deployed in 41 s', { durationMs: 41_000 }),
          says('All 400 tests passed, and the new version is live.'),
        ],
        reject: [
          { type: 'action.resolved', actionId: 'ac-1', payload: { decision: 'reject', resolvedBy: 'user' } },
          {
            type: 'tool.failed',
            toolCallId: 'tc-3',
            payload: { category: 'permission_denied', error: 'Declined' },
          },
          says('All 400 tests passed. Nothing was deployed.'),
        ],
      },
    },
    tool('tc-4', 'notify', 'Tell the channel', { channel: '#releases' }),
    { type: 'tool.failed', toolCallId: 'tc-4', payload: { cancelled: true, error: 'No longer needed' } },
    finished(),
  ],
});
