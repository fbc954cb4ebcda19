import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { realRuntime, type Runtime } from '../../src/base/runtime.js';

/** An observation may change at every frame; nobody reads that fast. Milliseconds. */
const EVERY_MS = 100;

type Host = ReactiveControllerHost & HTMLElement;

/** Draws its host again when something on the page has changed, so often at most, and only while it can be seen. */
export class PageWatch implements ReactiveController {
  readonly #host: Host;
  readonly #sources: () => readonly EventTarget[];
  readonly #runtime: Runtime;
  #followed: readonly EventTarget[] = [];
  #cancel: (() => void) | undefined;
  /** Something changed while nobody could see it. */
  #stale = false;
  #seen: IntersectionObserver | undefined;
  readonly #onChange = () => this.#schedule();
  readonly #onReturn = () => {
    if (this.#stale) this.#draw();
  };

  /** @param sources what dispatches `change`; asked again at each `follow()` */
  constructor(host: Host, sources: () => readonly EventTarget[], runtime: Runtime = realRuntime) {
    this.#host = host;
    this.#sources = sources;
    this.#runtime = runtime;
    host.addController(this);
  }

  hostConnected(): void {
    this.#seen ??= new IntersectionObserver(this.#onReturn);
    this.#seen.observe(this.#host);
    this.#host.ownerDocument.addEventListener('visibilitychange', this.#onReturn);
    if (this.#followed.length === 0) this.follow();
  }

  hostDisconnected(): void {
    this.#listen([]);
    this.#seen?.disconnect();
    this.#host.ownerDocument.removeEventListener('visibilitychange', this.#onReturn);
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Listens to what is to be watched now. */
  follow(): void {
    if (!this.#host.isConnected) return;
    const sources = this.#sources();
    if (sources.some((source, index) => source !== this.#followed[index])) this.#listen(sources);
  }

  #listen(sources: readonly EventTarget[]): void {
    for (const source of this.#followed) {
      source.removeEventListener('change', this.#onChange);
      source.removeEventListener('invocation', this.#onChange);
    }
    for (const source of sources) {
      source.addEventListener('change', this.#onChange);
      source.addEventListener('invocation', this.#onChange);
    }
    this.#followed = sources;
  }

  #schedule(): void {
    this.#cancel ??= this.#runtime.after(EVERY_MS, () => {
      this.#cancel = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    this.#stale = !this.#host.checkVisibility() || this.#host.ownerDocument.visibilityState === 'hidden';
    if (!this.#stale) this.#host.requestUpdate();
  }
}
