import type { RunRef } from '../fact-writer.js';

/** A message of a turn: its parts, and what they say. */
export interface TurnMessage {
  readonly id: string;
  /** Parts of it so far. */
  parts: number;
  /** What its closed parts say. */
  text: string;
  /** Facts have told it before the replay that goes on. */
  shown: boolean;
}

/** One prompt and what followed. ACP has no word for it: the adapter counts. */
export class Turn {
  readonly run: RunRef;
  readonly userMessageId: string;
  /** The agent has said how it ended. */
  ended = false;
  /** Its run has begun in front of us. */
  live = false;
  /** An end has been told, be it an unknown one. */
  closed = false;
  readonly messages = new Map<string, TurnMessage>();
  /** Thoughts that were told: what an unfinished one said, or that it is complete. */
  readonly thoughts = new Map<string, string | true>();
  /** Messages to which the agent has given no id. */
  unnamed = 0;

  constructor(
    id: string,
    public userText: string | undefined,
  ) {
    this.run = { runId: `${id}/run`, turnId: id };
    this.userMessageId = `${id}/user`;
  }

  /** The agent has ended it: nothing of its messages will follow, and facts have what they say. */
  end(): void {
    this.ended = true;
    for (const message of this.messages.values()) message.text = '';
  }

  /** It is going to be told again, from its beginning. */
  rewind(): void {
    this.unnamed = 0;
    for (const message of this.messages.values()) {
      message.shown = true;
      message.parts = 0;
      message.text = '';
    }
  }
}

/**
 * The turns of one session, in order. An agent that tells a session again gives no turn an id, so a told turn is
 * the known one in which the person said the same.
 */
export class Turns {
  readonly #list: Turn[] = [];
  #current: Turn | undefined;
  #replay: number | undefined;

  /** @param base begins every id; the same for whoever loads the same session */
  constructor(private readonly base: string) {}

  /** What happens now belongs here. Made when an agent speaks before anybody has said anything. */
  get current(): Turn {
    return (this.#current ??= this.#unasked());
  }

  get hasCurrent(): boolean {
    return this.#current !== undefined;
  }

  get isReplaying(): boolean {
    return this.#replay !== undefined;
  }

  /** A person said something, now. */
  begin(userText: string): Turn {
    const turn = this.#add(this.#list.length, userText);
    this.#current = turn;
    return turn;
  }

  startReplay(): void {
    this.#replay = 0;
    this.#current = undefined;
    for (const turn of this.#list) turn.rewind();
  }

  /** The next turn that is told again begins with these words; `known`: facts have told it already. */
  replayUser(userText: string): { turn: Turn; known: boolean } {
    const from = this.#replay ?? 0;
    const at = this.#list.findIndex((turn, index) => index >= from && says(turn, userText));
    const known = at >= 0;
    const turn = known ? this.#list[at]! : this.#add(from, userText);
    this.#replay = (known ? at : from) + 1;
    this.#current = turn;
    return { turn, known };
  }

  endReplay(): void {
    this.#replay = undefined;
    this.#current ??= this.#list.at(-1);
  }

  #unasked(): Turn {
    if (this.#replay === 0) this.#replay = 1;
    const [first] = this.#list;
    return first && first.userText === undefined ? first : this.#add(0, undefined);
  }

  #add(index: number, userText: string | undefined): Turn {
    const turn = new Turn(`${this.base}:turn:${this.#list.length + 1}`, userText);
    this.#list.splice(index, 0, turn);
    return turn;
  }
}

/** Agents tell what was attached together with what was said. */
function says({ userText }: Turn, told: string): boolean {
  return userText !== undefined && told.trim().startsWith(userText.trim());
}
