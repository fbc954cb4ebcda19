import type { LitElement } from 'lit';
import { PanelAnnouncer } from './announcer.js';
import type { Wording } from './localize.js';
import type { Status } from './status.js';
import { teammateWord, type TeammateLook } from './teammate-look.js';

const TOLD: ReadonlySet<Status> = new Set(['needs-you', 'failed', 'timed-out']);

interface Row {
  key: string;
  label: string;
  state: string;
  look: TeammateLook;
  /** A question is announced where it is asked. */
  asks: boolean;
  /** How many attempts ended before this one. */
  attempts?: number;
}

/** Tells a screen reader, politely and once, who has come to need the person or has failed since the panel was opened. */
export class TeammateAnnouncer {
  #announcer: PanelAnnouncer;
  /** How each stood when it was looked at last; nothing before the first look. */
  #known: Map<string, Status> | undefined;

  constructor(host: LitElement) {
    this.#announcer = new PanelAnnouncer(host);
  }

  /** Belongs into the panel's rendering. */
  render(): unknown {
    return this.#announcer.render();
  }

  /** After each rendering. */
  look(rows: readonly Row[], wording: Wording): void {
    // Whoever was there before anybody looked is no news.
    if (rows.length === 0) return;
    const known = this.#known;
    this.#known = new Map(rows.map(({ key, look }) => [key, look.status]));
    if (!known) return;
    for (const { key, label, state, look, asks, attempts = 0 } of rows) {
      if (asks || !TOLD.has(look.status) || known.get(key) === look.status) continue;
      const text = teammateWord(look, state, wording);
      // Of several panels that show the same teammate one speaks.
      this.#announcer.current.polite(
        wording.t('tabs.needsYou', { title: label, text }),
        `teammate:${key}:${state}:${attempts}`,
      );
    }
  }
}
