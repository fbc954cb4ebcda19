import type { Runtime } from '../../src/base/runtime.js';
import type { ActionEffect } from '../../src/oui/index.js';
import type { ConfirmationRequest } from '../../src/oui/protocol/confirmation.js';
import { DEFAULT_TIME_LIMITS } from '../../src/oui/protocol/limits.js';

/** What a person is asked: the question of a page's bus (`ApprovalQuestion`) or of an agent runtime. */
export interface PersonQuestion extends ConfirmationRequest {
  requestId?: string;
  effect?: ActionEffect;
  /** Unix epoch, milliseconds. No answer by then means no. Default 30 seconds from now. */
  expiresAt?: number;
  /** Aborted when the answer does not count any more. */
  signal?: AbortSignal;
}

/** A question and the one answer to it. */
export interface OpenQuestion {
  readonly question: PersonQuestion;
  readonly expiresAt: number;
  answer(yes: boolean): void;
}

/** Questions one at a time, each with its own answer (neighbours 5.8). Those that nobody answers in time are answered no. */
export class QuestionQueue {
  readonly #runtime: () => Runtime;
  readonly #changed: () => void;
  #open: readonly OpenQuestion[] = [];

  constructor(runtime: () => Runtime, changed: () => void) {
    this.#runtime = runtime;
    this.#changed = changed;
  }

  /** The question that is put now. */
  get current(): OpenQuestion | undefined {
    return this.#open[0];
  }

  /** How many wait behind it. */
  get waiting(): number {
    return Math.max(0, this.#open.length - 1);
  }

  ask(question: PersonQuestion): Promise<boolean> {
    const runtime = this.#runtime();
    const expiresAt = question.expiresAt ?? runtime.now() + DEFAULT_TIME_LIMITS.action;
    return new Promise((resolve) => {
      const open: OpenQuestion = {
        question,
        expiresAt,
        answer: (yes) => {
          cancel();
          question.signal?.removeEventListener('abort', decline);
          this.#open = this.#open.filter((other) => other !== open);
          // A page that slept comes back with the time over and the timer not yet run.
          resolve(yes && runtime.now() < expiresAt && question.signal?.aborted !== true);
          this.#changed();
        },
      };
      const decline = () => open.answer(false);
      const cancel = runtime.after(Math.max(0, expiresAt - runtime.now()), decline);
      question.signal?.addEventListener('abort', decline);
      this.#open = [...this.#open, open];
      if (question.signal?.aborted) decline();
      else this.#changed();
    });
  }

  /** Nobody can be asked any more. */
  declineAll(): void {
    for (const open of this.#open) open.answer(false);
  }
}
