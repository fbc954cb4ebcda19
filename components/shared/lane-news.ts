import type { LitElement } from 'lit';
import { PanelAnnouncer } from './announcer.js';

/** Tells a screen reader, politely and once, what has come to need the person since a list was opened. */
export class LaneNews {
  #announcer: PanelAnnouncer;
  #source: object | undefined;
  /** What was so when it was looked at last; nothing before the first look. */
  #known: ReadonlySet<string> | undefined;

  constructor(host: LitElement) {
    this.#announcer = new PanelAnnouncer(host);
  }

  /** Belongs into the panel's rendering, always. */
  render(): unknown {
    return this.#announcer.render();
  }

  /**
   * After each rendering.
   * @param source the session; what another one has is no news
   * @param count of all rows: what was there before anybody looked is no news either
   * @param news what to say, by what it is about and how it stands
   */
  look(source: object | undefined, count: number, news: ReadonlyMap<string, string>): void {
    if (source !== this.#source) this.#known = undefined;
    this.#source = source;
    if (count === 0) return;
    const known = this.#known;
    this.#known = new Set(news.keys());
    if (!known) return;
    for (const [key, text] of news) if (!known.has(key)) this.#announcer.current.polite(text, key);
  }
}
