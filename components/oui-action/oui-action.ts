import type { PropertyDeclarations, PropertyValues } from 'lit';
import { messageOf } from '../../src/base/coded-error.js';
import type { ActionEffect, ActionHandler, ActionManifest, JsonSchema } from '../../src/oui/index.js';
import { DeclarationElement } from '../shared/declaration-element.js';
import type { ActionDeclaration, DeclarationFault } from '../shared/declaration.js';
import { JsonChildren } from '../shared/json-child.js';
import { lostProperties } from '../shared/lost-properties.js';
import { Reference } from '../shared/reference.js';
import { isNativeTool, NATIVE_TOOL_TAG } from './native-tool.js';
import type * as Room from './target-work.js';

const NOTHING: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Most of what works a target is about forms, and a page may have none. */
let room: typeof Room | undefined;
let loading: Promise<void> | undefined;

function loadRoom(): Promise<void> {
  loading ??= import('./target-work.js').then(
    (loaded) => void (room = loaded),
    (thrown: unknown) => {
      loading = undefined;
      throw thrown;
    },
  );
  return loading;
}

/**
 * Something an agent may do on the page: a part of the nearest `<oui-surface>`. What runs, in this order: `handler`;
 * a listener of `oui-invoke`; the form or the element in `for`.
 *
 * @element oui-action
 * @summary Declares one action of a surface.
 * @slot - `<script type="application/json" data-oui="input">` and `data-oui="output">` with JSON Schemas.
 * @fires {OuiInvokeEvent} oui-invoke - An agent has invoked the action and `handler` is not set. Bubbles, out of shadow roots too; cancelable.
 * @cssstate oui-waiting - The form is filled in and waits for the person to submit it; it has `data-oui-waiting` then.
 */
export class OuiAction extends DeclarationElement {
  static readonly tag: string = 'oui-action';
  static override properties: PropertyDeclarations = {
    actionId: { type: String, attribute: 'action-id', useDefault: true },
    label: { type: String },
    description: { type: String, useDefault: true },
    usage: { type: String },
    preconditions: { type: String },
    estimatedDuration: { type: String, attribute: 'estimated-duration' },
    tags: { type: String, useDefault: true },
    effect: { type: String },
    confirm: { type: Boolean },
    async: { type: Boolean },
    disabled: { type: Boolean },
    for: { type: String },
    keep: { type: Boolean },
    defaults: { type: Boolean },
    submitWith: { type: Boolean, attribute: 'submit-with' },
    input: { attribute: false },
    output: { attribute: false },
    handler: { attribute: false },
  };

  /** `^[a-z][a-z0-9_]*[a-z0-9]$`, 2–64 characters, unique in the surface. */
  declare actionId: string;
  /** What a person reads on a confirmation: OUI's `title`. */
  declare label: string | undefined;
  /** Effect, and when to use it; the model reads it. */
  declare description: string;
  /** A hint for the model. */
  declare usage: string | undefined;
  /** A hint for the model; never executed. */
  declare preconditions: string | undefined;
  /** `instant`, `< 1s`, `1-5s`, `5-30s`, `30-120s`, `> 2min`, or free text. */
  declare estimatedDuration: string | undefined;
  /** Space-separated, such as `read-only` or `destructive`. */
  declare tags: string;
  /** `view`, `selection`, `navigate`, `open`, `edit`, `file`, `mutate`, `job` or `transaction` (OUI-E1). */
  declare effect: ActionEffect | undefined;
  /**
   * A human must say yes before it runs (OUI-R5). A form in `for` is filled in and waits for the person to submit it;
   * where the page asks (`confirm-by="page"`), that is the yes, and no dialog comes before it.
   */
  declare confirm: boolean;
  /** It is acknowledged at once and its result follows (OUI-S11). */
  declare async: boolean;
  /** It is not offered now. */
  declare disabled: boolean;
  /** The id of a form to fill and submit, of a field to fill, or of an element to open or press. */
  declare for: string | undefined;
  /** A parameter that an agent leaves out keeps what is in the form; else its control begins anew. */
  declare keep: boolean;
  /** Agents are told what the form's controls begin with. Only the author knows whether that is private. */
  declare defaults: boolean;
  /** Agents choose with `submit_with` among several named submit buttons; the first is the default. */
  declare submitWith: boolean;
  /** JSON Schema of the parameters. Without one, the child script's, or that of what `for` names; else it takes none. */
  declare input: JsonSchema | undefined;
  /** JSON Schema of the result's `data`. */
  declare output: JsonSchema | undefined;
  /** Runs the action: `(params, context) => data | Promise<data>`. */
  declare handler: ActionHandler | undefined;

