import { asked, recorded, says, stage, tool } from './recorded.js';

export default recorded({
  id: 'failure',
  title: 'A run that fails',
  about:
    'What was said stays, and is marked; an open call is unknown, never a success; it can be tried again.',
  topology: 'solo_run',
  steps: [
    { type: 'session.opened', payload: { title: 'Deploy' } },
    asked('Deploy the new version.'),
    stage('streaming', 'Deploying'),
    says('Working on it: the package is built, and '),
    tool('tc-1', 'deploy', 'Deploy', { to: 'staging' }),
    { ...stage('retrying', 'The provider does not answer', { retryCount: 2, reason: 'timeout' }) },
    {
      type: 'run.failed',
      payload: {
        error: 'The provider did not answer in time.',
        category: 'timeout',
        retryable: true,
        diagnosticRef: 'diag://1',
      },
    },
    {
      type: 'diagnostic.changed',
      diagnosticId: 'diag-1',
      payload: { level: 'error', code: 'provider.timeout', message: 'No answer within 60 s' },
    },
  ],
});
