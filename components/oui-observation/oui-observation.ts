import type { PropertyDeclarations, PropertyValues } from 'lit';
import { deepEqual } from '../../src/base/deep-equal.js';
import { reportThrown } from '#dev-warning';
import type { JsonSchema, ObservationManifest, UpdateFrequency } from '../../src/oui/index.js';
import { DeclarationElement } from '../shared/declaration-element.js';
import type { DeclarationFault, ObservationDeclaration } from '../shared/declaration.js';
import { JsonChildren } from '../shared/json-child.js';
import { lostProperties } from '../shared/lost-properties.js';
import { Reference } from '../shared/reference.js';
import { isSecretField } from '../shared/secret-field.js';
import { defaultProperty, isText, observe, schemaOfValue } from './observed-value.js';

/** Such as those of `signal-polyfill`. A `Map` has a `get` too, which wants a key. */
interface SignalLike {
  get(): unknown;
}

function isSignal(value: unknown): value is SignalLike {
  const get = (value as Partial<SignalLike> | null | undefined)?.get;
  return typeof get === 'function' && get.length === 0;
}

/**
 * Something an agent can see of the page: a part of the nearest `<oui-surface>`. Its value is `value` when that is
 * set, else the `property` of the element in `for`; a `polling` one may have `read` instead. While the element in
 * `for` is missing, the value is `null`.
 *
 * @element oui-observation
 * @summary Declares one observation of a surface.
 * @slot - `<script type="application/json" data-oui="schema">` with a JSON Schema.
 */
export class OuiObservation extends DeclarationElement {
  static readonly tag: string = 'oui-observation';
  static override properties: PropertyDeclarations = {
    observationId: { type: String, attribute: 'observation-id', useDefault: true },
    description: { type: String, useDefault: true },
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
  /** `on-change` by default, or `polling` where there is `read`; `realtime`. */
  declare updateFrequency: UpdateFrequency | undefined;
  /** The id of the element to observe. */
  declare for: string | undefined;
  /**
   * The property to read; by default the value of a field, the state of a box, of details or a dialog, or the text: of
   * a table and a list line by line. Of a form or fieldset, `elements`: an object of its fields, without secrets.
   */
  declare property: string | undefined;
  /** Space-separated names of the DOM events after which to look; sensible ones by default. */
  declare on: string | undefined;
  /** JSON Schema of the value. Without one, the child script's, or one derived from the element or the value. */
  declare schema: JsonSchema | undefined;
  /** The value to tell agents, whole; `null`: not available now (OUI-S17). A signal is followed. */
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
  #signal: SignalLike | undefined;

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
    if (changed.has('on') || changed.has('property') || isSignal(this.value) || this.#signal) this.#watch();
    // A value that comes often must not cost a new look at the whole surface.
    if (changed.size === 1 && changed.has('value')) this.#look();
    else super.updated(changed);
  }

  #current(): unknown {
    const { value } = this;
    if (isSignal(value)) return this.#safely(() => value.get());
    if (value !== undefined || !this.for) return value;
    return this.#observed()?.[0] ?? null;
  }

  #observed(): ReturnType<typeof observe> | undefined {
    const target = this.#target.element;
    return target && !this.#secretFault() ? this.#safely(() => observe(target, this.property)) : undefined;
  }

  /** A getter of the page's may throw. */
  #safely<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (thrown) {
      reportThrown('oui:observation_read', this.observationId, thrown);
      return undefined;
    }
  }

  #manifest(): ObservationManifest {
    const updateFrequency = this.updateFrequency ?? (this.read && 'polling');
    return {
      id: this.observationId,
      description: this.description,
      schema: this.#givenSchema() ?? this.#derive(),
      ...(updateFrequency && { updateFrequency }),
    };
  }

  #givenSchema(): JsonSchema | undefined {
    return this.schema ?? (this.#json.value('schema') as JsonSchema | undefined);
  }

  /** Kept once something is known: a value that is missing for a moment has not changed its kind. */
  #derive(): JsonSchema {
    const schema = this.value === undefined ? this.#observed()?.[1] : schemaOfValue(this.#current());
    if (schema && (Object.keys(schema).length > 0 || !this.#derived)) this.#derived = schema;
    return this.#derived ?? {};
  }

  /** Tells what the value is now; and of which kind, where that has changed. */
  #look(): void {
    const known = this.#derived;
    if (this.#givenSchema() || deepEqual(known, this.#derive())) this.owner?.valueChanged(this.declaration);
    else this.changed();
  }

  #faults(): DeclarationFault[] {
    const json = this.#json.faults(['schema']).map((message) => ({ member: 'schema', message }));
    const faults: DeclarationFault[] = [...lostProperties(this), ...json];
    if (this.for && !this.#target.element) {
      const message = `for="${this.for}" names no element here; give the element to observe that id.`;
      faults.push({ member: 'for', message, mild: true });
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
    this.#watch();
    this.changed();
  }

  /** Looks again whenever the page may have changed the value. */
  #watch(): void {
    this.#watching?.abort();
    this.#signal = undefined;
    if (!this.isConnected) return;
    const { signal } = (this.#watching = new AbortController());
    const look = () => this.#look();
    if (isSignal(this.value)) this.#follow((this.#signal = this.value), signal);
    const target = this.#target.element;
    if (!target) return;
    const property = this.property ?? defaultProperty(target);
    const isForm = property === 'elements';
    // Controls may belong to a form and be elsewhere.
    const source = isForm ? target.getRootNode() : target;
    for (const type of this.on?.split(/\s+/).filter(Boolean) ?? ['input', 'change', 'toggle', 'close']) {
      source.addEventListener(type, look, { signal });
    }
    if (this.on !== undefined) return;
    const form = isForm ? target : (target as Partial<HTMLInputElement>).form;
    for (const type of ['reset', 'submit']) {
      // It is told before it happens.
      form?.addEventListener(type, () => setTimeout(look), { signal });
    }
    const observer = new MutationObserver(look);
    const attributes = isText(property) ? { attributeFilter: ['hidden'] } : { attributes: true };
    observer.observe(target, { childList: true, characterData: true, subtree: true, ...attributes });
    signal.addEventListener('abort', () => observer.disconnect());
    if (!target.matches(':not(:defined)')) return;
    void customElements.whenDefined(target.localName).then(() => signal.aborted || this.#targetChanged());
  }

  /** The signals library is loaded by pages that have signals. */
  #follow(value: SignalLike, ended: AbortSignal): void {
    void import('./follow-signal.js').then(({ followSignal }) => {
      if (ended.aborted) return;
      ended.addEventListener(
        'abort',
        followSignal(value, () => this.#look()),
      );
      this.#look();
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'oui-observation': OuiObservation;
  }
}
