import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { serveOui } from 'oui-elements/node';
import type { OuiMessage } from 'oui-elements/oui';
import { AgentRuntime } from 'oui-elements/oui/agent';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves a built app under a strict policy, and is the agent's end of the WebSocket of its pages. */
export class AgentServer {
  /** The agent of the page that connected last. */
  agent: AgentRuntime | undefined;
  /** The actions of which it asked its person; the answer is yes. */
  readonly asked: string[] = [];
  /** Every message of that page, in order. */
  readonly heard: OuiMessage[] = [];
  readonly #http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(this.folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file) || !statSync(file).isFile()) {
      // Browsers ask for an icon, and complain when there is none.
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    // Angular's component styles need a nonce; where the page does not ask for one, none is allowed.
    const nonce = randomBytes(16).toString('base64');
    const content = readFileSync(file);
    const html = extname(file) === '.html' ? content.toString().replaceAll('NONCE', nonce) : undefined;
    const styles = html?.includes(nonce) ? `'self' 'nonce-${nonce}'` : "'self'";
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy':
        `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self'; connect-src 'self'; ` +
        `base-uri 'self'; require-trusted-types-for 'script'; trusted-types ${this.policies}`,
    });
    response.end(html ?? content);
  });
  readonly #oui = serveOui(this.#http, {
    onTransport: (transport) => {
      const confirm = async ({ actionId }: { actionId: string }) => this.asked.push(actionId) > 0;
      const agent = new AgentRuntime({ confirm });
      this.heard.length = 0;
      transport.onEvent((message) => this.heard.push(message as OuiMessage));
      void agent.connect(transport);
      this.agent = agent;
    },
  });

  /**
   * @param folder what to serve
   * @param policies the names of the Trusted Types policies that the page may make
   */
  constructor(
    private readonly folder: string,
    private readonly policies: string,
  ) {}

  async listen(): Promise<string> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** How often a surface was registered and deregistered: `['+', '-', '+']`. */
  registrations(surfaceId: string): string[] {
    return this.heard.flatMap(({ type, payload }) => {
      if (type === 'surface:register' && payload.surface.id === surfaceId) return ['+'];
      return type === 'surface:deregister' && payload.surfaceId === surfaceId ? ['-'] : [];
    });
  }

  async close(): Promise<void> {
    await this.#oui.close();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}
