import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { JsonSchema, ObservationManifest, UpdateFrequency } from '../../src/oui/index.js';
import { DeclarationElement } from '../shared/declaration-element.js';
import type { DeclarationFault, ObservationDeclaration } from '../shared/declaration.js';
import { JsonChildren } from '../shared/json-child.js';
import { Reference } from '../shared/reference.js';
import { isSecretField } from '../shared/secret-field.js';
import { defaultEvents, defaultProperty, readProperty, schemaOfValue } from './observed-property.js';

/**
 * Something an agent can see of the page: a part of the nearest `<oui-surface>`. Its value is `value` when that is
 * set, else the `property` of the element in `for`; a `polling` one may have `read` instead.
 *
 * @element oui-observation
 * @summary Declares one observation of a surface.
 * @slot - `<script type="application/json" data-oui="schema">` with a JSON Schema.
 */
export class OuiObservation extends DeclarationElement {
  static override properties: PropertyDeclarations = {
    observationId: { type: String, attribute: 'observation-id' },
    description: { type: String },
    updateFrequency: { type: String, attribute: 'update-frequency' },
    for: { type: String },
    property: { type: String },
    on: { type: String },
    schema: { attribute: false },
    value: { attribute: false },
    read: { attribute: false },
  };

  /** As an action's id; different from every id of the surface. */
  declare observationId: string;
  /** What it represents; the model reads it. */
  declare description: string;
  /** `on-change` by default; `realtime`, `polling`. */
  declare updateFrequency: UpdateFrequency | undefined;
  /** The id of the element to observe. */
  declare for: string | undefined;
  /** The property to read; by default the value of a field, the state of a box, or the text. */
  declare property: string | undefined;
  /** Space-separated names of the DOM events after which to look; sensible ones by default. */
  declare on: string | undefined;
  /** JSON Schema of the value. Without one, the child script's, or one derived from the value. */
  declare schema: JsonSchema | undefined;
  /** The value to tell agents, whole; `null`: not available now (OUI-S17). */
  declare value: unknown;
  /** Reads the value when an agent asks; may return a promise. */
  declare read: (() => unknown) | undefined;

  #json = new JsonChildren(this, () => this.changed());
  #target = new Reference(
    this,
    () => this.for,
    () => this.#targetChanged(),
  );
  #derived: JsonSchema | undefined;
  #watching: AbortController | undefined;

  protected override readonly declaration: ObservationDeclaration = {
    kind: 'observation',
    element: this,
    id: () => this.observationId,
    manifest: () => this.#manifest(),
    faults: () => this.#faults(),
    announce: () => this.announce(),
    current: () => this.#current(),
    read: () => (this.read ? this.read() : this.#current()),
  };

  constructor() {
    super();
    this.observationId = '';
    this.description = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watching?.abort();
  }

  protected override updated(changed: PropertyValues): void {
    // A value that comes often must not cost a new look at the whole surface.
    const valueOnly = changed.size === 1 && changed.has('value') && this.#givenSchema() !== undefined;
    if (valueOnly) return this.owner?.valueChanged(this.declaration);
    if (changed.has('on') || changed.has('property')) this.#watch();
    super.updated(changed);
  }

  #current(): unknown {
    if (this.value !== undefined) return this.value;
    const target = this.#target.element;
    return target && !this.#secretFault() ? readProperty(target, this.property) : undefined;
  }

  #manifest(): ObservationManifest {
    return {
      id: this.observationId,
      description: this.description,
      schema: this.#givenSchema() ?? this.#derive(),
      ...(this.updateFrequency && { updateFrequency: this.updateFrequency }),
    };
  }

  #givenSchema(): JsonSchema | undefined {
    return this.schema ?? (this.#json.value('schema') as JsonSchema | undefined);
  }

  /** Kept once something is known: a value that is missing for a moment has not changed its kind. */
  #derive(): JsonSchema {
    const value = this.#current();
    if (value === undefined || value === null) return this.#derived ?? {};
    return (this.#derived = schemaOfValue(value));
  }

  #faults(): DeclarationFault[] {
    const faults = this.#json.faults(['schema']).map((message) => ({ member: 'schema', message }));
    if (this.for && !this.#target.element) {
      const message = `for="${this.for}" names no element here; give the element to observe that id.`;
      faults.push({ member: 'for', message });
    }
    const secret = this.#secretFault();
    if (secret) faults.push({ member: 'for', message: secret });
    return faults;
  }

  /** OUI-X2. */
  #secretFault(): string | undefined {
    const target = this.#target.element;
    if (target && isSecretField(target)) {
      return 'passwords, codes, payment and hidden fields are never observed (OUI-X2); observe something else.';
    }
    return this.property && /^(?:inner|outer)HTML$/.test(this.property)
      ? `${this.property} carries hidden fields too (OUI-X2); observe textContent.`
      : undefined;
  }

  #targetChanged(): void {
    this.#derived = undefined;
    this.#watch();
    this.changed();
  }

  /** Looks again whenever the page may have changed the value. */
  #watch(): void {
    this.#watching?.abort();
    const target = this.#target.element;
    if (!target || !this.isConnected) return;
    const watching = (this.#watching = new AbortController());
    const look = () => this.owner?.valueChanged(this.declaration);
    const events = this.on?.split(/\s+/).filter(Boolean) ?? defaultEvents(target);
    for (const type of events) target.addEventListener(type, look, { signal: watching.signal });
    if (this.on !== undefined) return;
    // A reset tells only the form, and before it happens.
    const form = (target as Partial<HTMLInputElement>).form;
    form?.addEventListener('reset', () => setTimeout(look), { signal: watching.signal });
    if (!['textContent', 'innerText'].includes(this.property ?? defaultProperty(target))) return;
    const observer = new MutationObserver(look);
    observer.observe(target, { childList: true, characterData: true, subtree: true });
    watching.signal.addEventListener('abort', () => observer.disconnect());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'oui-observation': OuiObservation;
  }
}
