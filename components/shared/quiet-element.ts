import type {
  PropertyDeclaration,
  PropertyDeclarations,
  PropertyValues,
  ReactiveController,
  ReactiveControllerHost,
} from 'lit';
import { VERSION } from '../../src/base/version.js';

/** A server has none, and must be able to import this. */
const ElementBase = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** A sheet belongs to one document. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

function sheetOf(doc: Document, text: string): CSSStyleSheet {
  let ofDocument = sheets.get(doc);
  if (!ofDocument) sheets.set(doc, (ofDocument = new Map()));
  let sheet = ofDocument.get(text);
  if (!sheet) {
    sheet = new (doc.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(text);
    ofDocument.set(text, sheet);
  }
  return sheet;
}

function attributeOf(name: string, { attribute }: PropertyDeclaration): string | undefined {
  if (attribute === false) return undefined;
  return typeof attribute === 'string' ? attribute : name.toLowerCase();
}

/**
 * An element that shows nothing of its own, such as a declaration. It has properties, controllers and a life as
 * elements made with Lit have, and neither templates nor words: a page that only declares need not load those.
 */
export abstract class QuietElement extends ElementBase implements ReactiveControllerHost {
  /** The version of the library that this class came from. */
  static readonly version: string = VERSION;

  /**
   * As in Lit: `type` String, Number or Boolean, `attribute`, `noAccessor`, and `useDefault`: what the constructor gives is there
   * again when the attribute is removed. Without it that is undefined.
   */
  static properties: PropertyDeclarations = {};

  /** CSS for its shadow root. */
  static styles = ':host{display:contents}:host([hidden]){display:none}';

  static get observedAttributes(): string[] {
    const all = Object.entries(this.properties);
    for (const [name, { type, noAccessor, useDefault }] of all) {
      if (noAccessor) continue;
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: QuietElement): unknown {
          return this.#values.get(name);
        },
        set(this: QuietElement, given: unknown) {
          if (useDefault && !this.#defaults.has(name)) this.#defaults.set(name, given);
          // Frameworks write nothing as null or undefined; where it comes from no attribute, it may be a value.
          const value = type ? (given ?? this.#defaults.get(name)) : given;
          const old = this.#values.get(name);
          this.#values.set(name, value);
          if (!Object.is(old, value)) this.requestUpdate(name, old);
        },
      });
    }
    return all.flatMap(([name, declaration]) => attributeOf(name, declaration) ?? []);
  }

  readonly #values = new Map<string, unknown>();
  readonly #defaults = new Map<string, unknown>();
  readonly #controllers = new Set<ReactiveController>();
  /** What was set on the element before it was upgraded; it hides the accessors until it is set again. */
  readonly #early: Record<string, unknown> = {};
  /** Each property that has changed since the last update, with its value before. */
  #changed = new Map<PropertyKey, unknown>();
  #updating: Promise<boolean> | undefined;
  #root: ShadowRoot | undefined;
  #hasUpdated = false;

  constructor() {
    super();
    const own = this as Record<string, unknown>;
    for (const name of Object.keys(this.#declarations)) {
      if (!Object.hasOwn(own, name)) continue;
      this.#early[name] = own[name];
      delete own[name];
    }
  }

  get #declarations(): PropertyDeclarations {
    return (this.constructor as typeof QuietElement).properties;
  }

  /** True after the first `updated()`. */
  get hasUpdated(): boolean {
    return this.#hasUpdated;
  }

  /** Resolves when the update that is due is done. */
  get updateComplete(): Promise<boolean> {
    return this.#updating ?? Promise.resolve(true);
  }

  connectedCallback(): void {
    this.#root ??= this.#attach();
    // A document that adopts the element drops the sheets of the other.
    if (this.#root.adoptedStyleSheets.length === 0) {
      const { styles } = this.constructor as typeof QuietElement;
      this.#root.adoptedStyleSheets = [sheetOf(this.ownerDocument, styles)];
    }
    for (const name of Object.keys(this.#early)) {
      (this as Record<string, unknown>)[name] = this.#early[name];
      delete this.#early[name];
    }
    if (!this.#hasUpdated) this.requestUpdate();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  /** Its presence makes `moveBefore()` a move, not a removal and an insertion. */
  connectedMoveCallback(): void {
    this.requestUpdate();
  }

  attributeChangedCallback(attribute: string, _old: string | null, text: string | null): void {
    for (const [name, declaration] of Object.entries(this.#declarations)) {
      if (attributeOf(name, declaration) !== attribute) continue;
      const { type } = declaration;
      const value = type === Boolean ? text !== null : type === Number && text !== null ? Number(text) : text;
      (this as Record<string, unknown>)[name] = value;
    }
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.#root && this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  /** Calls `updated()` once the microtasks that are due are done; not before the element is in a document. */
  requestUpdate(name?: PropertyKey, old?: unknown): void {
    if (name !== undefined && !this.#changed.has(name)) this.#changed.set(name, old);
    if (this.#root) this.#updating ??= Promise.resolve().then(() => this.#update());
  }

  /** Something has changed: these properties, each with its value before, or something that asked for it. */
  protected updated(changed: PropertyValues): void {
    void changed;
  }

  #update(): boolean {
    this.#updating = undefined;
    const changed = this.#changed;
    this.#changed = new Map();
    for (const controller of this.#controllers) controller.hostUpdate?.();
    this.#hasUpdated = true;
    this.updated(changed);
    for (const controller of this.#controllers) controller.hostUpdated?.();
    return true;
  }

  #attach(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.replaceChildren(this.ownerDocument.createElement('slot'));
    return root;
  }
}
