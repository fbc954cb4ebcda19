import { ContextConsumer } from '@lit/context';
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ArtifactView } from '../../src/agent-ui/projection/work-view-models.js';
import { draftOf } from '../agent-composer/draft.js';
import { renderersContext } from '../shared/contexts.js';
import { Disclosure } from '../shared/disclosure.js';
import type { Words } from '../shared/languages.js';
import { ListFocus } from '../shared/list-focus.js';
import { enArtifacts } from '../shared/locales/en-artifacts.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { enWork } from '../shared/locales/en-work.js';
import { ReadingPanel } from '../shared/reading-panel.js';
import { lastWrites } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { AgentAttachRequestEvent } from './agent-artifact-workspace.events.js';
import { styles } from './agent-artifact-workspace.styles.js';
import { ArtifactDesk, type Editing } from './artifact-desk.js';
import { artifactDetail } from './artifact-detail.js';
import { artifactList, inListOrder, ROWS, unsaved } from './artifact-list.js';
import { ArtifactChoices, type ArtifactRenderers } from './workspace-context.js';

export type { ArtifactRenderer, ArtifactRenderers } from './workspace-context.js';
export type { ArtifactContent } from './content-format.js';
export { AgentAttachRequestEvent } from './agent-artifact-workspace.events.js';

/** What a person has chosen to see of a session's artifacts. */
class SessionChoices {
  chosen: string | undefined;
  /** In a narrow panel one artifact is shown in place of the list. */
  opened = false;
  filter = '';
  limit = ROWS;
  readonly #of = new Map<string, ArtifactChoices>();

  of(artifactId: string): ArtifactChoices {
    const known = this.#of.get(artifactId) ?? new ArtifactChoices();
    this.#of.set(artifactId, known);
    return known;
  }
}

/**
 * The artifacts of a session: documents, code, tables, pictures, changes, each with its content, its versions, what
 * was exported of it and where it comes from. Contents come from the artifact service when somebody asks for them.
 * What a person writes is kept until its owner has confirmed it, whatever else happens.
 *
 * @element agent-artifact-workspace
 * @summary Look at artifacts, edit them, compare and review their versions, and export them.
 * @shows markdown
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentDetailRequestEvent} agent-detail-request - A person wants a content fetched.
 * @fires {AgentEditRequestEvent} agent-edit-request - A person saves a change of a version.
 * @fires {AgentForkRequestEvent} agent-fork-request - A person wants a copy that goes its own way.
 * @fires {AgentRegenerateRequestEvent} agent-regenerate-request - A person wants it made anew.
 * @fires {AgentExportRequestEvent} agent-export-request - A person wants it written out.
 * @fires {AgentRollbackRequestEvent} agent-rollback-request - A person wants an earlier version back.
 * @fires {AgentReviewRequestEvent} agent-review-request - A person wants it reviewed.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants what failed done again.
 * @fires {AgentAttachRequestEvent} agent-attach-request - A person wants the agent to read it with the next message.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see a turn, a tool call, evidence, an agent.
 *
 * @slot empty - Shown while there is no artifact.
 *
 * @csspart list - The list of artifacts.
 * @csspart row - One of them.
 * @csspart detail - The artifact that is shown.
 * @csspart title - Its title.
 * @csspart state - How it stands.
 * @csspart artifact-button - What can be asked for.
 * @csspart tab - The switch to its content, versions, exports or facts.
 * @csspart content - What it says.
 * @csspart editor - Where it is written over.
 * @csspart text - The field in which that is done.
 * @csspart conflict - A newer version came while somebody was writing.
 * @csspart versions - Its versions.
 * @csspart compare - Two of them, compared.
 * @csspart review - A change, hunk by hunk.
 * @csspart hunk - One of the hunks.
 * @csspart exports - What was written out.
 * @csspart facts - What is known of it.
 * @csspart tree - A JSON value.
 * @csspart table - Rows of data.
 * @csspart page - Foreign HTML, in a frame that reaches nothing.
 *
 * @cssstate empty - There is no artifact.
 * @cssstate attention - One failed, is in dispute, or is not saved.
 */
export class AgentArtifactWorkspace extends ReadingPanel {
  static readonly tag: string = 'agent-artifact-workspace';
  protected static override readonly words: Words = [enArtifacts, enTurn, enWork];
  static override styles = styles;
  static override properties: PropertyDeclarations = { renderers: { attribute: false } };

  /** Draws contents, by kind of artifact; the workbench's own by default. */
  declare renderers: ArtifactRenderers | undefined;

