import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AgentSession } from '../../src/agent-ui/agent-session.js';
import type { ContextRef } from '../../src/agent-ui/events/control-request.js';
import type { ComposerView } from '../../src/agent-ui/projection/view-models.js';
import { PanelAnnouncer } from '../shared/announcer.js';
import { enumerated } from '../shared/enumerated.js';
import { PanelElement } from '../shared/panel-element.js';
import { styles } from './agent-composer.styles.js';
import { chips } from './chips.js';
import { composerBar, verbFor, type ComposerMode } from './composer-bar.js';
import { composerNotes } from './composer-notes.js';
import { ComposerDesk } from './composer-desk.js';
import { ComposerField } from './composer-field.js';
import { Draft, draftOf, type Verb } from './draft.js';
import { FileIntake } from './file-intake.js';
import { queueRows } from './queue-rows.js';
import type { ComposerLookup } from './suggestions.js';
import { addFiles, type Upload } from './uploads.js';

/** How long Esc stays armed, in milliseconds. */
const ESCAPE_ARMED_MS = 3000;

export * from './agent-composer.events.js';
export type { ComposerMode } from './composer-bar.js';
export type { ComposerItem, ComposerLookup } from './suggestions.js';
export type { Upload, UploadedFile, UploadOptions } from './uploads.js';

/** What only this field knows. */
interface ComposerState {
  /** The queued message that is being edited. */
  editing?: string;
  /** Esc was pressed once. */
  armed: boolean;
  /** Disabled by itself or by a `<fieldset>` around it. */
  barred: boolean;
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
 * @attr {'queue'|'steer'} follow-up - What Enter does while a run is active. Default `queue`; Ctrl/⌘+Enter does the other.
 * @attr {string} accept - Which files may be attached, as of a file field: `.pdf, image/*`. Default: all.
 * @attr {number} max-file-size - Bytes of one file. Default 10 MB.
 * @attr {number} max-files - Files of one message. Default 10.
 *
 * @fires {AgentSendRequestEvent} agent-send-request - Start a run with `text` and what goes with it.
 * @fires {AgentQueueRequestEvent} agent-queue-request - Send `text` after the run that is active.
 * @fires {AgentSteerRequestEvent} agent-steer-request - Steer the run that is active.
 * @fires {AgentInterruptRequestEvent} agent-interrupt-request - Stop the run that is active.
 * @fires {AgentQueueEditRequestEvent} agent-queue-edit-request - Change a queued message.
 * @fires {AgentQueueRemoveRequestEvent} agent-queue-remove-request - Remove a queued message.
 * @fires {AgentQueuePromoteRequestEvent} agent-queue-promote-request - Send a queued message next.
 * @fires {AgentSteerCancelRequestEvent} agent-steer-cancel-request - Take back what the run has not taken up yet.
 * @fires {AgentWriteRetryRequestEvent} agent-write-retry-request - Ask once more for what failed or was never confirmed.
 * @fires {AgentWriteDismissRequestEvent} agent-write-dismiss-request - Let go of it.
 *
 * @csspart box - The frame around field and buttons.
 * @csspart field - The text field.
 * @csspart button - Every button beside the field.
 * @csspart mode - The list of modes.
 * @csspart policy - Which permissions are in force.
 * @csspart budget - How full the context is.
 * @csspart chips - The list of what goes with the words.
 * @csspart chip - One of it.
 * @csspart suggestions - What can be chosen after `@` or `/`.
 * @csspart option - One of it.
 * @csspart queue - The list of what waits.
 * @csspart queue-row - One message that waits.
 * @csspart note - A line that says why something is not possible.
 *
 * @cssprop [--agent-composer-max=40cqb] - The greatest height of the field.
 * @cssstate busy - A run is active.
 * @cssstate blocked - Nothing may be sent.
 * @cssstate dragging - A file hangs over it.
 */
export class AgentComposer extends PanelElement {
  static readonly tag: string = 'agent-composer';
  static readonly formAssociated = true;
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    value: { attribute: false },
    name: { type: String, reflect: true },
    disabled: { type: Boolean, reflect: true },
    placeholder: { type: String },
    followUp: { type: String, attribute: 'follow-up', useDefault: true },
    accept: { type: String, useDefault: true },
    maxFileSize: { type: Number, attribute: 'max-file-size', useDefault: true },
    maxFiles: { type: Number, attribute: 'max-files', useDefault: true },
    modes: { attribute: false },
    upload: { attribute: false },
    mentions: { attribute: false },
    commands: { attribute: false },
  };

