import { css, html, type CSSResult, type PropertyDeclarations, type TemplateResult } from 'lit';
import { deepEqual } from '../../src/base/deep-equal.js';
import { devWarning } from '../../src/base/dev-warning.js';
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
import { BaseElement } from '../shared/base-element.js';
import type { ActionDeclaration, ObservationDeclaration } from '../shared/declaration.js';
import { documentBus } from '../shared/document-bus.js';
import { JsonChildren } from '../shared/json-child.js';
import { ask } from './ask-page.js';
import { Declarations } from './declarations.js';
import { declarationFaults, declaredManifest } from './declared-manifest.js';
import { OuiFaultEvent, OuiSurfaceChangeEvent } from './oui-surface.events.js';
import { parseRateLimit } from './parse-rate-limit.js';
import { Registration } from './registration.js';

/**
 * A part of the page that an agent can work: it collects the `<oui-action>`s and `<oui-observation>`s within, and
 * registers them on the document's bus while it is in the document. Wrong markup never throws; it makes the surface
 * faulty, and a faulty surface is not offered (OUI-S1).
 *
 * @element oui-surface
 * @summary Declares what an agent may do and see in a part of the page.
 * @slot - The page's own content, the declarations, and `<script type="application/json">` children with
 * `data-oui="manifest"` (instead of markup) or `data-oui="metadata"`.
 * @fires {OuiSurfaceChangeEvent} oui-surface-change - `state` has changed.
 * @fires {OuiFaultEvent} oui-fault - `faults` has changed.
 * @cssstate active - Agents are offered the surface now.
 * @cssstate busy - An action is running.
 * @cssstate faulty - Something in the markup is wrong; see `faults`.
 */
export class OuiSurface extends BaseElement {
  static override styles: CSSResult = css`
    :host {
      display: contents;
    }
    :host([hidden]) {
      display: none;
    }
  `;

  static override properties: PropertyDeclarations = {
    surfaceId: { type: String, attribute: 'surface-id' },
    name: { type: String },
    description: { type: String },
    version: { type: String },
    routes: { type: String },
    entityType: { type: String, attribute: 'entity-type' },
    entityId: { type: String, attribute: 'entity-id' },
    condition: { type: String },
    inactive: { type: Boolean },
    concurrency: { type: Number },
    rateLimit: { type: String, attribute: 'rate-limit' },
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
  /** Space-separated patterns for the URL's path: `*` is one segment, `**` one or more. Absent: everywhere. */
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
  #registration = new Registration(() => this.#showState());
  #handlers = new Map<string, ActionHandler>();
  #published = new Map<string, unknown>();
  #givenManifest: SurfaceManifest | undefined;
  #faults: readonly ManifestFault[] = [];
  /** Actions that nothing ran: only an invocation shows that. */
  #unanswered = new Map<string, ManifestFault>();
  #waitedForActions = false;
  #running = 0;
  #state: SurfaceState = 'defined';
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
    return this.#jsonManifest() ?? this.#declaredManifest();
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

  protected override render(): TemplateResult {
    return html`<slot></slot>`;
  }

  #jsonManifest(): SurfaceManifest | undefined {
    return this.#givenManifest ?? (this.#json.value('manifest') as SurfaceManifest | undefined);
  }

