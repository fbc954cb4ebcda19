import type { Entity } from '../records.js';
import type { Fact } from '../fact.js';
import { ENUMS } from '../../events/enums.js';
import { keep, spec } from '../keep.js';
import { isBefore } from '../order.js';
import { errorTextOf, numberOf, textOf } from '../payload.js';

const KEYS = spec({
  text: 'title kind versionId readRef previewRef diffRef manifestRef mimeType operation',
  number: 'sizeBytes',
  flag: 'disputed stale',
  list: 'writeCapabilities',
  any: 'metadata',
});
/** §5.5: what is kept of a preview, and of all large ones together; the whole is behind its reference. */
const PREVIEW_CHARS = 64 * 1024;
const ALL_PREVIEWS_CHARS = 2 * 1024 * 1024;
/** Smaller ones weigh no more than other facts. */
const LARGE_PREVIEW_CHARS = 1024;

/** `artifact.*`: each field proves its own transition and no other (C12, C13, M-029, M-030). */
export function reduceArtifact(fact: Fact): void {
  const { event } = fact;
  const { payload, type, artifactId } = event;
  if (artifactId === undefined) {
    fact.diagnose('warn', 'artifact.id_missing', `${type} without an artifactId is not shown`);
    return;
  }
  const artifact = fact.entity('artifacts', artifactId, 'artifactId', KEYS);
  if (payload['preview'] !== undefined) preview(fact, artifact, keep(payload['preview'], PREVIEW_CHARS));
  version(fact, artifact);
  exported(fact, artifact);
  const error = errorTextOf(payload);
  const operation = textOf(payload, 'operation');
  const failed = type === 'artifact.failed' || (type === 'artifact.changed' && error !== undefined);
  if (failed && operation !== 'export') {
    fact.write(artifact, artifact.facts, { failure: { operation, error, at: event.timestamp } });
  }
  status(fact, artifact, failed && (operation ?? 'update'));
  fact.refer('artifact_ref', artifact);
}

/** The newest previews are kept, as far as there is room; which ones depends on their order, not on their arrival. */
function preview(fact: Fact, artifact: Entity, value: unknown): void {
  const { stamp, state } = fact;
  const { previews } = state;
  const { kept } = previews;
  fact.write(artifact, artifact.facts, { preview: value });
  if (artifact.stamps['preview'] !== stamp) return;
  kept.delete(artifact.id);
  const size = typeof value === 'string' ? value.length : JSON.stringify(value).length;
  if (size < LARGE_PREVIEW_CHARS) return;
  kept.set(artifact.id, { stamp, size });
  let total = 0;
  for (const one of kept.values()) total += one.size;
  const inOrder = [...kept].sort(([, a], [, b]) => (isBefore(a.stamp, b.stamp) ? -1 : 1));
  for (const [id, one] of inOrder) {
    const { dropped } = previews;
    if (total <= ALL_PREVIEWS_CHARS && !(dropped && isBefore(one.stamp, dropped))) break;
    if (!dropped || isBefore(dropped, one.stamp)) previews.dropped = one.stamp;
    const other = state.artifacts.get(id)!;
    delete other.facts['preview'];
    fact.mark('artifacts', other);
    kept.delete(id);
    total -= one.size;
  }
}

function version(fact: Fact, artifact: Entity): void {
  const { payload, timestamp, turnId, sourceRefs } = fact.event;
  const id = textOf(payload, 'versionId');
  if (id !== undefined) {
    fact.sub(artifact, 'versions', id, {
      versionId: id,
      createdAt: fact.event.type === 'artifact.version.created' ? timestamp : undefined,
      turnId,
      // Its content is fetched when somebody asks for this version.
      readRef: textOf(payload, 'readRef'),
      sourceRefs: keep(sourceRefs),
    });
    // A version that was saved settles a save that had failed before it.
    fact.write(artifact, artifact.facts, { failure: null });
  }
  const diffRef = textOf(payload, 'diffRef');
  if (diffRef !== undefined)
    fact.sub(artifact, 'diffs', diffRef, {
      diffRef,
      base: textOf(payload, 'base'),
      head: textOf(payload, 'head'),
    });
}

const EXPORTS: Readonly<Record<string, string>> = {
  'artifact.export.started': 'started',
  'artifact.export.completed': 'completed',
};

function exported(fact: Fact, artifact: Entity): void {
  const { payload, type } = fact.event;
  const failed = type === 'artifact.failed' && payload['operation'] === 'export';
  const exportRef = textOf(payload, 'exportRef');
  const state = failed ? 'failed' : (EXPORTS[type] ?? (exportRef && 'completed'));
  if (!state) return;
  const id = textOf(payload, 'exportId') ?? exportRef ?? 'export';
  fact.sub(artifact, 'exports', id, {
    exportId: id,
    state,
    exportRef,
    format: textOf(payload, 'format'),
    target: textOf(payload, 'target'),
    progress: numberOf(payload, 'progress'),
    error: failed ? errorTextOf(payload) : undefined,
  });
}

/** Only the artifact's own word, and only a failed making or changing, is a status. */
function status(fact: Fact, artifact: Entity, failedAt: string | false): void {
  const { payload, type } = fact.event;
  if (type === 'artifact.deleted') return fact.standing(artifact, 'deleted', true);
  const said = textOf(payload, 'status');
  if (said !== undefined && fact.event.artifactStatus === undefined && !ENUMS['artifactStatus']!.has(said))
    fact.unrecognised('artifactStatus', said);
  const failed = failedAt === 'create' || failedAt === 'update';
  fact.standing(artifact, said ?? (failed ? 'failed' : undefined), said === 'deleted');
}
