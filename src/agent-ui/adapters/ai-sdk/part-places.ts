import type { UiMessage } from './chat.js';

export type TextKind = 'text' | 'reasoning';

/**
 * Ids for parts of a message, by where they stand: the ids of the wire may be used again, and a saved message has none
 * for its texts. Such as `msg-1/2/text-1`: the first text of the second step.
 */
export class PartPlaces {
  #message: UiMessage | undefined;
  #seen = 0;
  #step = 0;
  #counts = { text: 0, reasoning: 0 };

  /** The id of the part of this kind that would come next. */
  next(kind: TextKind, message: UiMessage): string {
    this.#look(message);
    return `${message.id}/${this.#step}/${kind}-${this.#counts[kind] + 1}`;
  }

  /** The step that the message is in. */
  step(message: UiMessage): number {
    this.#look(message);
    return this.#step;
  }

  #look(message: UiMessage): void {
    if (message !== this.#message || message.parts.length < this.#seen) {
      this.#message = message;
      this.#seen = this.#step = 0;
      this.#counts = { text: 0, reasoning: 0 };
    }
    for (; this.#seen < message.parts.length; this.#seen++) {
      const { type } = message.parts[this.#seen]!;
      if (type === 'step-start') {
        this.#step++;
        this.#counts = { text: 0, reasoning: 0 };
      } else if (type === 'text' || type === 'reasoning') this.#counts[type]++;
    }
  }
}
