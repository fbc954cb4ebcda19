import { asked, changed, ended, finished, recorded, says, spawned, stage, task } from './recorded.js';

const child = { parentSessionId: 'parallel-workers', topology: 'parallel_workers', teamName: 'Search' };
const NAMES = ['North', 'East', 'South', 'West'];

export default recorded({
  id: 'parallel-workers',
  title: 'Parallel workers: fan-out, a limit, a failure, a retry, fan-in',
  about: 'Limits and queues are facts and no failures. The failed attempt stays when it is tried again.',
  topology: 'parallel_workers',
  layout: 'team',
  steps: [
    { type: 'session.opened', payload: { title: 'Search four archives' } },
    asked('Search all four archives for the contract.'),
    stage('routing', 'Sending four workers'),
    ...NAMES.slice(0, 3).map((name) =>
      spawned(name.toLowerCase(), name, { role: 'search', spawnReason: 'one archive each' }, child),
    ),
    spawned(
      'west',
      'West',
      { role: 'search', status: 'queued', spawnReason: 'one archive each' },
      {
        ...child,
        teamPhase: 'fanout',
        teamParallelBudget: 3,
        teamActiveCount: 3,
        teamQueuedCount: 1,
        providerConcurrencyGroup: 'archive-api',
        providerParallelBudget: 3,
        queueReason: 'provider_limit',
        retryableOverload: true,
      },
    ),
    {
      type: 'team.changed',
      teamName: 'Search',
      topology: 'parallel_workers',
      teamPhase: 'fanout',
      teamParallelBudget: 3,
      teamActiveCount: 3,
      teamQueuedCount: 1,
      queueReason: 'provider_limit',
      payload: {},
    },
    task('wait-1', {
      title: 'Wait for all four',
      status: 'waiting',
      waitFor: ['north', 'east', 'south', 'west'],
      timeoutPolicy: 'all',
    }),
    ended('north', { status: 'completed', resultRef: 'res://north', durationMs: 12_000 }),
    changed('west', { status: 'running', reason: 'a place is free' }, { runtimeStatus: 'running' }),
    ended('south', { status: 'failed', error: 'The archive is closed for maintenance', durationMs: 4_000 }),
    {
      type: 'team.changed',
      teamName: 'Search',
      topology: 'parallel_workers',
      teamPhase: 'partial_failure',
      teamActiveCount: 2,
      teamQueuedCount: 0,
      payload: {},
    },
    ended('east', { status: 'completed', resultRef: 'res://east', durationMs: 31_000 }),
    changed('south', { reason: 'retry', status: 'running' }, { attemptId: 'at-2', runtimeStatus: 'running' }),
    ended('west', { status: 'completed', resultRef: 'res://west', durationMs: 9_000 }),
    ended(
      'south',
      { status: 'completed', resultRef: 'res://south', durationMs: 15_000 },
      { attemptId: 'at-2' },
    ),
    task('wait-1', { status: 'completed' }),
    {
      type: 'team.changed',
      teamName: 'Search',
      topology: 'parallel_workers',
      teamPhase: 'merging',
      teamActiveCount: 0,
      payload: {},
    },
    says('The contract is in the east archive, signed in 2019.'),
    finished(),
  ],
});
