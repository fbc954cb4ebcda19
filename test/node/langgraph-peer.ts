import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { read } from '../package/package-root.js';

let copies = 0;

/** The server of `docs/connect-langgraph.md`, with a graph whose model has a script. */
export class LangGraphPeer {
  static async start(): Promise<LangGraphPeer> {
    const code =
      /```js\n(import \{ createServer[\s\S]*?)```/.exec(read('docs/connect-langgraph.md'))?.[1] ?? '';
    // Beside the tests, where the packages are found. Each copy is a server of its own.
    const file = new URL(`./langgraph-doc-example-${++copies}.mjs`, import.meta.url);
    writeFileSync(
      file,
      code
        .replace('./graph.js', './langgraph-graph.js')
        .replace('process.env.PORT ?? 8080', "0, '127.0.0.1'"),
    );
    const { server } = (await import(file.href)) as { server: Server };
    if (!server.listening) await once(server, 'listening');
    return new LangGraphPeer(server, code.trim().split('\n').length);
  }

  private constructor(
    readonly server: Server,
    /** Of the code in the guide. */
    readonly lines: number,
  ) {}

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Every connection breaks off; runs go on. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
