import { html, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ApprovalView, BackgroundView, RemoteView } from '../../src/agent-ui/projection/view-models.js';
import { ApprovalDesk } from './approval-desk.js';
import { planOf } from './approval-plan.js';
import { Disclosure } from './disclosure.js';
import type { StringKey } from './localize.js';
import { PanelElement } from './panel-element.js';
import { TeammateAnnouncer } from './teammate-announcer.js';
import { Gradual } from './teammate-gradual.js';
import { TeammateKeys } from './teammate-keys.js';
import type { TeammateLook } from './teammate-look.js';
import type { TeammateRow } from './teammate-row.js';
import { teamWords } from './team-words.js';
import { lastWrites, workControls, type WantedControl, type WorkControl } from './work-control.js';
import { AgentOpenRequestEvent } from './work-request-events.js';

/** A row as it stands, and what its buttons do. */
export interface ListedRow extends Pick<TeammateRow, 'wording' | 'reachable' | 'toggle' | 'choose'> {
  readonly session: AgentSession;
  readonly writes: ReadonlyMap<string, WriteRecord>;
  readonly desk: ApprovalDesk;
  /** Its questions that wait for a person. */
  readonly asks: readonly ApprovalView[];
  readonly open: boolean;
  readonly controls: readonly WorkControl[];
  ask(control: WorkControl): void;
  /** Shows its teammate, where it has one. */
  readonly show: (() => void) | undefined;
}

/** What is listed, and what is said of one of it. */
export interface Listing<View> {
  readonly label: StringKey;
  /** Said where there is none. */
  readonly empty: StringKey;
  all(session: AgentSession): readonly View[];
  labelOf(view: View): string;
  lookOf(view: View): TeammateLook;
  controlsOf(view: View): WantedControl[];
}

/** A list of what works by itself, the one that needs the person first, drawn a part in each frame. */
export abstract class TeammateListPanel<View extends BackgroundView | RemoteView> extends PanelElement {
  protected static override readonly words = teamWords;

  protected abstract readonly listing: Listing<View>;
  protected abstract drawn(view: View, row: ListedRow): TemplateResult;

  #disclosure = new Disclosure(this);
  #keys = new TeammateKeys(this, '.teammate-line', (id) => this.#disclosure.toggle(id, false));
  #announcer = new TeammateAnnouncer(this);
  #gradual = new Gradual(this, 40);
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const session = this.activeSession;
    const views = this.#all();
    const { listing } = this;
    const { t } = this.wording;
    this.toggleState('empty', views.length === 0);
    this.toggleState(
      'attention',
      views.some(({ attention }) => attention === 'high'),
    );
    if (!session || views.length === 0)
      return html`<div class="empty"><slot name="empty">${t(listing.empty)}</slot></div>`;
    const sorted = this.#gradual.part(this.#keys.ordered(views, (view) => listing.lookOf(view)));
    const reachable = this.#keys.reachable(sorted.map(({ key }) => key));
    const writes = lastWrites(session);
    const { pending } = session.view('hitl').get();
    const asked = new Map(pending.map((ask) => [ask.actionId, ask]));
    return html`<section class="panel" aria-label=${t(listing.label)}>
      <ul
        class="teammates"
        @keydown=${this.#keys.onKey}
        @keyup=${this.#keys.onKeyUp}
        @focusin=${this.#keys.onFocus}
      >
        ${repeat(
          sorted,
          ({ key }) => key,
          (view) => this.#row(view, session, writes, asked, view.key === reachable),
        )}
      </ul>
      ${this.#announcer.render()}
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#announcer.look(
      this.#all().map((view) => ({
        key: view.key,
        state: view.state,
        label: this.listing.labelOf(view),
        look: this.listing.lookOf(view),
        asks: view.pendingActions.length > 0,
      })),
      this.wording,
    );
  }

  #all(): readonly View[] {
    const session = this.activeSession;
    return session ? this.listing.all(session) : [];
  }

  #row(
    view: View,
    session: AgentSession,
    writes: ReadonlyMap<string, WriteRecord>,
    asked: ReadonlyMap<string, ApprovalView>,
    reachable: boolean,
  ): unknown {
    const { wording } = this;
    const { key, agentId } = view;
    const open = this.#disclosure.isOpen(key, false);
    const asks = view.pendingActions.flatMap((id) => asked.get(id) ?? []);
    const toggle = () => this.#disclosure.toggle(key, false);
    const show = agentId === undefined ? undefined : () => this.openAs('agent', agentId);
    return guard([view, asks[0], reachable, wording, open && {}], () =>
      this.drawn(view, {
        session,
        writes,
        wording,
        reachable,
        desk: this.#desk,
        asks,
        open,
        controls: open ? workControls(this.listing.controlsOf(view), session, writes) : [],
        ask: (control) => this.askFor(control),
        show,
        toggle,
        choose: show ?? toggle,
      }),
    );
  }

  protected openAs(kind: AgentOpenRequestEvent['kind'], id: string): void {
    this.dispatchEvent(new AgentOpenRequestEvent(kind, id));
  }
}
