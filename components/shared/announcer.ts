import { ContextConsumer } from '@lit/context';
import { html, nothing, type LitElement, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { realRuntime, type Runtime } from '../../src/base/runtime.js';
import { announcerContext } from './contexts.js';

/** Screen readers lose what comes faster; milliseconds (known-failure 34). */
const MIN_GAP_MS = 250;
/** More than this waiting is history by the time it would be spoken. */
const MAX_WAITING = 4;

type Politeness = 'polite' | 'assertive';

/**
 * Speaks to screen readers: one polite and one assertive live region, which are there before anything is said.
 * Never more than one update in 250 ms. What carries a key is said once.
 */
export class Announcer implements ReactiveController {
  #regions = { polite: createRef<HTMLElement>(), assertive: createRef<HTMLElement>() };
  #waiting: { politeness: Politeness; text: string }[] = [];
  #said = new Set<string>();
  #cancel: (() => void) | undefined;
  #lastAt = -MIN_GAP_MS;

  constructor(
    host: ReactiveControllerHost,
    private readonly runtime: Runtime = realRuntime,
  ) {
    host.addController(this);
  }

  /** The two regions; they belong into the host's rendering, always. */
  render(): unknown {
    return html`<div class="visually-hidden" aria-live="polite" ${ref(this.#regions.polite)}></div>
      <div class="visually-hidden" aria-live="assertive" ${ref(this.#regions.assertive)}></div>`;
  }

  polite(text: string, key?: string): void {
    this.#add('polite', text, key);
  }

  /** Before everything polite: somebody waits for an answer. */
  assertive(text: string, key?: string): void {
    this.#add('assertive', text, key);
  }

  hostUpdated(): void {
    this.#schedule();
  }

  hostDisconnected(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #add(politeness: Politeness, text: string, key: string | undefined): void {
    if (!text || (key !== undefined && this.#said.has(key))) return;
    if (key !== undefined) this.#said.add(key);
    this.#waiting.push({ politeness, text });
    const oldest = this.#waiting.findIndex((item) => item.politeness === 'polite');
    if (this.#waiting.length > MAX_WAITING && oldest >= 0) this.#waiting.splice(oldest, 1);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#cancel || this.#waiting.length === 0 || !this.#regions.polite.value) return;
    const wait = Math.max(0, this.#lastAt + MIN_GAP_MS - this.runtime.monotonic());
    this.#cancel = this.runtime.after(wait, () => {
      this.#cancel = undefined;
      this.#speak();
      this.#schedule();
    });
  }

  #speak(): void {
    const urgent = this.#waiting.findIndex(({ politeness }) => politeness === 'assertive');
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
    const region = next && this.#regions[next.politeness].value;
    if (!region) return;
    // The same words twice are no change, and would not be spoken.
    region.textContent = region.textContent === next.text ? `${next.text}\u00a0` : next.text;
    this.#lastAt = this.runtime.monotonic();
  }
}

/** The announcer of the workbench around a panel; a panel that stands alone has its own. */
export class PanelAnnouncer {
  #context: ContextConsumer<typeof announcerContext, LitElement>;
  #own: Announcer | undefined;

  constructor(private readonly host: LitElement) {
    this.#context = new ContextConsumer(host, { context: announcerContext, subscribe: true });
  }

  get current(): Announcer {
    return this.#context.value ?? (this.#own ??= new Announcer(this.host));
  }

  /** No workbench is around it, so no other panel speaks. */
  get alone(): boolean {
    return !this.#context.value;
  }

  /** Belongs into the panel's rendering: the regions, where no workbench has them. */
  render(): unknown {
    return this.#context.value ? nothing : this.current.render();
  }
}
