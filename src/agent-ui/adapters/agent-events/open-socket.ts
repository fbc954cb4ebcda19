import { CodedError, messageOf } from '../../../base/coded-error.js';
import { redactText } from '../../../base/redact.js';
import {
  base64Url,
  socketUrlFault,
  type WebSocketConstructor,
  type WebSocketLike,
} from '../../../base/web-socket.js';
import type { IdentifiedFrame } from '../event-stream.js';
import { readHeaders, type HeaderSource } from '../http-answer.js';
import type { FrameSource, FramesAnswer } from './frames.js';

const SUBPROTOCOL = 'agent-events.v1';
const TOKEN_PREFIX = 'agent-events.token.';
/** The server's word that it will not have us (RFC 6455). */
const POLICY_VIOLATION = 1008;

/** Opens a stream over a WebSocket. A bearer token of the headers travels as a subprotocol; the rest cannot. */
export async function openSocket(
  settings: { headers?: HeaderSource; WebSocket?: WebSocketConstructor },
  url: string,
  signal: AbortSignal,
): Promise<FramesAnswer> {
  const refuse = (code: string, message: string, retryable = false): FramesAnswer => ({
    failure: { code, message, retryable },
  });
  const fault = socketUrlFault(url);
  if (fault) return refuse('insecure_url', fault);
  const Socket = settings.WebSocket ?? globalThis.WebSocket;
  if (!Socket) return refuse('no_websocket', 'There is no global WebSocket here; pass one in the options.');
  let socket: WebSocketLike;
  try {
    const token = tokenOf(await readHeaders(settings.headers));
    const protocols = [SUBPROTOCOL, ...(token === undefined ? [] : [TOKEN_PREFIX + base64Url(token)])];
    if (signal.aborted) return refuse('network', 'The connection was given up.', true);
    socket = new Socket(url, protocols);
  } catch (thrown) {
    const message = `The connection could not be tried: ${redactText(messageOf(thrown))}`;
    return refuse('headers_failed', message, true);
  }
  return new Promise((resolve) => {
    const frames = new SocketFrames(socket);
    socket.onopen = () => resolve({ frames, finite: false });
    frames.onEnd = () =>
      resolve(
        refuse('network', 'The WebSocket could not be opened; the server is away, or refuses it.', true),
      );
    signal.addEventListener('abort', () => frames.cancel(), { once: true });
  });
}

/** The bearer token among headers: all of them that can travel with a WebSocket. */
export function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'authorization') return /^Bearer\s+(.+)$/i.exec(value)?.[1];
  }
  return undefined;
}

class SocketFrames implements FrameSource {
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
