import type { PropertyDeclarations } from 'lit';
import { deepEqual } from '../../src/base/deep-equal.js';
import { devWarning } from '#dev-warning';
import {
  checkManifest,
  type ActionContext,
  type ActionHandler,
  type ManifestFault,
  OuiError,
  type RegisterOptions,
  type SurfaceBus,
  type SurfaceManifest,
  type SurfaceState,
} from '../../src/oui/index.js';
import type { ActionDeclaration, ObservationDeclaration } from '../shared/declaration.js';
import { documentBus } from '../shared/document-bus.js';
import { JsonChildren } from '../shared/json-child.js';
import { nextTask } from '../shared/next-task.js';
import { pageFaults, type PageFaults } from '../shared/page-faults.js';
import { QuietElement } from '../shared/quiet-element.js';
import { ask } from './ask-page.js';
import { Declarations } from './declarations.js';
import { declarationFaults, declaredManifest, ownFaults } from './declared-manifest.js';
import { OuiFaultEvent, OuiSurfaceChangeEvent } from './oui-surface.events.js';
import { parseRateLimit } from './parse-rate-limit.js';
import { Registration } from './registration.js';
import type * as WatchRest from './watch-rest.js';

let watch: typeof WatchRest | undefined;

/**
 * A part of the page that an agent can work: it collects the `<oui-action>`s and `<oui-observation>`s within, and
 * registers them on the document's bus while it is in the document. Wrong markup never throws; it makes the surface
 * faulty, and a faulty surface is not offered (OUI-S1).
 *
 * @element oui-surface
 * @summary Declares what an agent may do and see in a part of the page.
 * @slot - The page's own content, the declarations, and `<script type="application/json">` children with
 * `data-oui="manifest"` (instead of markup) or `data-oui="metadata"`.
 * @fires {OuiSurfaceChangeEvent} oui-surface-change - `state` has changed. Bubbles, out of shadow roots too.
 * @fires {OuiFaultEvent} oui-fault - `faults` has changed. Bubbles, out of shadow roots too.
 * @fires {OuiInvokeEvent} oui-invoke - An agent has invoked an action of a JSON manifest. Bubbles, out of shadow roots too; cancelable.
 * @cssstate active - Agents are offered the surface now.
 * @cssstate busy - An action is running.
 * @cssstate faulty - Something in the markup is wrong; see `faults`.
 */
export class OuiSurface extends QuietElement {
  static readonly tag: string = 'oui-surface';
  static override properties: PropertyDeclarations = {
    surfaceId: { type: String, attribute: 'surface-id', useDefault: true },
    name: { type: String, useDefault: true },
    description: { type: String, useDefault: true },
    version: { type: String },
    routes: { type: String },
    entityType: { type: String, attribute: 'entity-type' },
    entityId: { type: String, attribute: 'entity-id' },
    condition: { type: String },
    inactive: { type: Boolean },
    concurrency: { type: Number, useDefault: true },
    rateLimit: { type: String, attribute: 'rate-limit', useDefault: true },
    metadata: { attribute: false },
    manifest: { attribute: false, noAccessor: true },
    bus: { attribute: false },
  };

  /** `^[a-z][a-z0-9-]*[a-z0-9]$`, 2–64 characters, unique in the application. */
  declare surfaceId: string;
  /** What people call it. */
  declare name: string;
  /** What it is for; goes into the model's context. */
  declare description: string;
  /** Semver of this surface's contract. */
  declare version: string | undefined;
  /**
   * Space-separated patterns for the URL's path: `*` is one segment, `**` one or more. Absent: everywhere. Where a
   * router keeps its path behind `#/` or `#!/`, that one is meant.
   */
  declare routes: string | undefined;
  /** It is about one entity of this type; the application decides by `inactive` whether that one is open. */
  declare entityType: string | undefined;
  /** The entity; without it, any of the type. */
  declare entityId: string | undefined;
  /** Prose for the model; never executed. */
  declare condition: string | undefined;
  /** The application says that it is not to be used now. */
  declare inactive: boolean;
  /** How many actions may run at once (OUI-S19). Default 1. */
  declare concurrency: number;
  /** `30/10s` by default: so many requests in such a time; `off` (OUI-S20). */
  declare rateLimit: string;
  /** Passed on to the model. */
  declare metadata: Readonly<Record<string, unknown>> | undefined;
  /** The bus to register on; the document's by default. */
  declare bus: SurfaceBus | undefined;

