import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { BodyReader, MAX_FRAME } from './body-reader.js';

/**
 * Reads server-sent events from the body of a fetch: LF, CRLF and CR, a byte order mark, comments, and frames
 * split anywhere. `retry:` is not used.
 */
abstract class ServerSentEvents<T> extends BodyReader<T> {
  /** The server has said that this was all: `[DONE]`, the marker of some protocols, and of servers that borrow it. */
  done = false;
  readonly #parser = createParser({
    maxBufferSize: MAX_FRAME,
    onEvent: (message) => {
      if (message.data === '[DONE]') this.done = true;
      else if (message.data !== '') this.take(this.frameOf(message));
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.refuse();
    },
  });

  protected abstract frameOf(message: EventSourceMessage): T;

  protected feed(text: string): void {
    this.#parser.feed(text);
  }
}

/** The `data` of each event. */
export class EventStreamReader extends ServerSentEvents<string> {
  protected frameOf({ data }: EventSourceMessage): string {
    return data;
  }

  /** A last frame without its blank line, or with half a CRLF, still counts. */
  protected finish(): void {
    this.feed('\n\n');
  }
}

/** A frame, and the id under which its server would go on after it. */
export interface IdentifiedFrame {
  id?: string;
  data: string;
}

/** For streams that can be resumed: a frame that was cut comes again, so only whole ones count. */
export class ResumableEventStream extends ServerSentEvents<IdentifiedFrame> {
  protected frameOf({ id, data }: EventSourceMessage): IdentifiedFrame {
    return { id, data };
  }

  protected finish(): void {}
}

/** A frame, its id, and what its server calls it. */
export interface NamedFrame extends IdentifiedFrame {
  event?: string;
}

/** For streams in which `event:` says what the data is; as above, only whole frames count. */
export class NamedEventStream extends ServerSentEvents<NamedFrame> {
  protected frameOf({ id, event, data }: EventSourceMessage): NamedFrame {
    return { id, event, data };
  }

  protected finish(): void {}
}
