import type { Fact } from '../fact.js';
import { spec } from '../keep.js';
import { textOf } from '../payload.js';

const KEYS = spec({
  text: 'kind status title generatedAt summary applicability telemetry',
  flag: 'disputed stale',
  list: 'verificationOutcomes sources knownGaps',
  any: 'provenance reviewDecision progress telemetrySummary error',
});

/** `evidence.changed`: one record for timeline, replay and review, which therefore cannot differ (N-016). */
export function reduceEvidence(fact: Fact): void {
  const { event } = fact;
  const { payload } = event;
  const pack = event.evidencePackRef ?? textOf(payload, 'packRef');
  const id = event.evidenceId ?? pack;
  if (event.evidenceId === undefined)
    fact.diagnose('warn', 'evidence.id_missing', 'evidence.changed without an evidenceId', pack);
  if (id === undefined) return;
  if (pack !== undefined) event.evidencePackRef ??= pack;
  fact.refer('evidence_ref', fact.entity('evidence', id, 'evidenceId', KEYS));
}
