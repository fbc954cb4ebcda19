import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ControlReceipt } from '../../src/agent-ui/events/control-request.js';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { icon } from '../shared/icons.js';
import { PanelElement } from '../shared/panel-element.js';
import {
  AgentInterruptRequestEvent,
  AgentQueueEditRequestEvent,
  AgentQueueRemoveRequestEvent,
  AgentQueueRequestEvent,
  AgentSendRequestEvent,
  AgentSteerRequestEvent,
} from './agent-composer.events.js';
import { styles } from './agent-composer.styles.js';
import { Composition } from './composition.js';
import { draftOf, keepDraft } from './drafts.js';
import { queueRows } from './queue-rows.js';

/** How long Esc stays armed, in milliseconds. */
const ESCAPE_ARMED_MS = 3000;

type Verb = 'send' | 'queue' | 'steer';

/** A message that was refused. */
interface Refusal {
  text: string;
  reason: string;
}

export * from './agent-composer.events.js';

/** What only this field knows. */
interface ComposerState {
  /** The queued message that is being edited. */
  editing?: string;
  /** Esc was pressed once. */
  armed: boolean;
  /** Disabled by itself or by a `<fieldset>` around it. */
  barred: boolean;
  refusal?: Refusal;
}

/**
 * Where a person writes to the agent: sends, queues or steers, and stops a run.
 *
 * @element agent-composer
 * @summary The field for a message. Enter sends; while a run is active it queues, and Ctrl/⌘+Enter steers.
 *
 * @attr {string} for - The id of an `<agent-workbench>` whose session to write to.
 * @attr {string} name - The name of the field in a form.
 * @attr {boolean} disabled - Nothing can be written.
 * @attr {string} placeholder - Stands in the empty field, instead of our own words.
 *
 * @fires {AgentSendRequestEvent} agent-send-request - Start a run with `text`.
 * @fires {AgentQueueRequestEvent} agent-queue-request - Send `text` after the run that is active.
 * @fires {AgentSteerRequestEvent} agent-steer-request - Steer the run that is active.
 * @fires {AgentInterruptRequestEvent} agent-interrupt-request - Stop the run that is active.
 * @fires {AgentQueueEditRequestEvent} agent-queue-edit-request - Change a queued message.
 * @fires {AgentQueueRemoveRequestEvent} agent-queue-remove-request - Remove a queued message.
 *
 * @csspart box - The frame around field and buttons.
 * @csspart field - The text field.
 * @csspart button - Every button beside the field.
 * @csspart queue - The list of what waits.
 * @csspart queue-row - One message that waits.
 * @csspart note - A line that says why something is not possible.
 *
 * @cssprop [--agent-composer-max=40cqb] - The greatest height of the field.
 *
 * @cssstate busy - A run is active.
 * @cssstate blocked - Nothing may be sent.
 */
