import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { CapsuleView } from '../../src/agent-ui/projection/view-models.js';
import { AgentQueueEditRequestEvent } from '../agent-composer/agent-composer.events.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { planOf } from '../shared/approval-plan.js';
import { Disclosure } from '../shared/disclosure.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { enWork } from '../shared/locales/en-work.js';
import { PanelElement } from '../shared/panel-element.js';
import { SEPARATOR } from '../shared/separator.js';
import { AgentOpenRequestEvent } from '../shared/work-request-events.js';
import { lastWrites } from '../shared/work-control.js';
import { styles } from './agent-task-capsule.styles.js';
import { capsuleControls } from './capsule-controls.js';
import { capsuleCounts, isFinished } from './capsule-look.js';
import { capsuleRow } from './capsule-row.js';
import type { QueuedEdit } from './queued-text.js';

/**
 * What goes on and what asks for the person, the most urgent first; one line each, and what there is to do about it
 * inside. What is over folds away.
 *
 * @element agent-task-capsule
 * @summary Runs, tasks, teammates, queued messages and exports, each as one line with its state.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 * @attr {string} kinds - Which to show: some of `run task agent queued steer evidence`, with spaces. Default: all.
 * @attr {number} max - How many lines stand open before the rest folds away. Default: all.
 *
 * @fires {AgentInterruptRequestEvent} agent-interrupt-request - A person stops a run.
 * @fires {AgentStopRequestEvent} agent-stop-request - A person stops a task or a teammate.
 * @fires {AgentResumeRequestEvent} agent-resume-request - A person lets one go on.
 * @fires {AgentWorkRetryRequestEvent} agent-work-retry-request - A person wants what failed done again.
 * @fires {AgentQueueEditRequestEvent} agent-queue-edit-request - A person changes a queued message.
 * @fires {AgentQueueRemoveRequestEvent} agent-queue-remove-request - A person removes a queued message.
 * @fires {AgentSteerCancelRequestEvent} agent-steer-cancel-request - A person takes a steering back.
 * @fires {AgentEvidenceExportRequestEvent} agent-evidence-export-request - A person wants evidence packed up.
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see a turn, an artifact or evidence.
 *
 * @slot empty - Shown while nothing goes on and nothing went on.
 *
 * @csspart summary - How many there are of each kind of state.
 * @csspart capsule - One of them.
 * @csspart capsule-line - Its line.
 * @csspart capsule-label - What it is called.
 * @csspart capsule-state - State, place, time.
 * @csspart capsule-button - What can be asked for.
 * @csspart capsule-body - What the line opens.
 *
 * @cssstate empty - There is nothing to show.
 * @cssstate attention - Something waits for the person, or failed.
 */
export class AgentTaskCapsule extends PanelElement {
  static readonly tag: string = 'agent-task-capsule';
  protected static override readonly words: Words = [enTurn, enWork];
  static override styles = styles;
  static override properties: PropertyDeclarations = { kinds: { type: String }, max: { type: Number } };

  /** Which to show: some of `run task agent queued steer evidence`, with spaces. */
  declare kinds: string | undefined;
  /** How many lines stand open before the rest folds away; all by default. The most urgent come first. */
  declare max: number | undefined;

  /** The queued message that is being edited. */
  #editing: string | undefined;
  #disclosure = new Disclosure(this);
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const session = this.activeSession;
    const capsules = this.#shown(session);
    const { wording } = this;
    const { t } = wording;
    this.toggleState('empty', capsules.length === 0);
    this.toggleState(
      'attention',
      capsules.some(({ attention }) => attention === 'high'),
    );
    if (!session || capsules.length === 0)
      return html`<div class="empty"><slot name="empty">${t('capsule.empty')}</slot></div>`;
    const finished = capsules.filter(isFinished);
    const rest = capsules.filter((capsule) => !isFinished(capsule));
    const counts = capsuleCounts(capsules, wording);
    return html`<section class="panel" aria-label=${t('capsule.label')}>
      ${
        rest.length > 1 && counts.length > 0
          ? html`<p class="summary" part="summary">${counts.join(SEPARATOR)}</p>`
          : nothing
      }
      ${this.#unfinished(rest, session)} ${this.#finished(finished, session)}
    </section>`;
  }

  #shown(session: AgentSession | undefined): readonly CapsuleView[] {
    const capsules = session?.view('task_capsule').get().capsules ?? [];
    const kinds = this.kinds?.split(/\s+/).filter((kind) => kind !== '');
    return kinds?.length ? capsules.filter(({ kind }) => kinds.includes(kind)) : capsules;
  }

  #unfinished(capsules: readonly CapsuleView[], session: AgentSession): unknown {
    const max = this.max !== undefined && this.max > 0 ? this.max : Infinity;
    if (capsules.length <= max) return this.#list(capsules, session);
    const open = this.#disclosure.isOpen('rest', false);
    return html`${this.#list(open ? capsules : capsules.slice(0, max), session)}
      <button
        type="button"
        class="quiet fold"
        data-fold="rest"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#disclosure.toggle('rest', false)}
      >
        ${icon('chevron')} ${this.t('capsule.more', { count: capsules.length - max })}
      </button>`;
  }

  #finished(capsules: readonly CapsuleView[], session: AgentSession): unknown {
    if (capsules.length === 0) return nothing;
    const open = this.#disclosure.isOpen('finished', false);
    return html`<button
        type="button"
        class="quiet fold"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#disclosure.toggle('finished', false)}
      >
        ${icon('chevron')} ${this.t('capsule.finished', { count: capsules.length })}
      </button>
      ${open ? this.#list(capsules, session) : nothing}`;
  }

  /** W18: a queued message, where it has an id and its runtime can change it. */
  #edit({ kind, id, editable, fallbacks }: CapsuleView, session: AgentSession): QueuedEdit | undefined {
    const possible = session.availability({ kind: 'queue.edit', itemId: id, text: '.' }).available;
    if (kind !== 'queued' || editable === false || fallbacks?.['id'] || !possible) return undefined;
    const show = (editing: string | undefined) => {
      this.#editing = editing;
      this.requestUpdate();
      if (editing === undefined) return;
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLInputElement>('.queued-edit input')?.focus(),
      );
    };
    return {
      editing: this.#editing === id,
      start: () => show(id),
      cancel: () => show(undefined),
      save: (text) => {
        show(undefined);
        if (text.trim() === '') return;
        void this.request(new AgentQueueEditRequestEvent(id, text), (asked) => asked.editQueued(id, text));
      },
    };
  }

  #list(capsules: readonly CapsuleView[], session: AgentSession): unknown {
    if (capsules.length === 0) return nothing;
    const pending = session.view('hitl').get().pending;
    const writes = lastWrites(session);
    return html`<ul class="capsules">
      ${repeat(
        capsules,
        ({ key }) => key,
        (capsule) =>
          capsuleRow(capsule, {
            wording: this.wording,
            desk: this.#desk,
            open: this.#disclosure.isOpen(capsule.key, false),
            controls: capsuleControls(capsule, session, writes),
            approval: pending.find(({ actionId }) => actionId === capsule.actionId),
            edit: this.#edit(capsule, session),
            toggle: () => this.#disclosure.toggle(capsule.key, false),
            ask: (control) => this.askFor(control),
            show: (kind, id) => void this.dispatchEvent(new AgentOpenRequestEvent(kind, id)),
          }),
      )}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-task-capsule': AgentTaskCapsule;
  }
}
