import type { LitElement, ReactiveController } from 'lit';
import type { StaticValue } from 'lit/static-html.js';
import { schemaForm } from '#schema-form';
import type { ControlReceipt } from '../../src/agent-ui/events/control-request.js';
import type { ApprovalView, PlanView } from '../../src/agent-ui/projection/view-models.js';
import { AgentRespondRequestEvent } from './agent-respond-request-event.js';
import { isApproving, needsSecondStep } from './approval-rules.js';
import { isFirstPaint } from './first-paint.js';
import { InnerElements } from './inner-elements.js';
import { AgentOpenRequestEvent, AgentSettingsRequestEvent } from './work-request-events.js';

/** Where a card stands that nobody has answered yet. It is a matter of this page alone, no fact. */
export interface CardState {
  /** `confirm`: a high risk was approved once and wants the second step. */
  step: 'ask' | 'confirm';
  reasonOpen: boolean;
  /** The parameters are being edited. */
  editing: boolean;
  /** They were, and the second step is about them. */
  edited?: unknown;
  /** Of several ways to say yes, the one that was chosen. */
  reach?: string;
  /** What stands in the card's text field. */
  text: string;
  /** The answer is on its way. */
  sending: boolean;
  /** Why the last answer did not arrive; empty when nobody said why. */
  failure?: string;
  /** The question as it was when its answer was taken: closed until its owner changes it. */
  answered?: ApprovalView;
}

/** A host that took an answer over and then did nothing gets the card back after this, in milliseconds. */
const HOST_GRACE_MS = 2000;

const FORM = 'oui-schema-form';

type Ask = (event: AgentRespondRequestEvent) => Promise<ControlReceipt> | undefined;

/** Takes the answers that a person gives in a panel's approval cards, each once (known-failure 25). */
export class ApprovalDesk implements ReactiveController {
  /** Grows with every change: templates that are guarded depend on it. */
  version = 0;
  readonly #inner: InnerElements;
  #cards = new Map<string, CardState>();
  /** The question whose card had the focus when it was decided. */
  #focused: string | undefined;

  /**
   * @param ask dispatches the event and makes the write
   * @param planOf the plan that a question is about, where the panel knows it
   */
  constructor(
    private readonly host: LitElement,
    private readonly ask: Ask,
    readonly planOf: (approval: ApprovalView) => PlanView | undefined = () => undefined,
  ) {
    host.addController(this);
    this.#inner = new InnerElements(host);
  }

  /** The name of the form in a template; it is fetched when one is first drawn. */
  get formTag(): StaticValue {
    return this.#inner.fetched(FORM, schemaForm, () => this.#changed());
  }

  /** The form is being fetched, and nothing can be read from it. */
  get awaitsForm(): boolean {
    return !isFirstPaint() && this.#inner.awaits(FORM);
  }

  /** Whether the form is there. Where it could not be fetched it is tried again. */
  hasForm(): boolean {
    const has = this.#inner.has(FORM);
    if (!has) this.#changed();
    return has;
  }

  /** A card that changes under the focus must not drop it. */
  hostUpdated(): void {
    const id = this.#focused;
    const root = this.host.shadowRoot;
    if (id === undefined || !root) return;
    if (root.activeElement) {
      if (!root.activeElement.closest('.card')) this.#focused = undefined;
      return;
    }
    const places = root.querySelectorAll<HTMLElement>('.card[data-id], .outcome[data-id]');
    const place = [...places].find(({ dataset }) => dataset['id'] === id);
    const target = place?.matches('.card')
      ? place.querySelector<HTMLElement>('.buttons :enabled:last-of-type')
      : place;
    target?.focus({ preventScroll: true });
    if (place?.matches('.outcome')) this.#focused = undefined;
  }

  card(actionId: string): CardState {
    let card = this.#cards.get(actionId);
    if (!card) {
      card = { step: 'ask', reasonOpen: false, editing: false, text: '', sending: false };
      this.#cards.set(actionId, card);
    }
    return card;
  }

  isBusy(approval: ApprovalView): boolean {
    const card = this.card(approval.actionId);
    const writing = approval.write !== undefined && approval.write.state !== 'failed';
    return card.sending || card.answered === approval || writing;
  }

  /** Why the last answer failed; undefined when it did not. */
  failureOf(approval: ApprovalView): string | undefined {
    if (this.isBusy(approval)) return undefined;
    const { failure } = this.card(approval.actionId);
    if (failure !== undefined) return failure;
    return approval.write?.state === 'failed' ? (approval.write.reason ?? '') : undefined;
  }

  /**
   * One decision, or the step before it where the risk is high.
   * @param payload edited parameters, or an answer that is more than a text
   */
  decide(approval: ApprovalView, decision: string, payload?: unknown): void {
    if (approval.state !== 'pending' || this.isBusy(approval)) return;
    const card = this.card(approval.actionId);
    if (this.host.shadowRoot?.activeElement?.closest('.card')) this.#focused = approval.actionId;
    const lets = isApproving(decision) || decision === 'edit';
    if (lets && needsSecondStep(approval) && card.step === 'ask') {
      this.set(approval.actionId, { step: 'confirm', editing: false, edited: payload });
      return;
    }
    this.#send(approval, card, decision, payload);
  }

  /** The host shows where a secret is entered; the question waits for its owner meanwhile. */
  openSettings(approval: ApprovalView): void {
    if (!this.host.dispatchEvent(new AgentSettingsRequestEvent(approval.actionId))) return;
    if (approval.decisions.includes('open_settings')) this.decide(approval, 'open_settings');
  }

  /** Shows what a record speaks of. */
  open(kind: AgentOpenRequestEvent['kind'], id: string): void {
    this.host.dispatchEvent(new AgentOpenRequestEvent(kind, id));
  }

  /** From the second step to the question, or to the form in which the parameters were edited. */
  stepBack(actionId: string): void {
    const { editing, edited } = this.card(actionId);
    this.set(actionId, { step: 'ask', editing: editing || edited !== undefined, edited: undefined });
  }

  /** Changes what the card shows. */
  set(actionId: string, change: Partial<CardState>): void {
    Object.assign(this.card(actionId), change);
    this.#changed();
  }

  #changed(): void {
    this.version++;
    this.host.requestUpdate();
  }

  #send(approval: ApprovalView, card: CardState, decision: string, given: unknown): void {
    const { actionId } = approval;
    this.set(actionId, { sending: true, failure: undefined });
    const text = card.text.trim();
    const written = decision === 'answer' ? text : { reason: text };
    const payload = given ?? (!text || isApproving(decision) ? undefined : written);
    const receipt = this.ask(new AgentRespondRequestEvent(actionId, decision, payload));
    if (!receipt) {
      setTimeout(() => this.set(actionId, { sending: false }), HOST_GRACE_MS);
      return;
    }
    void receipt.then(({ status, reason }) => {
      this.set(
        actionId,
        status === 'accepted'
          ? { sending: false, answered: approval }
          : { sending: false, failure: reason ?? '' },
      );
      if (status !== 'accepted') this.stepBack(actionId);
    });
  }
}
