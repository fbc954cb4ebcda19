import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serveOui, type ServeOuiOptions } from 'oui-elements/node';
import { webSocketTransport, type WebSocketTransportOptions } from 'oui-elements/oui/transports/websocket';
import { WebSocket } from 'ws';

/** An HTTP server with `serveOui` on loopback. */
export async function startSocketServer(options: ServeOuiOptions, port = 0) {
  const http = createServer();
  const lines = new Set<Socket>();
  http.on('connection', (line: Socket) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  const oui = serveOui(http, options);
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: at } = http.address() as AddressInfo;
  return {
    oui,
    port: at,
    url: `ws://127.0.0.1:${at}/oui/v1`,
    /** As a killed process would: every line breaks, without a word. */
    kill: async () => {
      http.close();
      for (const line of lines) line.destroy();
      await once(http, 'close');
    },
    stop: async () => {
      await oui.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

/** The page's end in Node. */
export const socketTo = (url: string, options: Partial<WebSocketTransportOptions> = {}) =>
  webSocketTransport({
    url,
    WebSocket: WebSocket as never,
    backoff: { initialMs: 5, maxMs: 20 },
    ...options,
  });

/** Waits until `read` gives something. */
export async function until<T>(read: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