  #json = new JsonChildren(this, () => this.changed());
  #target = new Reference(
    this,
    () => this.for,
    () => this.#targetChanged(),
  );
  #internals = this.attachInternals();
  /** What works the target, once it is loaded. */
  #work: Room.TargetWork | undefined;
  #loadFault: string | undefined;

  protected override readonly declaration: ActionDeclaration = {
    kind: 'action',
    element: this,
    id: () => this.actionId,
    ready: () => !this.target || this.#work !== undefined || this.#loadFault !== undefined,
    offered: () => !this.disabled && !this.#work?.switchedOff,
    handler: () => this.#handler(),
    asksPerson: () => this.#asksPerson && !this.handler && this.target?.localName === 'form',
    manifest: () => this.#manifest(),
    faults: () => this.#faults(),
    announce: () => this.announce(),
    press: () => this.#press(),
  };

  constructor() {
    super();
    this.actionId = '';
    this.description = '';
    this.tags = '';
    this.confirm = false;
    this.async = false;
    this.disabled = false;
    this.keep = false;
    this.defaults = false;
    this.submitWith = false;
    this.addEventListener('oui-invoke', (event) => {
      const over = event.target === this && this.#work?.begins();
      if (!over) return;
      // Once the page's listeners have had it.
      queueMicrotask(() => void Promise.resolve(event.answer).then(over, over));
    });
  }

  /** What `for` names, once it is there. */
  get target(): HTMLElement | undefined {
    return this.#target.element;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#work?.watch(this.target);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#work?.watch(undefined);
  }

  protected override updated(changed: PropertyValues): void {
    // What it names may not have been parsed yet; a failure is told when it has.
    if (this.for) loadRoom().catch(() => {});
    super.updated(changed);
  }

  #manifest(): ActionManifest {
    const output = this.output ?? (this.#json.value('output') as JsonSchema | undefined);
    const tags = this.tags.split(/\s+/).filter(Boolean);
    if (isNativeTool(this)) tags.push(NATIVE_TOOL_TAG);
    const waits = this.handler ? '' : this.#work?.usage(this.#asksPerson);
    const usage = [this.usage, waits].filter(Boolean).join(' ');
    return {
      id: this.actionId,
      ...(this.label && { title: this.label }),
      description: this.description,
      input: this.#input(),
      ...(output !== undefined && { output }),
      ...(this.confirm && { confirm: true }),
      ...(this.async && { async: true }),
      ...(usage && { usage }),
      ...(this.preconditions && { preconditions: this.preconditions }),
      ...(this.estimatedDuration && { estimatedDuration: this.estimatedDuration }),
      ...(tags.length > 0 && { tags }),
      ...(this.effect && { effect: this.effect }),
    };
  }

  #input(): JsonSchema {
    const given = this.input ?? (this.#json.value('input') as JsonSchema | undefined);
    if (given !== undefined) return given;
    return this.#work?.schema() ?? NOTHING;
  }

  #faults(): DeclarationFault[] {
    const json = ['input', 'output'].flatMap((member) =>
      this.#json.faults([member]).map((message) => ({ member, message })),
    );
    const faults = [...lostProperties(this), ...json];
    const message =
      this.for && !this.target
        ? `for="${this.for}" names no element here; give the form or button that id.`
        : (this.#loadFault ?? this.#work?.fault());
    return message ? [...faults, { member: 'for', message }] : faults;
  }

  get #asksPerson(): boolean {
    return this.confirm || this.effect === 'transaction';
  }

  #handler(): ActionHandler | undefined {
    const { handler } = this;
    return handler && ((params, context) => this.#during(() => handler(params, context)));
  }

  #press(): ReturnType<ActionDeclaration['press']> {
    const { target } = this;
    const work = this.#work;
    if (!target || !work) return undefined;
    return (params, context) => {
      const { approval } = context;
      const confirm = approval === 'owed' || (this.#asksPerson && approval !== 'given');
      return this.#during(() => work.run(target, params, context, confirm));
    };
  }

  async #during(call: () => unknown): Promise<unknown> {
    const over = this.#work?.begins();
    try {
      return await call();
    } finally {
      over?.();
    }
  }

  #targetChanged(): void {
    if (this.target && !room) this.#load();
    else if (this.target && room) {
      this.#work ??= new room.TargetWork(this, this.#internals.states, () => this.changed());
      this.#loadFault = undefined;
    }
    this.#work?.watch(this.isConnected ? this.target : undefined);
    this.changed();
  }

  #load(): void {
    loadRoom().then(
      () => this.#targetChanged(),
      (thrown: unknown) => {
        this.#loadFault = `what works it could not be loaded: ${messageOf(thrown)}`;
        this.changed();
      },
    );
  }
}

export { OuiInvokeEvent } from '../shared/oui-invoke-event.js';
export { isNativeTool } from './native-tool.js';
export type { AgentSubmitEvent } from './submission.js';

declare global {
  interface HTMLElementTagNameMap {
    'oui-action': OuiAction;
  }
}
