import {
  html,
  isServer,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { isJsonObject } from '../../src/base/json.js';
import { redact } from '../../src/base/redact.js';
import { realRuntime, type Runtime } from '../../src/base/runtime.js';
import type { ActionManifest, SurfaceBus } from '../../src/oui/index.js';
import { BaseElement } from '../shared/base-element.js';
import { documentBus } from '../shared/document-bus.js';
import { elapsedTime } from '../shared/duration.js';
import { effectWords } from '../shared/effect-words.js';
import { icon } from '../shared/icons.js';
import type { Words } from '../shared/languages.js';
import { enConfirm } from '../shared/locales/en-confirm.js';
import { enTurn } from '../shared/locales/en-turn.js';
import { parameterList } from '../shared/parameter-list.js';
import { SEPARATOR } from '../shared/separator.js';
import { ticking } from '../shared/ticking.js';
import { confirmDialogs } from './confirm-dialogs.js';
import { styles } from './oui-confirm.styles.js';
import { QuestionQueue, type OpenQuestion, type PersonQuestion } from './question-queue.js';

/** A click that was meant for what was there before must not be an answer, in milliseconds. */
const ARMED_AFTER_MS = 500;

/**
 * The dialog in which this page asks its person before an agent does something (OUI-E2). One question at a time; no
 * answer, Escape, and the element's removal mean no. Only a person can say yes: events that a script made count for
 * nothing, and surfaces inside it are not offered to agents.
 *
 * A page need not have one: it is made when it is needed.
 *
 * @element oui-confirm
 * @summary Asks a person before an agent's action runs.
 *
 * @csspart dialog - The dialog.
 * @csspart approval-parameters - What the action will be run with.
 * @csspart no - The button that declines.
 * @csspart yes - The button that lets it run.
 *
 * @cssstate asking - A question is open.
 */
export class OuiConfirm extends BaseElement {
  static readonly tag: string = 'oui-confirm';
  protected static override readonly words: Words = [enConfirm, enTurn];
  static override styles = styles;

  static override properties: PropertyDeclarations = {
    bus: { attribute: false },
    runtime: { attribute: false },
  };

  /** Where surfaces' names and actions' effects are looked up; the document's bus by default. */
  declare bus: SurfaceBus | undefined;
  /** Clock and timers. */
  declare runtime: Runtime;

  #internals = this.attachInternals();
  #queue = new QuestionQueue(
    () => this.runtime,
    () => this.#questionsChanged(),
  );
  #shown: OpenQuestion | undefined;
  #armedAt = Infinity;
  #visibility: AbortController | undefined;

  constructor() {
    super();
    this.runtime = realRuntime;
    this.addEventListener('oui-surface-ready', (event) => keepBack(event.composedPath()[0]));
  }

  /**
   * Asks the person. True is a yes to exactly these params; everything else is no, and so is no answer in time. Never
   * rejects.
   */
  ask(question: PersonQuestion): Promise<boolean> {
    if (!this.isConnected) return Promise.resolve(false);
    return this.#queue.ask(question);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (isServer) return;
    confirmDialogs(this.ownerDocument).add(this);
    for (const inside of this.querySelectorAll('*')) keepBack(inside);
    this.#visibility ??= new AbortController();
    const { signal } = this.#visibility;
    // What came up while nobody looked is new to whoever comes back.
    this.ownerDocument.addEventListener('visibilitychange', () => this.#arm(), { signal });
    // A move closes a dialog: it is opened again.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#shown = undefined;
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#visibility?.abort();
      this.#visibility = undefined;
      confirmDialogs(this.ownerDocument).delete(this);
      this.#queue.declineAll();
    });
  }

  protected override render(): TemplateResult {
    const open = this.#queue.current;
    return html`<dialog
      part="dialog"
      role="alertdialog"
      aria-labelledby="question"
      aria-describedby="what limit"
      @close=${() => this.#closed()}
    >
      ${open ? this.#question(open) : nothing}
    </dialog>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const open = this.#queue.current;
    const dialog = this.#dialog;
    if (!dialog || open === this.#shown) return;
    this.#shown = open;
    // Each question is opened anew: the focus starts on "no" again, and screen readers read it.
    if (dialog.open) dialog.close();
    if (!open) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[part="no"]')?.focus();
    this.#arm();
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.shadowRoot?.querySelector('dialog');
  }

  #question(open: OpenQuestion): TemplateResult {
    const { wording } = this;
    const { t } = wording;
    const { question } = open;
    const surface = (this.bus ?? documentBus(this.ownerDocument)).surfaces.find(
      ({ surfaceId }) => surfaceId === question.surfaceId,
    );
    const action = surface?.manifest.actions.find(({ id }) => id === question.actionId);
    const params = redact(question.params);
    return html`${
        question.destructive ? html`<p class="band">${icon('alert')} ${t('approval.highRisk')}</p>` : nothing
      }
      <div class="inside">
        <h2 id="question">${t('confirm.question', { title: question.title })}</h2>
        <div id="what">
          <p dir="auto">${question.description}</p>
          <p class="meta">
            ${effectWords(question.effect ?? action?.effect, wording)}${SEPARATOR}<span dir="auto"
              >${surface?.name ?? question.surfaceId}</span
            >${this.#client(question)}
          </p>
        </div>
        ${
          isJsonObject(params) && Object.keys(params).length > 0
            ? html`<div class="scroll" tabindex="0" role="group" aria-label=${t('approval.parameters')}>
                ${parameterList(params, t('approval.parameters'), titlesOf(action))}
              </div>`
            : html`<p class="meta">${t('confirm.noParameters')}</p>`
        }
        <p class="meta">
          <span id="limit">${t('confirm.limit')}</span>
          <span class="left" role="timer" aria-live="off"
            >${ticking(open.expiresAt, () => elapsedTime(open.expiresAt - this.runtime.now(), wording))}</span
          >
          ${this.#queue.waiting > 0 ? html`${SEPARATOR}${t('confirm.waiting', { count: this.#queue.waiting })}` : nothing}
        </p>
        <div class="buttons">
          <button
            type="button"
            part="no"
            autofocus
            @click=${(event: Event) => this.#answer(event, open, false)}
          >
            ${t('confirm.no')}
          </button>
          <button
            type="button"
            part="yes"
            class=${question.destructive ? 'danger' : 'primary'}
            @click=${(event: Event) => this.#answer(event, open, true)}
          >
            ${t('confirm.yes')}
          </button>
        </div>
      </div>`;
  }

  /** Who wants it, where the bus knows. */
  #client({ requestId }: PersonQuestion): unknown {
    const { log } = this.bus ?? documentBus(this.ownerDocument);
    const name = requestId && log.find((entry) => entry.requestId === requestId)?.client;
    return name ? html`${SEPARATOR}${this.t('approval.askedBy', { name })}` : nothing;
  }

  #answer(event: Event, open: OpenQuestion, yes: boolean): void {
    // A script's click is nobody's answer; neither is one that was on its way when the question came up.
    if (!event.isTrusted || this.runtime.monotonic() < this.#armedAt) return;
    open.answer(yes);
  }

  #arm(): void {
    const hidden = this.ownerDocument.visibilityState === 'hidden';
    this.#armedAt = hidden ? Infinity : this.runtime.monotonic() + ARMED_AFTER_MS;
  }

  /** Escape, or whoever closed it: that is no yes. */
  #closed(): void {
    const open = this.#shown;
    if (open && open === this.#queue.current && !this.#dialog?.open && this.isConnected) open.answer(false);
  }

  #questionsChanged(): void {
    this.#internals.states[this.#queue.current ? 'add' : 'delete']('asking');
    this.requestUpdate();
  }
}

/** What people call the parameters. */
function titlesOf(action: ActionManifest | undefined): Record<string, string> {
  const properties = isJsonObject(action?.input) ? action.input['properties'] : undefined;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isJsonObject(schema) && typeof schema['title'] === 'string' ? [[name, schema['title']]] : [],
    ),
  );
}

/** An agent must not be able to work the dialog that guards it. */
function keepBack(surface: EventTarget | undefined): void {
  if (surface && 'surfaceId' in surface && 'inactive' in surface) surface.inactive = true;
}

export type { PersonQuestion };

declare global {
  interface HTMLElementTagNameMap {
    'oui-confirm': OuiConfirm;
  }
}
