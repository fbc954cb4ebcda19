import type { WebSocketServer } from 'ws';

/** Says good-bye to every client; one that does not answer is cut off after a moment. */
export async function closeSockets(sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.close(1001);
  const timer = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
  }, 1_000);
  await new Promise<void>((resolve) => sockets.close(() => resolve()));
  clearTimeout(timer);
}
