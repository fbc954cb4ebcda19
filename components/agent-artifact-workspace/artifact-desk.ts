import type { LitElement } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import {
  writeKey,
  type ControlReceipt,
  type ControlRequest,
} from '../../src/agent-ui/events/control-request.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { AgentEditRequestEvent } from '../shared/team-request-events.js';
import {
  artifactDrafts,
  draftState,
  isConflict,
  type ArtifactDraft,
  type DraftState,
} from './artifact-drafts.js';
import { ContentDesk, type Fetched } from './content-desk.js';
import { formatOf, type ArtifactContent, type Format } from './content-format.js';

/** Longer texts are not edited here: a field with more holds the page up. Characters. */
export const MAX_EDITED = 1_000_000;
/** As much of a preview a session keeps (agent-ui §5.5): a longer one may be the beginning of something longer. */
const MAX_PREVIEW = 64 * 1024;
const WRITTEN: readonly Format[] = ['markdown', 'code', 'json', 'table', 'diff', 'page', 'text'];

type Ask = (
  event: Event,
  ask: (session: AgentSession) => Promise<ControlReceipt>,
) => Promise<ControlReceipt> | undefined;

/** Why an artifact cannot be edited here now; `hidden`: the runtime or its owner has no such thing. */
export type EditBar = 'hidden' | 'version' | 'stale' | 'content' | 'size';

export interface Editing {
  draft: ArtifactDraft;
  state: DraftState;
  /** A newer version has come meanwhile. */
  conflict: boolean;
}

/** What a person does with the contents of artifacts in one panel: fetches, edits, saves. */
export class ArtifactDesk {
  readonly #contents: ContentDesk;

  constructor(
    host: LitElement,
    private readonly session: () => AgentSession | undefined,
    /** Dispatches the event and makes the write. */
    private readonly ask: Ask,
  ) {
    this.#contents = new ContentDesk(host, session);
  }

  /** The same object for the same content, for those who read it. */
  readonly #contentOf = new WeakMap<object, ArtifactContent>();

  /** Where the content of a version is, if its owner said so. */
  refOf(artifact: ArtifactView, versionId: string | undefined): string | undefined {
    const { versionId: current, readRef, previewRef } = artifact;
    return ownRef(artifact, versionId) ?? (versionId === current ? (readRef ?? previewRef) : undefined);
  }

  fetched(artifact: ArtifactView, versionId: string | undefined): Fetched | undefined {
    const ref = this.refOf(artifact, versionId);
    return ref === undefined ? undefined : this.#contents.get(keyOf(artifact, versionId, ref));
  }

  /** Only when somebody asks for it. */
  async fetch(artifact: ArtifactView, versionId = artifact.versionId): Promise<ArtifactContent | undefined> {
    const ref = this.refOf(artifact, versionId);
    if (ref === undefined) return undefined;
    await this.#contents.fetch(keyOf(artifact, versionId, ref), ref);
    return this.content(artifact, versionId);
  }

  /** What a reference stands for that is of no version: a change, an export. */
  detail(ref: string): Fetched | undefined {
    return this.#contents.get(ref);
  }

  async fetchDetail(ref: string): Promise<{ contentType: string; text: string } | undefined> {
    return this.#contents.fetch(ref, ref);
  }

  /** What can be shown of a version without asking anybody. */
  content(artifact: ArtifactView, versionId = artifact.versionId): ArtifactContent | undefined {
    const { preview, previewRef, previewStale = false } = artifact;
    const ref = this.refOf(artifact, versionId);
    const fetched = this.fetched(artifact, versionId);
    if (fetched?.state === 'loaded') {
      const { contentType, text } = fetched.detail;
      // Plain text is what a keeper says that knows nothing better.
      const mimeType = /^(?:|text\/plain.*)$/.test(contentType)
        ? (artifact.mimeType ?? contentType)
        : contentType;
      const stale = isOfAnother(artifact, versionId, ref);
      return this.#same(fetched.detail, { value: text, mimeType, whole: ref !== previewRef, stale });
    }
    if (versionId !== artifact.versionId || preview === undefined) return undefined;
    const whole = ref === undefined && typeof preview === 'string' && preview.length < MAX_PREVIEW;
    return this.#same(artifact, { value: preview, mimeType: artifact.mimeType, whole, stale: previewStale });
  }

