import { LitElement } from 'lit';
import { Signal } from '../../src/base/signals.js';
import { VERSION } from '../../src/base/version.js';
import { trackLanguage, wordingOf, type StringKey, type StringParams, type Wording } from './localize.js';

interface Watching {
  readonly computed: Signal.Computed<void>;
  readonly watcher: Signal.subtle.Watcher;
  /** Bumped to make the computed run again for a change that no signal saw, such as a property. */
  readonly version: Signal.State<number>;
  forcing: boolean;
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

  #watching: Watching | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    trackLanguage();
    // What changed while it was away was not watched.
    if (this.hasUpdated && !this.#watching) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
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

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
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
