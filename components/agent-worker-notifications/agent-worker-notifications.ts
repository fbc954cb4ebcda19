import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { WriteRecord } from '../../src/agent-ui/controls/writes.js';
import type { NotificationView } from '../../src/agent-ui/projection/view-models.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import { ListFocus } from '../shared/list-focus.js';
import { moreButton } from '../shared/more-button.js';
import { PanelElement } from '../shared/panel-element.js';
import { SEPARATOR } from '../shared/separator.js';
import { teamWords } from '../shared/team-words.js';
import { retries } from '../shared/teammate-controls.js';
import { TeammateDrafts, type TeammateSay } from '../shared/teammate-drafts.js';
import { AgentContinueRequestEvent } from '../shared/team-request-events.js';
import { ToolDesk } from '../shared/tool-desk.js';
import { lastWrites, workControls, type WantedControl } from '../shared/work-control.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { styles } from './agent-worker-notifications.styles.js';
import { reportRow } from './report-row.js';

/** Rows at first, and how many more come with each press. */
const PAGE = 30;
const FAILED = new Set(['failed', 'timed_out', 'rejected']);
/** What ended without a result: it can be done again. */
const UNDONE = new Set([...FAILED, 'killed', 'cancelled', 'canceled']);

interface Scene {
  session: AgentSession;
  writes: ReadonlyMap<string, WriteRecord>;
}

/**
 * What workers report of their tasks: how it went, what they found, what it took. A report is nobody's speech,
 * whatever way it came, and it stays when somebody sums it up. What failed stands first, then the newest.
 *
 * Keys in the list: j, k, arrows, Home and End.
 *
 * @element agent-worker-notifications
 * @summary The reports of workers, with result, transcript and what can be done next.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentDetailRequestEvent} agent-detail-request - A person opens a result.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see a worker's transcript, or the turn.
 * @fires {AgentContinueRequestEvent} agent-continue-request - A person says something to a worker.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants what failed done again.
 *
 * @slot empty - Shown while nothing has been reported.
 *
 * @csspart summary - How many there are of each kind.
 * @csspart report - A report.
 * @csspart report-line - Its line.
 * @csspart report-state - How it went, and how long it took.
 * @csspart report-body - What the line opens.
 * @csspart report-button - What can be done with it.
 * @csspart copy-button - Every button that copies.
 *
 * @cssstate empty - Nothing has been reported.
 * @cssstate attention - Something failed, and nobody has dismissed it.
 */
export class AgentWorkerNotifications extends PanelElement {
  static readonly tag: string = 'agent-worker-notifications';
  protected static override readonly words = teamWords;
  static override styles = styles;