  #same(of: object, content: ArtifactContent): ArtifactContent {
    const known = this.#contentOf.get(of);
    if (known && known.mimeType === content.mimeType && known.stale === content.stale) return known;
    this.#contentOf.set(of, content);
    return content;
  }

  /** The words of a version, as far as they are here. */
  textOf(artifact: ArtifactView, versionId = artifact.versionId): string | undefined {
    const content = this.content(artifact, versionId);
    return content?.whole && !content.stale && typeof content.value === 'string' ? content.value : undefined;
  }

  /** Why it cannot be edited; undefined when it can (§2.2, §4.1). */
  editBar(artifact: ArtifactView): EditBar | undefined {
    const { artifactId, versionId, deleted, writeCapabilities, sizeBytes } = artifact;
    if (deleted || writeCapabilities?.includes('edit') === false) return 'hidden';
    const request: ControlRequest = { kind: 'edit', artifactId, versionId: versionId ?? '.', content: '.' };
    const availability = this.session()?.availability(request);
    if (!availability || (!availability.available && availability.token === 'unavailable')) return 'hidden';
    if (versionId === undefined) return 'version';
    if ((sizeBytes ?? 0) > MAX_EDITED || (this.textOf(artifact)?.length ?? 0) > MAX_EDITED) return 'size';
    const content = this.content(artifact);
    if (content && !WRITTEN.includes(formatOf(artifact, content))) return 'hidden';
    const ref = this.refOf(artifact, versionId);
    if (content?.stale || isOfAnother(artifact, versionId, ref)) return 'stale';
    if (ref !== undefined && ref !== artifact.previewRef) return undefined;
    return this.textOf(artifact) === undefined ? 'content' : undefined;
  }

  /** Begins to write over the version in force, or goes on where somebody was. */
  async edit(artifact: ArtifactView): Promise<boolean> {
    const drafts = this.#drafts();
    const { artifactId, versionId } = artifact;
    if (!drafts || versionId === undefined) return false;
    const known = drafts.get(artifactId);
    if (known && known.sent?.savedAs === undefined) return true;
    const content = (await this.fetch(artifact)) ?? this.content(artifact);
    const text = this.textOf(artifact);
    if (!content || text === undefined || text.length > MAX_EDITED) return false;
    if (!WRITTEN.includes(formatOf(artifact, content))) return false;
    drafts.start(artifactId, versionId, text);
    return true;
  }

  /** The draft of an artifact and where it stands; a saved one is none any more. */
  editing(artifact: ArtifactView, writes: ReadonlyMap<string, WriteRecord>): Editing | undefined {
    const draft = this.#drafts()?.get(artifact.artifactId);
    if (!draft) return undefined;
    const state = draftState(draft, artifact, writes);
    if (state === 'saved') {
      // It may have been saved while nobody looked.
      if (draft.sent) draft.sent.savedAs ??= artifact.versionId ?? '';
      return undefined;
    }
    return { draft, state, conflict: isConflict(draft, state, artifact) };
  }

  /** The version that the last draft became. */
  savedAs({ artifactId, versionId }: ArtifactView): string | undefined {
    const savedAs = this.#drafts()?.get(artifactId)?.sent?.savedAs;
    return savedAs === versionId ? savedAs : undefined;
  }

  write(draft: ArtifactDraft, text: string): void {
    this.#drafts()?.change(draft, { text });
  }

  /** W12. The draft stays until the owner has confirmed it (N-019). */
  save(draft: ArtifactDraft, { artifactId, failure }: ArtifactView): void {
    const { versionId, text, sent } = draft;
    const key = writeKey('edit', artifactId);
    const edit = { artifactId, versionId, content: text };
    const write = sent?.text === text ? this.session()?.writeState(key) : undefined;
    // It is on its way.
    if (write?.state === 'submitting' || write?.state === 'awaiting-confirmation') return;
    const again = write !== undefined;
    const now: NonNullable<ArtifactDraft['sent']> = { text, failure };
    this.#drafts()?.change(draft, { sent: now });
    const receipt = this.ask(new AgentEditRequestEvent(edit), (session) =>
      // The same once more goes under the same key (§4.1, 6).
      again ? session.retryWrite(key) : session.ask({ kind: 'edit', ...edit }),
    );
    if (!receipt) now.byHost = true;
    void receipt?.then(({ status, reason = '' }) => {
      if (status === 'accepted' || draft.sent !== now) return;
      now.refused = reason;
      this.#drafts()?.change(draft, {});
    });
  }

  /** Keeps what a person wrote, now over the version in force. */
  rebase(draft: ArtifactDraft, artifact: ArtifactView, text = draft.text): void {
    const { versionId = draft.versionId } = artifact;
    this.#drafts()?.change(draft, { versionId, base: this.textOf(artifact), text, sent: undefined });
  }

  /** A text over the version in force, as of a review. */
  propose(
    { artifactId, versionId = '' }: ArtifactView,
    base: string,
    text: string,
  ): ArtifactDraft | undefined {
    return this.#drafts()?.start(artifactId, versionId, base, text);
  }

  discard({ artifactId }: ArtifactDraft): void {
    this.#drafts()?.discard(artifactId);
  }

  #drafts() {
    const session = this.session();
    return session && artifactDrafts(session);
  }
}

function ownRef({ versions }: ArtifactView, versionId: string | undefined): string | undefined {
  return versions.find((version) => version.versionId === versionId)?.readRef;
}

/** The reference was told with another version: nobody knows whether it leads to this one. */
function isOfAnother(
  artifact: ArtifactView,
  versionId: string | undefined,
  ref: string | undefined,
): boolean {
  return (
    ref !== undefined &&
    ownRef(artifact, versionId) === undefined &&
    artifact.versions.some((version) => version.readRef === ref)
  );
}

function keyOf({ artifactId }: ArtifactView, versionId: string | undefined, ref: string): string {
  return [artifactId, versionId ?? '', ref].join('\n');
}
