import { messageOf } from '../../../base/coded-error.js';
import { redactText } from '../../../base/redact.js';
import { base64Url, socketUrlFault, type WebSocketLike } from '../../../base/web-socket.js';
import type { AcpOptions } from '../acp.js';
import { tokenOf } from '../agent-events/open-socket.js';
import { readHeaders, type ServerFailure } from '../http-answer.js';

export type SocketAnswer = { socket: WebSocketLike } | { failure: ServerFailure };

/** Opens the WebSocket to an agent, or says why it cannot be. */
export async function openSocket(settings: AcpOptions, signal: AbortSignal): Promise<SocketAnswer> {
  const refuse = (code: string, message: string, retryable = false): SocketAnswer => ({
    failure: { code, message, retryable },
  });
  const url = socketUrl(settings.url);
  const fault = socketUrlFault(url);
  if (fault) return refuse('insecure_url', fault);
  const Socket = settings.WebSocket ?? globalThis.WebSocket;
  if (!Socket) return refuse('no_websocket', 'There is no global WebSocket here; pass one in the options.');
  let socket: WebSocketLike;
  try {
    const token = tokenOf(await readHeaders(settings.headers));
    if (signal.aborted) return refuse('network', 'The connection was given up.', true);
    socket = new Socket(url, token === undefined ? [] : ['acp.v1', `acp.token.${base64Url(token)}`]);
  } catch (thrown) {
    return refuse(
      'headers_failed',
      `The connection could not be tried: ${redactText(messageOf(thrown))}`,
      true,
    );
  }
  return new Promise((resolve) => {
    const gone = () =>
      resolve(
        refuse('network', 'The WebSocket could not be opened; the server is away, or refuses it.', true),
      );
    socket.onopen = () => resolve({ socket });
    socket.onclose = gone;
    socket.onerror = () => {};
    signal.addEventListener(
      'abort',
      () => {
        socket.close();
        gone();
      },
      { once: true },
    );
  });
}

/** Absolute and of a WebSocket; what cannot be made so is left for the check that follows to refuse. */
function socketUrl(url: string | URL): string {
  try {
    return new URL(url, globalThis.location?.href).href.replace(/^http/i, 'ws');
  } catch {
    return String(url);
  }
}
