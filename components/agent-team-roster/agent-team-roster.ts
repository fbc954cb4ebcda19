import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type {
  ApprovalView,
  TeammateView,
  TeamRosterView,
} from '../../src/agent-ui/projection/view-models.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import { PanelElement } from '../shared/panel-element.js';
import { SEPARATOR } from '../shared/separator.js';
import type { Status } from '../shared/status.js';
import { teamWords } from '../shared/team-words.js';
import { TeammateAnnouncer } from '../shared/teammate-announcer.js';
import { teammateTrouble, waitsFor } from '../shared/teammate-controls.js';
import { TeammateDrafts, teammateSay } from '../shared/teammate-drafts.js';
import { Gradual } from '../shared/teammate-gradual.js';
import { TeammateKeys } from '../shared/teammate-keys.js';
import { isGone } from '../shared/teammate-look.js';
import { AgentAssignRequestEvent } from '../shared/team-request-events.js';
import { controlButton, lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-team-roster.styles.js';
import { Delegations } from './delegations.js';
import type { MemberBody } from './member-body.js';
import { memberControls } from './member-controls.js';
import { lookOf, memberRow } from './member-row.js';
import { teamCounts, teamHeads } from './team-head.js';

/** How many of those who idle, and of those who are over, are always shown (`workbench-ux.md`). */
const SHOWN = { idle: 3, over: 8 };
const OVER: ReadonlySet<Status> = new Set(['done', 'cancelled', 'declined']);
/** How many work items are offered to be given. */
const OFFERED_ITEMS = 50;

/** What all rows are drawn from. */
interface Scene {
  session: AgentSession;
  view: TeamRosterView;
  writes: ReadonlyMap<string, WriteRecord>;
  /** Questions that wait, by their ids. */
  pending: ReadonlyMap<string, ApprovalView>;
  isNamesake(member: TeammateView): boolean;
}

/** The line that folds the rest of a kind away. */
interface Fold {
  key: string;
  fold: 'idle' | 'over';
  count: number;
}

/**
 * Who works here: each teammate by its id, those who need the person first, with what they do, their model and policy,
 * whose child they are, what they used and what they ask. Choosing one asks the host to show its transcript.
 *
 * Keys in the list: j, k, arrows, Home and End; Enter chooses, Space opens the row.
 *
 * @element agent-team-roster
 * @summary The teammates, attention first, with teams, limits, questions and controls.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person chooses a teammate, or follows a link.
 * @fires {AgentDelegateRequestEvent} agent-delegate-request - A person gives work to a new teammate.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to a teammate.
 * @fires {AgentWaitRequestEvent} agent-wait-request - A person has the run wait for teammates.
 * @fires {AgentPauseRequestEvent} agent-pause-request - A person pauses a teammate.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a teammate go on.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person stops a teammate.
 * @fires {AgentTeammateCloseRequestEvent} agent-teammate-close-request - A person closes a teammate.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed teammate started again.
 * @fires {AgentAssignRequestEvent} agent-assign-request - A person gives a teammate a work item.
 * @fires {AgentReviewRequestEvent} agent-review-request - A person wants a teammate's work reviewed.
 *
 * @slot empty - Shown while there is no teammate.
 *
 * @csspart team - A team: its name, how it works together, its limits.
 * @csspart capacity - Its limits and queues.
 * @csspart summary - How many there are of each kind of state.
 * @csspart delegate - The form in which work is given to a new teammate.
 * @csspart asked - Work that was given and that nobody has begun.
 * @csspart member - A teammate.
 * @csspart member-line - Its line.
 * @csspart member-name - Its name.
 * @csspart member-state - How it stands.
 * @csspart member-body - What the line opens.
 * @csspart member-button - What can be asked for.
 *
 * @cssstate empty - There is nobody to show.
 * @cssstate attention - Somebody needs the person, or failed.
 */
export class AgentTeamRoster extends PanelElement {
  static readonly tag: string = 'agent-team-roster';
  protected static override readonly words = teamWords;
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #keys = new TeammateKeys(this, '.teammate-line', (id) => this.#disclosure.toggle(id, false));
  #announcer = new TeammateAnnouncer(this);
  #gradual = new Gradual(this, 20);
  #drafts = new TeammateDrafts(this, () => this.activeSession);
  #last: AgentSession | undefined;
  /** What each was given here last. */
  #given = new Map<string, string>();
  /** Whom to stop with those that they started. */
  #cascades = new Set<string>();
  #delegations = new Delegations({
    changed: () => this.requestUpdate(),
    dispatch: (event) => this.dispatchEvent(event),
  });
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const session = this.activeSession;
    const view = session?.view('team_roster').get();
    const { wording } = this;
    const { t } = wording;
    const nobody =
      !view || (view.members.length === 0 && view.teams.length === 0 && view.topologies.length === 0);
    this.toggleState('empty', nobody);
    this.toggleState('attention', view?.members.some(({ attention }) => attention === 'high') ?? false);
    if (!session || !view || nobody)
      return html`<div class="panel">
        <div class="empty"><slot name="empty">${t('team.empty')}</slot></div>
        ${session ? this.#bar(session, [], new Map()) : nothing}
      </div>`;
    const writes = lastWrites(session);
    this.#drafts.settle(writes);
    return html`<section class="panel" aria-label=${t('team.label')}>
      ${teamHeads(view, wording)} ${this.#bar(session, view.members, writes, view)}
      ${this.#list(session, view, writes)} ${this.#announcer.render()}
    </section>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.#last === this.activeSession) return;
    // Another session may have another teammate of the same id.
    this.#last = this.activeSession;
    this.#cascades.clear();
    this.#given.clear();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const rows = this.activeSession?.view('team_roster').get().members ?? [];
    this.#announcer.look(
      rows.map((member) => ({
        ...member,
        look: lookOf(member),
        asks: member.pendingActions.length > 0,
        attempts: member.pastAttempts?.length,
      })),
      this.wording,
    );
  }

  /** How many there are, and what can be done about all of them. */
  #bar(
    session: AgentSession,
    members: readonly TeammateView[],
    writes: ReadonlyMap<string, WriteRecord>,
    { teams }: Pick<TeamRosterView, 'teams'> = { teams: [] },
  ): TemplateResult {
    const { wording } = this;
    const { t } = wording;
    const working = members.filter(({ ended, source }) => !ended && source !== 'human');
    const wait = waitsFor({ agentIds: working.map(({ agentId }) => agentId) }, 'team.waitAll');
    const waits = working.length > 1 ? workControls([wait], session, writes) : [];
    const delegate = session.availability({ kind: 'delegate', clientId: '', prompt: '.' }).available;
    const delegations = this.#delegations;
    return html`<div class="bar">
        <p class="summary" part="summary" dir="auto">
          ${members.length > 0 ? teamCounts(members, wording).join(SEPARATOR) : nothing}
        </p>
        ${waits.map((control) =>
          controlButton(control, {
            wording,
            ask: (asked) => this.askFor(asked),
            part: 'member-button',
            look: 'quiet',
          }),
        )}
        ${
          delegate
            ? html`<button
                type="button"
                class="quiet"
                part="member-button"
                aria-expanded=${delegations.open ? 'true' : 'false'}
                data-verb="delegate"
                @click=${() => delegations.toggle()}
              >
                ${icon('plus')} ${t('team.delegate')}
              </button>`
            : nothing
        }
      </div>
      ${teammateTrouble(waits, wording)} ${delegations.form(session, teams, wording)}
      ${delegations.rows(session, wording)}`;
  }

  #list(
    session: AgentSession,
    view: TeamRosterView,
    writes: ReadonlyMap<string, WriteRecord>,
  ): TemplateResult {
    const entries = this.#gradual.part(this.#entries(view.members));
    const reachable = this.#keys.reachable(entries.flatMap((entry) => ('fold' in entry ? [] : [entry.key])));
    const labels = new Map<string, number>();
    for (const { label } of view.members) labels.set(label, (labels.get(label) ?? 0) + 1);
    const scene: Scene = {
      session,
      view,
      writes,
      pending: new Map(
        session
          .view('hitl')
          .get()
          .pending.map((asked) => [asked.actionId, asked]),
      ),
      isNamesake: ({ label }) => labels.get(label)! > 1,
    };
    return html`<ul
      class="teammates"
      @keydown=${this.#keys.onKey}
      @keyup=${this.#keys.onKeyUp}
      @focusin=${this.#keys.onFocus}
    >
      ${repeat(
        entries,
        ({ key }) => key,
        (entry) => ('fold' in entry ? this.#fold(entry) : this.#row(entry, scene, entry.key === reachable)),
      )}
    </ul>`;
  }

  #row(member: TeammateView, scene: Scene, reachable: boolean): unknown {
    const { wording } = this;
    const { key } = member;
    const open = this.#disclosure.isOpen(key, false);
    const asks = member.pendingActions.flatMap((id) => scene.pending.get(id) ?? []);
    const namesake = scene.isNamesake(member);
    const team = scene.view.teams.length > 1 ? member.teamName : undefined;
    // Of two hundred rows only those are drawn that say something else.
    return guard([member, asks[0], reachable, team, namesake, wording, open && {}], () =>
      memberRow(member, {
        wording,
        reachable,
        team,
        namesake,
        asks: asks[0],
        body: open ? this.#body(member, scene, asks) : undefined,
        toggle: () => this.#disclosure.toggle(key, false),
        choose: () => this.#choose(member),
      }),
    );
  }

  #body(member: TeammateView, scene: Scene, asks: readonly ApprovalView[]): MemberBody {
    const { session, view, writes } = scene;
    const { agentId } = member;
    const cascade = this.#cascades.has(agentId);
    const children = view.members.filter(
      (other) =>
        other !== member &&
        !other.ended &&
        (other.parentAgentId === agentId ||
          (member.sessionId !== undefined &&
            member.sessionId !== member.parentSessionId &&
            other.parentSessionId === member.sessionId)),
    );
    return {
      wording: this.wording,
      desk: this.#desk,
      asks,
      controls: workControls(memberControls(member, cascade), session, writes),
      say: isGone(member)
        ? undefined
        : teammateSay(
            { agentId, label: this.t('team.sayTo', { name: member.label }) },
            { session, writes, drafts: this.#drafts, request: this.request.bind(this) },
          ),
      give: this.#give(member, scene),
      cascade:
        children.length === 0
          ? undefined
          : {
              count: children.length,
              on: cascade,
              set: (on) => {
                if (on) this.#cascades.add(agentId);
                else this.#cascades.delete(agentId);
                this.requestUpdate();
              },
            },
      ask: (control) => this.askFor(control),
      choose: () => this.#choose(member),
    };
  }

  /** W9: what nobody has, or somebody else. */
  #give({ agentId, ended }: TeammateView, { session, writes }: Scene): MemberBody['give'] {
    const wanted = (workItemId: string) => {
      const change = { workItemId, assignee: agentId };
      return {
        word: 'team.assign' as const,
        request: { kind: 'assign' as const, ...change },
        event: () => new AgentAssignRequestEvent(change),
      };
    };
    const given = this.#given.get(agentId);
    const [control] = ended ? [] : workControls([wanted(given ?? '.')], session, writes);
    if (!control) return undefined;
    const items = session
      .view('work_board')
      .get()
      .items.filter(({ status, assignedTo }) => status !== 'done' && assignedTo?.id !== agentId)
      .slice(0, OFFERED_ITEMS);
    const assign = (workItemId: string) => {
      this.#given.set(agentId, workItemId);
      this.askFor(wanted(workItemId));
    };
    return { items, control, assign };
  }

  #choose({ agentId }: TeammateView): void {
    this.dispatchEvent(new AgentOpenRequestEvent('agent', agentId));
  }

  /** The rows, and the lines that fold the rest of a kind away. */
  #entries(members: readonly TeammateView[]): (TeammateView | Fold)[] {
    const sorted = this.#keys.ordered(members, lookOf);
    const entries: (TeammateView | Fold)[] = [];
    const kindOf = (member: TeammateView) => {
      const { status } = lookOf(member);
      return status === 'idle' ? 'idle' : OVER.has(status) ? 'over' : undefined;
    };
    const seen = { idle: 0, over: 0 };
    for (const member of sorted) {
      const kind = kindOf(member);
      const at = kind ? seen[kind]++ : 0;
      if (kind && at === SHOWN[kind]) {
        const all = sorted.filter((other) => kindOf(other) === kind).length;
        entries.push({ key: `fold:${kind}`, fold: kind, count: all - at });
      }
      if (!kind || at < SHOWN[kind] || this.#disclosure.isOpen(`fold:${kind}`, false)) entries.push(member);
    }
    return entries;
  }

  #fold({ key, fold, count }: Fold): TemplateResult {
    const open = this.#disclosure.isOpen(key, false);
    return html`<li>
      <button
        type="button"
        class="quiet fold"
        data-fold=${fold}
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#disclosure.toggle(key, false)}
      >
        ${icon('chevron')}
        <span dir="auto">${this.t(fold === 'idle' ? 'team.moreIdle' : 'team.moreOver', { count })}</span>
      </button>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-team-roster': AgentTeamRoster;
  }
}
