import { randomUUID } from 'node:crypto';
import { isJsonObject, toJsonSafe } from '../base/json.js';
import type { AgentUiEvent } from '../agent-ui/events/event.js';

/** An event as it is sent: written once, for all who read. */
export interface LoggedEvent {
  /** Under this id a reader goes on after it. */
  id: string;
  json: string;
}

/** What a log has after a position. */
export interface LogPage {
  events: readonly LoggedEvent[];
  /** Where to read on. */
  next: number;
  /** Events between the position and the first of these are no longer there. */
  missed: boolean;
}

/**
 * Agent UI events of a session in the order in which they happened, in memory. Each gets an `eventId` unless it has
 * one, so that a page that comes back is sent what it has not seen, and what it sees twice counts once.
 */
export class AgentEventLog {
  /** A log of before a restart had other ids: what is asked for by them is recognised as lost. */
  readonly #name = randomUUID().slice(0, 8);
  readonly #maxEvents: number;
  readonly #events: LoggedEvent[] = [];
  readonly #positions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #dropped = 0;
  #finished = false;

  /** @param options.maxEvents older ones are forgotten; 100 000 by default */
  constructor({ maxEvents = 100_000 }: { maxEvents?: number } = {}) {
    this.#maxEvents = maxEvents;
  }

  /** Where the next event will be. */
  get end(): number {
    return this.#dropped + this.#events.length;
  }

  /** Nothing will follow; who has read everything is told so. */
  get finished(): boolean {
    return this.#finished;
  }

  /**
   * Adds events, and sends them to everybody who reads.
   * @throws TypeError for something without a type, and when the log is finished
   */
  append(...events: readonly AgentUiEvent[]): void {
    if (this.#finished) throw new TypeError('The log is finished; nothing can be appended.');
    for (const event of events) this.#add(event);
    this.#tell();
  }

  /** Nothing will follow: readers are told, and come no more. */
  finish(): void {
    this.#finished = true;
    this.#tell();
  }

  /** Where to read on after that event; `undefined` when it is not here. */
  positionAfter(id: string): number | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : position + 1;
  }

  read(position: number, max: number): LogPage {
    const from = Math.max(position, this.#dropped) - this.#dropped;
    const events = this.#events.slice(from, from + max);
    return {
      events,
      next: this.#dropped + from + events.length,
      missed: position < this.#dropped,
    };
  }

  /** Calls back after each change; returns what stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(event: AgentUiEvent): void {
    const safe = toJsonSafe(event);
    if (!isJsonObject(safe) || typeof safe['type'] !== 'string') {
      throw new TypeError('An event must be an object with a type, such as {type: "run.started", …}.');
    }
    const position = this.end;
    const own = safe['eventId'];
    const eventId = typeof own === 'string' && own !== '' ? own : `${this.#name}-${position + 1}`;
    // An id travels in a header and in a line of its own.
    const id = /^[\x21-\x7e]{1,200}$/.test(eventId) ? eventId : `${this.#name}-${position + 1}`;
    this.#positions.set(id, position);
    this.#events.push({ id, json: JSON.stringify({ ...safe, eventId }) });
    if (this.#events.length > this.#maxEvents) this.#drop();
  }

  /** A tenth at once: moving the rest has its price. */
  #drop(): void {
    const dropped = this.#events.splice(0, Math.max(1, Math.floor(this.#maxEvents / 10)));
    dropped.forEach(({ id }, at) => {
      if (this.#positions.get(id) === this.#dropped + at) this.#positions.delete(id);
    });
    this.#dropped += dropped.length;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
