import { isJsonObject, type JsonObject } from '../../../base/json.js';
import { compact, Said, type Row } from './said.js';

/** Why a signal is, or is not, in a pack. */
export type SignalState =
  'exported' | 'not_applicable' | 'unsupported' | 'not_recorded' | 'missing_correlation' | (string & {});

/**
 * What the store needs of an evidence pack: its references, its outcomes, and how it is joined to the rest. No schema
 * of it is published, so this is our own reading (§9.5); unknown keys are ignored, and the pack's body is never taken.
 */
export interface EvidencePack {
  schemaVersion?: string;
  evidenceId?: string;
  /** The pack's own reference; the only thing that it cannot be without. */
  packRef: string;
  replayRef?: string;
  reviewRef?: string;
  status?: string;
  generatedAt?: string;
  verificationOutcomes?: readonly { name?: string; status?: string }[];
  /** Only what the producer lists; what is merely absent is no gap (N-017). */
  knownGaps?: readonly unknown[];
  reviewNotes?: readonly unknown[];
  /** Calls that failed, each with its `toolCallId`. */
  failedCalls?: readonly { toolCallId?: string; error?: unknown }[];
  artifactRefs?: readonly string[];
  contextRefs?: readonly string[];
  /** Signal by signal. */
  applicability?: Readonly<Record<string, SignalState>>;
  /** An absent key cannot be joined, and is not guessed. */
  runtimeCorrelation?: Readonly<
    Partial<
      Record<'runtimeId' | 'sessionId' | 'threadId' | 'turnId' | 'taskId' | 'runId' | 'traceId', string>
    >
  >;
}

const FACTS = [
  'status',
  'generatedAt',
  'verificationOutcomes',
  'sources',
  'provenance',
  'disputed',
  'stale',
  'knownGaps',
];

/** `evidence.changed`, and an evidence summary, in the standard's words. */
export function evidenceRow(said: Said): Row {
  const packRef = said.text('packRef', 'evidencePackRef');
  const telemetry = said.object('telemetrySummary', 'telemetry');
  return {
    type: 'evidence.changed',
    ...compact({
      evidencePackRef: packRef,
      replayRef: said.text('replayRef'),
      reviewRef: said.text('reviewRef'),
      sourceRefs: said.list('artifactRefs', 'sourceRefs') as readonly string[] | undefined,
    }),
    payload: compact({
      kind: said.text('kind') ?? (packRef === undefined ? undefined : 'pack'),
      ...said.pick(...FACTS),
      telemetry: typeof telemetry?.['joinStatus'] === 'string' ? telemetry['joinStatus'] : undefined,
      telemetrySummary: telemetry,
      applicability: said.any('applicability'),
    }),
  };
}

/** A pack that was read whole: its references and what was found, and never its body (M-006). */
export function evidencePackRow(pack: EvidencePack): Row {
  const { packRef, evidenceId = packRef, reviewNotes, failedCalls = [], runtimeCorrelation } = pack;
  const { runId, ...ids } = isJsonObject(runtimeCorrelation) ? runtimeCorrelation : ({} as JsonObject);
  const row = evidenceRow(new Said({ payload: pack }));
  const failed = failedCalls.map((call) => call.toolCallId).filter((id) => typeof id === 'string');
  return {
    ...row,
    ...compact(ids),
    evidenceId,
    payload: compact({
      ...row.payload,
      status: pack.status ?? 'ready',
      audit: reviewNotes,
      failedToolCallIds: failed.length > 0 ? failed : undefined,
      attemptRunId: runId,
    }),
  };
}