  #context = new ContextConsumer(this, { context: renderersContext, subscribe: true });
  #disclosure = new Disclosure(this);
  #focus = new ListFocus(this, '.row-line');
  #choices = new WeakMap<AgentSession, SessionChoices>();
  #wasInside = false;
  #desk = new ArtifactDesk(
    this,
    () => this.activeSession,
    (event, ask) => this.request(event, ask),
  );

  /** Shows an artifact, as when a person opened its card; its content is fetched where nothing of it is here. */
  show(artifactId: string): void {
    const session = this.activeSession;
    if (!session) return;
    const choices = this.#of(session);
    choices.chosen = artifactId;
    choices.opened = true;
    this.requestUpdate();
    const artifact = session
      .view('artifact_workspace')
      .get()
      .artifacts.find((one) => one.artifactId === artifactId);
    if (artifact && this.#desk.content(artifact) === undefined) void this.#desk.fetch(artifact);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#wasInside = !!this.shadowRoot?.activeElement?.closest('.detail');
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // What was pressed may be gone, such as the field when its text is saved: the focus must not go with it.
    if (!this.#wasInside || this.shadowRoot?.activeElement) return;
    this.shadowRoot
      ?.querySelector<HTMLElement>(
        '.editor textarea, [data-verb="edit"]:enabled, [data-verb="resume"], [role=tab]',
      )
      ?.focus({ preventScroll: true });
  }

  protected override get reading(): 'now' | 'no' {
    const artifacts = this.activeSession?.view('artifact_workspace').get().artifacts ?? [];
    return artifacts.length > 0 ? 'now' : 'no';
  }

  override render(): TemplateResult {
    const session = this.activeSession;
    const artifacts = session?.view('artifact_workspace').get().artifacts ?? [];
    this.toggleState('empty', artifacts.length === 0);
    const { wording } = this;
    const { t } = wording;
    if (!session || artifacts.length === 0) {
      this.toggleState('attention', false);
      return html`<div class="empty"><slot name="empty">${t('artifact.empty')}</slot></div>`;
    }
    const choices = this.#of(session);
    const writes = lastWrites(session);
    const drafts = new Map<string, Editing | undefined>();
    const editing = (artifact: ArtifactView) => {
      const { artifactId } = artifact;
      if (!drafts.has(artifactId)) drafts.set(artifactId, this.#desk.editing(artifact, writes));
      return drafts.get(artifactId);
    };
    this.toggleState(
      'attention',
      artifacts.some((one) => !one.deleted && (one.failed || one.disputed || unsaved(editing(one)))),
    );
    const shown =
      artifacts.find(({ artifactId }) => artifactId === choices.chosen) ??
      inListOrder(artifacts, editing).findLast(isLive) ??
      artifacts.at(-1)!;
    // What is shown first stays shown when more come.
    choices.chosen ??= shown.artifactId;
    const one = artifacts.length === 1;
    return html`<section
      class="frame"
      aria-label=${t('artifact.label')}
      data-view=${choices.opened || one ? 'detail' : 'list'}
      data-count=${one ? 'one' : 'many'}
    >
      ${
        one
          ? ''
          : artifactList(artifacts, {
              wording,
              chosen: shown.artifactId,
              filter: choices.filter,
              limit: choices.limit,
              editing,
              choose: (artifactId) => this.show(artifactId),
              find: (filter) => this.#set(choices, { filter }),
              more: () => this.#set(choices, { limit: choices.limit + ROWS }),
              onKey: this.#focus.onKey,
              onFocus: this.#focus.onFocus,
            })
      }
      ${this.#detail(shown, artifacts.length, editing(shown), session)}
    </section>`;
  }

  #detail(
    artifact: ArtifactView,
    count: number,
    editing: Editing | undefined,
    session: AgentSession,
  ): TemplateResult {
    const all = this.#of(session);
    const choices = all.of(artifact.artifactId);
    const draft = draftOf(session);
    draft.track();
    const ref = refOf(artifact);
    return artifactDetail(artifact, {
      wording: this.wording,
      session,
      writes: lastWrites(session),
      disclosure: this.#disclosure,
      desk: this.#desk,
      renderers: this.renderers ?? (this.#context.value as ArtifactRenderers | undefined),
      choices,
      count,
      editing,
      attached: draft.refs.some((other) => other.ref.id === ref.id),
      choose: (change) => this.#set(choices, change),
      ask: (control) => this.askFor(control),
      open: (kind, id) => {
        if (this.dispatchEvent(new AgentOpenRequestEvent(kind, id)) && kind === 'artifact') this.show(id);
      },
      back: () => {
        this.#set(all, { opened: false });
        void this.updateComplete.then(() =>
          this.shadowRoot?.querySelector<HTMLElement>('.row-line[aria-current]')?.focus(),
        );
      },
      edit: () => void this.#edit(artifact, choices),
      attach: () => {
        if (this.dispatchEvent(new AgentAttachRequestEvent(ref))) draft.addRef(ref);
      },
    });
  }

  async #edit(artifact: ArtifactView, choices: ArtifactChoices): Promise<void> {
    this.#set(choices, { tab: 'content', versionId: undefined });
    if (!(await this.#desk.edit(artifact))) return;
    this.#set(choices, { editing: true });
    await this.updateComplete;
    this.shadowRoot?.querySelector<HTMLElement>('.editor textarea')?.focus();
  }

  #of(session: AgentSession): SessionChoices {
    const known = this.#choices.get(session) ?? new SessionChoices();
    this.#choices.set(session, known);
    return known;
  }

  #set<T extends object>(choices: T, change: Partial<T>): void {
    Object.assign(choices, change);
    this.requestUpdate();
  }
}

function isLive({ deleted }: ArtifactView): boolean {
  return !deleted;
}

/** How the agent is told of it: by its id, and where its content is. */
function refOf({ artifactId, title, versionId, readRef }: ArtifactView) {
  return {
    id: `artifact:${artifactId}`,
    label: title ?? artifactId,
    kind: 'artifact',
    value: readRef ?? [artifactId, versionId].filter(Boolean).join('@'),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-artifact-workspace': AgentArtifactWorkspace;
  }
}