  #disclosure = new Disclosure(this);
  #focus = new ListFocus(this, '.teammate-line');
  #drafts = new TeammateDrafts(this, () => this.activeSession);
  #desk = new ToolDesk(
    this,
    () => this.activeSession,
    (event, ask) => this.request(event, ask),
  );
  /** What a person has put away, here and only here (W28). */
  #dismissed = new Set<string>();
  #limit = PAGE;

  override render(): TemplateResult {
    const session = this.activeSession;
    const all = session?.view('worker_notifications').get().notifications ?? [];
    const { t } = this.wording;
    const reports = all.filter(({ key }) => !this.#dismissed.has(key));
    const failed = reports.filter(({ status = '' }) => FAILED.has(status)).length;
    this.toggleState('empty', all.length === 0);
    this.toggleState('attention', failed > 0);
    if (!session || all.length === 0)
      return html`<div class="empty"><slot name="empty">${t('reports.empty')}</slot></div>`;
    const scene = { session, writes: lastWrites(session) };
    this.#drafts.settle(scene.writes);
    const said = [
      t('reports.count', { count: reports.length }),
      ...(failed > 0 ? [t('capsule.countFailed', { count: failed })] : []),
    ];
    return html`<section
      class="panel"
      aria-label=${t('reports.label')}
      @keydown=${this.#focus.onKey}
      @focusin=${this.#focus.onFocus}
    >
      <p class="summary" part="summary">${said.join(SEPARATOR)}</p>
      ${this.#list(sorted(reports), scene)} ${this.#putAway(all, scene)}
    </section>`;
  }

  #list(reports: readonly NotificationView[], scene: Scene): TemplateResult {
    const left = reports.length - this.#limit;
    return html`<ul class="teammates" role="list">
        ${repeat(
          reports.slice(0, this.#limit),
          ({ key }) => key,
          (report) => this.#row(report, scene),
        )}
      </ul>
      ${moreButton(left, this.wording, () => this.#more())}`;
  }

  #putAway(all: readonly NotificationView[], scene: Scene): unknown {
    const away = all.filter(({ key }) => this.#dismissed.has(key));
    if (away.length === 0) return nothing;
    const open = this.#disclosure.isOpen('dismissed', false);
    return html`<button
        type="button"
        class="quiet fold"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#disclosure.toggle('dismissed', false)}
      >
        ${icon('chevron')} ${this.t('reports.dismissed', { count: away.length })}
      </button>
      ${open ? this.#list(sorted(away), scene) : nothing}`;
  }

  #row(report: NotificationView, scene: Scene): unknown {
    const { wording } = this;
    const { key } = report;
    const id = `report:${key}`;
    const open = this.#disclosure.isOpen(id, false);
    const dismissed = this.#dismissed.has(key);
    // Of many rows only those are drawn that say something else.
    return guard([report, dismissed, wording, open && {}], () =>
      reportRow(report, {
        wording,
        open,
        dismissed,
        controls: open ? workControls(wanted(report), scene.session, scene.writes) : [],
        disclosure: this.#disclosure,
        say: open ? this.#say(report, scene) : undefined,
        detail: (ref) => this.#desk.detail(ref),
        fetch: (ref) => void this.#desk.fetch(ref),
        toggle: () => this.#disclosure.toggle(id, false),
        dismiss: () => this.#dismiss(key, !dismissed),
        ask: (control) => this.askFor(control),
        show: (kind, of) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, of)),
      }),
    );
  }

  #say({ agentId, agentName }: NotificationView, { session, writes }: Scene): TeammateSay | undefined {
    if (agentId === undefined) return undefined;
    const input = () => ({ agentId, text: this.#drafts.textOf(agentId).trim() });
    const event = () => new AgentContinueRequestEvent(input());
    // Whether it can be asked for does not depend on the words.
    const request = { kind: 'continue_agent', agentId, text: '.' } as const;
    const [control] = workControls([{ word: 'team.send', request, event }], session, writes);
    return (
      control && {
        control,
        text: this.#drafts.textOf(agentId),
        label: this.t('team.sayTo', { name: agentName ?? agentId }),
        write: (text) => this.#drafts.write(agentId, text),
        send: () => {
          if (this.request(event(), (asked) => asked.continueAgent(input()))) this.#drafts.sent(agentId);
        },
      }
    );
  }

  #dismiss(key: string, away: boolean): void {
    const next = this.#neighbour(key);
    if (away) this.#dismissed.add(key);
    else this.#dismissed.delete(key);
    this.requestUpdate();
    // The button that was pressed is gone: the focus goes to the next row, not to the top of the page.
    void this.updateComplete.then(() => next?.focus());
  }

  #neighbour(key: string): HTMLElement | undefined {
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('.report')];
    const at = rows.findIndex(({ dataset }) => dataset['id'] === key);
    const next = rows[at + 1] ?? rows[at - 1];
    return next?.querySelector<HTMLElement>('.teammate-line') ?? undefined;
  }

  #more(): void {
    this.#limit += PAGE;
    this.requestUpdate();
  }
}

/** What failed first (M-038), then the newest. */
function sorted(reports: readonly NotificationView[]): NotificationView[] {
  const rank = ({ status = '' }: NotificationView) => (FAILED.has(status) ? 0 : 1);
  return [...reports].reverse().sort((a, b) => rank(a) - rank(b));
}

/** W20: of what came to nothing only, and only what its owner does not call impossible. */
function wanted({ status = '', agentId, taskId, retryable }: NotificationView): WantedControl[] {
  const work = taskId !== undefined ? { taskId } : agentId !== undefined ? { agentId } : undefined;
  return UNDONE.has(status) && work && retryable !== false ? [retries(work)] : [];
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-worker-notifications': AgentWorkerNotifications;
  }
}
