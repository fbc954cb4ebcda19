import type { JsonObject } from '../../base/json.js';
import { compareStamps, isBefore } from './order.js';
import type { Entity, Ordered } from './records.js';

/** In the owner's order. */
export function sorted<T extends Ordered>(records: ReadonlyMap<string, T>, compare = compareStamps): T[] {
  return [...records.values()].sort((a, b) => compare(a.first, b.first));
}

/** An entity's facts with what follows from its logs: where it stands, its text, the rows that only grow. */
export function entityFacts({ facts, status, text, subs, document, stamps }: Entity): JsonObject {
  const all: JsonObject = { ...facts };
  if (status) {
    const { end, past } = status.value;
    Object.assign(all, end?.detail, { status: status.status, ended: end !== undefined });
    if (past.length > 0)
      all['pastAttempts'] = past.map((mark) => ({
        attemptId: mark.attempt,
        status: mark.status,
        ...mark.detail,
      }));
  }
  if (text) all['text'] = text.value.text;
  if (document) {
    const { value, version, stale } = document.value;
    Object.assign(all, { state: value, version, staleReason: stale, stale: stale !== undefined });
  }
  for (const name in subs) all[name] = sorted(subs[name]!).map((row) => row.facts);
  // What is shown was made of a version that is not the current one any more.
  const { preview, versionId } = stamps;
  if (preview && versionId && isBefore(preview, versionId)) all['previewStale'] = true;
  return all;
}
