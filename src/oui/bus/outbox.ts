import { devWarning, reportThrown } from '#dev-warning';
import type { ActionResultPayload } from '../protocol/messages.js';
import type { Delivery, Transport, WireMessage } from '../protocol/transport.js';
import { surfacesLength } from './surface-list.js';

/** OUI-E8: what is left out, one step after the other, when the peer refuses a result. */
const STEPS: readonly (readonly (keyof ActionResultPayload)[])[] = [
  ['surfaces', 'index'],
  ['observations'],
  ['data', 'progress'],
];

/** What a result takes beside what it carries. */
const FRAME_LENGTH = 500;

/** What one client is sent, in order (OUI-T4), within its budget (OUI-E7), again with less if it refuses (OUI-E8). */
export class Outbox {
  readonly #transport: Transport;
  readonly #budgetBytes: number;
  #fit: ((result: ActionResultPayload, budgetBytes: number) => ActionResultPayload) | undefined;
  /** What waits until the means to cut a large result have been loaded. */
  #held: WireMessage[] | undefined;
  #open = false;

  constructor(transport: Transport, budgetBytes: number) {
    this.#transport = transport;
    this.#budgetBytes = budgetBytes;
  }

  get open(): boolean {
    return this.#open;
  }
  /** While it is closed, everything is dropped. */
  set open(open: boolean) {
    this.#open = open;
    this.#held = undefined;
  }

  send(message: WireMessage): void {
    if (message.type === 'action:result') this.result(message.payload);
    else if (this.#held) this.#held.push(message);
    else if (this.#open) void this.#put(message);
  }

  /** Sends a result; returns about how long its own JSON is, in UTF-16 units, without the list of surfaces. */
  result(payload: ActionResultPayload): number {
    const { data, observations, error, progress, index } = payload;
    const length = FRAME_LENGTH + JSON.stringify([data, observations, error, progress, index]).length;
    if (this.#held) this.#held.push({ type: 'action:result', payload });
    else if (!this.#open) return length;
    else if (!this.#mayExceed(length, payload)) this.#deliver(payload);
    else if (this.#fit) this.#deliver(this.#fit(payload, this.#budgetBytes));
    else this.#hold({ type: 'action:result', payload });
    return length;
  }

  /** Sends now what waits, whole: there will be no other time. */
  flush(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const message of held) {
      if (message.type === 'action:result') this.#deliver(message.payload);
      else void this.#put(message);
    }
  }

  #hold(message: WireMessage): void {
    const held = (this.#held = [message]);
    void import('./fit.js').then(
      ({ fitResult }) => {
        this.#fit = fitResult;
        if (this.#held !== held) return;
        this.#held = undefined;
        for (const waiting of held) this.send(waiting);
      },
      () => {
        // The peer's own refusal will trim it.
        if (this.#held === held) this.flush();
      },
    );
  }

  /** A cheap look: no UTF-16 unit takes more than three bytes. */
  #mayExceed(length: number, { surfaces }: ActionResultPayload): boolean {
    return (length + (surfaces ? surfacesLength(surfaces) : 0)) * 3 > this.#budgetBytes;
  }

  #deliver(payload: ActionResultPayload, omitted: readonly string[] = [], step = 0): void {
    const refused = (reason: string) => {
      if (this.#open) this.#again(payload, omitted, step, reason);
    };
    const answer = this.#put({ type: 'action:result', payload });
    if (answer === false) refused('too large');
    else if (answer !== true)
      void answer.then(
        ({ ok, reason }) => ok || refused(reasonOf(reason)),
        () => {},
      );
  }

  #again(payload: ActionResultPayload, omitted: readonly string[], step: number, reason: string): void {
    for (let next = step; next < STEPS.length; next++) {
      const gone = STEPS[next]!.filter((key) => payload[key] !== undefined);
      if (gone.length === 0) continue;
      const all = [...omitted, ...gone];
      const rest = { ...payload, delivery: { trimmed: true as const, reason, omitted: all } };
      for (const key of gone) delete rest[key];
      // Whoever remembered the hash without its list would never be told the list.
      delete rest.surfacesHash;
      this.#deliver(rest, all, next + 1);
      return;
    }
    devWarning(
      'oui:result_refused',
      () => `A result could not be sent: even its outcome was refused (${reason}).`,
    );
  }

  #put(message: WireMessage): boolean | Promise<Delivery> {
    try {
      return this.#transport.send(message);
    } catch (thrown) {
      reportThrown('oui:transport_failed', 'transport.send()', thrown);
      return false;
    }
  }
}

function reasonOf(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, 200) : 'refused';
}
