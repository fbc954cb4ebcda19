import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { read } from '../package/package-root.js';

export interface DocumentedServer {
  origin: string;
  /** What it answers, for a server that has other files beside it. */
  listener: RequestListener;
  stop(): Promise<void>;
}

let count = 0;

/** The server of docs/connect-ag-ui.md, as it is written there. */
export async function documentedServer(): Promise<DocumentedServer> {
  const code = /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/connect-ag-ui.md'))?.[1] ?? '';
  if (code.trim().split('\n').length > 90) throw new Error('The example has grown beyond 90 lines.');
  // Once for each test file that wants one: a module runs only once.
  const file = new URL(`./ag-ui-doc-example-${++count}.mjs`, import.meta.url);
  writeFileSync(file, code.replace('process.env.PORT ?? 8080', "0, '127.0.0.1'"));
  const { server } = (await import(file.href)) as { server: Server };
  if (!server.listening) await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener: server.listeners('request')[0] as RequestListener,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
