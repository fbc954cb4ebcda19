import { Signal } from '../../base/signals.js';

/**
 * Which panel has a fact open. A person's choice, not a fact: it is beside the store, and the store never sees it
 * (M-001, N-009). One panel at a time (M-015); a choice made while a turn ran ends with it, once (§5.7, C40).
 */
export class Expansion {
  readonly #choices = new Map<string, { surface: string | undefined; active?: boolean }>();
  readonly #version = new Signal.State(0);
  readonly #log: string[] = [];

  /** Counts choices. */
  get version(): number {
    return this.#version.get();
  }

  /** Opens a fact in a panel, or closes it everywhere. */
  choose(key: string, surface: string | undefined): void {
    this.#choices.set(key, { surface });
    this.#log.push(key);
    this.#version.set(this.#log.length);
  }

  /** What has been chosen for since there were so many choices. */
  since(version: number): readonly string[] {
    return this.#log.slice(version);
  }

  /** The panel that has it open; without a choice, the one that has it by default. */
  ownerOf(key: string, active: boolean, byDefault: string | undefined): string | undefined {
    const choice = this.#choices.get(key);
    if (!choice) return byDefault;
    choice.active ??= active;
    return choice.active && !active ? byDefault : choice.surface;
  }
}
