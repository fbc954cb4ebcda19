import type { EventOf } from './envelope.js';

/** §2.1: the facts any artifact event may carry; each class says which it must. */
type ArtifactFacts = {
  title?: string;
  kind?: string;
  status?: string;
  versionId?: string;
  readRef?: string;
  previewRef?: string;
  preview?: unknown;
  diffRef?: string;
  base?: string;
  head?: string;
  exportId?: string;
  exportRef?: string;
  format?: string;
  operation?: string;
  error?: unknown;
  writeCapabilities?: readonly string[];
};

export type ArtifactCreated = EventOf<'artifact.created', ArtifactFacts>;
export type ArtifactUpdated = EventOf<'artifact.updated', ArtifactFacts>;
export type ArtifactPreviewReady = EventOf<'artifact.preview.ready', ArtifactFacts>;
export type ArtifactVersionCreated = EventOf<'artifact.version.created', ArtifactFacts>;
export type ArtifactDiffReady = EventOf<'artifact.diff.ready', ArtifactFacts>;
export type ArtifactExportStarted = EventOf<'artifact.export.started', ArtifactFacts>;
export type ArtifactExportCompleted = EventOf<'artifact.export.completed', ArtifactFacts>;
export type ArtifactFailed = EventOf<'artifact.failed', ArtifactFacts>;
export type ArtifactDeleted = EventOf<'artifact.deleted', ArtifactFacts>;
/** The collapsed form: proves only what its payload says. */
export type ArtifactChanged = EventOf<'artifact.changed', ArtifactFacts>;
export type ArtifactEvent =
  | ArtifactCreated
  | ArtifactUpdated
  | ArtifactPreviewReady
  | ArtifactVersionCreated
  | ArtifactDiffReady
  | ArtifactExportStarted
  | ArtifactExportCompleted
  | ArtifactFailed
  | ArtifactDeleted
  | ArtifactChanged;
