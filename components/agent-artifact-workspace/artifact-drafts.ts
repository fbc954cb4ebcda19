import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import { writeKey } from '../../src/agent-ui/events/control-request.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { Signal } from '../../src/base/signals.js';

/** A text that was handed to the artifact service, until that has said what came of it. */
interface Sent {
  readonly text: string;
  /** The failure that was known then: an old one is no answer. */
  readonly failure: ArtifactView['failure'] | undefined;
  /** The host makes the request: nobody here hears of it. */
  byHost?: boolean;
  /** The owner did not take it, and why. */
  refused?: string;
  /** The version that it became. It stays here, for a failure that is told late. */
  savedAs?: string;
}

/** What a person has written over a version of an artifact. It is theirs: no fact, in no store. */
export interface ArtifactDraft {
  readonly artifactId: string;
  /** The version that it is to replace. */
  versionId: string;
  /** What that version says; unknown where it was never fetched. */
  base: string | undefined;
  text: string;
  sent?: Sent | undefined;
}

/** §2.3: where a local edit stands. That the version has moved on is told apart: both can be. */
export type DraftState = 'clean' | 'dirty' | 'saving' | 'unconfirmed' | 'failed' | 'saved';

/** The drafts of one session, by artifact. They outlive panels, reconnections, and a look at another session. */
export class ArtifactDrafts {
  readonly #drafts = new Map<string, ArtifactDraft>();
  readonly #changes = new Signal.State(0);

  /** The draft of an artifact; inside a rendering, a change of it renders again. */
  get(artifactId: string): ArtifactDraft | undefined {
    this.#changes.get();
    return this.#drafts.get(artifactId);
  }

  start(artifactId: string, versionId: string, base: string, text = base): ArtifactDraft {
    const draft: ArtifactDraft = { artifactId, versionId, base, text };
    this.#drafts.set(artifactId, draft);
    this.#changed();
    return draft;
  }

  change(draft: ArtifactDraft, change: Partial<ArtifactDraft>): void {
    Object.assign(draft, change);
    this.#changed();
  }

  discard(artifactId: string): void {
    this.#drafts.delete(artifactId);
    this.#changed();
  }

  #changed(): void {
    this.#changes.set(Signal.subtle.untrack(() => this.#changes.get()) + 1);
  }
}

const drafts = new WeakMap<AgentSession, ArtifactDrafts>();

export function artifactDrafts(session: AgentSession): ArtifactDrafts {
  const known = drafts.get(session) ?? new ArtifactDrafts();
  drafts.set(session, known);
  return known;
}

/** Saved is what the owner has confirmed with a version or a change of it; a receipt is not enough (N-019). */
export function draftState(
  { sent, text, base, versionId }: ArtifactDraft,
  artifact: ArtifactView,
  writes: ReadonlyMap<string, WriteRecord>,
): DraftState {
  const dirty = text === base ? 'clean' : 'dirty';
  if (!sent) return dirty;
  const write = writes.get(writeKey('edit', artifact.artifactId));
  const failedLater = artifact.failure !== undefined && artifact.failure !== sent.failure;
  if (sent.refused !== undefined || write?.state === 'failed' || failedLater) return 'failed';
  // Somebody went on writing after it was saved.
  if (sent.savedAs !== undefined) return text === sent.text ? 'saved' : dirty;
  const moved = artifact.versionId !== versionId;
  if (sent.byHost) return moved ? 'saved' : 'saving';
  if (write?.state === 'unconfirmed') return 'unconfirmed';
  if (write && write.state !== 'confirmed') return 'saving';
  // It may only have begun to be changed.
  return moved || artifact.status !== 'updating' ? 'saved' : 'saving';
}

/** A newer version has come while somebody was writing: nothing of theirs is lost or overwritten (M-032). */
export function isConflict(
  draft: ArtifactDraft,
  state: DraftState,
  { versionId, deleted }: ArtifactView,
): boolean {
  return !deleted && state !== 'saved' && state !== 'saving' && versionId !== draft.versionId;
}
