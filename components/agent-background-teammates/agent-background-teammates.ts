import { html, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { ApprovalView, BackgroundView } from '../../src/agent-ui/projection/view-models.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { PanelElement } from '../shared/panel-element.js';
import { teamWords } from '../shared/team-words.js';
import { TeammateAnnouncer } from '../shared/teammate-announcer.js';
import { Gradual } from '../shared/teammate-gradual.js';
import { TeammateKeys } from '../shared/teammate-keys.js';
import { teammateStyles } from '../shared/teammate-styles.js';
import { lastWrites, workControls } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { jobControls, jobLabel, jobLook, jobRow } from './job-row.js';

/**
 * Work that goes on by itself: when it runs, what woke it, how its last run ended, and whether it sleeps. The schedule
 * is its owner's: pausing, running and ending it are requests, and nothing changes before the owner says so.
 *
 * Keys in the list: j, k, arrows, Home and End; Enter chooses, Space opens the row.
 *
 * @element agent-background-teammates
 * @summary Scheduled and background work, with its last run and its controls.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see the teammate who does it.
 * @fires {AgentPauseRequestEvent} agent-pause-request - A person pauses a job.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets a job go on, or run now.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person ends a job for good.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants a failed job done again.
 *
 * @slot empty - Shown while there is none.
 *
 * @csspart job - A job.
 * @csspart job-line - Its line.
 * @csspart job-name - What it is called.
 * @csspart job-state - How it stands, and how its last run ended.
 * @csspart job-body - What the line opens.
 * @csspart job-button - What can be asked for.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - A job needs the person, or failed.
 */
export class AgentBackgroundTeammates extends PanelElement {
  static readonly tag: string = 'agent-background-teammates';
  protected static override readonly words = teamWords;
  static override styles = teammateStyles;

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
    const jobs = session?.view('background_teammate').get().jobs ?? [];
    const { t } = this.wording;
    this.toggleState('empty', jobs.length === 0);
    this.toggleState(
      'attention',
      jobs.some(({ attention }) => attention === 'high'),
    );
    if (!session || jobs.length === 0)
      return html`<div class="empty"><slot name="empty">${t('background.empty')}</slot></div>`;
    const sorted = this.#gradual.part(this.#keys.ordered(jobs, jobLook));
    const reachable = this.#keys.reachable(sorted.map(({ key }) => key));
    const writes = lastWrites(session);
    const pending = new Map(
      session
        .view('hitl')
        .get()
        .pending.map((asked) => [asked.actionId, asked]),
    );
    return html`<section class="panel" aria-label=${t('background.label')}>
      <ul
        class="teammates"
        @keydown=${this.#keys.onKey}
        @keyup=${this.#keys.onKeyUp}
        @focusin=${this.#keys.onFocus}
      >
        ${repeat(
          sorted,
          ({ key }) => key,
          (job) => this.#row(job, session, writes, pending, job.key === reachable),
        )}
      </ul>
      ${this.#announcer.render()}
    </section>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const rows = this.activeSession?.view('background_teammate').get().jobs ?? [];
    this.#announcer.look(
      rows.map((row) => ({
        ...row,
        label: jobLabel(row),
        look: jobLook(row),
        asks: row.pendingActions.length > 0,
      })),
      this.wording,
    );
  }

  #row(
    job: BackgroundView,
    session: AgentSession,
    writes: ReadonlyMap<string, WriteRecord>,
    pending: ReadonlyMap<string, ApprovalView>,
    reachable: boolean,
  ): unknown {
    const { wording } = this;
    const { key, agentId } = job;
    const open = this.#disclosure.isOpen(key, false);
    const asks = job.pendingActions.flatMap((id) => pending.get(id) ?? []);
    const toggle = () => this.#disclosure.toggle(key, false);
    const show =
      agentId === undefined
        ? undefined
        : () => void this.dispatchEvent(new AgentOpenRequestEvent('agent', agentId));
    return guard([job, asks[0], reachable, wording, open && {}], () =>
      jobRow(job, {
        wording,
        reachable,
        desk: this.#desk,
        asks,
        open,
        controls: open ? workControls(jobControls(job), session, writes) : [],
        ask: (control) => this.askFor(control),
        show,
        toggle,
        choose: show ?? toggle,
      }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-background-teammates': AgentBackgroundTeammates;
  }
}