export class AgentComposer extends PanelElement {
  static readonly formAssociated = true;
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    value: { attribute: false },
    name: { type: String, reflect: true },
    disabled: { type: Boolean, reflect: true },
    placeholder: { type: String },
  };

  /** The draft. */
  declare value: string;
  declare name: string | undefined;
  declare disabled: boolean;
  declare placeholder: string | undefined;
  #ui: ComposerState = { armed: false, barred: false };
  #composition = new Composition();
  #shownSession: AgentSession | undefined;
  #seenFailure: string | undefined;
  #disarm: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.value = '';
    this.disabled = false;
  }

  /** Puts the caret into the field. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.field')?.focus(options);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#disarm);
    this.#ui.armed = false;
  }

  formDisabledCallback(barred: boolean): void {
    this.#show({ barred });
  }

  formResetCallback(): void {
    this.value = '';
  }

  formStateRestoreCallback(state: string): void {
    this.value = state;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (typeof this.value !== 'string') this.value = String(this.value ?? '');
    const session = this.activeSession;
    if (session && session !== this.#shownSession) {
      // A draft for each session: what was written for the other one waits there.
      if (this.#shownSession || !this.value) this.value = draftOf(session);
      this.#shownSession = session;
      this.#show({ refusal: undefined });
    }
    const failed = session?.view('composer').get().failed;
    if (failed && failed.clientId !== this.#seenFailure) {
      this.#seenFailure = failed.clientId;
      if (this.#ui.refusal?.text !== failed.text) this.#refuse(failed);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const view = this.activeSession?.view('composer').get();
    this.toggleState('busy', view?.busy ?? false);
    this.toggleState('blocked', view?.blocked !== undefined);
    if (!changed.has('value')) return;
    this.internals.setFormValue(this.value);
    if (this.#shownSession) keepDraft(this.#shownSession, this.value);
    this.#grow();
  }

  override render(): TemplateResult {
    const view = this.activeSession?.view('composer').get();
    const { t } = this.wording;
    return html`<div class="composer">
      ${this.#queue(view)} ${this.#notes(view)}
      <div class="box" part="box" @click=${this.#focusField}>
        <textarea
          class="field"
          part="field"
          rows="1"
          dir="auto"
          enterkeyhint=${this.#breaksOnEnter ? 'enter' : 'send'}
          aria-label=${t('composer.label')}
          placeholder=${this.placeholder ?? t(view?.busy ? 'composer.placeholderBusy' : 'composer.placeholder')}
          ?disabled=${this.#ui.barred}
          .value=${live(this.value)}
          @input=${this.#onInput}
          @beforeinput=${this.#composition.beforeInput}
          @compositionstart=${this.#composition.start}
          @compositionend=${this.#composition.end}
          @keydown=${this.#onKey}
        ></textarea>
        <div class="buttons">${this.#buttons(view)}</div>
      </div>
    </div>`;
  }

  #queue(view: ComposerView | undefined): unknown {
    if (!view) return nothing;
    const { controls } = view.capabilities;
    return queueRows(view.queued, view.steers, {
      wording: this.wording,
      editing: this.#ui.editing,
      canEdit: controls['queue.edit'] !== undefined,
      canRemove: controls['queue.remove'] !== undefined,
      edit: (itemId) => void this.#edit(itemId),
      save: (itemId, text) => this.#saveQueued(itemId, text),
      remove: (itemId) => {
        void this.#hear(
          this.request(new AgentQueueRemoveRequestEvent(itemId), (session) => session.removeQueued(itemId)),
        );
      },
    });
  }

  /** Never one error twice: the reason stands here, the mark on the message. */
  #notes(view: ComposerView | undefined): unknown {
    const { t } = this.wording;
    const lines: TemplateResult[] = [];
    if (view?.blocked)
      lines.push(html`<span>${icon('clock')} ${t('composer.blocked', { reason: view.blocked })}</span>`);
    const { refusal } = this.#ui;
    if (refusal) {
      const putBack = refusal.text && refusal.text !== this.value;
      lines.push(
        html`<span class="refusal" role="status">
          ${icon('cross')}
          ${refusal.reason ? t('composer.refusedBecause', { reason: refusal.reason }) : t('composer.refused')}
          ${
            putBack
              ? html`<button type="button" class="quiet" @click=${() => (this.value = refusal.text)}>
                  ${t('composer.putBack')}
                </button>`
              : nothing
          }
        </span>`,
      );
    }
    if (this.#ui.armed) lines.push(html`<span role="status">${t('composer.escapeAgain')}</span>`);
    return lines.map((line) => html`<p class="note" part="note">${line}</p>`);
  }

  #buttons(view: ComposerView | undefined): unknown {
    const { t } = this.wording;
    const empty = this.value.trim() === '';
    const closed = this.#ui.barred || !this.activeSession || view?.blocked !== undefined;
    const button = (verb: Verb, look: string) =>
      html`<button
        type="button"
        class=${look}
        part="button"
        data-verb=${verb}
        ?disabled=${closed || empty}
        @click=${() => this.#submit(verb)}
      >
        ${icon(verb === 'steer' ? 'bend' : 'up')} <span>${t(`composer.${verb}`)}</span>
      </button>`;
    if (!view?.busy) return button('send', 'primary');
    const { controls } = view.capabilities;
    const stop = view.canInterrupt ? this.#stopButton(view) : nothing;
    if (empty || (!controls.queue && !controls.steer)) return stop;
    return html`${controls.steer ? button('steer', '') : nothing}
    ${controls.queue ? button('queue', 'primary') : nothing}`;
  }

  #stopButton(view: ComposerView): TemplateResult {
    const { t } = this.wording;
    const stopping = view.interrupt !== undefined && view.interrupt.state !== 'failed';
    return html`<button
      type="button"
      part="button"
      data-verb="interrupt"
      ?disabled=${stopping || this.#ui.barred}
      @click=${this.#interrupt}
    >
      ${icon('square')} <span>${t(stopping ? 'composer.stopping' : 'composer.stop')}</span>
    </button>`;
  }

  #onInput = (event: InputEvent): void => {
    this.value = (event.target as HTMLTextAreaElement).value;
  };

  #onKey = (event: KeyboardEvent): void => {
    if (this.#composition.owns(event)) return;
    if (event.key === 'Escape') return this.#onEscape(event);
    if (event.key !== 'Enter' || event.altKey) return;
    const steers = event.ctrlKey || event.metaKey;
    if (event.shiftKey || (this.#breaksOnEnter && !steers)) return;
    event.preventDefault();
    const verb = this.#verb(steers);
    if (verb && !event.repeat) this.#submit(verb);
  };

  /** What Enter means now; nothing when the run can be neither queued behind nor steered. */
  #verb(steers: boolean): Verb | undefined {
    const view = this.activeSession?.view('composer').get();
    if (!view?.busy) return 'send';
    const { queue, steer } = view.capabilities.controls;
    if (steers) return steer ? 'steer' : undefined;
    return queue ? 'queue' : steer ? 'steer' : undefined;
  }

  /** A keyboard on glass has no Shift+Enter at hand. */
  get #breaksOnEnter(): boolean {
    return matchMedia('(pointer: coarse)').matches;
  }

  #onEscape(event: KeyboardEvent): void {
    const view = this.activeSession?.view('composer').get();
    if (!view?.busy || !view.canInterrupt) return;
    event.preventDefault();
    clearTimeout(this.#disarm);
    if (this.#ui.armed) {
      this.#show({ armed: false });
      this.#interrupt();
      return;
    }
    this.#show({ armed: true });
    this.#disarm = setTimeout(() => this.#show({ armed: false }), ESCAPE_ARMED_MS);
  }

  #interrupt = (): void => {
    const view = this.activeSession?.view('composer').get();
    if (view?.interrupt && view.interrupt.state !== 'failed') return;
    void this.#hear(this.request(new AgentInterruptRequestEvent(), (session) => session.interrupt()));
  };

  #submit(verb: Verb): void {
    const text = this.value.trim();
    const session = this.activeSession;
    if (!text || !session || this.#ui.barred || session.view('composer').get().blocked !== undefined) return;
    this.#show({ refusal: undefined });
    this.value = '';
    const asked =
      verb === 'send'
        ? this.request(new AgentSendRequestEvent(text), (owner) => owner.send({ text }))
        : verb === 'queue'
          ? this.request(new AgentQueueRequestEvent(text), (owner) => owner.queue({ text }))
          : this.request(new AgentSteerRequestEvent(text), (owner) => owner.steer({ text }));
    void this.#hear(asked, text);
  }

  /** Shows a refusal. A message that was refused goes back into the field, unless something new stands there. */
  async #hear(asked: Promise<ControlReceipt> | undefined, text = ''): Promise<void> {
    const receipt = await asked;
    if (!receipt || receipt.status === 'accepted') return;
    this.#refuse({ text, reason: receipt.reason ?? '' });
  }

  #refuse({ text, reason }: Refusal): void {
    this.#show({ refusal: { text, reason } });
    if (!this.value) this.value = text;
  }

  #show(change: Partial<ComposerState>): void {
    Object.assign(this.#ui, change);
    this.requestUpdate();
  }

  async #edit(itemId: string | undefined): Promise<void> {
    this.#show({ editing: itemId });
    await this.updateComplete;
    if (itemId === undefined) this.focus();
    else this.renderRoot.querySelector<HTMLElement>('.queue-field')?.focus();
  }

  #saveQueued(itemId: string, text: string): void {
    void this.#edit(undefined);
    if (!text.trim()) return;
    void this.#hear(
      this.request(new AgentQueueEditRequestEvent(itemId, text), (session) =>
        session.editQueued(itemId, text),
      ),
    );
  }

  #focusField = (event: MouseEvent): void => {
    if (event.target === event.currentTarget) this.focus();
  };

  /** Where `field-sizing` is missing, the field is measured. */
  #grow(): void {
    const field = this.renderRoot.querySelector<HTMLTextAreaElement>('.field');
    if (!field || CSS.supports('field-sizing', 'content')) return;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-composer': AgentComposer;
  }
}
