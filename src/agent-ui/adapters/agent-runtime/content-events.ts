import type { JsonObject } from '../../../base/json.js';
import type { EventType } from '../../events/event.js';
import { evidenceRow } from './evidence-pack.js';
import type { Mapping } from './run-events.js';
import { queuedRows } from './queued-rows.js';
import { compact, note, type Row, type Said } from './said.js';
import { snapshotRows } from './snapshot.js';

const queue: Mapping = (said) => {
  const turns = said.list('queuedTurns', 'queued');
  return [
    {
      type: 'queue.changed',
      ...compact({ queuedTurnCount: said.number('queuedTurnCount') ?? turns?.length }),
      payload: compact({
        queued: turns ? queuedRows(turns) : undefined,
        ...said.pick('steer', 'removed', 'reason'),
      }),
    },
  ];
};

const context: Mapping = (said) => [
  {
    type: 'context.changed',
    payload: compact({
      refs: said.list('refs', 'contextRefs'),
      missing: said.list('omissions', 'missing'),
      ...said.pick('budget', 'retrieval', 'memoryWrite'),
    }),
  },
];

const boundary = (said: Said): JsonObject => {
  const { boundaryId } = said.object('historyBoundary') ?? {};
  return compact({
    boundaryId: said.text('boundaryId') ?? boundaryId,
    ...said.pick('trigger', 'summary', 'summaryRef', 'tokensBefore', 'tokensAfter', 'preservedActions'),
  });
};

/** The standard has no class for a compaction that failed: it is one that ended with an error. */
const compacted: Mapping = (said) => {
  const failed = said.type.endsWith('.failed');
  const error = failed ? { error: said.error() ?? 'The context could not be compacted.' } : {};
  return [{ type: 'context.compaction.completed', payload: { ...boundary(said), ...error } }];
};

const ARTIFACT_CHANGES: Readonly<Record<string, EventType>> = {
  created: 'artifact.created',
  updated: 'artifact.updated',
  version_created: 'artifact.version.created',
  preview_ready: 'artifact.preview.ready',
  diff_ready: 'artifact.diff.ready',
  export_started: 'artifact.export.started',
  export_completed: 'artifact.export.completed',
  failed: 'artifact.failed',
  deleted: 'artifact.deleted',
};

/** The one event that says what changed becomes that class; any other stays collapsed, and proves what it says. */
const artifact: Mapping = (said) => {
  const change = said.text('change', 'operation') ?? '';
  return [
    {
      type: Object.hasOwn(ARTIFACT_CHANGES, change) ? ARTIFACT_CHANGES[change]! : 'artifact.changed',
      ...compact({
        artifactId: said.text('artifactId', 'artifact_id'),
        artifactKind: said.text('kind', 'artifactKind'),
        artifactStatus: said.text('status', 'artifactStatus'),
        artifactVersionId: said.text('versionId', 'version_id'),
        artifactReadRef: said.text('readRef', 'read_ref'),
        artifactDiffRef: said.text('diffRef', 'diff_ref'),
        artifactExportId: said.text('exportId', 'export_id'),
        sourceRefs: said.list('sourceRefs') as readonly string[] | undefined,
      }),
      payload: compact({
        previewRef: said.text('previewRef', 'preview_ref'),
        exportRef: said.text('exportRef', 'export_ref'),
        error: said.error('error'),
        ...said.pick('title', 'base', 'head', 'format', 'operation', 'writeCapabilities'),
      }),
    },
  ];
};

const messages = (said: Said, mode: 'window' | 'repair' | 'older'): Row[] => {
  const list = said.list('messages');
  if (!list) return [];
  return [
    {
      type: 'messages.snapshot',
      payload: { messages: list, ...said.pick('cursor', 'truncated', 'version'), mode },
    },
  ];
};

const windowLoaded: Mapping = (said) => [
  ...messages(said, said.text('mode') === 'older' ? 'older' : 'window'),
  {
    type: 'session.hydrated',
    payload: { stage: 'H2', ...said.pick('cursor', 'truncated', 'counts', 'timeline', 'artifacts') },
  },
];

const repaired: Mapping = (said) => [
  ...messages(said, 'repair'),
  ...(said.list('threads') ? snapshotRows({ ...said.event, ...said.payload }) : []),
  { type: 'session.updated', payload: { stale: false } },
  note('info', 'repair', 'What is shown was repaired from the runtime’s own history.'),
];

const rolledBack: Mapping = (said) => [
  ...messages(said, 'repair'),
  { type: 'session.updated', payload: { stale: said.list('messages') === undefined } },
];

/** A measurement of the agent is no verdict on what it made. */
const benchmark: Mapping = (said) => {
  const metrics = said.object('metrics', 'reward') ?? {};
  return [
    note('info', said.type, `${said.type} was recorded.`),
    ...Object.entries(metrics)
      .filter(([, value]) => typeof value === 'number')
      .map(([name, value]): Row => ({
        type: 'metric.changed',
        metricName: `benchmark.${name}`,
        payload: { value },
      })),
  ];
};

/** Queue, context, artifacts, evidence, history and benchmarks (§9.2). */
export const CONTENT_EVENTS: Readonly<Record<string, Mapping>> = {
  'queue.changed': queue,
  'context.resolved': context,
  'context.compaction.started': (said) => [{ type: 'context.compaction.started', payload: boundary(said) }],
  'context.compaction.completed': compacted,
  'context.compaction.failed': compacted,
  'artifact.changed': artifact,
  'evidence.changed': (said) => [evidenceRow(said)],
  'snapshot.updated': (said) => snapshotRows({ ...said.event, ...said.payload }),
  'snapshot.repaired': repaired,
  'history.window.loaded': windowLoaded,
  'history.reconstructed': repaired,
  'history.rollback.started': () => [{ type: 'session.updated', payload: { stale: true } }],
  'history.rollback.completed': rolledBack,
  ...Object.fromEntries(
    [
      'dataset.resolved',
      'configuration.resolved',
      'trial.started',
      'trial.completed',
      'trial.failed',
      'reward.recorded',
      'comparison.completed',
    ].map((name) => [`benchmark.${name}`, benchmark]),
  ),
};
