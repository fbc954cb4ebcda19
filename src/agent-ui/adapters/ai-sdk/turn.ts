import type { JsonObject } from '../../../base/json.js';
import type { ControlReceipt } from '../adapter.js';
import type { ClientToolOffer } from '../client-tools.js';
import type { EventStreamReader } from '../event-stream.js';
import type { RunRef } from '../fact-writer.js';
import type { UiCall, UiMessage } from './chat.js';

/** What a person said, with all the runs that answer it. */
export class Turn {
  /** The server has taken the request of `run`. */
  accepted = false;
  begun = false;
  /** The server's yes or no to what the person said. */
  receipt: Promise<ControlReceipt> | undefined;
  /** No chunk of it counts any more. */
  over = false;
  /** How many runs have followed by themselves. */
  continuations = 0;
  /** Calls of this page that are still to be answered. */
  pending: UiCall[] = [];
  offer: ClientToolOffer | undefined;
  stream: EventStreamReader | undefined;
  reading: Promise<void> | undefined;
  /** `run` has said its last word; its stream may still be open. */
  lingering = false;
  trigger: 'submit-message' | 'regenerate-message' = 'submit-message';
  /** The answer that `run` makes anew, or goes on with. */
  messageId: string | undefined;
  continued: UiMessage | undefined;
  readonly #stop = new AbortController();

  constructor(
    public run: RunRef,
    public announce: JsonObject = {},
    readonly clientId?: string,
    /** What the person gave with it, for every run of the turn. */
    readonly carried: JsonObject = {},
  ) {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** One more run of the same turn, that goes on with an answer. */
  next(runId: string, continued: UiMessage): void {
    this.run = { runId, turnId: this.run.turnId };
    this.announce = { continues: true };
    this.trigger = 'submit-message';
    this.messageId = continued.id;
    this.continued = continued;
    this.accepted = this.begun = this.lingering = false;
  }

  stop(): void {
    this.over = true;
    this.#stop.abort();
    this.stream?.cancel();
  }
}
