import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that has a page, and passes everything else on to another: to the page they are one origin. */
export async function pageBeside(
  origin: string,
  files: Readonly<Record<string, readonly [type: string, body: string]>>,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((asked, response) => {
    const file = files[asked.url ?? ''];
    if (file) {
      response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
      return;
    }
    const passed = request(
      new URL(asked.url ?? '/', origin),
      { method: asked.method, headers: asked.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
