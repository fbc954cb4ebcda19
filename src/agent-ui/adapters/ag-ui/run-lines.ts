import { isJsonObject, parseJson } from '../../../base/json.js';
import type { FrameReader } from '../next-batch.js';
import type { StreamPlace } from './run-stream.js';

/**
 * A run that comes as JSON values, in lines or in the messages of a WebSocket. Servers that number them wrap them:
 * `{ id, chunk }`; what has come before under its id is empty. A `ping` is no event.
 */
export class RunLines implements FrameReader<string> {
  constructor(
    private readonly frames: FrameReader<{ data: string }>,
    private readonly place: StreamPlace,
    /** Where it broke off it can be asked for again. */
    private readonly resumable: boolean,
  ) {}

  async next(): Promise<readonly string[] | undefined> {
    return (await this.frames.next())?.map(({ data }) => this.#eventOf(data));
  }

  cancel(): void {
    this.frames.cancel();
  }

  #eventOf(data: string): string {
    // Nearly all frames are bare events, and are parsed by whoever maps them.
    if (data.length < 30 && /^\{\s*"type"\s*:\s*"ping"\s*\}$/.test(data)) return '';
    if (!/^\{\s*"(?:id|chunk)"/.test(data)) return data;
    const frame = parseJson(data);
    if (!isJsonObject(frame) || !isJsonObject(frame['chunk'])) return data;
    const { id, chunk } = frame;
    if (typeof id === 'string' && id !== '') {
      const { seen } = this.place;
      if (seen.has(id)) return '';
      seen.add(id);
      if (this.resumable) this.place.last = id;
    }
    return JSON.stringify(chunk);
  }
}
