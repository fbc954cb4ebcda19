import { ContextConsumer } from '@lit/context';
import { adoptStyles, isServer, LitElement, type PropertyValues, type ReactiveController } from 'lit';
import { devWarning } from '#dev-warning';
import { messageOf } from '../../src/base/coded-error.js';
import { Signal } from '../../src/base/signals.js';
import { VERSION } from '../../src/base/version.js';
import { registryOf } from './define-element.js';
import { asFirstPaint, LanguageRequestEvent } from './first-paint.js';
import type { Words } from './languages.js';
import {
  needEnglish,
  trackLanguage,
  wordingOf,
  type StringKey,
  type StringParams,
  type Wording,
} from './localize.js';

/** Classes whose words are known. */
const worded = new WeakSet<object>();

interface Watching {
  readonly computed: Signal.Computed<void>;
  readonly watcher: Signal.subtle.Watcher;
  /** Bumped to make the computed run again for a change that no signal saw, such as a property. */
  readonly version: Signal.State<number>;
  forcing: boolean;
}

/** Where lit keeps what it has rendered into a root; its name is part of lit's own agreement with its SSR client. */
interface Rendered {
  _$litPart$?: { setConnected(connected: boolean): void };
}

/**
 * What every element of the library has: rendering that follows signals, localised words, and a life that
 * survives being moved.
 *
 * It watches signals by itself, because `SignalWatcher` of `@lit-labs/signals` 0.3.0 keeps removed elements
 * alive for ever (lit/lit#5364); `test/browser/signal-leak.test.ts` tells when that is mended.
 */
export abstract class BaseElement extends LitElement {
  /** The version of the library that this class came from. */
  static readonly version: string = VERSION;
  /** English that the class says, besides that of a chat. */
  protected static readonly words: Words = [];

  #watching: Watching | undefined;
  /** A server has drawn this element, and its drawing is still to be taken over, or to be replaced. */
  #served: 'taken' | 'replaced' | undefined;
  /** Settles when this element has drawn what the server could not know. */
  #secondPaint: Promise<void> | undefined;
  /** Those that nobody connects: a server calls no `connectedCallback`. */
  readonly #consumers: ReactiveController[] = [];

  constructor() {
    super();
    if (!worded.has(new.target)) needEnglish(new.target.words);
    worded.add(new.target);
    this.addEventListener(LanguageRequestEvent.type, (event) => {
      const lang = this.getAttribute('lang');
      if (!lang) return;
      (event as LanguageRequestEvent).lang = lang;
      event.stopPropagation();
    });
  }

  override connectedCallback(): void {
    // A server that calls it has no page to connect to.
    if (isServer) return;
    super.connectedCallback();
    (this.renderRoot as Rendered | undefined)?._$litPart$?.setConnected(true);
    trackLanguage();
    // What changed while it was away was not watched.
    if (this.hasUpdated && !this.#watching) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // lit-element does this; with the SSR client's patch it forgets to, and what ticks would tick on.
    (this.renderRoot as Rendered | undefined)?._$litPart$?.setConnected(false);
    // An append() elsewhere disconnects and connects within one task: look again before letting go.
    queueMicrotask(() => {
      if (this.isConnected || !this.#watching) return;
      this.#watching.watcher.unwatch(this.#watching.computed);
      this.#watching = undefined;
    });
  }

  /** Its presence makes `moveBefore()` a move, not a removal and an insertion. */
  connectedMoveCallback(): void {
    this.requestUpdate();
  }

  override addController(controller: ReactiveController): void {
    super.addController(controller);
    if (isServer && controller instanceof ContextConsumer) this.#consumers.push(controller);
  }

  /** Whether it would draw what a server has drawn. */
  protected get fitsServed(): boolean {
    return true;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const served = !isServer && this.shadowRoot !== null;
    const registry = isServer ? undefined : registryOf(this);
    // Of a scoped registry: what it draws is of the same.
    if (!served && registry && registry !== customElements) {
      this.attachShadow({ mode: 'open', customElementRegistry: registry } as ShadowRootInit);
      this.renderOptions.creationScope = {
        importNode: (node, deep) =>
          document.importNode(node, {
            customElementRegistry: registry,
            selfOnly: !deep,
          } as unknown as boolean),
      };
    }
    const root = super.createRenderRoot();
    if (served) {
      // lit's own would render before what is there; the SSR client's, which takes it over, leaves this open.
      this.#served = this.renderOptions.renderBefore === undefined ? 'taken' : 'replaced';
      this.#secondPaint = new Promise((resolve) => setTimeout(resolve))
        // The first may wait for what it draws with.
        .then(() => super.getUpdateComplete())
        .then(() => {
          this.#secondPaint = undefined;
          this.requestUpdate();
        });
    }
    return root;
  }

  protected override getUpdateComplete(): Promise<boolean> {
    const first = super.getUpdateComplete();
    return this.#secondPaint?.then(() => super.getUpdateComplete()) ?? first;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!isServer) return;
    // Without a root, what asks within it is not heard here.
    if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
    for (const consumer of this.#consumers) consumer.hostConnected?.();
  }

  protected override update(changed: PropertyValues): void {
    const served = this.#served;
    this.#served = undefined;
    if (!served) {
      super.update(changed);
      return;
    }
    const root = this.renderRoot as ShadowRoot;
    const { elementStyles } = this.constructor as typeof BaseElement;
    if (served === 'taken') {
      const drawn = root.firstElementChild;
      try {
        if (!this.fitsServed) throw new Error('its session has a runtime already');
        super.update(changed);
        // A strict policy refuses the element in which a server writes the styles.
        adoptStyles(root, elementStyles);
        if (drawn?.localName === 'style') drawn.remove();
        return;
      } catch (thrown) {
        devWarning(
          'elements:not_hydrated',
          () =>
            `<${this.localName}> cannot take over what the server drew, and is drawn anew: ${messageOf(thrown)}. Give ` +
            'it AgentSession.restore() of what the server had, without an adapter, before its tag is defined.',
        );
      }
    }
    root.replaceChildren();
    adoptStyles(root, elementStyles);
    delete this.renderOptions.renderBefore;
    super.update(changed);
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    if (this.#served) asFirstPaint(() => this.#perform());
    else this.#perform();
  }

  #perform(): void {
    if (!this.isConnected) {
      Signal.subtle.untrack(() => super.performUpdate());
      return;
    }
    const watching = (this.#watching ??= this.#watch());
    watching.forcing = true;
    watching.version.set(Signal.subtle.untrack(() => watching.version.get()) + 1);
    watching.forcing = false;
    try {
      watching.computed.get();
    } finally {
      watching.watcher.watch();
    }
  }

  /** The words for `key` in the language of the nearest `lang`. */
  protected t(key: StringKey, params?: StringParams): string {
    return this.wording.t(key, params);
  }

  /** The language of the nearest `lang`, for renderers that are not elements. */
  protected get wording(): Wording {
    return wordingOf(this);
  }

  #watch(): Watching {
    const element = new WeakRef(this);
    const version = new Signal.State(0);
    const watching: Watching = {
      version,
      forcing: false,
      computed: new Signal.Computed(() => {
        version.get();
        super.performUpdate();
      }),
      watcher: new Signal.subtle.Watcher(() => {
        if (watching.forcing) return;
        queueMicrotask(() => element.deref()?.requestUpdate());
      }),
    };
    watching.watcher.watch(watching.computed);
    return watching;
  }
}
