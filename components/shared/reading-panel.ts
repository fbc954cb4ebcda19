import type { PropertyValues } from 'lit';
import { hasMarkdown, markdownReady } from '#markdown';
import { PanelElement } from './panel-element.js';

/**
 * A panel that draws Markdown. Where what draws that is still to be fetched, the panel waits for it, and with the panel its
 * `updateComplete`: no reader sees the raw text first, and what a server has drawn is taken over in one go.
 */
export abstract class ReadingPanel extends PanelElement {
  #takesEarly = false;
  #early: PropertyValues = new Map();

  /** Whether there is Markdown to draw `now`, or `soon`: then it is fetched, and nothing waits for it yet. */
  protected abstract get reading(): 'now' | 'soon' | 'no';

  /** Whether all that it draws with is there. */
  protected get hasAll(): boolean {
    return hasMarkdown();
  }

  /** Fetches what it draws with; undefined when there is nothing to wait for. */
  protected fetchAll(): Promise<unknown> | undefined {
    return markdownReady();
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.hasAll) return super.scheduleUpdate();
    if (!this.hasUpdated) this.#takeEarlyProperties();
    const { reading } = this;
    const ready = reading === 'no' ? undefined : this.fetchAll();
    if (!ready || reading === 'soon') return super.scheduleUpdate();
    return ready.then(() => super.scheduleUpdate());
  }

  protected override shouldUpdate(changed: PropertyValues): boolean {
    if (!this.#takesEarly) return super.shouldUpdate(changed);
    this.#early = changed;
    return false;
  }

  /** What was set before the upgrade, such as the session, lit hands over only when it draws: here, nothing is drawn yet. */
  #takeEarlyProperties(): void {
    this.#takesEarly = true;
    super.performUpdate();
    this.#takesEarly = false;
    this.isUpdatePending = true;
    for (const [name, old] of this.#early) this.requestUpdate(name, old);
    this.#early = new Map();
  }
}
