import type { EventOf } from './envelope.js';

export type EvidenceChanged = EventOf<
  'evidence.changed',
  {
    kind?: string;
    status?: string;
    packRef?: string;
    replayRef?: string;
    reviewRef?: string;
    verificationOutcomes?: readonly { name?: string; status?: string }[];
    sources?: readonly { id?: string; title?: string; anchor?: string }[];
    generatedAt?: string;
    provenance?: unknown;
    disputed?: boolean;
    stale?: boolean;
    knownGaps?: readonly unknown[];
  }
>;
