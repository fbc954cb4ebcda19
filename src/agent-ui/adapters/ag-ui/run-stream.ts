import type { EventSourceMessage } from 'eventsource-parser';
import { EventStreamReader } from '../event-stream.js';

/** Where a run has come to at a server that numbers its frames. */
export interface StreamPlace {
  readonly seen: Set<string>;
  /** Goes into `Last-Event-ID`. */
  last?: string;
}

/** The data of each frame; one that has come before under its `id:` is empty. */
export class RunStream extends EventStreamReader {
  constructor(
    body: ReadableStream<Uint8Array>,
    private readonly place: StreamPlace,
  ) {
    super(body);
  }

  protected override frameOf({ id, data }: EventSourceMessage): string {
    if (id === undefined || id === '') return data;
    const { seen } = this.place;
    if (seen.has(id)) return '';
    seen.add(id);
    this.place.last = id;
    return data;
  }

  /** A frame that was cut comes again where frames have ids; elsewhere it is all there is. */
  protected override finish(): void {
    if (this.place.last === undefined) super.finish();
  }
}
