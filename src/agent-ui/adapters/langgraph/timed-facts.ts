import type { KnownEvent } from '../../events/event.js';
import { FactWriter, type RunRef } from '../fact-writer.js';

/** Facts of a source that says when things happened. */
export class TimedFacts extends FactWriter {
  /** When what is being told happened, ISO 8601; now, where the source does not say. */
  at: string | undefined;

  override add(run: Partial<RunRef> | undefined, fact: KnownEvent): void {
    super.add(run, this.at === undefined ? fact : { timestamp: this.at, ...fact });
  }
}
