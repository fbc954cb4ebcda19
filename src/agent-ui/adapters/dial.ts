import { messageOf } from '../../base/coded-error.js';
import { redactText } from '../../base/redact.js';
import {
  base64Url,
  socketUrlFault,
  type WebSocketConstructor,
  type WebSocketLike,
} from '../../base/web-socket.js';
import { readHeaders, type HeaderSource, type ServerFailure } from './http-answer.js';
import { SocketFrames } from './socket-frames.js';

export interface DialSettings {
  headers?: HeaderSource;
  /** Instead of the global one. */
  WebSocket?: WebSocketConstructor;
}

export type DialAnswer = { socket: WebSocketLike; frames: SocketFrames } | { failure: ServerFailure };

/**
 * Opens a WebSocket, or says why it cannot be. A page can send no header with one: a bearer token travels as the
 * subprotocol `<name>.token.<base64url>`, the rest does not.
 *
 * @param subprotocol such as `acp`; `<subprotocol>.v1` is asked for beside a token, and `always` also without
 */
export async function dial(
  settings: DialSettings,
  url: string,
  subprotocol: string,
  signal: AbortSignal,
  always = false,
): Promise<DialAnswer> {
  const refuse = (code: string, message: string, retryable = false): DialAnswer => ({
    failure: { code, message, retryable },
  });
  const fault = socketUrlFault(url);
  if (fault) return refuse('insecure_url', fault);
  const Socket = settings.WebSocket ?? globalThis.WebSocket;
  if (!Socket) return refuse('no_websocket', 'There is no global WebSocket here; pass one in the options.');
  let socket: WebSocketLike;
  try {
    const token = tokenOf(await readHeaders(settings.headers));
    if (signal.aborted) return refuse('network', 'The connection was given up.', true);
    socket = new Socket(url, [
      ...(always || token !== undefined ? [`${subprotocol}.v1`] : []),
      ...(token === undefined ? [] : [`${subprotocol}.token.${base64Url(token)}`]),
    ]);
  } catch (thrown) {
    const message = `The connection could not be tried: ${redactText(messageOf(thrown))}`;
    return refuse('headers_failed', message, true);
  }
  return new Promise((resolve) => {
    const frames = new SocketFrames(socket);
    socket.onopen = () => resolve({ socket, frames });
    frames.onEnd = () =>
      resolve(
        refuse('network', 'The WebSocket could not be opened; the server is away, or refuses it.', true),
      );
    signal.addEventListener('abort', () => frames.cancel(), { once: true });
  });
}

/** The bearer token among headers: all of them that can travel with a WebSocket. */
function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'authorization') return /^Bearer\s+(.+)$/i.exec(value)?.[1];
  }
  return undefined;
}
