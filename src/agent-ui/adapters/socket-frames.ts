import { CodedError } from '../../base/coded-error.js';
import type { WebSocketLike } from '../../base/web-socket.js';
import type { IdentifiedFrame } from './event-stream.js';
import type { FrameReader } from './next-batch.js';

/** The server's word that it will not have us (RFC 6455). */
const POLICY_VIOLATION = 1008;

/** The messages of a WebSocket, in the batches in which somebody asks for them. */
export class SocketFrames implements FrameReader<IdentifiedFrame> {
  onEnd = () => {};
  #queue: IdentifiedFrame[] = [];
  #closed: number | undefined;
  #wake = () => {};

  constructor(private readonly socket: WebSocketLike) {
    socket.onmessage = ({ data }: { data: unknown }) => {
      // Binary frames are none of this protocol's.
      this.#queue.push({ data: typeof data === 'string' ? data : '' });
      this.#wake();
    };
    socket.onclose = ({ code }: { code?: number }) => this.#end(code ?? 1005);
    // A close follows, and says as little.
    socket.onerror = () => {};
  }

  async next(): Promise<readonly IdentifiedFrame[] | undefined> {
    while (this.#queue.length === 0) {
      if (this.#closed === POLICY_VIOLATION) {
        throw new CodedError('refused', 'The agent server has closed the connection: it does not allow it.');
      }
      if (this.#closed !== undefined) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const batch = this.#queue;
    this.#queue = [];
    return batch;
  }

  cancel(): void {
    this.#end(1000);
    this.socket.close();
  }

  #end(code: number): void {
    this.#closed ??= code;
    this.onEnd();
    this.#wake();
  }
}
