import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ApprovalView } from '../../src/agent-ui/projection/view-models.js';
import { PanelAnnouncer } from '../shared/announcer.js';
import { approvalCard } from '../shared/approval-card.js';
import { ApprovalDesk } from '../shared/approval-desk.js';
import { approvalQuestion } from '../shared/approval-question.js';
import { planOf } from '../shared/approval-plan.js';
import type { Words } from '../shared/languages.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { enWork } from '../shared/locales/en-work.js';
import { PanelElement } from '../shared/panel-element.js';
import { styles } from './agent-approvals.styles.js';

export { AgentRespondRequestEvent } from './agent-approvals.events.js';
export { approvalCard } from '../shared/approval-card.js';

/**
 * Every question that waits for the person, and what became of the others.
 *
 * @element agent-approvals
 * @summary Approvals: what the agent wants to do, whole, with the ways to answer.
 * @shows questions plans
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to show.
 *
 * @fires {AgentOpenRequestEvent} agent-open-request - A person wants to see the evidence of an answer.
 *
 * @slot empty - Shown while there is no question and never was one.
 *
 * @csspart approval-outcome - What became of a question.
 *
 * @cssstate empty - There is no question.
 * @cssstate pending - A question waits.
 */
export class AgentApprovals extends PanelElement {
  static readonly tag: string = 'agent-approvals';
  protected static override readonly words: Words = [enTurn, enWork];
  static override styles = styles;

  #announcer = new PanelAnnouncer(this);
  #desk = new ApprovalDesk(
    this,
    (event) =>
      this.request(event, (session) => session.respond(event.actionId, event.decision, event.payload)),
    (approval) => planOf(this.activeSession, approval),
  );

  override render(): TemplateResult {
    const view = this.activeSession?.view('hitl').get();
    const pending = view?.pending ?? [];
    const settled = view?.settled ?? [];
    const { t } = this.wording;
    return html`<div class="approvals" role="group" aria-label=${t('approval.panel')}>
        ${
          pending.length + settled.length === 0
            ? html`<div class="empty"><slot name="empty">${t('approval.empty')}</slot></div>`
            : nothing
        }
        ${
          pending.length > 1
            ? html`<p class="heading">${t('approval.pending', { count: pending.length })}</p>`
            : nothing
        }
        ${this.#cards(pending)}
        ${
          settled.length > 0
            ? html`<p class="heading">${t('approval.record')}</p>
                ${this.#cards(settled)}`
            : nothing
        }
      </div>
      ${this.#announcer.render()}`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const pending = this.activeSession?.view('hitl').get().pending ?? [];
    this.toggleState('pending', pending.length > 0);
    this.toggleState('empty', pending.length === 0);
    for (const approval of pending) {
      const question = approvalQuestion(approval, this.wording);
      this.#announcer.current.assertive(
        this.t('announce.approval', { question }),
        `approval:${approval.actionId}`,
      );
    }
  }

  #cards(approvals: readonly ApprovalView[]): unknown {
    const { wording } = this;
    return repeat(
      approvals,
      ({ actionId }) => actionId,
      (approval) =>
        guard([approval, wording, this.#desk.version, planOf(this.activeSession, approval)], () =>
          approvalCard(approval, this.#desk, wording),
        ),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-approvals': AgentApprovals;
  }
}
