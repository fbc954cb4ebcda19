import type { TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import type { Disclosure } from '../shared/disclosure.js';
import type { Wording } from '../shared/localize.js';
import type { WorkControl } from '../shared/work-control.js';
import type { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import type { ArtifactContent } from './content-format.js';
import type { ArtifactDesk } from './artifact-desk.js';
import type { Hunk } from './line-diff.js';

/** Draws the content of an artifact: a Lit template or a node. What stands around it stays ours. */
export type ArtifactRenderer = (
  artifact: ArtifactView,
  content: ArtifactContent | undefined,
) => TemplateResult | Node;

/** By the kind of artifact, as its owner names it. */
export type ArtifactRenderers = Readonly<Record<string, ArtifactRenderer>>;

export type Tab = 'content' | 'versions' | 'exports' | 'facts';

/** What a person has chosen to see of one artifact. It is this panel's alone. */
export class ArtifactChoices {
  tab: Tab = 'content';
  /** Absent: whether there is a draft decides. */
  editing: boolean | undefined;
  /** An older version that is looked at. */
  versionId: string | undefined;
  /** Two versions that are compared. */
  compare: { base: string; head: string } | undefined;
  /** A draft is compared with the version that came meanwhile. */
  comparing = false;
  /** The hunks that were decided about: whether the newer text is taken. */
  decided = new Map<number, boolean>();
  /** Characters, rows or entries that are shown of what is long. */
  readonly shown = new Map<string, number>();
  /** What waits for a second step, such as `discard`. */
  confirming: string | undefined;
  /** The format of the next export. */
  format = '';
  /** The page that may be shown, and whether its scripts may run: this text, and no later one. */
  page: { text: string; scripts: boolean } | undefined;
  #diff: { base: string; head: string; hunks: readonly Hunk[] } | undefined;

  /** What changed between two texts; read once for as long as they are the same. */
  hunks(
    base: string,
    head: string,
    compare: (base: string, head: string) => readonly Hunk[],
  ): readonly Hunk[] {
    if (this.#diff?.base !== base || this.#diff.head !== head) {
      this.#diff = { base, head, hunks: compare(base, head) };
      this.decided = new Map();
    }
    return this.#diff.hunks;
  }
}

/** What the parts of the panel draw with. */
export interface WorkspaceContext {
  readonly wording: Wording;
  readonly session: AgentSession;
  readonly writes: ReadonlyMap<string, WriteRecord>;
  readonly disclosure: Disclosure;
  readonly desk: ArtifactDesk;
  readonly renderers: ArtifactRenderers | undefined;
  readonly choices: ArtifactChoices;
  /** Changes what is chosen, and draws it. */
  choose(change: Partial<ArtifactChoices>): void;
  ask(control: WorkControl): void;
  open(kind: AgentOpenRequestEvent['kind'], id: string): void;
}