  /** The text of the draft. */
  declare value: string;
  declare name: string | undefined;
  declare disabled: boolean;
  declare placeholder: string | undefined;
  /** What Enter does while a run is active (M-025). */
  declare followUp: 'queue' | 'steer';
  declare accept: string;
  declare maxFileSize: number;
  declare maxFiles: number;
  /** How the agent can be asked to work; the first is the default. */
  declare modes: readonly ComposerMode[];
  /** Puts a file where the agent can read it. Without it nothing can be attached. */
  declare upload: Upload | undefined;
  /** What can be mentioned with `@`: what is chosen becomes context. */
  declare mentions: ComposerLookup | undefined;
  /** What can be asked for with `/`. */
  declare commands: ComposerLookup | undefined;
  #ui: ComposerState = { armed: false, barred: false };
  #announcer = new PanelAnnouncer(this);
  #shownSession: AgentSession | undefined;
  #draft = new Draft();
  #revision = 0;
  #field = new ComposerField(this, {
    root: () => this.renderRoot,
    wording: () => this.wording,
    announcer: () => this.#announcer.current,
    draft: () => this.#draft,
    lookups: () => ({ mentions: this.mentions, commands: this.commands }),
    write: (text) => this.#write(text),
    enter: (other) => this.#submit(verbFor(this.#view, this.#followUp, other)),
    escape: () => this.#escape(),
    up: () => this.#editLast(),
    paste: (event) => this.#intake.onPaste(event),
  });
  #desk = new ComposerDesk({
    session: () => this.activeSession,
    request: (event, ask) => this.request(event, ask),
    dispatch: (event) => this.dispatchEvent(event),
    refused: ({ reason }) =>
      this.#announcer.current.assertive(
        reason ? this.t('composer.refusedBecause', { reason }) : this.t('composer.refused'),
      ),
  });
  #intake = new FileIntake(this, {
    ready: () => this.upload !== undefined && !this.#ui.barred,
    take: (files) => this.attach(files),
    focus: () => this.focus(),
  });
  #disarm: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.value = '';
    this.disabled = false;
    this.followUp = 'queue';
    this.accept = '';
    this.maxFileSize = 10_000_000;
    this.maxFiles = 10;
    this.modes = [];
  }

  /** Puts the caret into the field. */
  override focus(options?: FocusOptions): void {
    this.#field.element?.focus(options);
  }

  /** Attaches files, as if a person had chosen them (W23). */
  attach(files: Iterable<File>): void {
    const { upload, accept, maxFileSize: maxSize, maxFiles } = this;
    if (!upload || this.#ui.barred) return;
    this.#takeSession();
    addFiles(this.#draft, [...files], { upload, accept, maxSize, maxFiles });
  }

  /** Gives the agent something to read, such as an artifact (W23): a chip that a person can remove. */
  addContext(ref: ContextRef): void {
    this.#takeSession();
    this.#draft.addRef(ref);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#disarm);
    this.#ui.armed = false;
    this.#field.close();
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
    this.#takeSession();
    const draft = this.#draft;
    this.#desk.takeFailure(draft);
    draft.track();
    // Another composer of the same session may have written, or a refusal has come back.
    if (draft.revision !== this.#revision || !changed.has('value')) this.value = draft.text;
    else draft.type(this.value);
    this.#revision = draft.revision;
    this.#desk.prune(draft);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const view = this.#view;
    this.toggleState('busy', view?.busy ?? false);
    this.toggleState('blocked', view?.blocked !== undefined);
    this.toggleState('dragging', this.#intake.dragging);
    this.#field.reveal();
    if (!changed.has('value')) return;
    this.internals.setFormValue(this.value);
    this.#field.grow();
  }

  override render(): TemplateResult {
    const view = this.#view;
    const { wording } = this;
    const busy = view?.busy ? 'composer.placeholderBusy' : 'composer.placeholder';
    return html`<div
      class="composer"
      @dragenter=${this.#intake.onDrag}
      @dragover=${this.#intake.onDrag}
      @dragleave=${this.#intake.onDragLeave}
      @drop=${this.#intake.onDrop}
    >
      ${this.#queue(view)}
      ${composerNotes({
        wording,
        view,
        draft: this.#draft,
        mode: this.#mode,
        armed: this.#ui.armed,
        dragging: this.#intake.dragging,
        focus: () => this.focus(),
      })}
      ${this.#field.list()}
      <div
        class="box"
        part="box"
        @click=${(event: Event) => event.target === event.currentTarget && this.focus()}
      >
        ${this.#chips(view)} ${this.upload ? this.#intake.button(wording, this.accept) : nothing}
        ${this.#field.render({
          value: this.value,
          placeholder: this.placeholder ?? wording.t(busy),
          disabled: this.#ui.barred,
        })}
        <div class="bar">
          ${composerBar({
            wording,
            view,
            modes: this.modes,
            mode: this.#mode,
            followUp: this.#followUp,
            empty: !this.#draft.sayable && !this.#draft.uploading,
            closed: this.#closed,
            barred: this.#ui.barred,
            chooseMode: (id) => this.#draft.choose(id),
            submit: (verb) => this.#submit(verb),
            interrupt: this.#interrupt,
          })}
        </div>
      </div>
      ${this.#announcer.render()}
    </div>`;
  }

  get #view(): ComposerView | undefined {
    return this.activeSession?.view('composer').get();
  }

  get #followUp(): 'queue' | 'steer' {
    return enumerated(this, 'follow-up', this.followUp, ['queue', 'steer']);
  }

  /** The mode in force: what the person chose, else the first. */
  get #mode(): ComposerMode | undefined {
    return this.modes.find(({ id }) => id === this.#draft.mode) ?? this.modes[0];
  }

  get #closed(): boolean {
    const { uploading, broken } = this.#draft;
    return this.#ui.barred || !this.activeSession || this.#view?.blocked !== undefined || uploading || broken;
  }

  /** A draft for each session: what was written for the other one waits there (M-028). */
  #takeSession(): void {
    const session = this.activeSession;
    if (!session || session === this.#shownSession) return;
    const draft = draftOf(session);
    if (this.#shownSession) this.#draft.type(this.value);
    // What was written before there was a session is meant for the first.
    else if (this.value) draft.type(this.value);
    this.#shownSession = session;
    this.#draft = draft;
    this.#revision = draft.revision;
    this.value = draft.text;
    this.#field.close();
    this.#ui.editing = undefined;
  }

  #queue(view: ComposerView | undefined): unknown {
    if (!view) return nothing;
    return queueRows(view, {
      wording: this.wording,
      editing: this.#ui.editing,
      draft: this.#draft,
      desk: this.#desk,
      edit: (itemId) => void this.#edit(itemId),
    });
  }

  #chips(view: ComposerView | undefined): unknown {
    return chips({
      wording: this.wording,
      draft: this.#draft,
      view,
      unresolved: this.#field.unresolved(this.value),
      maxSize: this.maxFileSize,
      maxFiles: this.maxFiles,
      upload: this.upload,
      focus: () => this.focus(),
    });
  }

  #write(text: string): void {
    this.value = text;
    this.#draft.type(text);
  }

  /** Esc arms, Esc again stops (W4). */
  #escape(): boolean {
    const view = this.#view;
    if (!view?.busy || !view.canInterrupt) return false;
    clearTimeout(this.#disarm);
    if (this.#ui.armed) {
      this.#show({ armed: false });
      this.#interrupt();
      return true;
    }
    this.#show({ armed: true });
    this.#disarm = setTimeout(() => this.#show({ armed: false }), ESCAPE_ARMED_MS);
    return true;
  }

  /** In an empty field: the last message that waits is edited. */
  #editLast(): boolean {
    const view = this.#view;
    if (this.value || !view?.capabilities.controls['queue.edit']) return false;
    const last = view.queued.findLast(
      ({ id, editable, state }) => id && editable !== false && state !== 'started',
    );
    if (last?.id) void this.#edit(last.id);
    return last?.id !== undefined;
  }

  #interrupt = (): void => void this.#desk.interrupt(this.#draft);

  #submit(verb: Verb | undefined): void {
    const session = this.activeSession;
    const draft = this.#draft;
    draft.type(this.value);
    if (!verb || !session || this.#closed || !draft.sayable) return;
    const message = draft.take(verb, this.#mode?.id);
    this.value = '';
    this.#field.close();
    void this.#desk.say(message, draft);
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
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-composer': AgentComposer;
  }
}
