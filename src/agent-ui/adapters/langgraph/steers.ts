import type { FactWriter, RunRef } from '../fact-writer.js';

/** What a person has said to a graph at work. It is taken up when it stands among the messages. */
export class Steers {
  readonly #pending = new Map<string, string>();

  constructor(private readonly facts: FactWriter) {}

  add(id: string, text: string, run: Partial<RunRef>): void {
    this.#pending.set(id, text);
    this.#tell(id, text, 'pending', run);
    this.facts.flush();
  }

  note(events: readonly ({ method: string; data: unknown } | undefined)[], run: Partial<RunRef>): void {
    if (this.#pending.size === 0) return;
    for (const event of events) {
      if (event?.method !== 'values' && event?.method !== 'updates') continue;
      const state = JSON.stringify(event.data ?? null);
      for (const [id, text] of this.#pending) {
        if (!state.includes(JSON.stringify(text))) continue;
        this.#pending.delete(id);
        this.#tell(id, text, 'accepted', run);
      }
    }
  }

  #tell(id: string, text: string, state: 'pending' | 'accepted', run: Partial<RunRef>): void {
    this.facts.add(run, { type: 'queue.changed', payload: { steer: [{ id, text, state }] } });
  }
}
