import { html, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ApprovalView, RemoteView } from '../../src/agent-ui/projection/view-models.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { PanelElement } from '../shared/panel-element.js';
import { teamWords } from '../shared/team-words.js';
import { TeammateDrafts, teammateSay } from '../shared/teammate-drafts.js';
import { TeammateAnnouncer } from '../shared/teammate-announcer.js';
import { Gradual } from '../shared/teammate-gradual.js';
import { TeammateKeys } from '../shared/teammate-keys.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-remote-teammates.styles.js';
import { remoteControls, remoteLabel, remoteLook, remoteRow } from './remote-row.js';

/**
 * Agents that live elsewhere: their card and what they can do, the task as it stands there and as it is called here,
 * what they ask, what they sent, and whether the line to them is up. An idle agent has not ended its task.
 *
 * Keys in the list: j, k, arrows, Home and End; Enter chooses, Space opens the row.
 *
 * @element agent-remote-teammates
 * @summary Remote agents with their tasks, questions, artifacts and connection.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see the teammate, or an artifact of it.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to a remote agent.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person cancels a remote task.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a remote task go on.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed remote task done again.
 *
 * @slot empty - Shown while there is none.
 *
 * @csspart remote - A remote agent with its task.
 * @csspart remote-line - Its line.
 * @csspart remote-name - Its name.
 * @csspart remote-state - How its task stands, and the line to it.
 * @csspart remote-body - What the line opens.
 * @csspart remote-button - What can be asked for.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - A remote agent needs the person, or its task failed.
 */
export class AgentRemoteTeammates extends PanelElement {
  static readonly tag: string = 'agent-remote-teammates';
  protected static override readonly words = teamWords;
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #keys = new TeammateKeys(this, '.teammate-line', (id) => this.#disclosure.toggle(id, false));
  #announcer = new TeammateAnnouncer(this);
  #gradual = new Gradual(this, 40);
  #drafts = new TeammateDrafts(this, () => this.activeSession);
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const session = this.activeSession;
    const remotes = session?.view('remote_teammate').get().remotes ?? [];
    const { t } = this.wording;
    this.toggleState('empty', remotes.length === 0);
    this.toggleState(
      'attention',
      remotes.some(({ attention }) => attention === 'high'),
    );
    if (!session || remotes.length === 0)
      return html`<div class="empty"><slot name="empty">${t('remote.empty')}</slot></div>`;
    const sorted = this.#gradual.part(this.#keys.ordered(remotes, remoteLook));
    const reachable = this.#keys.reachable(sorted.map(({ key }) => key));
    const writes = lastWrites(session);
    this.#drafts.settle(writes);
    const pending = new Map(
      session
        .view('hitl')
        .get()
        .pending.map((asked) => [asked.actionId, asked]),
    );
    return html`<section class="panel" aria-label=${t('remote.label')}>
      <ul
        class="teammates"
        @keydown=${this.#keys.onKey}
        @keyup=${this.#keys.onKeyUp}
        @focusin=${this.#keys.onFocus}
      >
        ${repeat(
          sorted,
          ({ key }) => key,
          (remote) => this.#row(remote, session, writes, pending, remote.key === reachable),
        )}
      </ul>
      ${this.#announcer.render()}
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const rows = this.activeSession?.view('remote_teammate').get().remotes ?? [];
    this.#announcer.look(
      rows.map((row) => ({
        ...row,
        label: remoteLabel(row),
        look: remoteLook(row),
        asks: row.pendingActions.length > 0,
      })),
      this.wording,
    );
  }

  #row(
    remote: RemoteView,
    session: AgentSession,
    writes: ReadonlyMap<string, WriteRecord>,
    pending: ReadonlyMap<string, ApprovalView>,
    reachable: boolean,
  ): unknown {
    const { wording } = this;
    const { key, agentId, agentName } = remote;
    const open = this.#disclosure.isOpen(key, false);
    const asks = remote.pendingActions.flatMap((id) => pending.get(id) ?? []);
    const toggle = () => this.#disclosure.toggle(key, false);
    const openAs = (kind: AgentOpenRequestEvent['kind'], id: string) =>
      void this.dispatchEvent(new AgentOpenRequestEvent(kind, id));
    const show = agentId === undefined ? undefined : () => openAs('agent', agentId);
    return guard([remote, asks[0], reachable, wording, open && {}], () =>
      remoteRow(remote, {
        wording,
        reachable,
        desk: this.#desk,
        asks,
        open,
        controls: open ? workControls(remoteControls(remote), session, writes) : [],
        say:
          open && agentId !== undefined && !remote.ended
            ? teammateSay(
                { agentId, label: wording.t('team.sayTo', { name: agentName ?? agentId }) },
                { session, writes, drafts: this.#drafts, request: this.request.bind(this) },
              )
            : undefined,
        ask: (control) => this.askFor(control),
        show,
        openArtifact: (id) => openAs('artifact', id),
        toggle,
        choose: show ?? toggle,
      }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-remote-teammates': AgentRemoteTeammates;
  }
}