  #internals = this.attachInternals();
  #json = new JsonChildren(this, () => this.#schedule());
  #declarations = new Declarations(
    this,
    () => this.#schedule(),
    (declaration) => this.#publish(declaration),
  );
  #registration = new Registration(
    () => this.#showState(),
    () => this.#schedule(),
  );
  #handlers = new Map<string, ActionHandler>();
  #published = new Map<string, unknown>();
  #givenManifest: SurfaceManifest | undefined;
  #faults: readonly ManifestFault[] = [];
  /** Where the faults are listed. */
  #page: PageFaults | undefined;
  /** Actions that nothing ran: only an invocation shows that. */
  #unanswered = new Map<string, ManifestFault>();
  #running = 0;
  #state: SurfaceState = 'defined';
  /** What the custom states were made of. */
  #shown: string | undefined;
  #scheduled = false;

  constructor() {
    super();
    this.surfaceId = '';
    this.name = '';
    this.description = '';
    this.inactive = false;
    this.concurrency = 1;
    this.rateLimit = '30/10s';
  }

  /** The whole manifest, as agents are told of it. Setting it replaces what the markup says. */
  get manifest(): SurfaceManifest {
    return this.#manifestOf(this.#offered());
  }
  set manifest(manifest: SurfaceManifest | undefined) {
    this.#givenManifest = manifest;
    this.#schedule();
  }

  /** `defined`, `registered`, `active`, `inactive` or `deregistered`. */
  get state(): SurfaceState {
    return this.#registration.state;
  }

  /** What is wrong, each with its place and what would be right. A faulty manifest is not registered. */
  get faults(): readonly ManifestFault[] {
    return this.#faults;
  }

  /** Tells agents the value of an observation, whole; `null`: not available now. It may be called at any time. */
  publish(observationId: string, value: unknown): void {
    this.#published.set(observationId, value);
    this.#registration.mounted?.publish(observationId, value);
  }

  /** Results of actions wait until the returned function is called (OUI-S13). */
  hold(): () => void {
    return this.#registration.mounted?.hold() ?? (() => {});
  }

  /** Runs an action by `handler`, unless its `<oui-action>` has one itself. `undefined` takes it back. */
  handle(actionId: string, handler: ActionHandler | undefined): void {
    if (handler) this.#handlers.set(actionId, handler);
    else this.#handlers.delete(actionId);
    this.#schedule();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#schedule();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#schedule();
  }

  protected override updated(): void {
    this.#schedule();
  }

  #jsonManifest(): SurfaceManifest | undefined {
    return this.#givenManifest ?? (this.#json.value('manifest') as SurfaceManifest | undefined);
  }

  #manifestOf(actions: readonly ActionDeclaration[]): SurfaceManifest {
    const json = this.#jsonManifest();
    if (json) return json;
    const metadata = this.metadata ?? (this.#json.value('metadata') as SurfaceManifest['metadata']);
    return declaredManifest(this, actions, this.#observations(), metadata);
  }

  #observations(): ObservationDeclaration[] {
    return this.#declarations.observations.filter(isSound);
  }

  #enabled(): ActionDeclaration[] {
    return this.#declarations.actions.filter((action) => action.offered());
  }

  /** What is faulty is left out, and the rest of the surface stays. */
  #offered(): ActionDeclaration[] {
    return this.#enabled().filter(isSound);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    nextTask(() => {
      this.#scheduled = false;
      this.#synchronise();
    });
  }

  /** Once for each burst of changes: tells the bus what the page says now. */
  #synchronise(): void {
    if (!this.isConnected) {
      this.#registration.end();
    } else if (this.ownerDocument.readyState === 'loading') {
      // The parser has not come to the end of the surface yet.
      this.ownerDocument.addEventListener('DOMContentLoaded', () => this.#schedule(), { once: true });
    } else if (this.#declarations.actions.every((action) => action.ready())) {
      this.#register();
    }
    this.#listFaults();
    this.#showState();
  }

  #register(): void {
    const own = ownFaults(this, this.#json);
    const known = [...own, ...declarationFaults(this.#enabled(), this.#declarations.observations)];
    const { manifest } = this;
    let faults: readonly ManifestFault[] = [];
    if (own.length > 0 || this.#hasNothingToOffer()) {
      this.#registration.end();
    } else {
      const bus = this.bus ?? documentBus(this.ownerDocument);
      const before = this.#registration.mounted;
      faults = this.#registration.apply(bus, manifest, this.#run(manifest), this.#options(manifest));
      if (!before) watch?.watchArrival(this, () => this.hold());
    }
    // All at once (OUI-S1), also what is wrong with the parts that are left out.
    if (known.length > 0) faults = [...known, ...checkManifest(this.#manifestOf(this.#enabled()))];
    const ids = listOf(manifest.actions).map(({ id }) => id);
    for (const id of [...this.#unanswered.keys()]) {
      if (this.#runner(id) || !ids.includes(id)) this.#unanswered.delete(id);
    }
    this.#setFaults([...faults, ...this.#unanswered.values()]);
    this.#warnOfOthers(manifest);
    this.#publishAll();
    for (const [id, value] of this.#published) this.#registration.mounted?.publish(id, value);
  }

  /** Every action is switched off or faulty, or none has come yet; that is no fault of the surface. */
  #hasNothingToOffer(): boolean {
    if (this.#jsonManifest() || this.#offered().length > 0) return false;
    return this.#declarations.actions.length > 0 || this.querySelector(':not(:defined)') !== null;
  }

  /** A manifest from JSON stands in place of the markup: what only the markup has is not offered. */
  #warnOfOthers(manifest: SurfaceManifest): void {
    if (!this.#jsonManifest()) return;
    const ids = [...listOf(manifest.actions), ...listOf(manifest.observations)].map(({ id }) => id);
    for (const declaration of [...this.#offered(), ...this.#observations()]) {
      if (ids.includes(declaration.id())) continue;
      this.#warn(
        `"${declaration.id()}" is in the markup and not in the JSON manifest, so agents do not see it`,
      );
    }
  }

  #options(manifest: SurfaceManifest): RegisterOptions {
    const read: Record<string, () => unknown> = {};
    for (const { id } of listOf(manifest.observations)) read[id] = () => this.#read(id);
    const rateLimit = parseRateLimit(this.rateLimit);
    if (!rateLimit) this.#warn(`rate-limit="${this.rateLimit}" must be like "30/10s", or "off"`);
    const asksItself = (id: string) => !this.#handlers.has(id) && this.#action(id)?.asksPerson?.() === true;
    return { read, asksItself, ...(rateLimit && { rateLimit }), active: !this.inactive };
  }

  #read(observationId: string): unknown {
    const declaration = this.#observation(observationId);
    return declaration ? declaration.read() : this.#published.get(observationId);
  }

  #observation(id: string): ObservationDeclaration | undefined {
    return this.#declarations.observations.find((declaration) => declaration.id() === id);
  }

  #publishAll(): void {
    for (const declaration of this.#observations()) this.#publish(declaration);
  }

  #publish(declaration: ObservationDeclaration): void {
    const value = declaration.current();
    if (value === undefined) return;
    this.#registration.mounted?.publish(declaration.id(), value);
  }

  /** One handler for each action. What runs it is looked up when it runs, so nothing is stale (§8, 4). */
  #run(manifest: SurfaceManifest): Record<string, ActionHandler> {
    const handler: ActionHandler = async (params, context) => {
      this.#running += 1;
      this.#showState();
      try {
        // It is loaded with the first action, and without it the rest of the page is all that is watched. It is
        // loaded before: afterwards a page that is about to be replaced has no time left to answer.
        watch ??= await import('./watch-rest.js').catch(() => undefined);
        return await this.#invoke(params, context);
      } finally {
        this.#running -= 1;
        this.#showState();
        this.#publishAll();
        watch?.watchRest(this, () => this.hold());
      }
    };
    return Object.fromEntries(listOf(manifest.actions).map(({ id }) => [id, handler]));
  }

  #action(id: string): ActionDeclaration | undefined {
    return this.#declarations.actions.find((action) => action.id() === id);
  }

  /** What runs an action when no listener of "oui-invoke" does. */
  #runner(id: string): ActionHandler | undefined {
    const action = this.#action(id);
    return action?.handler() ?? this.#handlers.get(id) ?? action?.press();
  }

  async #invoke(params: Record<string, unknown>, context: ActionContext): Promise<unknown> {
    const { actionId } = context;
    const action = this.#action(actionId);
    const given = action?.handler() ?? this.#handlers.get(actionId);
    const run =
      // The person's own submit is still to be their yes: nothing else may run it.
      context.approval === 'owed'
        ? action?.press()
        : (given ?? ask(action?.element ?? this, params, context) ?? action?.press());
    if (!run) {
      const message =
        `nothing runs "${actionId}": set the action's handler, answer "oui-invoke" with respondWith(), or ` +
        'name a form or a button in "for".';
      this.#unanswered.set(actionId, { path: `actions.${actionId}`, message });
      this.#schedule();
      throw new OuiError('EXECUTION_ERROR', `The page has nothing that runs "${actionId}".`);
    }
    if (this.#unanswered.delete(actionId)) this.#schedule();
    return run(params, context);
  }

  #setFaults(faults: readonly ManifestFault[]): void {
    if (deepEqual(faults, this.#faults)) return;
    this.#faults = faults;
    for (const { path, message } of faults) this.#warn([path, message].filter(Boolean).join(': '));
    this.dispatchEvent(new OuiFaultEvent(this.surfaceId, faults));
  }

  #listFaults(): void {
    const page = this.isConnected ? pageFaults(this.ownerDocument) : undefined;
    if (page !== this.#page) this.#page?.note(this, '');
    this.#page = page;
    page?.note(this, this.surfaceId, this.#faults);
  }

  #warn(message: string): void {
    devWarning('oui:surface_fault', () => `<oui-surface surface-id="${this.surfaceId}"> ${message}`);
  }

  /** Called for each change of the bus, and there may be a thousand surfaces. */
  #showState(): void {
    const { state } = this;
    const shown = [state, this.#running > 0 && 'busy', this.#faults.length > 0 && 'faulty'];
    if (shown.join() === this.#shown) return;
    this.#shown = shown.join();
    const { states } = this.#internals;
    for (const name of ['active', 'busy', 'faulty']) states[shown.includes(name) ? 'add' : 'delete'](name);
    if (state === this.#state) return;
    this.#state = state;
    this.dispatchEvent(new OuiSurfaceChangeEvent(this.surfaceId, state));
  }
}

function isSound(declaration: ActionDeclaration | ObservationDeclaration): boolean {
  return declaration.faults().every(({ mild }) => mild);
}

/** A manifest from JSON may have anything where a list should be; the bus says so. */
function listOf<T extends { id: string }>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list.filter((item) => typeof item?.id === 'string') : [];
}

export { OuiFaultEvent, OuiSurfaceChangeEvent };
export { OuiInvokeEvent } from '../shared/oui-invoke-event.js';

declare global {
  interface HTMLElementTagNameMap {
    'oui-surface': OuiSurface;
  }
}