  #declaredManifest(): SurfaceManifest {
    const metadata = this.metadata ?? (this.#json.value('metadata') as SurfaceManifest['metadata']);
    return declaredManifest(this, this.#offered(), this.#declarations.observations, metadata);
  }

  #offered(): ActionDeclaration[] {
    return this.#declarations.actions.filter((action) => action.offered());
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
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
    } else if (this.#hasNothingToOffer()) {
      this.#registration.end();
      this.#setFaults([]);
    } else {
      this.#register();
    }
    this.#showState();
  }

  /** Every action is switched off, or none has come yet; that is no fault. */
  #hasNothingToOffer(): boolean {
    if (this.#jsonManifest() || this.#json.faults(['manifest']).length > 0 || this.#offered().length > 0) {
      return false;
    }
    if (this.#declarations.actions.length > 0 || this.querySelector(':not(:defined)')) return true;
    if (this.#waitedForActions) return false;
    this.#waitedForActions = true;
    setTimeout(() => this.#schedule());
    return true;
  }

  #register(): void {
    const { manifest } = this;
    let faults: readonly ManifestFault[] = this.#localFaults();
    if (faults.length > 0) {
      faults = [...faults, ...checkManifest(manifest)];
      this.#registration.end();
    } else {
      const bus = this.bus ?? documentBus(this.ownerDocument);
      faults = this.#registration.apply(bus, manifest, this.#run(manifest), this.#options(manifest));
    }
    this.#setFaults([...faults, ...this.#unanswered.values()]);
    this.#warnOfOthers(manifest);
    for (const declaration of this.#declarations.observations) this.#publish(declaration);
    for (const [id, value] of this.#published) this.#registration.mounted?.publish(id, value);
  }

  /** A manifest from JSON stands in place of the markup: what only the markup has is not offered. */
  #warnOfOthers(manifest: SurfaceManifest): void {
    const ids = [...listOf(manifest.actions), ...listOf(manifest.observations)].map(({ id }) => id);
    for (const declaration of [...this.#offered(), ...this.#declarations.observations]) {
      if (ids.includes(declaration.id())) continue;
      this.#warn(
        `"${declaration.id()}" is in the markup and not in the JSON manifest, so agents do not see it`,
      );
    }
  }

  #localFaults(): ManifestFault[] {
    const json = (['manifest', 'metadata'] as const).flatMap((path) =>
      this.#json.faults([path]).map((message) => ({ path, message })),
    );
    return [...json, ...declarationFaults(this.#offered(), this.#declarations.observations)];
  }

  #options(manifest: SurfaceManifest): RegisterOptions {
    const read: Record<string, () => unknown> = {};
    for (const { id } of listOf(manifest.observations)) read[id] = () => this.#read(id);
    const rateLimit = parseRateLimit(this.rateLimit);
    if (!rateLimit) this.#warn(`rate-limit="${this.rateLimit}" must be like "30/10s", or "off"`);
    return { read, ...(rateLimit && { rateLimit }), active: !this.inactive };
  }

  #read(observationId: string): unknown {
    const declaration = this.#observation(observationId);
    return declaration ? declaration.read() : this.#published.get(observationId);
  }

  #observation(id: string): ObservationDeclaration | undefined {
    return this.#declarations.observations.find((declaration) => declaration.id() === id);
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
        return await this.#invoke(params, context);
      } finally {
        this.#running -= 1;
        this.#showState();
      }
    };
    return Object.fromEntries(listOf(manifest.actions).map(({ id }) => [id, handler]));
  }

  async #invoke(params: Record<string, unknown>, context: ActionContext): Promise<unknown> {
    const { actionId } = context;
    const declaration = this.#declarations.actions.find((action) => action.id() === actionId);
    const handler = declaration?.handler() ?? this.#handlers.get(actionId);
    const answer = handler
      ? () => handler(params, context)
      : (ask(declaration?.element ?? this, params, context) ?? declaration?.press());
    if (!answer) {
      const message =
        `nothing runs "${actionId}": set the action's handler, answer "oui-invoke" with respondWith(), or ` +
        'name a form or a button in "for".';
      this.#unanswered.set(actionId, { path: `actions.${actionId}`, message });
      this.#schedule();
      throw new OuiError('EXECUTION_ERROR', `The page has nothing that runs "${actionId}".`);
    }
    if (this.#unanswered.delete(actionId)) this.#schedule();
    return answer(params, context);
  }

  #setFaults(faults: readonly ManifestFault[]): void {
    if (deepEqual(faults, this.#faults)) return;
    this.#faults = faults;
    for (const { path, message } of faults) this.#warn([path, message].filter(Boolean).join(': '));
    this.dispatchEvent(new OuiFaultEvent(this.surfaceId, faults));
  }

  #warn(message: string): void {
    devWarning('surface-fault', `<oui-surface surface-id="${this.surfaceId}"> ${message}`);
  }

  #showState(): void {
    const { state } = this;
    const { states } = this.#internals;
    const shown = { active: state === 'active', busy: this.#running > 0, faulty: this.#faults.length > 0 };
    for (const [name, on] of Object.entries(shown)) states[on ? 'add' : 'delete'](name);
    if (state === this.#state) return;
    this.#state = state;
    this.dispatchEvent(new OuiSurfaceChangeEvent(this.surfaceId, state));
  }
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
