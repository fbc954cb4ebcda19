/** As much of a WebSocket as is needed, so that browsers' and the `ws` package's both fit. */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** Why a token may not be sent to that address: it must be `wss:`, or `ws:` to a loopback host (OUI-T6). */
export function socketUrlFault(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'The url of a WebSocket must be absolute, such as wss://agents.example/oui/v1.';
  }
  if (url.protocol === 'wss:') return undefined;
  if (url.protocol === 'ws:' && isLoopback(url.hostname)) return undefined;
  return `The url must begin with wss: (ws: only on a loopback host); it begins with ${url.protocol}`;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}

/** A token as the name of a subprotocol: a page can send no headers, and a URL ends up in logs. */
export function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
